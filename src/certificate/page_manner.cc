#include <fmt/format.h>

#include "base/markup.h"
#include "base/text.h"
#include "certificate/page_internal.h"

namespace asof::certificate {
namespace {

std::string row(std::string_view what, const std::string& value) {
  if (value.empty()) return "";
  return fmt::format("<tr><th scope='row'>{}</th><td>{}</td></tr>\n", what, html_escaped(value));
}

std::string robots_of(const Certificate& certificate) {
  if (certificate.robots == "obey") return "honoured: what it forbids was not asked for";
  if (certificate.robots == "ignore") return "not honoured: the crawl was told to ignore it";
  return "the crawl does not say";
}

std::string end_of(const Certificate& certificate) {
  if (certificate.ended == "done") return "when nothing was left to do";
  if (certificate.ended.empty()) return "without saying so: it was cut off";
  return "early: " + (certificate.reason.empty() ? certificate.ended : certificate.reason);
}

}  // namespace

std::string seeds_of(const Certificate& certificate) {
  std::string first;
  std::uint64_t more = 0;
  for (const PageVerdict& page : certificate.pages) {
    if (page.evidence.depth > 0) continue;
    if (first.empty())
      first = page.evidence.url;
    else
      ++more;
  }
  if (first.empty()) return certificate.crawl;
  return more == 0 ? first : fmt::format("{} and {} more", first, with_commas(more));
}

std::string manner(const Certificate& certificate) {
  std::string out = "<h2>How it was captured</h2>\n<div class='scroll'><table><tbody>\n";
  out += row("began at", seeds_of(certificate));
  out += row("from, until", fmt::format("{} to {}", iso8601_seconds(certificate.from),
                                        iso8601_seconds(certificate.until)));
  out += row("ended", end_of(certificate));
  out += row("requests", fmt::format("{}, one every {:.3g} seconds on average",
                                     with_commas(certificate.requests), certificate.pace));
  out += row("robots.txt", robots_of(certificate));
  out += row("software", certificate.software);
  out += row("told servers", certificate.user_agent);
  out += row("for", certificate.operator_name);
  out += row("order of visits", certificate.strategy);
  out += row("name of the crawl", certificate.crawl);
  return out + "</tbody></table></div>\n";
}

std::string asked_for(const Census& census) {
  constexpr std::string_view kWords[kStood.size()] = {
      "pages, with their images, styles and scripts", "redirects to other addresses",
      "no page there (404 or 410)", "other errors of the server or refusals", "no answer at all"};
  std::string out =
      "<h2>What was asked for</h2>\n<div class='scroll'><table><thead><tr><th></th><th>addresses"
      "</th>";
  for (const Grade grade : kGrades) out += fmt::format("<th>{}</th>", chip(grade));
  out += "</tr></thead><tbody>\n";
  for (const Stood stood : kStood) {
    out += fmt::format("<tr><td>{}</td><td class='number'>{}</td>",
                       kWords[static_cast<std::size_t>(stood)], with_commas(census.of(stood)));
    for (const Grade grade : kGrades)
      out += fmt::format("<td class='number'>{}</td>", with_commas(census.of(stood, grade)));
    out += "</tr>\n";
  }
  return out +
         "</tbody></table></div>\n<p class='soft'>That a redirect or an error stood at an address "
         "is proven like a page: by the same answer before and after.</p>\n";
}

}  // namespace asof::certificate
