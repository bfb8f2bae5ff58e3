// What an origin serves: every version of every page of a history, read from its WARC on demand.
//
// Of a history with several hosts, only the entry page's is served: same scheme, host and port.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "lab/history.h"
#include "lab/origin_rewrite.h"
#include "warc/record.h"

namespace asof::lab {

// One version of a page, ready to be sent.
struct Served {
  int status = 200;
  std::string fields;  // lines of the head, each ended: Content-Type and the like
  std::string etag;    // with its quotes
  Instant modified;
  std::string body;  // with its content coding
};

class OriginPages final {
 public:
  struct Options {
    std::uint64_t cache_bytes = std::uint64_t{64} << 20;  // of versions kept in memory
    std::function<void(std::uint64_t done, std::uint64_t total)> on_progress{};
  };

  // Errors as of read_history(); Errc::Invalid also where the entry page is no web address.
  static Result<std::unique_ptr<OriginPages>> open(const std::string& path, const Options& options);

  // Where it will be served ("http://127.0.0.1:4321"), and what to add at the end of the entry
  // page. Before the first load().
  void serve_at(const std::string& base, const std::string& addition);

  const History& history() const { return history_; }
  // The page at a request's target ("/a?b"); nothing where the history has none.
  std::optional<std::uint32_t> find(std::string_view target) const;
  std::string entry_target() const;

  // A version by its place in History::pages[page].versions. Valid until the next call. Fails where
  // the file cannot be read any more.
  Result<const Served*> load(std::uint32_t page, std::size_t version);

 private:
  struct Kept {
    std::uint64_t key = 0;
    Served served;
  };
  explicit OriginPages(FileSource source) : source_(std::move(source)) {}
  Result<Served> read(std::uint32_t page, std::size_t version) const;
  void make_ready(Served& served, std::string_view essence, bool entry,
                  std::vector<std::string> codings) const;

  FileSource source_;
  History history_;
  Relocation where_;
  std::string addition_;
  std::unordered_map<std::string, std::uint32_t> targets_;
  std::vector<std::vector<warc::Position>> positions_;  // by page, then by version
  std::vector<std::uint64_t> offsets_;                  // of all of them, sorted
  std::uint64_t cache_bytes_ = 0;
  std::uint64_t kept_bytes_ = 0;
  std::list<Kept> kept_;  // the most recently used first
  std::unordered_map<std::uint64_t, std::list<Kept>::iterator> places_;
};

}  // namespace asof::lab
