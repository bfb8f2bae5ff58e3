#include "studies/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "page/document.h"
#include "studies/figure_checks.h"
#include "studies/report_internal.h"

namespace asof::studies {
namespace {

std::string chip(Verdict verdict) {
  constexpr std::string_view kStyles[] = {"yes", "partly", "no", "open", "untested"};
  return page::chip(kStyles[static_cast<std::size_t>(verdict)], name_of(verdict));
}

std::string table_html(const Table& table) {
  std::vector<std::string> heading;
  for (const std::string& cell : table.heading) heading.push_back(page::escaped(cell));
  std::string rows;
  for (const auto& row : table.rows) {
    rows += "<tr>";
    for (const Cell& cell : row) rows += "<td>" + page::escaped(cell.text) + "</td>";
    rows += "</tr>\n";
  }
  const std::string title =
      table.title.empty() ? "" : "<p class='caption'>" + page::escaped(table.title) + "</p>";
  return title + page::table(heading, rows);
}

std::string claim_html(const Claim& claim) {
  std::string out = fmt::format("<div class='claim'><div class='says'>{}<p>{}</p></div>",
                                claim.ours ? "<b>We claim</b>" : "<b>The paper says</b>",
                                page::escaped(claim.says));
  out += "<div class='measured'><b>Measured</b>" + chip(verdict_of(claim)) + "<ul>";
  for (const Check& check : claim.checks)
    out += fmt::format("<li class='{}'>{}</li>",
                       check.held      ? "held"
                       : check.decided ? "failed"
                                       : "unsure",
                       page::escaped(check.what));
  out += "</ul>";
  if (!claim.why.empty() && verdict_of(claim) != Verdict::Reproduced)
    out += "<p>" + page::escaped(claim.why) + "</p>";
  return out + "</div></div>\n";
}

std::string figure_html(const Figure& figure) {
  std::string out = fmt::format(
      "<section id='{}'><h2><span class='paper'>{}</span> {} {}</h2>\n<p class='method'>{}</p>\n",
      figure.name, page::escaped(figure.paper), page::escaped(figure.title),
      chip(verdict_of(figure)), page::escaped(figure.method));
  if (!figure.charts.empty()) {
    out +=
        fmt::format("<div class='panels p{}'>\n", std::min<std::size_t>(figure.charts.size(), 2));
    for (const page::Chart& chart : figure.charts)
      out += "<div class='panel'>" + page::draw(chart) + "</div>";
    out += "</div>\n";
  }
  for (const Table& table : figure.tables) out += table_html(table);
  for (const Claim& claim : figure.claims) out += claim_html(claim);
  std::string numbers;
  for (const page::Chart& chart : figure.charts)
    if (auto table = numbers_of(chart); !table.rows.empty()) numbers += table_html(table);
  if (!numbers.empty())
    out += "<details><summary>The numbers (± is half of the 95 % interval; CSV: " + figure.name +
           ".csv)</summary>" + numbers + "</details>\n";
  return out + "</section>\n";
}

std::string contents_html(std::span<const Figure> figures) {
  std::string rows;
  for (const Figure& figure : figures)
    rows += fmt::format("<tr><td><a href='#{}'>{}</a></td><td>{}</td><td>{}</td></tr>\n",
                        figure.name, page::escaped(figure.paper), page::escaped(figure.title),
                        chip(verdict_of(figure)));
  return "<nav>" + page::table({"Figure", "", "Verdict"}, rows) + "</nav>\n";
}

std::string tally(std::span<const Figure> figures) {
  std::size_t counts[5] = {};
  for (const Figure& figure : figures) ++counts[static_cast<std::size_t>(verdict_of(figure))];
  std::string out;
  for (auto verdict : {Verdict::Reproduced, Verdict::Partly, Verdict::Not, Verdict::Undecided,
                       Verdict::Untested}) {
    const std::size_t count = counts[static_cast<std::size_t>(verdict)];
    if (count == 0) continue;
    if (!out.empty()) out += ", ";
    out += fmt::format("{} {}", count, name_of(verdict));
  }
  return out;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view kNames[] = {"reproduced", "partly reproduced", "not reproduced",
                                         "undecided", "not tested"};
  return kNames[static_cast<std::size_t>(verdict)];
}

Verdict verdict_of(const Claim& claim) {
  if (claim.checks.empty()) return Verdict::Untested;
  const auto held = std::ranges::count(claim.checks, true, &Check::held);
  if (held == std::ssize(claim.checks)) return Verdict::Reproduced;
  if (held > 0) return Verdict::Partly;
  return std::ranges::any_of(claim.checks, &Check::decided) ? Verdict::Not : Verdict::Undecided;
}

Verdict verdict_of(const Figure& figure) {
  const bool of_paper = std::ranges::any_of(figure.claims, [](const Claim& c) { return !c.ours; });
  std::size_t counts[5] = {};
  for (const Claim& claim : figure.claims)
    if (!claim.ours || !of_paper) ++counts[static_cast<std::size_t>(verdict_of(claim))];
  const auto [reproduced, partly, failed, undecided, untested] = counts;
  if (reproduced + partly > 0)
    return partly + failed + undecided > 0 ? Verdict::Partly : Verdict::Reproduced;
  if (failed > 0) return Verdict::Not;
  return undecided > 0 ? Verdict::Undecided : Verdict::Untested;
}

std::string to_html(std::span<const Figure> figures, const ReportOptions& options) {
  std::string out = "<h1>" + page::escaped(options.title) + "</h1>\n";
  out += fmt::format(
      "<p>Every experiment of the papers, run again by this program. Of {}: {}. A verdict is "
      "computed from the measured numbers listed beside it. {} <span class='classic'>Grey</span> "
      "are "
      "crawlers in common use, <span class='theirs'>blue</span> the papers’ strategies, <span "
      "class='ours'>warm colours</span> ours; a dotted line is a bound on what can be expected "
      "(single runs may lie a little above it). Bands "
      "and whiskers are 95 % intervals over repetitions.{}</p>\n",
      counted(figures.size(), "experiment"), tally(figures), page::escaped(rule_of_size()),
      options.quick ? " This was a quick look: fewer repetitions and smaller sites than the papers "
                      "had, so small differences may not show."
                    : "");
  out += "<p>The same report again: <code>" + page::escaped(options.command) + "</code></p>\n";
  out += contents_html(figures);
  for (const Figure& figure : figures) out += figure_html(figure);
  return page::document({.title = options.title,
                         .more_style = page::chart_style() + report_style(),
                         .body_html = std::move(out)});
}

}  // namespace asof::studies
