#include "crawl/crawl.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/text.h"
#include "certificate/certify.h"
#include "certificate/json.h"
#include "certificate/page.h"
#include "certificate/summary.h"
#include "crawl/crawl_internal.h"
#include "crawl/log.h"
#include "crawl/resume.h"
#include "keep/dictionary.h"
#include "keep/import.h"
#include "schedule/dry_run.h"
#include "schedule/requisites.h"
#include "url/surt.h"
#include "url/url.h"
#include "verify/gather.h"

namespace asof::crawl {
namespace {

// Where a site has so many pages known from before, they are all it needs to plan.
constexpr std::size_t kKnownEnough = 2;

bool needs_all_pages(const std::string& strategy) {
  const schedule::Row* row = schedule::find_strategy(strategy);
  return row != nullptr && (row->needs & schedule::kAllPages) != 0;
}

std::uint64_t share_of(double revisit, std::uint64_t pages) {
  return static_cast<std::uint64_t>(std::llround(revisit * static_cast<double>(pages)));
}

// The sites of the seeds may be anywhere; where links lead is another matter.
std::function<bool(schedule::SiteId)> privacy(const Settings& settings, const Frontier& frontier) {
  std::vector<std::string> hosts;
  hosts.reserve(settings.seeds.size());
  for (const std::string& seed : settings.seeds) hosts.push_back(host_key(seed));
  return [&settings, &frontier, hosts](schedule::SiteId site) {
    return settings.private_links ||
           std::find(hosts.begin(), hosts.end(), frontier.host(site)) != hosts.end();
  };
}

// Links by why they were not followed. What robots.txt forbids has records of its own.
std::vector<std::pair<std::string, std::uint64_t>> not_followed(const Ended& ended) {
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const auto& [reason, skipped] : ended.skipped)
    if (reason != "robots") counts.emplace_back(reason, skipped.count);
  return counts;
}

// What is captured now must not be dated before what was captured already.
Result<void> wait_for(const Timekeeper& time, Instant last) {
  constexpr std::int64_t kPatience = 2000;  // milliseconds
  const std::int64_t ahead = last.ms - time.now().ms;
  if (ahead > kPatience)
    return Error{Errc::Invalid,
                 fmt::format("the clock says {}, but the crawl has seen {}: set the clock, or "
                             "start a new crawl",
                             iso8601_seconds(time.now()), iso8601_seconds(last))};
  if (ahead > 0) std::this_thread::sleep_for(std::chrono::milliseconds(ahead));
  return {};
}

}  // namespace

