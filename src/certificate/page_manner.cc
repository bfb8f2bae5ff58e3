#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "certificate/page_internal.h"
#include "certificate/words_internal.h"
#include "page/document.h"

namespace asof::certificate {
namespace {

std::string row(std::string_view what, const std::string& value) {
  if (value.empty()) return "";
  return fmt::format("<tr><th scope='row'>{}</th><td>{}</td></tr>\n", what, page::escaped(value));
}

std::string robots_of(const Certificate& certificate) {
  if (certificate.robots == "obey")
    return "the crawl obeyed it where a site has one: what it forbids was not requested";
  if (certificate.robots == "ignore") return "the crawl ignored it, by a setting";
  return "the crawl does not say";
}

std::string end_of(const Certificate& certificate) {
  if (certificate.ended == "done") return "normally, when all pages had been visited";
  if (certificate.ended.empty()) return "without an end record: it was cut off";
  return "early: " + (certificate.reason.empty() ? certificate.ended : certificate.reason);
}

// The reasons a crawl may give, in words; others are shown as they are.
constexpr std::pair<std::string_view, std::string_view> kReasons[] = {
    {"outside", "links that lead out of the scope of the crawl"},
    {"excluded", "links excluded by a pattern of the operator"},
    {"taken-away", "links excluded by a prefix of the operator"},
    {"too-deep", "links deeper than the limit set for the crawl"},
    {"not-web", "links that are not web addresses"},
    {"too-long", "links with an address longer than the limit"},
    {"repeating", "links whose path repeats itself, as in endless sites"},
    {"calendar", "links of endless calendars"},
    {"sessions", "links that differ only in a session identifier"},
    {"too-many-segments", "links whose path has too many segments"},
    {"speculative", "addresses guessed from scripts"},
    {"redirects", "redirects after too many redirects"},
    {"page-limit", "links beyond the limit of pages set for the crawl"},
    {"nofollow", "links that the page asks not to follow (nofollow)"},
    {"long-page", "pages so long that their last links were not read"},
};

std::string_view words_of(std::string_view reason) {
  for (const auto& [name, words] : kReasons)
    if (name == reason) return words;
  return reason;
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
  std::string rows;
  rows += row("began at", seeds_of(certificate));
  rows +=
      row("first request, last answer", fmt::format("{} to {}", iso8601_seconds(certificate.from),
                                                    iso8601_seconds(certificate.until)));
  rows += row("ended", end_of(certificate));
  if (!certificate.clock.empty())
    rows +=
        row("the machine's clock",
            certificate.clock + "; times here go on from the clock as it stood at the beginning");
  rows +=
      row("requests for pages", fmt::format("{}, one every {:.3g} seconds on average",
                                            with_commas(certificate.requests), certificate.pace));
  rows += row("robots.txt", robots_of(certificate));
  rows += row("software", certificate.software);
  rows += row("User-Agent", certificate.user_agent);
  rows += row("operator", certificate.operator_name);
  rows += row("strategy (order of visits)", certificate.strategy);
  rows += row("name of the crawl", certificate.crawl);
  return "<h2>How it was captured</h2>\n" + page::table({}, rows);
}

std::string asked_for(const Certificate& certificate, const Census& census) {
  constexpr std::string_view kWords[kStood.size()] = {
      "pages, with their images, styles and scripts", "redirects to other addresses",
      "no page there (404 or 410)", "other errors of the server or refusals", "no answer at all"};
  std::vector<std::string> heading = {"", "addresses"};
  for (const Grade grade : kGrades) heading.push_back(chip(grade, label_of(grade, certificate)));
  std::string rows;
  for (const Stood stood : kStood) {
    rows += fmt::format("<tr><td>{}</td><td class='number' data-is='addresses'>{}</td>",
                        kWords[static_cast<std::size_t>(stood)], with_commas(census.of(stood)));
    for (const Grade grade : kGrades)
      rows += fmt::format("<td class='number' data-is='{}'>{}</td>", label_of(grade, certificate),
                          with_commas(census.of(stood, grade)));
    rows += "</tr>\n";
  }
  return "<h2>What was asked for</h2>\n" + page::table(heading, rows, "stack") +
         "<p class='soft'>A redirect or an error is proven like a page: "
         "by the same answer before and after. Requests for robots.txt and sitemaps are not "
         "counted.</p>\n";
}

std::string left_out(const Certificate& certificate) {
  std::string out = "<h2>What was left out</h2>\n";
  if (!certificate.left_out) return out + "<p>The crawl does not say.</p>\n";
  const LeftOut& all = *certificate.left_out;
  const std::uint64_t done = certificate.pages.size() + all.refused;
  std::string rows;
  const auto add = [&rows](std::string_view what, std::uint64_t count) {
    if (count > 0)
      rows += fmt::format("<tr><td>{}</td><td class='number'>{}</td></tr>\n", page::escaped(what),
                          with_commas(count));
  };
  add("addresses in scope that were not requested before the crawl ended",
      all.known - std::min(all.known, done));
  add("addresses that robots.txt forbids", all.refused);
  for (const Unfollowed& links : all.links) add(words_of(links.reason), links.count);
  if (rows.empty())
    return out +
           "<p>Nothing: every link that was found leads to an address that was requested.</p>\n";
  return out + page::table({}, rows) +
         "<p class='soft'>Links are counted as often as they were "
         "found.</p>\n";
}

}  // namespace asof::certificate
