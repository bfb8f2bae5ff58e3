#include <fmt/format.h>

#include "assess/words_internal.h"
#include "base/text.h"

namespace asof::assess {

std::string percent(double share) {
  // All but a few is not all, and next to none is not none.
  if (share < 1 && share > .995) return "over 99 %";
  if (share > 0 && share < .005) return "under 1 %";
  return fmt::format("{:.0f} %", 100 * share);
}

std::string figure(double value) {
  if (value > 0 && value < .005) return "under 0.01";
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string what_counts(const Assessment& assessment) {
  std::string text = "Every address counts as a page here, also redirects and missing pages";
  if (assessment.others > 0)
    text += fmt::format(
        "; {} not counted: robots.txt, sitemaps, DNS answers",
        assessment.others == 1 ? "1 more is" : with_commas(assessment.others) + " more are");
  text += ".";
  if (assessment.copies > 0)
    text += fmt::format(
        " {} in two files and counted once.",
        assessment.copies == 1 ? "1 capture is" : with_commas(assessment.copies) + " captures are");
  return text;
}

std::string describe_undone(const certificate::Undone& undone) {
  if (undone.chances == 0)
    return "Changes that were undone: unknown, because no page was seen with a third version.";
  const auto share = undone.share();
  return fmt::format(
      "Changes that were undone: of {} that could bring earlier content back {} did ({:.1f} to "
      "{:.1f} %). Proofs assume that none was between two equal captures.",
      counted(undone.chances, "change"), with_commas(undone.returned), 100 * share.least,
      100 * share.most);
}

std::string what_it_rests_on(const CrawlQuality& crawl) {
  const auto known = crawl.coherent.known();
  if (crawl.revisited > 0)
    return fmt::format(
        "It captured {} twice or more. Captures of other crawls before and after it count here, "
        "but not in its certificate.",
        counted(crawl.revisited, "page"));
  if (known == 0)
    return "It captured every page once, which proves nothing; \"likely\" is an estimate from how "
           "often pages change.";
  return fmt::format(
      "It captured every page once, which by itself proves nothing; {} known by captures of other "
      "crawls before and after it, or by trusted dates.",
      known == 1 ? "1 page is" : with_commas(known) + " pages are");
}

}  // namespace asof::assess