Result<Ended> Run::go(bool resuming) {
  auto catalog = TRY(catalog::Catalog::open(directory_.catalog_path(), catalog::Access::Write));
  TRY(keep::catch_up(directory_, catalog, {}));
  auto read = TRY(catalog::Catalog::open(directory_.catalog_path(), catalog::Access::Read));
  const bool has_past = TRY(knows_others(read));
  Past past(has_past ? &read : nullptr, began_);
  TRY(prepare_past(past));

  auto scope = TRY(scope::Scope::make(settings_.scope, settings_.seeds));
  Frontier frontier(settings_, std::move(scope), [&](std::string_view url, std::uint32_t depth) {
    const auto known = settings_.rates.find(std::string(url));
    return known != settings_.rates.end() ? known->second : past.rate(url, depth);
  });
  for (const std::string& seed : settings_.seeds) frontier.know(seed, true);
  for (const std::string& url : settings_.known) frontier.know(url, false);
  for (const std::string& url : known_) frontier.find(url, kNoNumber, 'M');

  Ended ended{.name = name_, .strategy = strategy_, .began = began_};
  const Counts* counts = nullptr;
  auto fetcher = TRY(fetch::Fetcher::open(settings_.fetch, *time_));
  TRY(keep("", ""));
  auto recorder_options = TRY(this->recorder_options(resuming));
  keep::Recorder recorder(directory_, catalog, *time_, warc::random_ids(),
                          std::move(recorder_options));
  LiveHarvester harvester(
      {.settings = settings_,
       .frontier = frontier,
       .past = past,
       .fetcher = *fetcher,
       .recorder = recorder,
       .time = *time_,
       .ids = warc::random_ids(),
       .began = began_,
       .strategy = [&](schedule::SiteId site,
                       Time start) { return strategy(frontier, site, start); },
       .log_line = [&](const Happened& what) { return log_line(what, frontier); },
       .on_happened = [&](const Happened& what) { happened(what, frontier); },
       .may_be_private = privacy(settings_, frontier),
       .stopping = [&] { return counts != nullptr && limit_reached(*counts, ended); }});
  counts = &harvester.counts();
  if (auto room = recorder.room(); !room) {
    ended.how = How::Disk;
    ended.why = room.error().what;
  }
  schedule::LoopOptions loop;
  harvester.meet_sites();
  std::uint64_t kept = 0;  // visits read back
  if (resuming) {
    progress("reading back", harvester, frontier, recorder);
    const std::string log = directory_.log_path(name_ + ".log");
    const Resumed resumed = TRY(resume(directory_, read, name_, log, frontier, past, harvester));
    TRY(append_lines(log, resumed.unlogged));
    kept = harvester.counts().visits;
    TRY(wait_for(*time_, resumed.last));
    loop.under_way = resumed.owed;
  }
  loop.stop = [&] {
    progress("crawling", harvester, frontier, recorder);
    return limit_reached(harvester.counts(), ended);
  };
  loop.on_seen = [&](const schedule::Seen& seen) {
    if (seen.outcome == schedule::Outcome::First)
      growth_.visited(seen.found.size() + seen.elsewhere.size());
  };
  schedule::EveryAllocator allocator;
  auto ran = schedule::run(harvester, allocator, harvester.strategies(), loop);
  loop.under_way = 0;
  while (ran && ended.how == How::Done && harvester.top_up_audits())
    ran = schedule::run(harvester, allocator, harvester.strategies(), loop);
  if (!ran) {
    ended.how = ran.error().code == Errc::Limit ? How::Disk : How::Failed;
    ended.why = ran.error().what;
  }
  if (const auto more = frontier.skipped().find("page-limit");
      more != frontier.skipped().end() && ended.how == How::Done) {
    ended.how = How::Pages;
    ended.why = fmt::format("--max-pages {} was reached; {} to more pages were not followed",
                            settings_.most_pages, counted(more->second.count, "link"));
  }
  ended.counts = harvester.counts();
  ended.known = frontier.size();
  ended.waiting = frontier.never_seen();
  ended.skipped = frontier.skipped();
  ended.seeds = settings_.seeds.size();
  ended.seeds_failed = seeds_failed_;
  ended.memory = frontier.bytes();
  ended.reminder = settings_.contact.empty();
  ended.ended = time_->now();
  ended.clock = describe_setting(time_->set_by());
  auto closed = close(recorder, catalog, ended);
  ended.acknowledged = kept + recorder.acknowledged();
  if (!closed && ended.how != How::Disk) {
    ended.how = How::Failed;
    ended.why = closed.error().what;
  }
  return ended;
}

// Whether the archive holds anything besides this crawl. Where it does not, nothing need be looked
// up.
Result<bool> Run::knows_others(const catalog::Catalog& catalog) const {
  const auto own = TRY(verify::crawl_files(directory_, name_));
  const auto files = TRY(catalog.files());
  return std::any_of(files.begin(), files.end(), [&](const catalog::File& file) {
    return std::find(own.begin(), own.end(), file.name) == own.end();
  });
}

