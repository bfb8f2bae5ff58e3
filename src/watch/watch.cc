#include "watch/watch.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>
#include <thread>

#include "catalog/reader.h"
#include "crawl/timekeeper.h"
#include "derive/patterns.h"
#include "keep/crawl_description.h"
#include "series/site_week.h"
#include "url/surt.h"
#include "watch/capture_times.h"
#include "watch/teller.h"

namespace asof::watch {
namespace {

constexpr unsigned kRestHours = 6;
constexpr std::chrono::milliseconds kNap(200);
constexpr std::string_view kNewsLog = "watch-news.jsonl";

// Whether a file is another than when it was last looked at.
class FileWatcher final {
 public:
  explicit FileWatcher(std::string path) : path_(std::move(path)), seen_(look()) {}

  bool changed() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::seconds(1);
    const Stamp stamp = look();
    if (stamp == seen_) return false;
    seen_ = stamp;
    return true;
  }

 private:
  struct Stamp {
    std::int64_t seconds = 0, nanoseconds = 0, size = -1;
    bool operator==(const Stamp&) const = default;
  };
  Stamp look() const {
    struct stat status {};
    if (::stat(path_.c_str(), &status) != 0) return {};
    return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size};
  }

  const std::string path_;
  Stamp seen_;
  std::chrono::steady_clock::time_point next_;
};

crawl::Given without_contact(crawl::Given given) {
  std::erase_if(given, [](const auto& one) { return one.first == "contact"; });
  return given;
}

// The watch of this archive that goes on with these settings; empty: none does.
Result<std::string> watch_to_continue(const archive::Directory& directory, const WatchFile& file) {
  const auto crawls = TRY(keep::described_crawls(directory));
  const keep::CrawlDescription* last = nullptr;
  for (const keep::CrawlDescription& one : crawls)
    if (crawl::is_watch(one) && (last == nullptr || last->began < one.began)) last = &one;
  if (last == nullptr) return std::string();
  const auto kept = crawl::settings_from_json(last->settings);
  const bool same = kept && kept->seeds == file.pages &&
                    without_contact(kept->given) == without_contact(file.given);
  return same ? last->name : std::string();
}

// When the archive's crawls of a site began, the last of them; and one that did not end.
struct LastCapture {
  std::optional<Instant> began;
  std::string unfinished;
};
Result<LastCapture> last_capture(const archive::Directory& directory, const SiteCapture& site) {
  const auto crawls = TRY(keep::described_crawls(directory));
  LastCapture last;
  for (const keep::CrawlDescription& one : crawls) {
    if (crawl::is_watch(one) || (last.began && one.began < *last.began)) continue;
    const auto kept = crawl::settings_from_json(one.settings);
    if (!kept || kept->seeds != std::vector<std::string>{site.url}) continue;
    last.began = one.began;
    last.unfinished = one.ended == "done" ? "" : one.name;
  }
  return last;
}

// The quietest hours of a site's week, where the archive has seen its pages change.
Result<std::optional<pattern::WeekSpan>> rest_of(const archive::Directory& directory,
                                                 const SiteCapture& site) {
  const auto catalog = TRY(catalog::Reader::open(directory.catalog_path()));
  const auto patterns = TRY(derive::ArchivePatterns::load(
      catalog, {.key_prefix = url::site_of(url::surt_key(site.url)) + ")", .bounds = false}));
  series::SiteWeek week;
  std::uint64_t changes = 0;
  for (const derive::PatternPage& page : patterns.pages()) {
    if (!page.document) continue;
    changes += patterns.series(page).changes();
    week.add(page.log, patterns.pattern(page), 1);
  }
  if (changes == 0) return std::optional<pattern::WeekSpan>();
  return std::optional(pattern::off_peak(week.profile(), kRestHours));
}

class Watch final {
 public:
  Watch(archive::Directory& directory, WatchFile file, const Options& options)
      : directory_(directory), file_(std::move(file)), options_(options), watcher_(options.path) {}

