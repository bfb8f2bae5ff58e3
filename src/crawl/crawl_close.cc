// The end of a crawl: its last record, the catalog settled, the certificate.
#include <algorithm>
#include <thread>

#include "base/text.h"
#include "certificate/certify.h"
#include "certificate/json.h"
#include "certificate/page.h"
#include "certificate/summary.h"
#include "crawl/crawl_internal.h"
#include "keep/import.h"
#include "url/surt.h"
#include "verify/gather.h"

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
                                        .clock = ended.clock};
    recorder_->record({.capture = std::move(last), .is_visit = false});
  }
  TRY(recorder_->close());
  // The certificate does not need the catalog, which can be settled meanwhile.
  Result<void> certified;
  std::thread certifying;
  if (ended.counts.captured + ended.counts.unchanged > 0) {
    if (options_.on_progress)
      options_.on_progress({.doing = "certifying", .counts = &ended.counts, .known = ended.known});
    certifying = std::thread([&] { certified = certify(recorder_->take_gathered(), ended); });
  }
  auto settled = settle();
  if (certifying.joinable()) certifying.join();
  if (!settled) return settled;
  if (!certified) return certified;
  return keep(name_of(ended.reason), ended.why);
}

Result<void> Run::settle() {
  // Its own log, and those of crawls that were cut off and may never go on.
  const auto crawls = TRY(described_crawls(directory_));
  for (const CrawlDescription& kept : crawls)
    if (kept.ended.empty() && exists(directory_.log_path(kept.name + ".log")))
      TRY(keep::catch_up_log(directory_, *catalog_, kept.name + ".log"));
  TRY(catalog_->settle([&](const catalog::Step&) { return true; }));
  return {};
}

// From what was written or, where not all of that is at hand, from the files.
Result<void> Run::certify(std::optional<verify::Gathering> gathered, CrawlSummary& ended) const {
  auto evidence =
      gathered ? std::move(*gathered).finish(directory_) : verify::gather(directory_, name_);
  if (!evidence) return std::move(evidence).error();
  const auto certificate = certificate::certify(std::move(*evidence), {});
  TRY(make_directories(directory_.certificate_path()));
  const std::string path = directory_.certificate_path(name_);
  TRY(write_whole(path + ".json", certificate::to_json(certificate)));
  TRY(write_whole(path + ".html", certificate::page(certificate)));
  ended.certificate = path + ".json";
  ended.headline = certificate::summary(certificate);
  ended.waiting = ended.known - std::min<std::uint64_t>(ended.known, certificate.pages.size());
  return {};
}

Result<void> Run::keep(std::string_view ended, std::string_view why) const {
  auto settings = TRY(settings_from_json(settings_json_));
  return write_description(directory_, {.name = name_,
                                        .began = began_,
                                        .settings = std::move(settings),
                                        .clock = options_.clock,
                                        .ended = std::string(ended),
                                        .why = std::string(why)});
}

}  // namespace asof::crawl
