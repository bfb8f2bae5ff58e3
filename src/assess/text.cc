#include <fmt/format.h>

#include <algorithm>

#include "assess/show.h"
#include "assess/words_internal.h"
#include "base/printable.h"
#include "base/text.h"
#include "certificate/summary.h"

namespace asof::assess {
namespace {

using certificate::Grade;

std::string pages_of(std::uint64_t pages) { return counted(pages, "page"); }

// "300 proven, 12 attested, 95 likely, 5 changed during the crawl"
std::string grades_of(const certificate::AsOf& as_of) {
  std::string out;
  for (const Grade grade : certificate::kGrades) {
    const auto pages = as_of.of(grade).pages;
    if (pages > 0)
      out += fmt::format("{}{} {}{}", out.empty() ? "" : ", ", with_commas(pages),
                         certificate::label_of(grade),
                         grade == Grade::Conflict ? " during the crawl" : "");
  }
  return out.empty() ? "no pages" : out;
}

std::string moved_of(const CrawlQuality& crawl) {
  std::string out;
  for (const MovedPage& page : crawl.moved) {
    if (!page.moved()) continue;
    out += fmt::format("    {:>7}  {:>6.2f}  {:<8}  {}\n", page.changes, page.expected_blur,
                       certificate::label_of(page.grade), printable(page.url));
  }
  if (out.empty()) return "";
  return "  Pages that changed most during the crawl\n    changes\n       seen    blur  grade     "
         "page\n" +
         out;
}

std::string text_of(const CrawlQuality& crawl) {
  const Coherent& c = crawl.coherent;
  const auto pages = static_cast<double>(c.pages);
  std::string out = fmt::format("\n  {}\n  {}, {}, {}\n",
                                crawl.label.empty() ? "(unnamed)" : printable(crawl.label),
                                certificate::describe(crawl.span, certificate::Rounding::Outwards),
                                pages_of(c.pages), counted(crawl.captures, "capture"));
  if (is_undated(crawl)) return out + fmt::format("  {}\n", what_it_rests_on(crawl));
  out += fmt::format("  Most is known as of {}: {}\n", certificate::describe(c.as_of.span),
                     grades_of(c.as_of));
  out += fmt::format("  {}\n", what_it_rests_on(crawl));
  const std::string share = percent(c.expected / pages);
  const std::string weighed = percent(c.expected_weight / c.weight);
  out += fmt::format(
      "  Expected to have been online together then, those known included: {} of {} ({}{})\n",
      figure(c.expected), pages_of(c.pages), share,
      share == weighed ? "" : "; " + weighed + " by importance");
  return out + fmt::format("  {}\n", describe_blur(crawl)) + moved_of(crawl);
}

std::string completeness_of(const Assessment& assessment) {
  const auto share = assessment.completeness.share();
  if (!share)
    return fmt::format("  Share of all versions that was captured: unknown, because {}.\n",
                       assessment.completeness.on_change
                           ? "pages were captured as they changed, or give every answer a new date"
                           : "no page was seen to change");
  std::string out = fmt::format("  Share of all versions that was captured: {}\n", describe(share));
  if (assessment.weighed && describe(share) != describe(assessment.completeness.weighted_share()))
    out += fmt::format("  The same by importance of the changes:   {}\n",
                       describe(assessment.completeness.weighted_share()));
  if (share->at_most && share->random_high < 1)
    out += "  Pages that were different at every capture may have changed far more often.\n";
  return out;
}

std::string sites_of(const Assessment& assessment, std::size_t rows) {
  if (assessment.sites.empty()) return "";
  std::string out = fmt::format("\n  {:<28} {:>8} {:>10} {:>8} {:>9}  {}\n", "site", "pages",
                                "seen once", "known", "expected", "versions captured");
  for (std::size_t i = 0; i < std::min(rows, assessment.sites.size()); ++i) {
    const SiteQuality& site = assessment.sites[i];
    out += fmt::format("  {:<28} {:>8} {:>10} {:>8} {:>9}  {}{}\n", printable(site.site),
                       with_commas(site.pages), with_commas(site.seen_once), percent(site.known),
                       site.seen_once == site.pages ? "unknown" : percent(site.coherent),
                       describe(site.completeness.share()),
                       site.validators_lied ? "; its answers \"not modified\" were false" : "");
  }
  if (assessment.site_count > rows)
    out += fmt::format("  and {} more\n", with_commas(assessment.site_count - rows));
  return out;
}

}  // namespace

std::string describe(const std::optional<quality::ShareCaught>& share) {
  if (!share) return "unknown";
  if (share->at_most) {
    if (share->random_high == 1)
      return "unknown, because each page that changed was different at every capture and may have "
             "changed more often";
    const std::string random = percent(share->random_high);
    if (share->high == 1)
      return fmt::format("at most {} if pages change at random times, else unknown", random);
    return fmt::format("at most {}; at most {} if pages change at random times",
                       percent(share->high), random);
  }
  return fmt::format("{} (with 95 % probability {} to {})", percent(share->estimate),
                     percent(share->low), percent(share->high));
}

std::string to_text(const Assessment& assessment, std::size_t rows) {
  if (assessment.pages == 0) return "\nQuality\n  No page was captured.\n";
  std::string out = fmt::format("\nQuality of {}, {} of them captured only once\n",
                                pages_of(assessment.pages), with_commas(assessment.seen_once));
  out += fmt::format("  {}\n", what_counts(assessment));
  out += completeness_of(assessment);
  out += fmt::format("  {}\n", describe_undone(assessment.undone));
  out += fmt::format(
      "  Share of a site's pages that were online together at one time of a crawl, on average: "
      "{}\n",
      online_together(assessment.known, assessment.coherent,
                      assessment.seen_once == assessment.pages));
  for (const std::string& words : {explain_grades(assessment), explain_blur(assessment)})
    if (!words.empty()) out += fmt::format("  {}\n", words);
  out += sites_of(assessment, rows);
  for (std::size_t i = 0; i < std::min(rows, assessment.crawls.size()); ++i)
    out += text_of(assessment.crawls[i]);
  if (assessment.crawl_count > rows)
    out += fmt::format("\n  and {} earlier crawls\n", with_commas(assessment.crawl_count - rows));
  if (assessment.undated > 0)
    out +=
        fmt::format("\n  {} not say how long the answer took; it is taken to have come at once.\n",
                    assessment.undated == 1 ? "1 capture does"
                                            : with_commas(assessment.undated) + " captures do");
  if (assessment.weak_digests > 0)
    out += fmt::format("  {} unchanged by a digest weaker than SHA-256.\n",
                       assessment.weak_digests == 1
                           ? "1 capture is called"
                           : with_commas(assessment.weak_digests) + " captures are called");
  return out;
}

}  // namespace asof::assess
