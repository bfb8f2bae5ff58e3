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

// "300 proven, 12 attested, 95 likely, 5 changed while we looked"
std::string grades_of(const certificate::AsOf& as_of) {
  constexpr std::string_view kWords[certificate::kGrades.size()] = {"proven", "attested", "likely",
                                                                    "changed meanwhile", "unknown"};
  std::string out;
  for (const Grade grade : certificate::kGrades) {
    const auto pages = as_of.of(grade).pages;
    if (pages > 0)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", with_commas(pages),
                         kWords[static_cast<std::size_t>(grade)]);
  }
  return out.empty() ? "no pages" : out;
}

std::string moved_of(const CrawlQuality& crawl) {
  std::string out;
  for (const MovedPage& page : crawl.moved) {
    if (!page.moved()) continue;
    out += fmt::format("    {:>3} seen {:>7.2f} expected  {:<8} {}\n", page.changes,
                       page.expected_blur, certificate::name_of(page.grade), printable(page.url));
  }
  if (out.empty()) return "";
  return "  Moved most while it ran (changes seen; blur expected; grade)\n" + out;
}

std::string text_of(const CrawlQuality& crawl) {
  const Coherent& c = crawl.coherent;
  const auto pages = static_cast<double>(c.pages);
  std::string out = fmt::format("\n  {}\n  {}, {}, {}\n",
                                crawl.label.empty() ? "(unnamed)" : printable(crawl.label),
                                certificate::describe(crawl.span, certificate::Rounding::Outwards),
                                pages_of(c.pages), counted(crawl.captures, "capture"));
  out +=
      fmt::format("  Best as of {}: {}\n", certificate::describe(c.as_of.span), grades_of(c.as_of));
  out += fmt::format("  {}\n", what_it_rests_on(crawl));
  const std::string share = percent(c.expected / pages);
  const std::string weighed = percent(c.expected_weight / c.weight);
  out += fmt::format("  Expected to have stood together then: {:.1f} pages ({}{})\n", c.expected,
                     share, share == weighed ? "" : "; " + weighed + " by importance");
  out += fmt::format("  Blur: {}{} changes expected; one visit a page in the best order: {}\n",
                     crawl.at_least && crawl.expected_blur >= .005 ? "at least " : "",
                     figure(crawl.expected_blur), figure(crawl.best_blur));
  return out + moved_of(crawl);
}

std::string completeness_of(const Assessment& assessment) {
  const auto share = assessment.completeness.share();
  if (!share)
    return fmt::format("  Completeness cannot be told: {}.\n",
                       assessment.completeness.on_change
                           ? "pages were captured as they changed, or date every answer anew"
                           : "no page was seen to change");
  std::string out = fmt::format("  Caught of all versions that existed: {}\n", describe(share));
  if (assessment.weighed && describe(share) != describe(assessment.completeness.weighted_share()))
    out += fmt::format("  By importance of the changes:         {}\n",
                       describe(assessment.completeness.weighted_share()));
  if (share->at_most && share->random_high < 1)
    out += "  Pages that changed at every look may have changed far more often in between.\n";
  return out;
}

std::string sites_of(const Assessment& assessment, std::size_t rows) {
  if (assessment.sites.empty()) return "";
  std::string out = fmt::format("\n  {:<28} {:>8} {:>10} {:>8} {:>9}  {}\n", "site", "pages",
                                "seen once", "known", "coherent", "caught of its versions");
  for (std::size_t i = 0; i < std::min(rows, assessment.sites.size()); ++i) {
    const SiteQuality& site = assessment.sites[i];
    out += fmt::format("  {:<28} {:>8} {:>10} {:>8} {:>9}  {}{}\n", printable(site.site),
                       with_commas(site.pages), with_commas(site.seen_once), percent(site.known),
                       percent(site.coherent), describe(site.completeness.share()),
                       site.validators_lied ? "; its validators lied" : "");
  }
  if (assessment.site_count > rows)
    out += fmt::format("  and {} more\n", with_commas(assessment.site_count - rows));
  return out;
}

}  // namespace

std::string describe(const std::optional<quality::ShareCaught>& share) {
  if (!share) return "unknown";
  if (share->at_most) {
    const std::string random =
        "at most " + percent(share->random_high) + " if changes come at random";
    if (share->random_high == 1) return "unknown: pages changed at every look";
    return share->high == 1 ? random : "at most " + percent(share->high) + "; " + random;
  }
  return fmt::format("{} (likely {} to {})", percent(share->estimate), percent(share->low),
                     percent(share->high));
}

std::string to_text(const Assessment& assessment, std::size_t rows) {
  if (assessment.pages == 0) return "\nQuality\n  No page was captured.\n";
  std::string out = fmt::format("\nQuality of {}, {} of them seen at most once\n",
                                pages_of(assessment.pages), with_commas(assessment.seen_once));
  out += fmt::format("  {}\n", what_counts(assessment));
  out += completeness_of(assessment);
  out += fmt::format(
      "  On average a crawl shows {} of a site's pages as known, and {} as expected, of one "
      "instant\n",
      percent(assessment.known), percent(assessment.coherent));
  out += sites_of(assessment, rows);
  for (std::size_t i = 0; i < std::min(rows, assessment.crawls.size()); ++i)
    out += text_of(assessment.crawls[i]);
  if (assessment.crawl_count > rows)
    out += fmt::format("\n  and {} earlier crawls\n", with_commas(assessment.crawl_count - rows));
  if (assessment.undated > 0)
    out += fmt::format("\n  {} not say how long the answer took; it is taken as instant.\n",
                       assessment.undated == 1 ? "1 capture does"
                                               : with_commas(assessment.undated) + " captures do");
  if (assessment.weak_digests > 0)
    out += fmt::format("  {} as unchanged by a digest weaker than SHA-256.\n",
                       assessment.weak_digests == 1
                           ? "1 capture is told"
                           : with_commas(assessment.weak_digests) + " captures are told");
  return out;
}

}  // namespace asof::assess
