// Two versions compared, with the pages as they were laid out kept for the picture.
#include "base/check.h"
#include "base/digest.h"
#include "block/segment.h"
#include "change/change.h"
#include "cli/diff_internal.h"
#include "render/chromium.h"

namespace asof::cli {
namespace {

change::Version version_of(const LoadedSide& side) {
  change::Version version{
      .url = side.content.url, .at = side.content.at, .mime = side.content.mime};
  if (side.content.status != 0) version.status = side.content.status;
  version.sha256 = digest_of(Algorithm::Sha256, side.content.bytes);
  version.body = [&side]() -> Result<std::string> { return ingest::to_utf8(side.content); };
  return version;
}

// The stages decide what the difference is worth; its picture is drawn even where a cheap one has
// settled that nothing changed.
Result<Difference> difference_of(const LoadedSide& old, const LoadedSide& fresh,
                                 const importance::EstimateOptions& estimate,
                                 const change::LayOut& lay_out) {
  std::vector<layout::Page> pages;
  change::Means means;
  means.old_resources = old.resources();
  means.new_resources = fresh.resources();
  means.options.estimate = estimate;
  means.lay_out = [&](const layout::Source& source, const layout::Resources& resources,
                      const layout::LayoutOptions& options) {
    return pages.emplace_back(lay_out(source, resources, options));
  };
  const change::Version versions[] = {version_of(old), version_of(fresh)};
  change::Finding finding = TRY(change::compare(versions[0], versions[1], means));
  if (!finding.sight) {
    pages.clear();
    for (const LoadedSide* side : {&old, &fresh}) {
      const std::string html = ingest::to_utf8(side->content);
      pages.push_back(lay_out({html, side->content.url}, side->resources(), means.options.layout));
    }
    change::Sight& sight = finding.sight.emplace();
    sight.old_tree = block::segment(pages[0]);
    sight.new_tree = block::segment(pages[1]);
    sight.comparison = delta::compare(sight.old_tree, sight.new_tree);
    sight.estimate =
        importance::estimate(sight.old_tree, sight.new_tree, sight.comparison, estimate);
  }
  CHECK(pages.size() == 2);
  return Difference{{old.label, std::move(pages[0]), std::move(finding.sight->old_tree)},
                    {fresh.label, std::move(pages[1]), std::move(finding.sight->new_tree)},
                    std::move(finding.sight->comparison),
                    std::move(finding.sight->estimate),
                    finding.importance,
                    std::string(change::name_of(finding.stage)),
                    std::move(finding.reason)};
}

Result<Difference> by_chromium(const LoadedSide& old, const LoadedSide& fresh,
                               const importance::EstimateOptions& estimate) {
  render::Chromium browser = TRY(render::Chromium::start());
  Result<void> failed;
  auto difference =
      TRY(difference_of(old, fresh, estimate,
                        [&](const layout::Source& source, const layout::Resources& resources,
                            const layout::LayoutOptions& options) {
                          auto page = browser.lay_out(source, resources);
                          if (page) return std::move(*page);
                          failed = page.error();
                          return layout::lay_out(source, resources, options);
                        }));
  TRY(std::move(failed));
  return difference;
}

}  // namespace

// One engine for both versions: two engines' boxes differ where the pages do not.
Result<Difference> compare_sides(const LoadedSide& old, const LoadedSide& fresh,
                                 const importance::EstimateOptions& estimate,
                                 const std::string& engine) {
  if (engine == "chromium") return by_chromium(old, fresh, estimate);
  Difference difference = TRY(difference_of(old, fresh, estimate, layout::lay_out));
  const bool doubtful = difference.old.page.doubtful || difference.fresh.page.doubtful;
  if (engine != "auto" || !doubtful || !render::Chromium::find()) return difference;
  auto better = by_chromium(old, fresh, estimate);
  if (better) return std::move(*better);
  difference.fresh.page.reasons.push_back("Chromium could not lay it out: " + better.error().what);
  return difference;
}

}  // namespace asof::cli