Result<void> Run::prepare_past(Past& past) {
  std::vector<std::string> hosts;
  for (const std::string& seed : settings_.seeds) {
    std::string host = host_key(seed);
    if (std::find(hosts.begin(), hosts.end(), host) == hosts.end()) hosts.push_back(host);
  }
  std::size_t pages = 0;
  for (const std::string& host : hosts) {
    TRY(past.learn(host));
    auto urls = TRY(past.pages_of(host));
    pages += urls.size();
    before_[host] = urls.size();
    known_.insert(known_.end(), std::make_move_iterator(urls.begin()),
                  std::make_move_iterator(urls.end()));
  }
  const bool repeated = pages >= kKnownEnough || settings_.known.size() >= kKnownEnough;
  // Most pages proven, in the laboratory: sharc-threshold where all pages are known, sharc-nested
  // where they are found (docs/crawling.md).
  strategy_ = !settings_.strategy.empty() ? settings_.strategy
              : !repeated                 ? "sharc-nested"
              : settings_.revisit         ? "sharc-unified"  // which is told how many
                                          : "sharc-threshold";
  if (!needs_all_pages(strategy_)) known_.clear();
  if (!settings_.known.empty()) known_.clear();
  const schedule::Row* row = schedule::find_strategy(strategy_);
  if (row != nullptr && (row->needs & (schedule::kPatterns | schedule::kChanges |
                                       schedule::kPeriods | schedule::kCollections)) != 0)
    return Error{Errc::Invalid,
                 fmt::format("--strategy {} needs {}, which a crawl does not have; 'asof lab "
                             "strategies' says what each needs",
                             strategy_, schedule::describe_needs(row->needs))};
  if (row != nullptr && needs_all_pages(strategy_) && !repeated)
    return Error{Errc::Invalid,
                 fmt::format("--strategy {} needs all pages beforehand: crawl the site once with "
                             "another, as sharc-nested, or name its pages with --known FILE",
                             strategy_)};
  TRY(schedule::make_strategy(strategy_, {}));
  constexpr std::uint32_t kPages = 100;
  const std::uint64_t visits = visits_of(kPages);
  visits_per_page_ = static_cast<double>(visits) / kPages;
  // To a page in a hundred.
  if (settings_.revisit && visits != kPages + share_of(*settings_.revisit, kPages))
    return Error{Errc::Invalid,
                 fmt::format("--revisit cannot be had with --strategy {}, which decides itself how "
                             "often it visits; leave one of them out, or take sharc-nested or "
                             "sharc-unified",
                             strategy_)};
  return {};
}

std::unique_ptr<schedule::Strategy> Run::strategy(const Frontier& frontier, schedule::SiteId site,
                                                  Time start) const {
  const std::uint64_t pages =
      settings_.size != 0 ? settings_.size : std::uint64_t{frontier.pages_of(site)};
  const auto before = before_.find(frontier.host(site));
  schedule::Tuning tuning{.tau = settings_.tau, .seed = settings_.seed};
  if (settings_.revisit) {
    tuning.extra_given = true;
    tuning.extra = share_of(*settings_.revisit, pages);
    // Of pages that are still to be found a share is only known at the end: as many as there are.
    if (settings_.size == 0 && !needs_all_pages(strategy_) && *settings_.revisit >= 1)
      tuning.extra = ~std::uint64_t{0} >> 1;
  }
  auto made = schedule::make_strategy(strategy_, tuning);
  auto strategy = std::move(made).value();
  if (settings_.requisites) strategy = schedule::with_requisites(std::move(strategy));
  // Of a site that nobody has crawled before, the strategy predicts the size itself.
  strategy->expect({.pages = settings_.size != 0       ? settings_.size
                             : before != before_.end() ? before->second
                                                       : 0,
                    .delay = std::max(settings_.delay, 1e-3),
                    .start = start});
  return strategy;
}

std::uint64_t Run::visits_of(std::uint32_t pages) const {
  schedule::Tuning tuning{.tau = settings_.tau};
  if (settings_.revisit) {
    tuning.extra_given = true;
    tuning.extra = share_of(*settings_.revisit, pages);
  }
  auto strategy = schedule::make_strategy(strategy_, tuning).value();
  strategy->expect({.pages = pages});
  for (schedule::PageId id = 0; id < pages; ++id) strategy->learn({.id = id, .rate = 1e-6});
  schedule::EveryAllocator allocator;
  return schedule::dry_run(std::move(strategy), allocator).size();
}

