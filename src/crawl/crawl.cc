// One crawl, from the first look at the catalog to the last visit.
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "crawl/crawl_internal.h"
#include "crawl/log.h"
#include "crawl/resume.h"
#include "derive/settings.h"
#include "keep/dictionary.h"
#include "keep/import.h"
#include "verify/gather.h"

namespace asof::crawl {
namespace {

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

// What is captured now must not be dated before what was captured already.
Result<void> wait_for(const Timekeeper& time, Instant last) {
  constexpr std::int64_t kPatience = 2000;  // milliseconds
  const std::int64_t ahead = last.ms - time.now().ms;
  if (ahead > kPatience)
    return Error{Errc::Invalid,
                 fmt::format("the clock shows {}, which is before the last answer of the crawl at "
                             "{}: set the clock, or start a new crawl",
                             iso8601_seconds(time.now()), iso8601_seconds(last))};
  if (ahead > 0) std::this_thread::sleep_for(std::chrono::milliseconds(ahead));
  return {};
}

}  // namespace

Result<CrawlSummary> Run::go(bool resuming) {
  TRY(open_catalog());
  TRY(look_back());
  TRY(fill_frontier());
  fetcher_ = TRY(fetch::Fetcher::open(settings_.fetch, *time_));
  TRY(keep::write_description(directory_, description("", "")));
  TRY(start(resuming));
  if (resuming) TRY(read_back());
  make_visits();
  CrawlSummary ended = summary();
  auto closed = close(ended);
  ended.acknowledged = read_back_ + recorder_->acknowledged();
  if (!closed && ended.reason != EndReason::Disk) {
    ended.reason = EndReason::Failed;
    ended.why = closed.error().what;
  }
  return ended;
}

// The recorder's thread writes through one connection; the crawl looks up through another.
Result<void> Run::open_catalog() {
  catalog_ = TRY(catalog::Writer::open(directory_.catalog_path()));
  TRY(keep::catch_up(directory_, *catalog_, {}));
  TRY(catalog_->settle());
  reading_ = TRY(catalog::Reader::open(directory_.catalog_path()));
  return {};
}

// Whether the archive holds anything besides this crawl. Where it does not, nothing need be looked
// up.
Result<bool> Run::knows_others() const {
  const auto own = TRY(verify::crawl_files(directory_, name_));
  const auto files = TRY(reading_->files());
  return std::any_of(files.begin(), files.end(), [&](const catalog::File& file) {
    return std::find(own.begin(), own.end(), file.name) == own.end();
  });
}

// What earlier crawls tell of the seeds' hosts, and which strategy suits that.
Result<void> Run::look_back() {
  const bool has_earlier = TRY(knows_others());
  earlier_.emplace(has_earlier ? &*reading_ : nullptr, began_);
  std::vector<std::string> urls;
  for (const std::string& seed : settings_.seeds) {
    const std::string host = host_key(seed);
    if (archived_.contains(host)) continue;
    TRY(earlier_->learn(host));
    const auto pages = TRY(earlier_->pages_of(host));
    archived_[host] = pages.size();
    urls.insert(urls.end(), pages.begin(), pages.end());
  }
  std::vector<std::string> hosts;
  hosts.reserve(archived_.size());
  for (const auto& [host, pages] : archived_) hosts.push_back(host);
  storing_ = TRY(Storing::make(settings_.store, has_earlier ? &*reading_ : nullptr, hosts, began_));
  if (settings_.watch.on()) {
    choice_ = TRY(choose_watching(settings_));
    return {};
  }
  choice_ = TRY(choose_strategy(settings_, urls.size()));
  // A list of pages that is given counts, and nothing else.
  if (choice_.needs_all_pages && settings_.known.empty()) known_ = std::move(urls);
  return {};
}

Result<void> Run::fill_frontier() {
  auto scope = TRY(scope::Scope::make(settings_.scope, settings_.seeds));
  frontier_.emplace(settings_, std::move(scope), [this](std::string_view url, std::uint32_t depth) {
    const auto known = settings_.rates.find(std::string(url));
    return known != settings_.rates.end() ? known->second : earlier_->rate(url, depth);
  });
  for (const std::string& seed : settings_.seeds) frontier_->know(seed, true);
  for (const std::string& url : settings_.known) frontier_->know(url, false);
  for (const std::string& url : known_) frontier_->find(url, kNoNumber, 'M');
  for (const auto& set : settings_.together)
    for (const std::string& url : set) frontier_->know(url, false);
  return {};
}

std::unique_ptr<schedule::Allocator> Run::allocator() const {
  const Watching& watch = settings_.watch;
  if (!watch.on()) return std::make_unique<schedule::EveryAllocator>();
  const Time start = watch.period_of(on_axis(began_));
  if (watch.whole_collections == 0)
    return std::make_unique<schedule::PeriodAllocator>(schedule::PeriodAllocator::Options{
        .start = start, .period = watch.period, .per_period = watch.budget});
  std::vector<schedule::Collection> collections(frontier_->groups());
  for (GroupId group = 0; group < collections.size(); ++group) {
    collections[group].weight = 0;
    for (schedule::PageId id = 0; id < frontier_->pages_in(group); ++id) {
      collections[group].pages.push_back(frontier_->described(frontier_->page(group, id)));
      collections[group].weight += collections[group].pages.back().weight;
    }
  }
  return std::make_unique<schedule::CollectionAllocator>(
      schedule::CollectionAllocator::Options{.start = start,
                                             .period = watch.period,
                                             .per_period = watch.whole_collections,
                                             .eta = watch.eta,
                                             .choice = watch.order,
                                             .patterns = &*patterns_},
      std::move(collections));
}

// Nothing is sent yet.
Result<void> Run::start(bool resuming) {
  if (settings_.watch.on()) patterns_.emplace();
  allocator_ = allocator();
  auto options = TRY(recorder_options(resuming));
  recorder_.emplace(directory_, *catalog_, *time_, warc::random_ids(), std::move(options));
  if (settings_.importance || storing_.is_on()) {
    auto comparing = TRY(derive::read_settings(directory_));
    importance_.emplace(directory_, *recorder_, std::move(comparing));
  }
  harvester_.emplace(LiveHarvester::Parts{
      .settings = settings_,
      .frontier = *frontier_,
      .earlier = *earlier_,
      .fetcher = *fetcher_,
      .recorder = *recorder_,
      .time = *time_,
      .importance = importance_ ? &*importance_ : nullptr,
      .storing = std::move(storing_),
      .ids = warc::random_ids(),
      .began = began_,
      .strategy = [this](GroupId group, Time at) { return strategy(group, at); },
      .allocator = allocator_.get(),
      .patterns = patterns_ ? &*patterns_ : nullptr,
      .log_line = [this](const VisitEvent& what) { return log_line(what, *frontier_); },
      .on_event = [this](const VisitEvent& what) { on_event(what); },
      .may_be_private = privacy(settings_, *frontier_),
      .stopping = [this] { return must_end(); }});
  if (auto room = recorder_->room(); !room) limits_.end(EndReason::Disk, room.error().what);
  harvester_->meet_sites();
  return {};
}

// What the crawl did before it was cut off.
Result<void> Run::read_back() {
  progress("reading back");
  const std::string log = directory_.log_path(name_ + ".log");
  const ResumeResult resumed =
      TRY(resume(directory_, *reading_, name_, log, *frontier_, *earlier_, *harvester_));
  TRY(append_lines(log, resumed.unlogged));
  read_back_ = harvester_->counts().visits;
  owed_ = resumed.owed;
  return wait_for(*time_, resumed.last);
}

void Run::make_visits() {
  schedule::LoopOptions loop;
  loop.under_way = owed_;
  loop.stop = [this] {
    progress("crawling");
    return must_end();
  };
  loop.on_seen = [this](const schedule::Seen& seen) {
    if (seen.outcome == schedule::Outcome::First)
      growth_.visited(seen.found.size() + seen.elsewhere.size());
  };
  if (options_.until) loop.until = on_axis(*options_.until);
  auto ran = schedule::run(*harvester_, *allocator_, harvester_->strategies(), loop);
  loop.under_way = 0;
  while (ran && !limits_.ended() && !settings_.watch.on() && harvester_->top_up_audits())
    ran = schedule::run(*harvester_, *allocator_, harvester_->strategies(), loop);
  if (!ran) limits_.fail(ran.error());
  // A watch is never done: another part may follow.
  if (settings_.watch.on() && !limits_.ended())
    limits_.end(EndReason::Interrupted, "the watch was stopped");
  if (const auto more = frontier_->skipped().find("page-limit"); more != frontier_->skipped().end())
    limits_.left_out(more->second.count);
}

CrawlSummary Run::summary() const {
  return {.name = name_,
          .reason = limits_.reason(),
          .why = limits_.why(),
          .strategy = choice_.name,
          .began = began_,
          .ended = time_->now(),
          .clock = describe_setting(time_->set_by()),
          .counts = harvester_->counts(),
          .known = frontier_->size(),
          .waiting = frontier_->never_seen(),
          .skipped = frontier_->skipped(),
          .seeds_failed = seeds_failed_,
          .seeds = settings_.seeds.size(),
          .memory = frontier_->bytes(),
          .reminder = settings_.contact.empty()};
}

std::unique_ptr<schedule::Strategy> Run::strategy(GroupId group, Time start) const {
  std::uint64_t archived = 0;
  for (const schedule::SiteId site : frontier_->sites_of(group))
    if (const auto found = archived_.find(frontier_->host(site)); found != archived_.end())
      archived += found->second;
  return strategy_for({.pages = frontier_->pages_in(group),
                       .archived = archived,
                       .start = settings_.watch.on() ? on_axis(began_) : start,
                       .patterns = patterns_ ? &*patterns_ : nullptr},
                      choice_, settings_);
}

Result<keep::RecorderOptions> Run::recorder_options(bool resuming) const {
  keep::RecorderOptions options;
  // A watch has no certificate: it does not end.
  if (!resuming && !settings_.watch.on()) options.gather = name_;
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
      {"strategy", choice_.name},
      {"delay", fmt::format("{}", settings_.delay)},
      {"settings", settings_json_}};
  options.log_path = directory_.log_path(name_ + ".log");
  options.free_disk = settings_.free_disk;
  options.unchunk = !settings_.chunks;
  options.on_acknowledged = options_.on_acknowledged;
  return options;
}

