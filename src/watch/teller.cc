#include "watch/teller.h"

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "fetch/post.h"
#include "watch/watch_checks_internal.h"

namespace asof::watch {
namespace {

// Of the feed. Older news stay in the log.
constexpr std::size_t kMostRecent = 200;
constexpr std::size_t kMostWaiting = 1000;
constexpr std::uint64_t kLongestLog = std::uint64_t{64} << 20;
constexpr double kPatience = 30;  // seconds, for a command or a server

}  // namespace

Teller::Teller(Telling tell, std::string log, const Clock& clock,
               std::function<void(const std::string&)> complain)
    : tell_(std::move(tell)), log_(std::move(log)), clock_(clock), complain_(std::move(complain)) {}

Result<std::unique_ptr<Teller>> Teller::open(Telling tell, std::string log, const Clock& clock,
                                             std::function<void(const std::string&)> complain) {
  std::unique_ptr<Teller> teller(
      new Teller(std::move(tell), std::move(log), clock, std::move(complain)));
  if (exists(teller->log_)) {
    const std::string text = TRY(read_whole(teller->log_, kLongestLog));
    // A line that a kill cut off is no news.
    for (const std::string& line : lines_of(text))
      if (auto news = parse_news(line)) teller->recent_.push_back(std::move(*news));
  }
  TRY(teller->write_pages());
  teller->thread_ = std::thread([raw = teller.get()] { raw->run(); });
  return teller;
}

Teller::~Teller() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Teller::tell(News news) {
  if (news.matters < tell_.at_least) return;
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= kMostWaiting) waiting_.pop_front();
    waiting_.push_back(std::move(news));
  }
  changed_.notify_one();
}

void Teller::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const News news = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    if (const auto told = tell_one(news); !told) complain_(told.error().what);
  }
}

Result<void> Teller::tell_one(const News& news) {
  if (std::find(recent_.begin(), recent_.end(), news) != recent_.end()) return {};
  const std::string json = to_json(news, tell_);
  auto log = TRY(FileSink::append(log_));
  TRY(log.write(json + "\n"));
  TRY(log.sync());
  recent_.push_back(news);
  if (recent_.size() > kMostRecent) recent_.erase(recent_.begin());
  TRY(write_pages());
  // One that fails does not keep the other from being told.
  Result<void> ran, posted;
  if (!tell_.command.empty()) ran = run_command(tell_.command, json + "\n", kPatience);
  if (!tell_.webhook.empty()) posted = fetch::post_json(tell_.webhook, json, kPatience);
  if (!ran && !posted) complain_(posted.error().what);
  return !ran ? ran : posted;
}

Result<void> Teller::write_pages() const {
  if (!tell_.feed.empty()) TRY(write_whole(tell_.feed, atom_feed(recent_, tell_)));
  if (!tell_.digest.empty())
    TRY(write_whole(tell_.digest, digest_page(recent_, tell_, clock_.now())));
  return {};
}

}  // namespace asof::watch
