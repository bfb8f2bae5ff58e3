// Two versions compared, with the pages as they were laid out kept for the picture.
#include <algorithm>
#include <optional>

#include "base/digest.h"
#include "cli/diff_internal.h"
#include "render/chromium.h"

namespace asof::cli {
namespace {

change::Version version_of(const LoadedSide& side) {
  change::Version version{.url = side.content.url,
                          .at = side.content.at.value_or(Instant{}),
                          .mime = side.content.mime};
  if (side.content.status != 0) version.status = side.content.status;
  version.location = side.content.location;
  version.sha256 = side.sha256();
  version.cut = side.content.cut;
  version.body = [&side]() -> Result<std::string> { return retrieve::to_utf8(side.content); };
  return version;
}

DiffSide side_of(const LoadedSide& side, layout::Page page, block::BlockTree tree) {
  DiffSide shown{side.label, std::move(page), std::move(tree), {}};
  for (const auto* reasons : {&shown.page.reasons, &shown.tree.reasons}) {
    shown.notes.insert(shown.notes.end(), reasons->begin(), reasons->end());
  }
  return shown;
}

}  // namespace

Result<Difference> compare_sides(const LoadedSide& old, const LoadedSide& fresh,
                                 const change::Options& options) {
  std::optional<render::Chromium> browser;
  change::Means means{
      .old_resources = old.resources(), .new_resources = fresh.resources(), .options = options};
  means.options.picture = true;
  if (options.render == change::Render::Browser || render::Chromium::find()) {
    means.browse = [&browser](change::Side, const layout::Source& source,
                              const layout::Resources& resources) -> Result<layout::Page> {
      if (!browser) {
        auto started = TRY(render::Chromium::start());
        browser.emplace(std::move(started));
      }
      return browser->lay_out(source, resources);
    };
  }
  change::Finding finding = TRY(change::compare(version_of(old), version_of(fresh), means));
  Difference difference{.importance = finding.importance,
                        .matters = finding.matters,
                        .replaced = finding.replaced,
                        .stage = finding.stage,
                        .reason = std::move(finding.reason)};
  if (!finding.sight) {
    difference.notes = std::move(finding.notes);
    return difference;
  }
  change::Sight& sight = *finding.sight;
  if (options.render == change::Render::Browser &&
      sight.new_page.engine != layout::Engine::Chromium) {
    return Error{Errc::NotFound, finding.notes.empty() ? "no browser" : finding.notes.front()};
  }
  difference.laid_out = true;
  difference.old = side_of(old, std::move(sight.old_page), std::move(sight.old_tree));
  difference.fresh = side_of(fresh, std::move(sight.new_page), std::move(sight.new_tree));
  difference.comparison = std::move(sight.comparison);
  difference.estimate = std::move(sight.estimate);
  // One verdict: what is settled to be nothing is nothing in its parts.
  if (finding.importance == 0) {
    difference.estimate.old_side = difference.estimate.new_side = 0;
    difference.estimate.blocks.clear();
  }
  std::ranges::copy_if(finding.notes, std::back_inserter(difference.notes),
                       [&](const std::string& note) {
                         return std::ranges::count(difference.old.notes, note) == 0 &&
                                std::ranges::count(difference.fresh.notes, note) == 0;
                       });
  return difference;
}

}  // namespace asof::cli
