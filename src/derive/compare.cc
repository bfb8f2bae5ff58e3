#include "derive/compare_internal.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <set>

#include "base/ordered_pool.h"
#include "derive/pair_internal.h"
#include "render/chromium.h"
#include "url/surt.h"

namespace asof::derive {
namespace {

constexpr std::size_t kPagesAtOnce = 256;   // read from the list of pages at a time
constexpr std::size_t kPairsPerTask = 8;    // compared by one thread in a row
constexpr std::size_t kTasksPerThread = 4;  // under way
constexpr std::size_t kMostPages = 64;      // committed together
constexpr std::size_t kMostChanges = 64;
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

// Some pairs of one page. The last task of a page says what the page has besides.
struct Task {
  std::string urlkey;
  std::vector<Pair> pairs;
  bool last = false;
  std::vector<catalog::VersionName> all;
  std::set<std::string> resources;  // of the changes that are up to date
  catalog::ValidatorTally validators;
};
struct Outcome {
  Task task;  // without its pairs
  Result<std::vector<Compared>> compared;
};

// The threads' stocks: taken by whoever works, given back afterwards.
class Stocks final {
 public:
  // `catalog` is the path of its file.
  Stocks(const archive::Directory& directory, std::string catalog)
      : directory_(directory), catalog_(std::move(catalog)) {}

  Result<std::vector<Compared>> compare(const std::vector<Pair>& pairs, const Way& way) {
    std::unique_ptr<Stock> stock;
    {
      std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        stock = std::move(idle_.back());
        idle_.pop_back();
      }
    }
    if (!stock) {
      Stock fresh = TRY(Stock::open(directory_, catalog_));
      stock = std::make_unique<Stock>(std::move(fresh));
    }
    std::vector<Compared> all;
    all.reserve(pairs.size());
    for (const Pair& pair : pairs) {
      Compared compared = TRY(derive::compare(*stock, pair, way));
      all.push_back(std::move(compared));
    }
    std::lock_guard lock(mutex_);
    idle_.push_back(std::move(stock));
    return all;
  }

 private:
  const archive::Directory& directory_;
  const std::string catalog_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Stock>> idle_;
};

class Comparer final {
 public:
  Comparer(const archive::Directory& directory, catalog::Writer& catalog, const Options& options,
           Way way)
      : catalog_(catalog),
        options_(options),
        way_(std::move(way)),
        stocks_(directory, catalog.reader().path()),
        pool_(std::max(1U, options.threads), ~std::uint64_t{0}, [this](Task task) {
          auto compared = stocks_.compare(task.pairs, way_);
          task.pairs.clear();
          return Outcome{std::move(task), std::move(compared)};
        }) {}

  Result<Derived> run() {
    total_ = TRY(catalog_.touch_other_algorithms(way_.algorithm));
    for (;;) {
      if (options_.interrupted && options_.interrupted()) derived_.finished = false;
      while (derived_.finished && under_way_ < kTasksPerThread * std::max(1U, options_.threads)) {
        const bool more = TRY(put_next());
        if (!more) break;
      }
      if (under_way_ == 0) break;
      auto outcome = pool_.take();
      --under_way_;
      TRY(keep(std::move(*outcome)));
    }
    TRY(commit());
    if (!derived_.finished) derived_.left = TRY(catalog_.reader().count_uncompared(way_.algorithm));
    return derived_;
  }

 private:
  Result<bool> put_next();
  Result<void> plan(const std::string& key);
  Result<bool> up_to_date(const catalog::Change& change, const Pair& pair,
                          std::set<std::string>& resources) const;
  Result<void> keep(Outcome outcome);
  Result<void> commit();

