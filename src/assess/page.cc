#include <fmt/format.h>

#include <algorithm>

#include "assess/show.h"
#include "assess/words_internal.h"
#include "base/text.h"
#include "certificate/markup.h"
#include "certificate/summary.h"
#include "page/bar.h"
#include "page/document.h"

namespace asof::assess {
namespace {

using certificate::Grade;

constexpr std::string_view kMoreStyle = R"(td.wide{min-width:min(12rem,30vw)}
.crawl{border-top:1px solid var(--line);margin-top:1.6rem;padding-top:.2rem}
)";

// The grades side by side, each as wide as its share of the pages.
std::string grade_bar(const Coherent& coherent) {
  std::vector<page::BarPart> parts;
  std::string title;
  double from = 0;
  for (const Grade grade : certificate::kGrades) {
    const auto pages = coherent.as_of.of(grade).pages;
    if (pages == 0) continue;
    const double to = from + static_cast<double>(pages) / static_cast<double>(coherent.pages);
    parts.push_back({certificate::name_of(grade), from, to});
    title += fmt::format("{}{} {}", title.empty() ? "" : ", ", with_commas(pages),
                         certificate::label_of(grade));
    from = to;
  }
  return page::bar(title, parts);
}

std::string bar_and_words(const std::string& words, const std::vector<page::BarPart>& parts) {
  return page::bar(words, parts) + "<span class='soft'>" + words + "</span>";
}

// A share, with its interval over it where it has one.
std::string share_bar(const std::optional<quality::ShareCaught>& share) {
  if (!share) return "<span class='soft'>unknown</span>";
  if (share->at_most)
    return bar_and_words(describe(share), {{"track"}, {"span", 0, share->high, true}});
  return bar_and_words(
      describe(share),
      {{"track"}, {"share", 0, share->estimate}, {"span", share->low, share->high, true}});
}

std::string plain_bar(double known, double coherent) {
  return bar_and_words(online_together(known, coherent, false),
                       {{"track"}, {"likely", 0, coherent}, {"proven", 0, known}});
}

std::string tally(const Coherent& coherent) {
  std::vector<page::Figure> figures;
  figures.reserve(certificate::kGrades.size());
  for (const Grade grade : certificate::kGrades)
    figures.push_back({.kind = certificate::name_of(grade),
                       .name_html = certificate::chip(grade),
                       .value = with_commas(coherent.as_of.of(grade).pages)});
  return page::tally(figures);
}

std::string moved_table(const CrawlQuality& crawl) {
  std::string rows;
  for (const MovedPage& page : crawl.moved) {
    if (!page.moved()) continue;
    rows += fmt::format(
        "<tr><td class='url'><bdi>{}</bdi></td><td>{}</td><td class='number'>{}</td>"
        "<td class='number'>{:.3f}</td></tr>\n",
        page::escaped(page.url), certificate::chip(page.grade), page.changes, page.expected_blur);
  }
  if (rows.empty()) return "";
  return "<details open><summary>Pages that changed most during the crawl</summary>" +
         page::table({"page", "grade", "changes seen", "blur"}, rows) + "</details>\n";
}

std::string sites_of_crawl(const CrawlQuality& crawl) {
  if (crawl.site_count < 2) return "";
  std::string rows;
  for (std::size_t i = 0; i < std::min(kDrawnRows, crawl.sites.size()); ++i)
    rows +=
        fmt::format("<tr><td>{}</td><td class='number'>{}</td><td class='wide'>{}</td></tr>\n",
                    page::escaped(crawl.sites[i].site), with_commas(crawl.sites[i].coherent.pages),
                    grade_bar(crawl.sites[i].coherent));
  return "<details><summary>Site by site, each as of the time for which most of it is "
         "known</summary>" +
         page::table({}, rows) + "</details>\n";
}

std::string section_of(const CrawlQuality& crawl) {
  const Coherent& c = crawl.coherent;
  std::string out =
      fmt::format("<section class='crawl'><h2>{}</h2>\n<p class='soft'>{}; {}, {}</p>\n",
                  page::escaped(crawl.label.empty() ? crawl.name : crawl.label),
                  certificate::describe(crawl.span, certificate::Rounding::Outwards),
                  counted(c.pages, "page"), counted(crawl.captures, "capture"));
  const std::string basis = fmt::format(
      "<p{}>{}</p>\n", crawl.revisited == 0 ? " class='warning'" : "", what_it_rests_on(crawl));
  if (is_undated(crawl)) return out + basis + "</section>\n";
  out += fmt::format("<p>Most is known as of <b>{}</b></p>\n{}\n{}{}",
                     certificate::describe(c.as_of.span), grade_bar(c), tally(c), basis);
  out += fmt::format(
      "<p>Expected to have been online together then, those known included: {} of {} ({}). "
      "{}.</p>\n",
      figure(c.expected), counted(c.pages, "page"),
      percent(c.expected / static_cast<double>(c.pages)), describe_blur(crawl));
  return out + sites_of_crawl(crawl) + moved_table(crawl) + "</section>\n";
}

std::string sites_table(const Assessment& assessment) {
  std::string rows;
  for (std::size_t i = 0; i < std::min(kDrawnRows, assessment.sites.size()); ++i) {
    const SiteQuality& site = assessment.sites[i];
    rows += fmt::format(
        "<tr><td>{}</td><td class='number' data-is='pages'>{}</td>"
        "<td class='wide' data-is='coherence'>{}</td><td class='wide' data-is='caught'>{}</td>"
        "<td class='wide' data-is='by importance'>{}</td></tr>\n",
        page::escaped(site.site), with_commas(site.pages),
        site.seen_once == site.pages ? online_together(0, 0, true)
                                     : plain_bar(site.known, site.coherent),
        share_bar(site.completeness.share()),
        assessment.weighed ? share_bar(site.completeness.weighted_share())
                           : std::string("<span class='soft'>not compared</span>"));
  }
  if (assessment.site_count > kDrawnRows)
    rows += fmt::format("<tr><td>and {} more</td></tr>\n",
                        with_commas(assessment.site_count - kDrawnRows));
  return "<h2>Sites</h2>\n" +
         page::table({"site", "pages", "pages online together at one time, mean over its crawls",
                      "versions captured", "by importance"},
                     rows, "stack");
}

std::string body_of(const Assessment& assessment, std::string_view title) {
  std::string out = fmt::format("<p class='eyebrow'>{}</p><h1>How good is this archive?</h1>\n",
                                page::escaped(title));
  if (assessment.pages == 0) return out + "<p>No page was captured.</p>";
  const auto share = assessment.completeness.share();
  out += fmt::format(
      "<p>{}, {} of them captured only once. Share of all versions that was captured: <b>{}</b>",
      counted(assessment.pages, "page"), with_commas(assessment.seen_once), describe(share));
  if (assessment.weighed)
    out += fmt::format("; by importance of the changes: <b>{}</b>",
                       describe(assessment.completeness.weighted_share()));
  out += ".</p>\n<p class='soft'>" + explain_grades(assessment) +
         " The share of versions captured is an estimate that assumes changes at random times. ";
  out += what_counts(assessment) + " " + describe_undone(assessment.undone) + " " +
         explain_blur(assessment) + "</p>\n";
  out += sites_table(assessment);
  for (std::size_t i = 0; i < std::min(kDrawnRows, assessment.crawls.size()); ++i)
    out += section_of(assessment.crawls[i]);
  if (assessment.crawl_count > kDrawnRows)
    out += fmt::format("<p>and {} earlier crawls</p>\n",
                       with_commas(assessment.crawl_count - kDrawnRows));
  return out;
}

}  // namespace

std::string to_page(const Assessment& assessment, std::string_view title,
                    std::string_view more_html) {
  return page::document({.title = fmt::format("How good is {}?", title),
                         .more_style = fmt::format("{}{}", page::bar_style(), kMoreStyle),
                         .body_html = fmt::format("{}{}", body_of(assessment, title), more_html)});
}

}  // namespace asof::assess
