#include "derive/live_comparison.h"

#include "derive/pair_internal.h"
#include "url/surt.h"

namespace asof::derive {

struct LiveComparison::State {
  Stock stock;
  Way way;
};

LiveComparison::LiveComparison(std::unique_ptr<State> state) : state_(std::move(state)) {}
LiveComparison::LiveComparison(LiveComparison&&) noexcept = default;
LiveComparison::~LiveComparison() = default;

Result<LiveComparison> LiveComparison::open(const archive::Directory& directory,
                                            const std::string& catalog, const Settings& settings) {
  Stock stock = TRY(Stock::open(directory, catalog));
  Way way = TRY(way_of(settings, change::algorithm()));
  return LiveComparison(std::make_unique<State>(State{std::move(stock), std::move(way)}));
}

Result<capture::Weighed> LiveComparison::weigh(Instant before, const change::Version& fresh) {
  Stock& stock = state_->stock;
  const auto row =
      TRY(stock.catalog().at_or_before(url::surt_key(fresh.url), before, {.url = fresh.url}));
  if (!row || row->at != before) return capture::Weighed{};
  auto found = TRY(retrieve::resolve(stock.catalog(), *row));
  const change::Version old = version_of(stock, std::move(found));
  const auto resources_at = [&stock](Instant at) -> layout::Resources {
    return [&stock, at](std::string_view url, layout::ResourceKind kind) {
      std::string identity;
      return stock.resource(url, at, kind, identity);
    };
  };
  change::Means means = means_of(state_->way);
  means.old_resources = resources_at(old.at);
  means.new_resources = resources_at(fresh.at);
  if (state_->way.has_browser)
    means.browse = [&stock](change::Side, const layout::Source& source,
                            const layout::Resources& resources) {
      return stock.browse(source, resources);
    };
  auto finding = change::compare(old, fresh, means);
  if (!finding && is_of_disk(finding.error().code)) return std::move(finding).error();
  if (!finding) return capture::Weighed{};
  return capture::Weighed{.importance = finding->importance, .matters = finding->matters};
}

}  // namespace asof::derive
