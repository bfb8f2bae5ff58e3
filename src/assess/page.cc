#include <fmt/format.h>

#include <algorithm>

#include "assess/show.h"
#include "assess/words_internal.h"
#include "base/markup.h"
#include "base/text.h"
#include "certificate/markup.h"
#include "certificate/summary.h"

namespace asof::assess {
namespace {

using certificate::Grade;

constexpr double kWidth = 600;  // of a bar, in the picture's units
constexpr double kHeight = 18;

constexpr std::string_view kMoreStyle = R"(
svg.bar{width:100%;max-width:38rem;height:18px}
svg.bar .proven{fill:var(--proven)}svg.bar .attested{fill:var(--attested)}
svg.bar .likely{fill:var(--likely)}svg.bar .conflict{fill:var(--conflict)}
svg.bar .unknown{fill:var(--unknown)}svg.bar .track{fill:var(--line)}
svg.bar .share{fill:var(--attested)}svg.bar .span{fill:var(--ink);opacity:.35}
svg.bar .mark{fill:var(--ink)}
td.wide{min-width:min(12rem,30vw)}
.crawl{border-top:1px solid var(--line);margin-top:1.6rem;padding-top:.2rem}
)";

std::string rectangle(std::string_view kind, double from, double to, double top = 0,
                      double height = kHeight) {
  return fmt::format("<rect class='{}' x='{:.2f}' y='{:.1f}' width='{:.2f}' height='{:.1f}'/>",
                     kind, from * kWidth, top, std::max(0.0, to - from) * kWidth, height);
}

std::string picture(const std::string& title, const std::string& inside) {
  return fmt::format(
      "<svg class='bar' viewBox='0 0 {} {}' preserveAspectRatio='none' role='img'>"
      "<title>{}</title>{}</svg>",
      kWidth, kHeight, html_escaped(title), inside);
}

// The grades side by side, each as wide as its share of the pages.
std::string grade_bar(const Coherent& coherent) {
  std::string bars, title;
  double from = 0;
  for (const Grade grade : certificate::kGrades) {
    const auto pages = coherent.as_of.of(grade).pages;
    if (pages == 0) continue;
    const double to = from + static_cast<double>(pages) / static_cast<double>(coherent.pages);
    bars += rectangle(certificate::name_of(grade), from, to);
    title += fmt::format("{}{} {}", title.empty() ? "" : ", ", with_commas(pages),
                         certificate::name_of(grade));
    from = to;
  }
  return picture(title, bars);
}

// A share, with its interval over it where it has one.
std::string share_bar(const std::optional<quality::ShareCaught>& share) {
  if (!share) return "<span class='soft'>unknown</span>";
  std::string bars = rectangle("track", 0, 1);
  if (share->at_most) {
    bars += rectangle("span", 0, share->high, kHeight / 3, kHeight / 3);
  } else {
    bars += rectangle("share", 0, share->estimate);
    bars += rectangle("span", share->low, share->high, kHeight / 3, kHeight / 3);
  }
  return picture(describe(share), bars) + "<span class='soft'>" + describe(share) + "</span>";
}

std::string plain_bar(double known, double coherent) {
  const auto title = fmt::format("{} known, {} expected", percent(known), percent(coherent));
  return picture(title, rectangle("track", 0, 1) + rectangle("likely", 0, coherent) +
                            rectangle("proven", 0, known)) +
         "<span class='soft'>" + title + "</span>";
}

std::string tally(const Coherent& coherent) {
  std::string out = "<ul class='tally'>";
  for (const Grade grade : certificate::kGrades)
    out += fmt::format("<li class='{}'>{}<b>{}</b></li>", certificate::name_of(grade),
                       certificate::chip(grade), with_commas(coherent.as_of.of(grade).pages));
  return out + "</ul>\n";
}

std::string moved_table(const CrawlQuality& crawl) {
  std::string rows;
  for (const MovedPage& page : crawl.moved) {
    if (!page.moved()) continue;
    rows += fmt::format(
        "<tr><td class='url'><bdi>{}</bdi></td><td>{}</td><td class='number'>{}</td>"
        "<td class='number'>{:.3f}</td></tr>\n",
        html_escaped(page.url), certificate::chip(page.grade), page.changes, page.expected_blur);
  }
  if (rows.empty()) return "";
  return "<details open><summary>Pages that moved most while it ran</summary><div class='scroll'>"
         "<table><thead><tr><th>page</th><th>grade</th><th>changes seen</th><th>blur expected</th>"
         "</tr></thead><tbody>\n" +
         rows + "</tbody></table></div></details>\n";
}

std::string sites_of_crawl(const CrawlQuality& crawl) {
  if (crawl.site_count < 2) return "";
  std::string out =
      "<details><summary>Site by site, each as of its own best instant</summary><div "
      "class='scroll'><table><tbody>\n";
  for (std::size_t i = 0; i < std::min(kDrawnRows, crawl.sites.size()); ++i)
    out +=
        fmt::format("<tr><td>{}</td><td class='number'>{}</td><td class='wide'>{}</td></tr>\n",
                    html_escaped(crawl.sites[i].site), with_commas(crawl.sites[i].coherent.pages),
                    grade_bar(crawl.sites[i].coherent));
  return out + "</tbody></table></div></details>\n";
}

std::string section_of(const CrawlQuality& crawl) {
  const Coherent& c = crawl.coherent;
  std::string out =
      fmt::format("<section class='crawl'><h2>{}</h2>\n<p class='soft'>{}; {}, {}</p>\n",
                  html_escaped(crawl.label.empty() ? crawl.name : crawl.label),
                  certificate::describe(crawl.span, certificate::Rounding::Outwards),
                  counted(c.pages, "page"), counted(crawl.captures, "capture"));
  out += fmt::format("<p>Best as of <b>{}</b></p>\n{}\n{}", certificate::describe(c.as_of.span),
                     grade_bar(c), tally(c));
  out += fmt::format("<p{}>{}</p>\n", crawl.revisited == 0 ? " class='warning'" : "",
                     what_it_rests_on(crawl));
  out += fmt::format(
      "<p>Expected to have stood together then: {:.1f} pages of {} ({}). Blur: {}{} changes "
      "expected; one visit a page in the best order would have had {}.</p>\n",
      c.expected, with_commas(c.pages), percent(c.expected / static_cast<double>(c.pages)),
      crawl.at_least && crawl.expected_blur >= .005 ? "at least " : "", figure(crawl.expected_blur),
      figure(crawl.best_blur));
  return out + sites_of_crawl(crawl) + moved_table(crawl) + "</section>\n";
}

std::string sites_table(const Assessment& assessment) {
  std::string out =
      "<h2>Sites</h2>\n<div class='scroll'><table "
      "class='stack'><thead><tr><th>site</th><th>pages</th>"
      "<th>coherence, mean over its crawls</th><th>caught of its versions</th>"
      "<th>by importance</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < std::min(kDrawnRows, assessment.sites.size()); ++i) {
    const SiteQuality& site = assessment.sites[i];
    out += fmt::format(
        "<tr><td>{}</td><td class='number' data-is='pages'>{}</td>"
        "<td class='wide' data-is='coherence'>{}</td><td class='wide' data-is='caught'>{}</td>"
        "<td class='wide' data-is='by importance'>{}</td></tr>\n",
        html_escaped(site.site), with_commas(site.pages), plain_bar(site.known, site.coherent),
        share_bar(site.completeness.share()),
        assessment.weighed ? share_bar(site.completeness.weighted_share())
                           : std::string("<span class='soft'>not weighed</span>"));
  }
  if (assessment.site_count > kDrawnRows)
    out += fmt::format("<tr><td>and {} more</td></tr>\n",
                       with_commas(assessment.site_count - kDrawnRows));
  return out + "</tbody></table></div>\n";
}

}  // namespace