  catalog::Writer& catalog_;
  const Options& options_;
  const Way way_;
  Stocks stocks_;
  OrderedPool<Task, Outcome> pool_;
  std::deque<std::string> keys_;  // of pages, read ahead
  std::deque<Task> tasks_;        // of the page planned last
  std::string after_;             // the last key read
  std::size_t under_way_ = 0;
  std::uint64_t total_ = 0;
  Derived derived_;
  std::set<std::string> resources_;  // of the page whose parts are coming in
  std::vector<catalog::PageChanges> batch_;
  std::size_t batch_changes_ = 0;
  std::size_t batch_bytes_ = 0;
};

// False once no page is left.
Result<bool> Comparer::put_next() {
  if (tasks_.empty()) {
    if (keys_.empty()) {
      const auto keys = TRY(catalog_.reader().touched_changes(after_, kPagesAtOnce));
      if (keys.empty()) return false;
      keys_.assign(keys.begin(), keys.end());
      after_ = keys.back();
    }
    TRY(plan(keys_.front()));
    keys_.pop_front();
  }
  pool_.put(std::move(tasks_.front()), 1);
  tasks_.pop_front();
  ++under_way_;
  return true;
}

Result<void> Comparer::plan(const std::string& key) {
  const auto versions = TRY(catalog_.reader().versions_of(key));
  const auto changes = TRY(catalog_.reader().changes_of(key));
  Task task{.urlkey = key};
  Task last{.urlkey = key, .last = true};
  for (Pair& pair : pairs_of(versions)) {
    const catalog::VersionName name = catalog::name_of(pair.fresh);
    last.all.push_back(name);
    const auto known =
        std::lower_bound(changes.begin(), changes.end(), name,
                         [](const catalog::Change& change, const catalog::VersionName& wanted) {
                           return change.fresh < wanted;
                         });
    if (known != changes.end() && known->fresh == name) {
      const bool kept = TRY(up_to_date(*known, pair, last.resources));
      if (kept) {
        ++derived_.kept;
        continue;
      }
    }
    task.pairs.push_back(std::move(pair));
    if (task.pairs.size() == kPairsPerTask) {
      tasks_.push_back(std::move(task));
      task = Task{.urlkey = key};
    }
  }
  last.pairs = std::move(task.pairs);
  last.validators = TRY(test_validators(catalog_.reader(), key));
  tasks_.push_back(std::move(last));
  return {};
}

Result<bool> Comparer::up_to_date(const catalog::Change& change, const Pair& pair,
                                  std::set<std::string>& resources) const {
  if (change.algorithm != way_.algorithm) return false;
  if (change.basis != catalog::basis_of(pair.old, pair.fresh)) return false;
  const auto detail = TRY(catalog_.reader().change_detail(change.urlkey, change.fresh));
  std::set<std::string> keys;
  for (const Use& use : uses_of(detail.uses)) {
    const Instant at = use.is_old ? pair.old.first : pair.fresh.first;
    const Chosen chosen = TRY(choose(catalog_.reader(), use.url, at));
    if (chosen.identity != use.identity) return false;
    keys.insert(url::surt_key(use.url));
  }
  resources.merge(keys);
  return true;
}

Result<void> Comparer::keep(Outcome outcome) {
  auto compared = TRY(std::move(outcome.compared));
  catalog::PageChanges page{.urlkey = outcome.task.urlkey};
  for (Compared& one : compared) {
    for (const Use& use : uses_of(one.detail.uses)) resources_.insert(url::surt_key(use.url));
    batch_bytes_ += one.detail.delta.size() + one.detail.uses.size();
    page.changes.emplace_back(std::move(one.change), std::move(one.detail));
  }
  derived_.compared += page.changes.size();
  batch_changes_ += page.changes.size();
  if (outcome.task.last) {
    resources_.merge(outcome.task.resources);
    page.last = true;
    page.all = std::move(outcome.task.all);
    page.resources.assign(resources_.begin(), resources_.end());
    page.checked = outcome.task.validators.checked;
    page.lied = outcome.task.validators.lied;
    resources_.clear();
    ++derived_.pages;
  }
  batch_.push_back(std::move(page));
  const bool enough =
      batch_.size() >= kMostPages || batch_changes_ >= kMostChanges || batch_bytes_ >= kMostBytes;
  if (enough) TRY(commit());
  if (options_.on_progress) options_.on_progress({Step::Compare, derived_.pages, total_});
  return {};
}

Result<void> Comparer::commit() {
  if (batch_.empty()) return {};
  TRY(catalog_.put_changes(batch_));
  batch_.clear();
  batch_changes_ = batch_bytes_ = 0;
  return {};
}

}  // namespace

Result<Derived> compare_versions(const archive::Directory& directory, catalog::Writer& catalog,
                                 const Settings& settings, const Options& options) {
  if (options.compare != Compare::All) {
    const bool has_browser = render::Chromium::find().has_value();
    const std::string algorithm = algorithm_of(settings, has_browser, options.program);
    const std::uint64_t left = TRY(catalog.reader().count_uncompared(algorithm));
    const bool is_done = options.compare == Compare::None || left > kFew;
    if (is_done) return Derived{.left = left, .finished = left == 0};
  }
  Way way = TRY(way_of(settings, options.program));
  return Comparer(directory, catalog, options, std::move(way)).run();
}

change::Interval interval_of(const catalog::Change& change,
                             const catalog::ValidatorTally& of_site) {
  return change::interval_of(change.since, change.until, change.last_modified,
                             {of_site.checked, of_site.lied});
}

}  // namespace asof::derive
