#include "layout/sheets_internal.h"

#include <fmt/format.h>

#include <unordered_set>

#include "base/text.h"
#include "url/url.h"

namespace asof::layout {

namespace {

constexpr int kDeepestImport = 8;
constexpr std::size_t kMostRules = 200'000;

class Gatherer final {
 public:
  Gatherer(const Resources& resources, const Vocabulary& names, const LayoutOptions& options)
      : resources_(resources),
        names_(names),
        limits_(options.limits),
        window_{options.width, options.height} {}

  void add_linked(std::string_view href, std::string_view base, int depth) {
    const auto base_url = url::parse(base);
    const auto resolved = url::parse(href, base_url ? &*base_url : nullptr);
    if (!resolved || !resources_) return;
    const std::string address = resolved->href(false);
    // Imports may name each other in circles; a sheet twice changes nothing but its place.
    if (!seen_.insert(address).second) return;
    if (++sheets_ > limits_.style_sheets) {
      is_cut_ = true;
      return;
    }
    const auto content = resources_(address, ResourceKind::StyleSheet);
    if (!content) {
      ++missing_;
      return;
    }
    add_text(*content, address, depth);
  }

  void add_text(std::string_view text, std::string_view base, int depth) {
    if (text.size() > limits_.style_bytes - bytes_) {
      text = text.substr(0, limits_.style_bytes - bytes_);
      is_cut_ = true;
    }
    bytes_ += text.size();
    const std::string plain = strip_comments(text);
    for (const SheetPart& part : parts_of(plain, window_, kMostRules)) {
      if (!part.reference.empty()) {
        if (depth < kDeepestImport) add_linked(part.reference, base, depth + 1);
      } else {
        take_rule(part);
      }
    }
  }

  StyleSheet finish() {
    StyleSheet sheet;
    for (const Rule& rule : rules_) {
      const std::string cleaned = clean_declarations(rule.declarations, variables_, window_);
      if (cleaned.empty()) continue;
      matches_ += rule.candidates;
      if (matches_ > limits_.matches) {
        sheet.reasons.push_back("too many style rules for so many elements: later rules left out");
        break;
      }
      sheet.text.append(rule.selectors).append("{").append(cleaned).append("}\n");
    }
    if (is_cut_) sheet.reasons.push_back("style sheets were cut to the limit");
    if (missing_ != 0) {
      sheet.reasons.push_back(counted(missing_, "style sheet") + " missing from the archive");
    }
    return sheet;
  }

 private:
  struct Rule {
    std::string selectors;
    std::string declarations;
    std::size_t candidates = 0;
  };

  void take_rule(const SheetPart& part) {
    Rule rule;
    bool is_root = false;
    for (const std::string_view selector : split_selectors(part.selectors)) {
      is_root = is_root || selector == ":root" || iequals(selector, "html") ||
                iequals(selector, "body") || selector == "*";
      std::size_t candidates = 0;
      const std::string cleaned = clean_selector(selector, names_, candidates);
      if (cleaned.empty()) continue;
      if (!rule.selectors.empty()) rule.selectors.push_back(',');
      rule.selectors.append(cleaned);
      rule.candidates += candidates;
    }
    if (is_root) collect_variables(part.declarations, variables_);
    if (rule.selectors.empty()) return;
    rule.declarations = part.declarations;
    rules_.push_back(std::move(rule));
  }

  const Resources& resources_;
  const Vocabulary& names_;
  const Limits& limits_;
  Window window_;
  std::unordered_set<std::string> seen_;
  std::vector<Rule> rules_;
  Variables variables_;
  std::size_t sheets_ = 0;
  std::size_t bytes_ = 0;
  std::size_t matches_ = 0;
  std::size_t missing_ = 0;
  bool is_cut_ = false;
};

}  // namespace

StyleSheet gather_sheets(const std::vector<SheetReference>& references, std::string_view base,
                         const Resources& resources, const Vocabulary& names,
                         const LayoutOptions& options) {
  Gatherer gatherer(resources, names, options);
  const Window window{options.width, options.height};
  for (const SheetReference& reference : references) {
    if (!media_holds(reference.media, window)) continue;
    if (reference.href.empty()) {
      gatherer.add_text(reference.text, base, 0);
    } else {
      gatherer.add_linked(reference.href, base, 0);
    }
  }
  return gatherer.finish();
}

}  // namespace asof::layout
