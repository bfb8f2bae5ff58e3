// Limits: why a crawl ends, and whether it has to end now.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "crawl/settings.h"

namespace asof::crawl {

enum class EndReason : std::uint8_t {
  Done,
  Interrupted,
  Pages,  // a limit was reached: --max-pages,
  Bytes,  // --max-bytes,
  Time,   // --max-time,
  Disk,   // --free-disk
  Failed  // the disk or the catalog failed; `why` says how
};
std::string_view name_of(EndReason reason);
int exit_code(EndReason reason);  // docs/crawling.md

class Limits final {
 public:
  // The settings must outlive it. `interrupted` may be empty.
  Limits(const Settings& settings, std::function<bool()> interrupted)
      : settings_(settings), interrupted_(std::move(interrupted)) {}

  // Whether the crawl has to end, after so many bytes and so much time. Once true, always true.
  bool reached(std::uint64_t bytes, Duration running);
  // Something else ends it.
  void end(EndReason reason, std::string why);
  // Errc::Limit: less of the disk is free than wanted. Anything else: it failed.
  void fail(const Error& error);
  // So many links to more pages than --max-pages were not followed.
  void left_out(std::uint64_t links);

  bool ended() const { return reason_ != EndReason::Done; }
  EndReason reason() const { return reason_; }
  const std::string& why() const { return why_; }  // a sentence; empty where it is done

 private:
  const Settings& settings_;
  const std::function<bool()> interrupted_;
  EndReason reason_ = EndReason::Done;
  std::string why_;
};

}  // namespace asof::crawl
