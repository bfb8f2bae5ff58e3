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
  version.location = side.content.location;
  version.sha256 = digest_of(Algorithm::Sha256, side.content.bytes);
  version.body = [&side]() -> Result<std::string> { return ingest::to_utf8(side.content); };
  return version;
}

// Both pages as they were laid out.
struct Pages {
  std::vector<layout::Page> pages;
  change::LayOut lay_out;

  change::LayOut keeping() {
    return [this](const layout::Source& source, const layout::Resources& resources,
                  const layout::LayoutOptions& options) {
      return pages.emplace_back(lay_out(source, resources, options));
    };
  }
};

change::Sight sight_of(const LoadedSide& old, const LoadedSide& fresh,
                       const importance::EstimateOptions& estimate, Pages& laid) {
  laid.pages.clear();
  const change::LayOut lay_out = laid.keeping();
  for (const LoadedSide* side : {&old, &fresh}) {
    const std::string html = ingest::to_utf8(side->content);
    lay_out({html, side->content.url}, side->resources(), {});
  }
  change::Sight sight;
  sight.old_tree = block::segment(laid.pages[0]);
  sight.new_tree = block::segment(laid.pages[1]);
  sight.comparison = delta::compare(sight.old_tree, sight.new_tree);
  sight.estimate = importance::estimate(sight.old_tree, sight.new_tree, sight.comparison, estimate);
  return sight;
}

Difference difference_from(const LoadedSide& old, const LoadedSide& fresh, change::Finding finding,
                           Pages laid) {
  CHECK(laid.pages.size() == 2);
  return Difference{{old.label, std::move(laid.pages[0]), std::move(finding.sight->old_tree)},
                    {fresh.label, std::move(laid.pages[1]), std::move(finding.sight->new_tree)},
                    std::move(finding.sight->comparison),
                    std::move(finding.sight->estimate),
                    finding.importance,
                    std::string(change::name_of(finding.stage)),
                    std::move(finding.reason)};
}

// The stages decide what the difference is worth; its picture is drawn even where a cheap one has
// settled that nothing changed.
Result<Difference> in_stages(const LoadedSide& old, const LoadedSide& fresh,
                             const importance::EstimateOptions& estimate) {
  Pages laid{.lay_out = layout::lay_out};
  change::Means means;
  means.old_resources = old.resources();
  means.new_resources = fresh.resources();
  means.options.estimate = estimate;
  means.lay_out = laid.keeping();
  const change::Version before = version_of(old);
  const change::Version after = version_of(fresh);
  change::Finding finding = TRY(change::compare(before, after, means));
  if (!finding.sight) {
    finding.sight = sight_of(old, fresh, estimate, laid);
    // One verdict: what is settled to be nothing is nothing in its parts.
    if (finding.importance == 0) {
      finding.sight->estimate.old_side = finding.sight->estimate.new_side = 0;
      finding.sight->estimate.blocks.clear();
    }
  }
  return difference_from(old, fresh, std::move(finding), std::move(laid));
}

// What a browser shows is compared as it is shown: the source of a page that scripts write says
// little, so no stage that reads it may settle anything.
Result<Difference> by_chromium(const LoadedSide& old, const LoadedSide& fresh,
                               const importance::EstimateOptions& estimate) {
  render::Chromium browser = TRY(render::Chromium::start());
  Result<void> failed;
  Pages laid{.lay_out = [&](const layout::Source& source, const layout::Resources& resources,
                            const layout::LayoutOptions& options) {
    auto page = browser.lay_out(source, resources);
    if (page) return std::move(*page);
    failed = page.error();
    return layout::lay_out(source, resources, options);
  }};
  change::Finding finding{.stage = change::Stage::Visual};
  finding.sight = sight_of(old, fresh, estimate, laid);
  TRY(std::move(failed));
  finding.importance = finding.sight->estimate.value;
  return difference_from(old, fresh, std::move(finding), std::move(laid));
}

}  // namespace

Result<std::optional<Verdict>> by_status(const LoadedSide& old, const LoadedSide& fresh) {
  const auto is_plain = [](int status) { return status == 0 || status == 200; };
  if (is_plain(old.content.status) && is_plain(fresh.content.status)) {
    return std::optional<Verdict>();
  }
  change::Means means;
  means.options.visual = false;
  const change::Version before = version_of(old);
  const change::Version after = version_of(fresh);
  const change::Finding finding = TRY(change::compare(before, after, means));
  if (finding.stage != change::Stage::Status) return std::optional<Verdict>();
  return std::optional<Verdict>({finding.importance, finding.reason});
}

// One engine for both versions: two engines' boxes differ where the pages do not.
Result<Difference> compare_sides(const LoadedSide& old, const LoadedSide& fresh,
                                 const importance::EstimateOptions& estimate,
                                 const std::string& engine) {
  if (engine == "chromium") return by_chromium(old, fresh, estimate);
  Difference difference = TRY(in_stages(old, fresh, estimate));
  const bool doubtful = difference.old.page.doubtful || difference.fresh.page.doubtful;
  if (engine != "auto" || !doubtful) return difference;
  if (!render::Chromium::find()) {
    difference.fresh.page.reasons.push_back(
        "this page needs a browser to be seen; install Chromium to have it compared as shown");
    return difference;
  }
  auto better = by_chromium(old, fresh, estimate);
  if (better) return std::move(*better);
  difference.fresh.page.reasons.push_back("Chromium could not lay it out: " + better.error().what);
  return difference;
}

}  // namespace asof::cli
