#include "certificate/figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "quality/blur.h"
#include "quality/coherence.h"
#include "quality/sharp.h"

namespace asof::certificate {
namespace {

Time middle_of(const Span& span) {
  const Time from = on_axis(span.from);
  return from + (on_axis(span.until) - from) / 2;
}

// A change at c between the captures around it is between an instant and its nearest capture for
// |c - m| of the time, m their middle.
void add_observed_blur(const Paced& page, const std::vector<Time>& captures, Duration length,
                       Figures& figures) {
  for (const ChangeSeen& change : *page.changes) {
    const auto around = quality::bracket(captures, middle_of(change.within));
    if (!around) continue;
    if (page.dates_trusted && change.server_says) {
      const double blur = std::abs(on_axis(*change.server_says) - around->middle()) / length;
      figures.observed_blur_least += blur;
      figures.observed_blur_most += blur;
    } else {
      figures.observed_blur_most += around->length() / 2 / length;
    }
  }
}

BreadthFirst breadth_first(std::vector<const Paced*> pages, double pace) {
  std::stable_sort(pages.begin(), pages.end(),
                   [](const Paced* a, const Paced* b) { return a->depth < b->depth; });
  BreadthFirst result;
  if (pages.empty()) return result;
  result.duration = pace * static_cast<double>(pages.size() - 1);
  const quality::Interval observation{0, result.duration};
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::vector<Time> once = {pace * static_cast<double>(i)};
    if (result.duration > 0)
      result.expected_blur += quality::expected_blur(pages[i]->rate, once, observation);
    result.expected_coherent +=
        std::exp(-pages[i]->rate * std::abs(once.front() - observation.middle()));
  }
  return result;
}

}  // namespace

Figures figures_of(const std::vector<Paced>& pages, const Span& observed, const Span& as_of,
                   double pace) {
  Figures figures;
  const quality::Interval observation{on_axis(observed.from), on_axis(observed.until)};
  std::vector<const Paced*> seen;
  for (const Paced& page : pages) {
    if (page.captures.empty()) continue;
    seen.push_back(&page);
    std::vector<Time> captures(page.captures.size());
    std::transform(page.captures.begin(), page.captures.end(), captures.begin(), on_axis);
    if (observation.length() > 0) {
      figures.expected_blur += quality::expected_blur(page.rate, captures, observation);
      add_observed_blur(page, captures, observation.length(), figures);
    }
    const Time middle = middle_of(as_of);
    figures.expected_sharp += quality::sharp_probability(page.rate, captures, middle);
    const Time shown = captures[*quality::nearest(captures, middle)];
    figures.expected_coherent += std::exp(-page.rate * std::abs(shown - middle));
  }
  figures.breadth_first = breadth_first(std::move(seen), pace);
  return figures;
}

}  // namespace asof::certificate