  Result<WatchSummary> run() {
    time_ = options_.clock.empty() ? crawl::system_time() : TRY(crawl::time_from(options_.clock));
    TRY(open_teller());
    while (!stopped() && !over()) {
      const auto due = TRY(next_due());
      if (due && due->at <= time_->now()) {
        TRY(capture(*due));
        continue;
      }
      std::optional<Instant> until = options_.until;
      if (due && (!until || due->at < *until)) until = due->at;
      if (!file_.pages.empty()) TRY(part(until));
      if (until && !stopped() && !reloaded_) TRY(wait_until(*until));
      if (file_.pages.empty() && !until) break;
      if (reloaded_) TRY(take_file());
    }
    teller_.reset();
    if (interrupted()) summary_.reason = crawl::EndReason::Interrupted;
    return summary_;
  }

 private:
  struct Due {
    const SiteCapture* site = nullptr;
    Instant at;
    std::string unfinished;
  };

  bool interrupted() const { return options_.interrupted && options_.interrupted(); }
  bool stopped() const { return interrupted() || summary_.reason != crawl::EndReason::Done; }
  bool over() const { return options_.until && time_->now() >= *options_.until; }
  void say(const std::string& text) const {
    if (options_.say) options_.say(text);
  }

  Result<void> open_teller() {
    teller_.reset();
    if (!file_.tell.on()) return {};
    teller_ = TRY(Teller::open(
        file_.tell, directory_.log_path(std::string(kNewsLog)), *time_,
        options_.say ? options_.say : [](const std::string&) {}));
    return {};
  }

  // A capture that was cut off comes first, then the site that is due first.
  Result<std::optional<Due>> next_due() {
    std::optional<Due> next;
    for (const SiteCapture& site : file_.sites) {
      const LastCapture last = TRY(last_capture(directory_, site));
      Due due{.site = &site, .at = time_->now(), .unfinished = last.unfinished};
      if (last.unfinished.empty() && last.began) {
        const auto rest =
            site.time_of_day ? std::optional<pattern::WeekSpan>() : TRY(rest_of(directory_, site));
        const Time at = next_capture(site, on_axis(*last.began) + site.every, rest, file_.zone);
        due.at = Instant{static_cast<std::int64_t>(at * 1000)};
      }
      if (!next || due.at < next->at) next = due;
    }
    return next;
  }

  Result<void> capture(const Due& due) {
    say(fmt::format("capturing {} as a whole", due.site->url));
    crawl::Options options = crawl_options();
    crawl::Given given;
    for (const auto& one : file_.given)
      if (!is_of_watch(one.first)) given.push_back(one);
    auto ended = due.unfinished.empty()
                     ? (options.given = std::move(given), options.seeds = {due.site->url},
                        crawl::crawl(directory_, options))
                     : crawl::resume(directory_, due.unfinished, options);
    if (!ended) return std::move(ended).error();
    ++summary_.site_captures;
    if (!ended->headline.empty()) say(ended->headline.substr(0, ended->headline.find('\n')));
    end_with(*ended);
    return {};
  }

  // Settings of the watch that a capture of a site does not have.
  static bool is_of_watch(const std::string& name) {
    if (name == "scope" || name == "strategy" || name == "importance") return true;
    const auto rows = crawl::watch_setting_rows();
    return std::any_of(rows.begin(), rows.end(),
                       [&](const crawl::SettingRow& row) { return row.name == name; });
  }

  Result<void> part(std::optional<Instant> until) {
    crawl::Options options = crawl_options();
    options.until = until;
    options.on_event = [this](const crawl::VisitEvent& what) { on_event(what); };
    options.on_acknowledged = [this](std::uint64_t visits) { on_acknowledged(visits); };
    options.interrupted = [this] { return interrupted() || file_changed(); };
    begin_news();
    const std::string name = TRY(watch_to_continue(directory_, file_));
    if (name.empty()) {
      options.given = file_.given;
      options.seeds = file_.pages;
    }
    auto ended =
        name.empty() ? crawl::crawl(directory_, options) : crawl::resume(directory_, name, options);
    if (!ended) return std::move(ended).error();
    summary_.crawl = ended->name;
    summary_.strategy = ended->strategy;
    summary_.visits = ended->acknowledged;
    summary_.counts = ended->counts;
    end_with(*ended);
    return {};
  }

