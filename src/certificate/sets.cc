#include "certificate/sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "certificate/certify.h"
#include "certificate/summary.h"

namespace asof::certificate {
namespace {

using Spans = std::vector<Span>;

// Where both hold; each list is in order and disjoint.
Spans both(const Spans& a, const Spans& b) {
  Spans common;
  for (auto one = a.begin(), other = b.begin(); one != a.end() && other != b.end();) {
    const Span overlap{std::max(one->from, other->from), std::min(one->until, other->until)};
    if (overlap.from <= overlap.until) common.push_back(overlap);
    (one->until < other->until ? one : other)++;
  }
  return common;
}

Spans spans_of(const PageVerdict& page, bool attested) {
  Spans spans;
  for (const Held& held : page.proven) spans.push_back(held.span);
  if (attested)
    for (const Held& held : page.attested) spans.push_back(held.span);
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
    return std::pair(a.from, a.until) < std::pair(b.from, b.until);
  });
  // What is attested may reach over what is proven.
  Spans merged;
  for (const Span& span : spans) {
    if (!merged.empty() && merged.back().holds(span)) continue;
    while (!merged.empty() && span.holds(merged.back())) merged.pop_back();
    merged.push_back(span);
  }
  return merged;
}

std::optional<Span> longest(const Spans& spans) {
  std::optional<Span> best;
  for (const Span& span : spans)
    if (!best || span.until.ms - span.from.ms > best->until.ms - best->from.ms) best = span;
  return best;
}

// The first page that holds nothing together with those before it.
std::string reason(const std::vector<const PageVerdict*>& pages) {
  Spans common;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const Spans own = spans_of(*pages[i], true);
    const std::string& url = pages[i]->evidence.url;
    if (own.empty())
      return fmt::format("{} was {}", url,
                         pages[i]->changes.empty() ? "never seen twice with the same content"
                                                   : "not the same at any two visits in a row");
    const Spans next = i == 0 ? own : both(common, own);
    if (next.empty())
      return fmt::format("{} held no content at a time when all pages before it in the set did",
                         url);
    common = next;
  }
  return {};
}

SetVerdict judge_set(const std::vector<std::string>& urls,
                     const std::unordered_map<std::string_view, const PageVerdict*>& by_url) {
  SetVerdict verdict{.urls = urls};
  std::vector<const PageVerdict*> pages;
  for (const std::string& url : urls) {
    const auto found = by_url.find(url);
    if (found == by_url.end()) {
      verdict.why = fmt::format("{} was not requested", url);
      return verdict;
    }
    pages.push_back(found->second);
  }
  for (const bool attested : {false, true}) {
    Spans common = spans_of(*pages[0], attested);
    for (std::size_t i = 1; i < pages.size(); ++i)
      common = both(common, spans_of(*pages[i], attested));
    verdict.span = longest(common);
    if (!verdict.span) continue;
    verdict.grade = attested ? Grade::Attested : Grade::Proven;
    return verdict;
  }
  verdict.why = reason(pages);
  return verdict;
}

}  // namespace

std::vector<SetVerdict> judge_sets(std::span<const std::vector<std::string>> sets,
                                   std::span<const PageVerdict> pages) {
  std::vector<SetVerdict> verdicts;
  if (sets.empty()) return verdicts;
  std::unordered_map<std::string_view, const PageVerdict*> by_url;
  for (const PageVerdict& page : pages) by_url.try_emplace(page.evidence.url, &page);
  verdicts.reserve(sets.size());
  for (const auto& urls : sets) verdicts.push_back(judge_set(urls, by_url));
  return verdicts;
}

std::string describe(const SetVerdict& set) {
  if (!set.span) return "not known to have been online together: " + set.why;
  return fmt::format("{} to have been online together {}", name_of(set.grade), describe(*set.span));
}

}  // namespace asof::certificate
