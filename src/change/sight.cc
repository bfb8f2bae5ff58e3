#include "change/sight_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace asof::change {
namespace {

// "blocks: 1 inserted, 2 moved; texts: 3 updated"
class Tally final {
 public:
  void add(std::string_view what, std::string_view done) { ++counts_[{what, done}]; }

  std::string text() const {
    std::string text;
    std::string_view open;
    for (const auto& [key, number] : counts_) {
      const bool same = key.first == open;
      text += text.empty() ? "" : same ? ", " : "; ";
      if (!same) text += std::string(key.first) + ": ";
      text += fmt::format("{} {}", number, key.second);
      open = key.first;
    }
    return text;
  }

 private:
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> counts_;
};

std::string_view several(block::ContentKind kind) {
  switch (kind) {
    case block::ContentKind::Text:
      return "texts";
    case block::ContentKind::Link:
      return "links";
    case block::ContentKind::Image:
      return "images";
  }
  return "";
}

std::string summary_of(const delta::Delta& delta) {
  Tally tally;
  if (delta.title) tally.add("title", "updated");
  for (const delta::Operation& operation : delta.operations) {
    tally.add("blocks", delta::participle(operation.kind));
  }
  for (const delta::ContentEdit& edit : delta.edits) {
    const block::Content& content = edit.edit == delta::Edit::Delete ? edit.before : edit.after;
    tally.add(several(content.kind), delta::participle(edit.edit));
  }
  const std::string text = tally.text();
  return text.empty() ? "blocks were grouped in another way" : text;
}

Result<Pages> browse(const Texts& texts, const Means& means) {
  layout::Page old = TRY(
      means.browse(Side::Old, {.html = texts.old_html, .url = texts.old.url}, means.old_resources));
  layout::Page fresh = TRY(means.browse(Side::New, {.html = texts.new_html, .url = texts.fresh.url},
                                        means.new_resources));
  return Pages{std::move(old), std::move(fresh), {}};
}

}  // namespace

double rounded(double importance) {
  return std::round(std::clamp(importance, 0.0, 1.0) * 1e6) / 1e6;
}

Pages lay_out_both(const Texts& texts, const Means& means) {
  const Options& options = means.options;
  std::vector<std::string> notes;
  const auto shown = [&]() -> std::optional<Pages> {
    if (!means.browse) {
      notes.emplace_back("this page needs a browser; install Chromium to compare it as displayed");
      return std::nullopt;
    }
    auto pages = browse(texts, means);
    if (pages) return std::move(*pages);
    notes.push_back("Chromium could not lay it out: " + pages.error().what);
    return std::nullopt;
  };
  if (options.render == Render::Browser) {
    if (auto pages = shown()) return std::move(*pages);
  }
  Pages pages{means.lay_out(Side::Old, {.html = texts.old_html, .url = texts.old.url},
                            means.old_resources, options.layout),
              means.lay_out(Side::New, {.html = texts.new_html, .url = texts.fresh.url},
                            means.new_resources, options.layout),
              {}};
  if (options.render == Render::Auto && (pages.old.doubtful || pages.fresh.doubtful)) {
    if (auto better = shown()) return std::move(*better);
  }
  pages.notes = std::move(notes);
  return pages;
}

Finding by_sight(const Texts& texts, Pages pages, const Options& options) {
  Finding finding{.stage = Stage::Visual, .notes = std::move(pages.notes)};
  Sight& sight = finding.sight.emplace();
  sight.old_page = std::move(pages.old);
  sight.new_page = std::move(pages.fresh);
  sight.old_tree = block::segment(sight.old_page, options.segment);
  sight.new_tree = block::segment(sight.new_page, options.segment);
  for (const auto* reasons : {&sight.old_page.reasons, &sight.new_page.reasons,
                              &sight.old_tree.reasons, &sight.new_tree.reasons}) {
    finding.notes.insert(finding.notes.end(), reasons->begin(), reasons->end());
  }
  sight.comparison = delta::compare(sight.old_tree, sight.new_tree);
  if (sight.comparison.hurried) {
    finding.notes.emplace_back(
        "too many blocks are similar to compare every pair; some were matched by position");
  }
  std::sort(finding.notes.begin(), finding.notes.end());
  finding.notes.erase(std::unique(finding.notes.begin(), finding.notes.end()), finding.notes.end());
  importance::EstimateOptions estimate = options.estimate;
  estimate.page = texts.fresh.url;
  sight.estimate = importance::estimate(sight.old_tree, sight.new_tree, sight.comparison, estimate);
  finding.importance = rounded(sight.estimate.value);
  finding.changed = finding.importance > 0;
  finding.reason = sight.comparison.delta.empty() ? "nothing visible changed"
                                                  : summary_of(sight.comparison.delta);
  return finding;
}

}  // namespace asof::change
