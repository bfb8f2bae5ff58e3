// ChangeImportance: how much the changes that a crawl sees matter, found out while it runs. An
// answer is compared on the thread that reads it, so that no host waits for it but its own.
//
// The content before lies in the archive: everything recorded until then is brought into the
// catalog first. What was found is written into the visit's metadata record; a crawl that goes on
// after a kill takes it from there and does not compare again.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "capture/answer.h"
#include "derive/live_comparison.h"
#include "fetch/fetcher.h"
#include "keep/recorder.h"

namespace asof::crawl {

class ChangeImportance final {
 public:
  // Both must outlive it.
  ChangeImportance(const archive::Directory& directory, keep::Recorder& recorder,
                   derive::Settings settings)
      : directory_(directory), recorder_(recorder), settings_(std::move(settings)) {}

  // The request of that token is about to be sent; its page showed `content` (see content_of) when
  // it was last seen, at `before`.
  void expect(std::uint64_t token, Instant before, std::string content);
  // Whether the answer to a request is to be compared.
  bool expects(std::uint64_t token) const;
  // From any thread, once for each answer. Nothing where the page did not change, or nobody can
  // say.
  Result<std::optional<capture::Weighed>> of(fetch::Exchange& exchange,
                                             const capture::Answer& answer);

 private:
  struct Before {
    Instant at;
    std::string content;
  };
  std::optional<Before> take(std::uint64_t token);
  Result<capture::Weighed> compare(const Before& before, fetch::Exchange& exchange,
                                   const capture::Answer& answer);

  const archive::Directory& directory_;
  keep::Recorder& recorder_;
  const derive::Settings settings_;

  mutable std::mutex mutex_;
  std::map<std::uint64_t, Before> before_;  // by token
  std::vector<std::unique_ptr<derive::LiveComparison>> idle_;
};

}  // namespace asof::crawl