  crawl::Options crawl_options() const {
    crawl::Options options;
    options.clock = options_.clock;
    options.on_progress = options_.on_progress;
    options.on_event = options_.on_event;
    options.interrupted = options_.interrupted;
    return options;
  }

  // A disk that is full or fails ends the watch.
  void end_with(const crawl::CrawlSummary& ended) {
    const bool goes_on =
        ended.reason == crawl::EndReason::Done || ended.reason == crawl::EndReason::Interrupted;
    if (goes_on) return;
    summary_.reason = ended.reason;
    summary_.why = ended.why;
  }

  // -- the file

  bool file_changed() {
    if (reloaded_ || !watcher_.changed()) return reloaded_.has_value();
    auto file = read_watch_file(options_.path);
    if (!file) {
      say(file.error().what + "; the watch keeps its old settings");
      return false;
    }
    reloaded_ = std::move(*file);
    return true;
  }

  Result<void> take_file() {
    file_ = std::move(*reloaded_);
    reloaded_.reset();
    say(options_.path + " was read again");
    return open_teller();
  }

  // Between two parts, or for a site that is due.
  Result<void> wait_until(Instant at) {
    while (time_->now() < at && !interrupted() && !file_changed()) {
      if (time_->real_seconds() == 0) return time_->move_to(at);
      std::this_thread::sleep_for(kNap);
    }
    return {};
  }

  // -- news

  void begin_news() {
    const std::lock_guard lock(mutex_);
    events_ = 0;
    acknowledged_ = 0;
    news_.clear();
  }
  void on_event(const crawl::VisitEvent& what) {
    if (options_.on_event) options_.on_event(what);
    if (what.again) return;
    const std::lock_guard lock(mutex_);
    ++events_;
    const crawl::Reply* reply = what.reply;
    if (!teller_ || reply == nullptr || !reply->matters ||
        reply->kind != crawl::ReplyKind::Response)
      return;
    news_.emplace_back(events_, News{.url = what.task->url,
                                     .at = what.at,
                                     .before = reply->before,
                                     .matters = *reply->matters,
                                     .importance = reply->importance.value_or(0)});
  }
  // Nobody is told of what is not on disk.
  void on_acknowledged(std::uint64_t visits) {
    if (options_.on_acknowledged) options_.on_acknowledged(visits);
    const std::lock_guard lock(mutex_);
    acknowledged_ += visits;
    while (!news_.empty() && news_.front().first <= acknowledged_) {
      if (teller_) teller_->tell(std::move(news_.front().second));
      news_.pop_front();
    }
  }

  archive::Directory& directory_;
  WatchFile file_;
  const Options& options_;
  std::unique_ptr<crawl::Timekeeper> time_;
  std::unique_ptr<Teller> teller_;
  FileWatcher watcher_;
  std::optional<WatchFile> reloaded_;
  WatchSummary summary_;

  std::mutex mutex_;                                 // events come from two threads
  std::uint64_t events_ = 0;                         // visits of this part
  std::uint64_t acknowledged_ = 0;                   // of them, on disk
  std::deque<std::pair<std::uint64_t, News>> news_;  // by the number of the visit
};

}  // namespace

Result<WatchSummary> watch(archive::Directory& directory, WatchFile file, const Options& options) {
  return Watch(directory, std::move(file), options).run();
}

Result<crawl::Plan> plan(archive::Directory& directory, const WatchFile& file,
                         const Options& options, Instant until) {
  const std::string name = TRY(watch_to_continue(directory, file));
  crawl::Options asked;
  asked.clock = options.clock;
  asked.given = file.given;
  asked.seeds = file.pages;
  return crawl::plan(directory, name, asked, until);
}

}  // namespace asof::watch