Duration Run::running() const { return on_axis(time_->now()) - on_axis(started_); }

bool Run::must_end() { return limits_.reached(harvester_->counts().bytes, running()); }

void Run::progress(std::string_view doing) const {
  if (!options_.on_progress) return;
  std::uint64_t pages = std::max(growth_.pages(frontier_->size()), settings_.size);
  if (settings_.most_pages != 0) pages = std::min(pages, settings_.most_pages);
  options_.on_progress({.doing = doing,
                        .counts = &harvester_->counts(),
                        .known = frontier_->size(),
                        .pages = pages,
                        .visits = choice_.visits_per_page * static_cast<double>(pages),
                        .acknowledged = recorder_->acknowledged(),
                        .running = running(),
                        .sharp = [&] { return frontier_->expected_sharp(on_axis(time_->now())); }});
}

void Run::on_event(const VisitEvent& what) {
  if (options_.on_event) options_.on_event(what);
  const Task& task = *what.task;
  if (settings_.watch.on()) return;  // a page that fails is visited again
  if (what.again || task.page == kNoNumber || !frontier_->is_seed(task.page)) return;
  if (what.none)
    seeds_failed_.push_back(task.url + ": " + what.none->reason);
  else if (what.reply != nullptr && what.reply->answer.status >= 400 &&
           task.visit.purpose != schedule::Purpose::Revisit && task.kind == Task::Kind::Visit)
    seeds_failed_.push_back(
        fmt::format("{}: the server answers {}", task.url, what.reply->answer.status));
}

}  // namespace asof::crawl
