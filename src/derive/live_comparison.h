// LiveComparison: how much an answer that has just come differs from what its page showed before,
// which lies in the archive. For a crawl that tells its strategy while it runs; the catalog's rows
// of changes are made later, by derive().
#pragma once

#include <memory>
#include <string>

#include "archive/directory.h"
#include "base/result.h"
#include "base/time.h"
#include "capture/capture.h"
#include "change/change.h"
#include "derive/settings.h"

namespace asof::derive {

// Belongs to one thread at a time; any number may read one archive, also while it is written.
class LiveComparison final {
 public:
  // `catalog` is the path of its file. The directory must outlive it.
  static Result<LiveComparison> open(const archive::Directory& directory,
                                     const std::string& catalog, const Settings& settings);
  LiveComparison(LiveComparison&&) noexcept;
  ~LiveComparison();

  // As derive() would say: compared with the capture of the same URL that was made at `before`,
  // whose row is committed and settled; where that is a version that was not stored, with the one
  // it refers to. 1 where that capture is not there or cannot be read: then nothing is known but
  // that the page changed. An Error is one of disk or catalog.
  Result<capture::Weighed> weigh(Instant before, const change::Version& fresh);

 private:
  struct State;
  explicit LiveComparison(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace asof::derive
