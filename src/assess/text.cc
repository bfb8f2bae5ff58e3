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
  constexpr std::string_view kWords[certificate::kGrades.size()] = {
      "proven", "attested", "likely", "changed during the crawl", "unknown"};
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
  return "  Pages that changed most during the crawl (changes seen; expected blur; grade)\n" + out;
}

std::string text_of(const CrawlQuality& crawl) {
  const Coherent& c = crawl.coherent;
  const auto pages = static_cast<double>(c.pages);
  std::string out = fmt::format("\n  {}\n  {}, {}, {}\n",
                                crawl.label.empty() ? "(unnamed)" : printable(crawl.label),
                                certificate::describe(crawl.span, certificate::Rounding::Outwards),
                                pages_of(c.pages), counted(crawl.captures, "capture"));
  out += fmt::format("  Known best as of {}: {}\n", certificate::describe(c.as_of.span),
                     grades_of(c.as_of));
  out += fmt::format("  {}\n", what_it_rests_on(crawl));
  if (crawl.revisited == 0 && c.known() == 0) {
    out +=
        "  Expected to have been online together, and blur: unknown, because no page was captured "
        "twice and nothing shows how often pages change\n";
    return out + moved_of(crawl);
  }
  const std::string share = percent(c.expected / pages);
  const std::string weighed = percent(c.expected_weight / c.weight);
  out += fmt::format("  Expected to have been online together then: {:.1f} pages ({}{})\n",
                     c.expected, share, share == weighed ? "" : "; " + weighed + " by importance");
  out += fmt::format(
      "  Blur, by the changes this archive has seen: {}{} changes expected between a random moment "
      "of the crawl and the nearest capture;\n    one visit per page in the best order, over the "
      "same time: {}\n",
      crawl.at_least && crawl.expected_blur >= .005 ? "at least " : "", figure(crawl.expected_blur),
      figure(crawl.best_blur));
  return out + moved_of(crawl);
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
    out +=
        "  Pages that were different in every capture may have changed far more often in "
        "between.\n";
  return out;
}

std::string sites_of(const Assessment& assessment, std::size_t rows) {
  if (assessment.sites.empty()) return "";
  std::string out = fmt::format("\n  {:<28} {:>8} {:>10} {:>8} {:>9}  {}\n", "site", "pages",
                                "seen once", "known", "coherent", "versions captured");
  for (std::size_t i = 0; i < std::min(rows, assessment.sites.size()); ++i) {
    const SiteQuality& site = assessment.sites[i];
    out += fmt::format("  {:<28} {:>8} {:>10} {:>8} {:>9}  {}{}\n", printable(site.site),
                       with_commas(site.pages), with_commas(site.seen_once), percent(site.known),
                       percent(site.coherent), describe(site.completeness.share()),
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
    if (share->random_high == 1) return "unknown: pages were different in every capture";
    const std::string random = percent(share->random_high);
    if (share->high == 1)
      return fmt::format("at most {} if changes come at random, else unknown", random);
    return fmt::format("at most {} to {} (the lower figure if changes come at random)", random,
                       percent(share->high));
  }
  return fmt::format("{} (likely {} to {})", percent(share->estimate), percent(share->low),
                     percent(share->high));
}

std::string to_text(const Assessment& assessment, std::size_t rows) {
  if (assessment.pages == 0) return "\nQuality\n  No page was captured.\n";
  std::string out = fmt::format("\nQuality of {}, {} of them captured at most once\n",
                                pages_of(assessment.pages), with_commas(assessment.seen_once));
  out += fmt::format("  {}\n", what_counts(assessment));
  out += completeness_of(assessment);
  out += fmt::format("  {}\n", describe_undone(assessment.undone));
  out += fmt::format(
      "  In an average crawl, {} of a site's pages are known, and {} are expected, to have been "
      "online together at one instant\n",
      percent(assessment.known), percent(assessment.coherent));
  out += sites_of(assessment, rows);
  for (std::size_t i = 0; i < std::min(rows, assessment.crawls.size()); ++i)
    out += text_of(assessment.crawls[i]);
  if (assessment.crawl_count > rows)
    out += fmt::format("\n  and {} earlier crawls\n", with_commas(assessment.crawl_count - rows));
  if (assessment.undated > 0)
    out += fmt::format("\n  {} not say how long the answer took; it is assumed to be instant.\n",
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
