// The end of a crawl: its last record, then what derive makes of it.
#include <algorithm>

#include "crawl/crawl_internal.h"
#include "derive/certify.h"
#include "url/surt.h"

namespace asof::crawl {
namespace {

// Links by why they were not followed. What robots.txt forbids has records of its own.
std::vector<std::pair<std::string, std::uint64_t>> not_followed(const CrawlSummary& ended) {
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const auto& [reason, skipped] : ended.skipped)
    if (reason != "robots") counts.emplace_back(reason, skipped.count);
  return counts;
}

}  // namespace

Result<void> Run::close(CrawlSummary& ended) {
  const bool whole = ended.reason != EndReason::Failed && ended.reason != EndReason::Disk;
  if (whole) {
    capture::Capture last{.url = std::string(capture::kCrawlUrn) + name_, .at = ended.ended};
    last.key = url::surt_key(last.url);
    last.notes.emplace();
    last.notes->end = capture::CrawlEnd{.ended = std::string(name_of(ended.reason)),
                                        .reason = ended.why,
                                        .known = ended.known,
                                        .not_followed = not_followed(ended),
                                        .clock = ended.clock,
                                        .earlier_chances = earlier_->returns().chances,
                                        .earlier_returned = earlier_->returns().returned};
    recorder_->record({.capture = std::move(last), .is_visit = false});
  }
  TRY(recorder_->close());
  derive::EndedCrawl crawl{
      .description = description(name_of(ended.reason), ended.why),
      .has_captures = !settings_.watch.on() && ended.counts.captured + ended.counts.unchanged > 0,
      .gathered = recorder_->take_gathered()};
  if (options_.on_progress && crawl.has_captures)
    options_.on_progress({.doing = "certifying", .counts = &ended.counts, .known = ended.known});
  const auto certified = TRY(derive::end_crawl(directory_, *catalog_, std::move(crawl)));
  if (!certified) return {};
  ended.certificate = certified->path;
  ended.headline = certified->headline;
  ended.waiting = ended.known - std::min<std::uint64_t>(ended.known, certified->pages);
  return {};
}

keep::CrawlDescription Run::description(std::string_view ended, std::string_view why) const {
  return {.name = name_,
          .began = began_,
          .settings = settings_json_,
          .clock = options_.clock,
          .ended = std::string(ended),
          .why = std::string(why)};
}

}  // namespace asof::crawl