Result<keep::RecorderOptions> Run::recorder_options(bool resuming) const {
  keep::RecorderOptions options;
  if (!resuming) options.gather = name_;
  options.writer.prefix = name_;
  options.writer.roll_at = settings_.roll_at;
  options.writer.encoding.compression = settings_.compression;
  options.writer.encoding.level = settings_.level;
  if (settings_.compression == warc::Compression::Zstd)
    options.writer.encoding.dictionary = TRY(keep::dictionary_before(directory_, name_));
  options.writer.about = {
      {"software", "asof/" ASOF_VERSION},
      {"format", "WARC File Format 1.1"},
      {"conformsTo",
       "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
      {"isPartOf", name_},
      {"began", iso8601(began_)},
      {"operator", settings_.contact},
      {"http-header-user-agent", settings_.fetch.user_agent},
      {"http-header-from", settings_.fetch.from},
      {"robots", settings_.robots ? "obey" : "ignore"},
      {"strategy", strategy_},
      {"delay", fmt::format("{}", settings_.delay)},
      {"settings", settings_json_}};
  options.log_path = directory_.log_path(name_ + ".log");
  options.free_disk = settings_.free_disk;
  options.on_acknowledged = options_.on_acknowledged;
  return options;
}

bool Run::limit_reached(const Counts& counts, Ended& ended) {
  if (ended.how != How::Done) return true;
  if (options_.interrupted && options_.interrupted()) {
    ended.how = How::Interrupted;
    ended.why = "it was interrupted";
  } else if (settings_.most_bytes != 0 && counts.bytes >= settings_.most_bytes) {
    ended.how = How::Bytes;
    ended.why = fmt::format("--max-bytes {} was reached", human_bytes(settings_.most_bytes));
  } else if (settings_.most_time > 0 &&
             on_axis(time_->now()) - on_axis(started_) >= settings_.most_time) {
    ended.how = How::Time;
    ended.why = fmt::format("--max-time was reached");
  }
  return ended.how != How::Done;
}

void Run::progress(std::string_view doing, const LiveHarvester& harvester, const Frontier& frontier,
                   const keep::Recorder& recorder) const {
  if (!options_.on_progress) return;
  std::uint64_t pages = std::max(growth_.pages(frontier.size()), settings_.size);
  if (settings_.most_pages != 0) pages = std::min(pages, settings_.most_pages);
  options_.on_progress({.doing = doing,
                        .counts = &harvester.counts(),
                        .known = frontier.size(),
                        .pages = pages,
                        .visits = visits_per_page_ * static_cast<double>(pages),
                        .acknowledged = recorder.acknowledged(),
                        .running = on_axis(time_->now()) - on_axis(started_),
                        .sharp = [&] { return frontier.expected_sharp(on_axis(time_->now())); }});
}

void Run::happened(const Happened& what, const Frontier& frontier) {
  if (options_.on_happened) options_.on_happened(what);
  const Task& task = *what.task;
  if (what.again || task.page == kNoNumber || !frontier.is_seed(task.page)) return;
  if (what.none)
    seeds_failed_.push_back(task.url + ": " + what.none->reason);
  else if (what.reply != nullptr && what.reply->answer.status >= 400 &&
           task.visit.purpose != schedule::Purpose::Revisit && task.kind == Task::Kind::Visit)
    seeds_failed_.push_back(
        fmt::format("{}: the server answers {}", task.url, what.reply->answer.status));
}

Result<void> Run::close(keep::Recorder& recorder, catalog::Catalog& catalog, Ended& ended) {
  const bool whole = ended.how != How::Failed && ended.how != How::Disk;
  if (whole) {
    capture::Capture last{.url = std::string(capture::kCrawlUrn) + name_, .at = ended.ended};
    last.key = url::surt_key(last.url);
    last.notes.emplace();
    last.notes->end = capture::CrawlEnd{.ended = std::string(name_of(ended.how)),
                                        .reason = ended.why,
                                        .known = ended.known,
                                        .not_followed = not_followed(ended),
                                        .clock = ended.clock};
    recorder.record({.capture = std::move(last), .is_visit = false});
  }
  TRY(recorder.close());
  // The certificate does not need the catalog, which can be settled meanwhile.
  Result<void> certified;
  std::thread certifying;
  if (ended.counts.captured + ended.counts.unchanged > 0) {
    if (options_.on_progress)
      options_.on_progress({.doing = "certifying", .counts = &ended.counts, .known = ended.known});
    certifying = std::thread([&] { certified = certify(recorder.take_gathered(), ended); });
  }
  auto settled = settle(catalog);
  if (certifying.joinable()) certifying.join();
  if (!settled) return settled;
  if (!certified) return certified;
  return keep(ended.how == How::Done ? "done" : std::string(name_of(ended.how)), ended.why);
}

Result<void> Run::settle(catalog::Catalog& catalog) {
  // Its own log, and those of crawls that were cut off and may never go on.
  const auto crawls = TRY(described_crawls(directory_));
  for (const CrawlDescription& kept : crawls)
    if (kept.ended.empty() && exists(directory_.log_path(kept.name + ".log")))
      TRY(keep::catch_up_log(directory_, catalog, kept.name + ".log"));
  TRY(catalog.settle([&](const catalog::Step&) { return true; }));
  return {};
}

// From what was written or, where not all of that is at hand, from the files.
Result<void> Run::certify(std::optional<verify::Gathering> gathered, Ended& ended) const {
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
