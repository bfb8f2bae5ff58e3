#include <fmt/format.h>

#include <algorithm>

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
    text += fmt::format("; {} counted above {} left out here (robots.txt, sitemaps, DNS answers)",
                        with_commas(assessment.others), assessment.others == 1 ? "is" : "are");
  text += ".";
  if (assessment.copies > 0)
    text += fmt::format(
        " {} in two files and counted once.",
        assessment.copies == 1 ? "1 capture is" : with_commas(assessment.copies) + " captures are");
  return text;
}

std::string describe_undone(const certificate::Undone& undone) {
  if (undone.chances == 0)
    return "Pages that changed back: unknown, because none was seen to change twice. Proofs assume "
           "that no page changed and changed back between two equal captures.";
  const auto share = undone.share();
  return fmt::format(
      "Pages that changed back: of {} after an earlier one, {} brought old content back ({:.1f} to "
      "{:.1f} %, with 90 % probability). Proofs assume that this did not happen between two equal "
      "captures.",
      counted(undone.chances, "change"), with_commas(undone.returned), 100 * share.least,
      100 * share.most);
}

bool is_undated(const CrawlQuality& crawl) {
  return crawl.revisited == 0 && crawl.coherent.known() == 0;
}

std::string what_it_rests_on(const CrawlQuality& crawl) {
  const auto known = crawl.coherent.known();
  if (is_undated(crawl))
    return "It captured every page once. That proves nothing, and nothing shows how often pages "
           "change: which pages were online together is unknown.";
  if (crawl.revisited > 0)
    return fmt::format(
        "It captured {} twice or more. Captures of other crawls before and after it count here, "
        "but not in its certificate.",
        counted(crawl.revisited, "page"));
  return fmt::format(
      "It captured every page once, which proves nothing by itself. {} known because other crawls "
      "captured the same before and after it, or by dates that the site gives truthfully.",
      known == 1 ? "1 page is" : with_commas(known) + " pages are");
}

std::string describe_blur(const CrawlQuality& crawl) {
  std::string text =
      fmt::format("Blur: {}{}", crawl.at_least && crawl.expected_blur >= .005 ? "at least " : "",
                  figure(crawl.expected_blur));
  // Only an order of single visits is to be compared with the best order of single visits.
  if (crawl.revisited == 0)
    text += fmt::format("; with the best order of visits, over the same time: {}",
                        figure(crawl.best_blur));
  return text;
}

std::string explain_blur(const Assessment& assessment) {
  if (std::all_of(assessment.crawls.begin(), assessment.crawls.end(), is_undated)) return "";
  return "Blur of a crawl: changes, on average, between the site at a random moment of the crawl "
         "and the captures nearest to that moment, all pages together. Here it is estimated from "
         "all captures of the archive; a certificate estimates it from its own crawl alone, so the "
         "two figures differ.";
}

std::string explain_grades(const Assessment& assessment) {
  if (std::all_of(assessment.crawls.begin(), assessment.crawls.end(), is_undated)) return "";
  return "Grades of pages, as of a time: proven, the same bytes were received before and after it; "
         "attested, the server said so, and random checks found it truthful; likely, captured "
         "before or after it, but not both; changed, it changed during the crawl, perhaps at that "
         "time.";
}

std::string online_together(double known, double expected, bool all_seen_once) {
  if (all_seen_once) return "unknown, because no page was captured twice";
  return fmt::format("{} known, {} expected", percent(known), percent(expected));
}

}  // namespace asof::assess
