#include "guide/learner.h"

#include <algorithm>

namespace asof::guide {
namespace {

constexpr std::size_t kMostSites = 4;
// Of the captures that a site was learned from, how many more let it be learned again.
constexpr double kGrowth = 0.1;

Result<std::uint64_t> captures_of_site(const catalog::Reader& catalog, const std::string& key) {
  std::uint64_t count = 0;
  TRY(catalog.pages(key, [&](const catalog::PageRow& row) {
    count += row.captures;
    return true;
  }));
  return count;
}

Result<std::optional<Site>> learn_if_grown(const std::string& path, const std::string& key,
                                           const Site* before, const LearnOptions& options,
                                           std::stop_token stop) {
  const auto catalog = TRY(catalog::Reader::open(path));
  if (before != nullptr) {
    const std::uint64_t now = TRY(captures_of_site(catalog, key));
    if (static_cast<double>(now) < (1 + kGrowth) * static_cast<double>(before->captures))
      return std::optional<Site>();
  }
  return learn_site(catalog, key, options, std::move(stop));
}

}  // namespace

Learner::Learner(std::string catalog_path, LearnOptions options)
    : path_(std::move(catalog_path)), options_(std::move(options)) {}

Learner::~Learner() {
  stop_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

Learner::Entry& Learner::entry(const std::string& key) {
  const auto found = std::ranges::find(entries_, key, &Entry::key);
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
  } else {
    entries_.push_front({.key = key});
    if (entries_.size() > kMostSites) entries_.pop_back();
  }
  Entry& front = entries_.front();
  if (!front.asked) front.wanted = front.asked = true;
  if (front.wanted) {
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    changed_.notify_all();
  }
  return front;
}

std::shared_ptr<const Site> Learner::site(const std::string& key) {
  const std::lock_guard lock(mutex_);
  return entry(key).site;
}

void Learner::grown() {
  const std::lock_guard lock(mutex_);
  for (Entry& one : entries_) one.asked = false;
}

std::shared_ptr<const Site> Learner::wait_for(const std::string& key) {
  std::unique_lock lock(mutex_);
  while (entry(key).wanted) changed_.wait(lock);
  return entry(key).site;
}

void Learner::run() {
  std::unique_lock lock(mutex_);
  while (!stop_.stop_requested()) {
    const auto next = std::ranges::find_if(entries_, &Entry::wanted);
    if (next == entries_.end()) {
      changed_.wait(lock);
      continue;
    }
    const Entry before = *next;
    lock.unlock();
    auto learned =
        learn_if_grown(path_, before.key, before.site.get(), options_, stop_.get_token());
    lock.lock();
    // It may have been dropped meanwhile, for sites asked for later.
    const auto after = std::ranges::find(entries_, before.key, &Entry::key);
    if (after == entries_.end()) continue;
    after->wanted = false;
    // A catalog that cannot be read is the requests' matter; here nothing is learned from it.
    if (learned && *learned) after->site = std::make_shared<const Site>(std::move(**learned));
    changed_.notify_all();
  }
}

}  // namespace asof::guide
