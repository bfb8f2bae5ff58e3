#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "studies/report_internal.h"

namespace asof::studies {
namespace {

std::string name_on(const page::Axis& axis, double value) {
  const auto at = static_cast<std::size_t>(std::max(value, 0.0));
  if (at < axis.names.size()) return axis.names[at];
  return axis.percent ? page::readable(value * 100) + " %" : page::readable(value);
}

}  // namespace

Table numbers_of(const page::Chart& chart) {
  Table table;
  if (!chart.y.names.empty() || chart.grid.columns > 0) return table;
  std::set<double> columns;
  for (const page::Series& series : chart.series)
    for (const page::Point& point : series.points) columns.insert(point.x);
  constexpr std::size_t kMost = 24;
  if (columns.size() > kMost) return table;
  table.title = chart.title;
  table.heading = {chart.x.label};
  for (double x : columns) table.heading.push_back(name_on(chart.x, x));
  for (const page::Series& series : chart.series) {
    std::vector<Cell> row = {series.name};
    for (double x : columns) {
      const auto point = std::ranges::find(series.points, x, &page::Point::x);
      if (point == series.points.end()) {
        row.emplace_back("");
        continue;
      }
      row.push_back(page::with_interval(point->y, point->low, point->high));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string report_style() {
  return R"(main{max-width:1180px}
h2{margin:0 0 .4rem;line-height:1.35}
h2 .paper{color:var(--soft);font-weight:400;margin-right:.35rem}
p{margin:.4rem 0}
.method{color:var(--soft);font-size:.93rem}
.classic{color:var(--classic-1);font-weight:600}.theirs{color:var(--paper-0);font-weight:600}.ours{color:var(--ours-0);font-weight:600}
section{margin-top:2.6rem;padding-top:1.6rem;border-top:1px solid var(--line)}
.panels{display:grid;gap:1rem;margin:1rem 0}
.panels.p1{grid-template-columns:minmax(0,760px)}
.panels.p2{grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr))}
.panel{border:1px solid var(--line);border-radius:8px;padding:.6rem}
.chip{display:inline-block;font-size:.78rem;font-weight:600;padding:.08rem .55rem;border-radius:999px;border:1.5px solid;vertical-align:.1em;margin-left:.4rem;white-space:nowrap}
.yes{color:#17692f}.partly{color:#8a5300}.no{color:#a3201d}.open,.untested{color:var(--soft)}
@media(prefers-color-scheme:dark){.yes{color:#6fce8a}.partly{color:#f0b35a}.no{color:#ff8a80}}
.claim{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:1.2rem;border-left:3px solid var(--line);padding:.2rem 0 .2rem 1rem;margin:.9rem 0;font-size:.93rem}
@media(max-width:760px){.claim{grid-template-columns:1fr}}
.claim ul{list-style:none;margin:.3rem 0;padding:0}
.claim li{padding-left:1.3rem;text-indent:-1.3rem}
li.held::before{content:"✓ ";color:#17692f;font-weight:700}li.failed::before{content:"✗ ";color:#a3201d;font-weight:700}li.unsure::before{content:"? ";color:var(--soft);font-weight:700}
@media(prefers-color-scheme:dark){li.held::before{color:#6fce8a}li.failed::before{color:#ff8a80}}
table{width:auto;font-variant-numeric:tabular-nums}
.caption{font-weight:600}
th,td{white-space:nowrap}
nav td{white-space:normal}nav .chip{margin-left:0}
a{color:var(--paper-0)}
.scroll{margin:.6rem 0}
details{margin:.8rem 0}
@media print{section{break-inside:avoid}}
)";
}

}  // namespace asof::studies
