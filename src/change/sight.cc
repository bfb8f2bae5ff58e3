#include "change/sight_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "change/unseen_internal.h"
#include "html/text.h"

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
  if (is_blank(old, texts.before) || is_blank(fresh, texts.after)) {
    return Error{Errc::Invalid, "the picture is blank and the document is not"};
  }
  return Pages{std::move(old), std::move(fresh), {}};
}

// Of the runs of three words of either text at most this share stands in the other.
constexpr double kReplaced = .2;
constexpr std::size_t kLeastRuns = 20;  // of the longer text
constexpr double kLeastImportance = .2;

// Another page stands at the address: a home page, an error, a page for people without cookies.
bool is_replaced(const Cleaned& before, const Cleaned& after) {
  const auto old = html::shingles(before.prose);
  const auto fresh = html::shingles(after.prose);
  if (std::max(old.size(), fresh.size()) < kLeastRuns) return false;
  std::size_t shared = 0;
  for (auto a = old.begin(), b = fresh.begin(); a != old.end() && b != fresh.end();) {
    if (*a == *b) ++shared;
    if (*a <= *b) {
      const bool same = *a == *b;
      ++a;
      if (same) ++b;
    } else {
      ++b;
    }
  }
  const auto shorter = static_cast<double>(std::min(old.size(), fresh.size()));
  return static_cast<double>(shared) <= kReplaced * shorter;
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
  drop_consent(sight.old_page);
  drop_consent(sight.new_page);
  sight.old_tree = block::segment(sight.old_page, options.segment);
  sight.new_tree = block::segment(sight.new_page, options.segment);
  if (options.by_hand != nullptr) {
    weigh_by_hand(sight.old_tree, sight.old_page, texts.old.url, *options.by_hand);
    weigh_by_hand(sight.new_tree, sight.new_page, texts.fresh.url, *options.by_hand);
  }
  add_unseen(sight.old_tree, sight.old_page, texts.before);
  add_unseen(sight.new_tree, sight.new_page, texts.after);
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
  finding.matters = rounded(importance::matters(finding.importance, sight.estimate.amount));
  finding.replaced =
      finding.importance >= kLeastImportance && is_replaced(texts.before, texts.after);
  finding.reason = sight.comparison.delta.empty() ? "nothing visible changed"
                                                  : summary_of(sight.comparison.delta);
  if (finding.replaced) finding.reason = "replaced by another page; " + finding.reason;
  return finding;
}

}  // namespace asof::change