std::string to_page(const Assessment& assessment, std::string_view title) {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
      "<meta name='viewport' content='width=device-width'>"
      "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; style-src "
      "'unsafe-inline'\"><title>How good is {0}?</title><style>{1}{2}</style></head><body><main>\n"
      "<p class='eyebrow'>{0}</p><h1>How good is this archive?</h1>\n",
      html_escaped(title), certificate::page_style(), kMoreStyle);
  if (assessment.pages == 0) return out + "<p>No page was captured.</p></main></body></html>\n";
  const auto share = assessment.completeness.share();
  out += fmt::format(
      "<p>{}, {} of them seen at most once. Caught of all versions that existed: <b>{}</b>",
      counted(assessment.pages, "page"), with_commas(assessment.seen_once), describe(share));
  if (assessment.weighed)
    out += fmt::format("; by importance of the changes: <b>{}</b>",
                       describe(assessment.completeness.weighted_share()));
  out +=
      ".</p>\n<p class='soft'>Proven: the same bytes before and after. Attested: the server said "
      "so, and was found truthful. Likely: seen once, near that time. The share of versions caught "
      "is an estimate that takes changes to come at random times. ";
  out += what_counts(assessment) + "</p>\n";
  out += sites_table(assessment);
  for (std::size_t i = 0; i < std::min(kDrawnRows, assessment.crawls.size()); ++i)
    out += section_of(assessment.crawls[i]);
  if (assessment.crawl_count > kDrawnRows)
    out += fmt::format("<p>and {} earlier crawls</p>\n",
                       with_commas(assessment.crawl_count - kDrawnRows));
  return out + "</main></body></html>\n";
}

}  // namespace asof::assess
