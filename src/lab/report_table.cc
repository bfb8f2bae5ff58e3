#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lab/report_internal.h"

namespace asof::lab {
namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i > 0 ? "," : "") + csv_cell(cells[i]);
  return out + "\n";
}

// A column of numbers becomes three: the value and the ends of its interval.
std::string csv_table(const Table& table) {
  std::vector<bool> numbers(table.heading.size());
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) numbers[c] = numbers[c] || row[c].number;
  std::vector<std::string> heading;
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    heading.push_back(table.heading[c]);
    if (!numbers[c]) continue;
    heading.push_back(table.heading[c] + " low");
    heading.push_back(table.heading[c] + " high");
  }
  std::string out = csv_line(heading);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const auto& number = row[c].number;
      cells.push_back(number ? fmt::format("{:.9g}", number->y) : row[c].text);
      if (!numbers[c]) continue;
      const bool interval = number && number->high > number->low;
      for (const double end : {interval ? number->low : 0, interval ? number->high : 0})
        cells.push_back(interval ? fmt::format("{:.9g}", end) : "");
    }
    out += csv_line(cells);
  }
  return out;
}

std::string name_on(const Axis& axis, double value) {
  const auto at = static_cast<std::size_t>(std::max(value, 0.0));
  if (at < axis.names.size()) return axis.names[at];
  return axis.percent ? readable(value * 100) + " %" : readable(value);
}

}  // namespace

Table numbers_of(const Chart& chart) {
  Table table;
  if (!chart.y.names.empty() || chart.grid.columns > 0) return table;
  std::set<double> columns;
  for (const Series& series : chart.series)
    for (const Point& point : series.points) columns.insert(point.x);
  constexpr std::size_t kMost = 24;
  if (columns.size() > kMost) return table;
  table.title = chart.title;
  table.heading = {chart.x.label};
  for (double x : columns) table.heading.push_back(name_on(chart.x, x));
  for (const Series& series : chart.series) {
    std::vector<Cell> row = {series.name};
    for (double x : columns) {
      const auto point = std::ranges::find(series.points, x, &Point::x);
      if (point == series.points.end()) {
        row.emplace_back("");
        continue;
      }
      row.push_back(with_interval(point->y, point->low, point->high));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string to_csv(const Figure& figure) {
  std::string out;
  for (const Chart& chart : figure.charts) out += csv_rows(chart);
  if (!out.empty()) return "panel,series,x,y,low,high\n" + out;
  for (const Table& table : figure.tables) out += csv_table(table);
  return out;
}

std::string report_style() {
  return R"(*{box-sizing:border-box}
body{margin:0;background:var(--paper-ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:2rem 1.25rem 5rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 1rem}
h2{font-size:1.25rem;margin:0 0 .4rem;line-height:1.35}
h2 .paper{color:var(--soft);font-weight:400;margin-right:.35rem}
p{max-width:75ch;margin:.4rem 0}
.method{color:var(--soft);font-size:.93rem}
.classic{color:var(--classic-1);font-weight:600}.theirs{color:var(--paper-0);font-weight:600}.ours{color:var(--ours-0);font-weight:600}
code{font-size:.9em;background:var(--hair);padding:.1em .35em;border-radius:3px}
section{margin-top:2.6rem;padding-top:1.6rem;border-top:1px solid var(--hair)}
.panels{display:grid;gap:1rem;margin:1rem 0}
.panels.p1{grid-template-columns:minmax(0,760px)}
.panels.p2{grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr))}
.panel{border:1px solid var(--hair);border-radius:8px;padding:.6rem}
.chip{display:inline-block;font-size:.78rem;font-weight:600;padding:.08rem .55rem;border-radius:999px;border:1.5px solid;vertical-align:.1em;margin-left:.4rem;white-space:nowrap}
.yes{color:#17692f}.partly{color:#8a5300}.no{color:#a3201d}.open,.untested{color:var(--soft)}
@media(prefers-color-scheme:dark){.yes{color:#6fce8a}.partly{color:#f0b35a}.no{color:#ff8a80}}
.claim{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:1.2rem;border-left:3px solid var(--hair);padding:.2rem 0 .2rem 1rem;margin:.9rem 0;font-size:.93rem}
@media(max-width:760px){.claim{grid-template-columns:1fr}}
.claim ul{list-style:none;margin:.3rem 0;padding:0}
.claim li{padding-left:1.3rem;text-indent:-1.3rem}
li.held::before{content:"✓ ";color:#17692f;font-weight:700}li.failed::before{content:"✗ ";color:#a3201d;font-weight:700}li.unsure::before{content:"? ";color:var(--soft);font-weight:700}
@media(prefers-color-scheme:dark){li.held::before{color:#6fce8a}li.failed::before{color:#ff8a80}}
table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.5rem 0}
th,td{text-align:left;padding:.22rem .8rem .22rem 0;border-bottom:1px solid var(--hair);white-space:nowrap}
nav td{white-space:normal}nav .chip{margin-left:0}
a{color:var(--paper-0)}
.scroll{overflow-x:auto;margin:.6rem 0}
details{margin:.8rem 0}summary{cursor:pointer;color:var(--soft);font-size:.9rem}
@media print{section{break-inside:avoid}}
)";
}

}  // namespace asof::lab
