// asof report: what changed in an archive, and how much it matters.
#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "change/change.h"
#include "cli/print_internal.h"
#include "cli/report_internal.h"
#include "derive/pairs.h"
#include "page/document.h"

namespace asof::cli {
namespace {

std::string_view stage_name(int stage) {
  return change::name_of(static_cast<change::Stage>(stage));
}

// What a comparison looked at when it was settled: "by ..."
std::string_view stage_in_words(int stage) {
  switch (static_cast<change::Stage>(stage)) {
    case change::Stage::Status:
      return "their status";
    case change::Stage::Validators:
      return "ETag or Last-Modified";
    case change::Stage::Timestamp:
      return "the date that the page states";
    case change::Stage::Digest:
      return "their bytes";
    case change::Stage::CleanText:
      return "their text without dates, counters and the like";
    case change::Stage::Shingles:
    case change::Stage::Distance:
      return "their words";
    case change::Stage::Visual:
      return "their blocks as a reader sees them";
  }
  return "";
}

Result<change::Interval> interval_of(const catalog::Reader& catalog,
                                     const catalog::Change& change) {
  const std::string site = change.urlkey.substr(0, change.urlkey.find(')') + 1);
  const auto validators = TRY(catalog.validators(site));
  return derive::interval_of(change, validators);
}

std::string in_words(const change::Interval& when) {
  if (when.since == when.until) return "at " + iso8601_seconds(when.until);
  return iso8601_seconds(when.since) + " to " + iso8601_seconds(when.until);
}

void print_tenths(const catalog::ChangeSummary& summary) {
  if (summary.changed > 0) print("  Changes, by the probability that they matter to a reader\n");
  for (std::size_t i = 0; i < summary.tenths.size(); ++i) {
    if (summary.tenths[i] == 0) continue;
    const double share =
        static_cast<double>(summary.tenths[i]) / static_cast<double>(summary.changed);
    std::string bar;
    for (int b = 0; b < static_cast<int>(share * 20 + .5); ++b) bar += "█";
    print("    {:.1f} to {:.1f} {:>27}  {}\n", static_cast<double>(i) / 10,
          static_cast<double>(i + 1) / 10, with_commas(summary.tenths[i]), bar);
  }
}

}  // namespace

Result<void> print_changes(const catalog::Reader& catalog, std::string_view key_prefix,
                           std::size_t rows) {
  const auto summary = TRY(catalog::summarise_changes(catalog, key_prefix, rows));
  if (summary.rows > 0) {
    std::string stages;
    for (const auto& [stage, number] : summary.stages)
      stages += fmt::format("{}{} by {}", stages.empty() ? "" : ", ", with_commas(number),
                            stage_in_words(stage));
    print("\nChanges\n  {} compared with the version before. Of these,\n",
          counted(summary.rows, "version"));
    print("    {} changed for a reader, on {}; {} of these changes probably {}{}\n",
          with_commas(summary.changed), counted(summary.pages, "page"), with_commas(summary.likely),
          summary.likely == 1 ? "matters" : "matter",
          summary.replaced == 0
              ? ""
              : fmt::format("; {} replaced by another page", counted(summary.replaced, "page")));
    if (summary.rows > summary.changed)
      print(
          "    {} did not: what differs is not for readers, such as dates, counters, "
          "advertisements, markup\n",
          with_commas(summary.rows - summary.changed));
    print("  How this was decided: {}\n", stages);
    print_tenths(summary);
    if (!summary.most.empty())
      print(
          "  What matters most: probability that it matters; importance (how much of the page "
          "changed, 0 to 1); when; page\n");
    for (const catalog::Change& change : summary.most) {
      const change::Interval when = TRY(interval_of(catalog, change));
      print("  {:.2f}  {:.3f}  {}  {}: {}\n", change.matters, change.importance, in_words(when),
            change.fresh.url, change.reason);
    }
  }
  if (summary.uncompared > 0)
    print("\n{} not compared yet; run 'asof derive'\n",
          summary.uncompared == 1 ? "1 version is"
                                  : with_commas(summary.uncompared) + " versions are");
  else if (summary.pending > 0)
    print("\n{} to be looked at again, because something was captured since; run 'asof derive'\n",
          summary.pending == 1 ? "1 page is" : with_commas(summary.pending) + " pages are");
  return {};
}

Result<std::string> changes_html(const catalog::Reader& catalog, std::string_view key_prefix,
                                 std::size_t rows) {
  const auto summary = TRY(catalog::summarise_changes(catalog, key_prefix, rows));
  std::string out = "<h2>What changed</h2>\n";
  if (summary.rows == 0) return out + "<p>No two versions of a page were compared.</p>\n";
  out += fmt::format(
      "<p>{} compared with the version before; {} changed for a reader, on {}. <em>Matters</em> is "
      "the probability that a reader calls the change meaningful; <em>importance</em> says how "
      "much "
      "of the page changed, from 0 to 1.",
      counted(summary.rows, "version"), with_commas(summary.changed),
      counted(summary.pages, "page"));
  if (summary.changed > summary.most.size())
    out += fmt::format(" The {} that matter most:", with_commas(summary.most.size()));
  out += "</p>\n";
  std::string table;
  for (const catalog::Change& change : summary.most) {
    const change::Interval when = TRY(interval_of(catalog, change));
    table += fmt::format(
        "<tr><td>{:.2f}</td><td>{}</td><td>{}</td><td>{}<br><span class='soft'>{}</span></td>"
        "<td><code>asof diff {} {} {}</code></td></tr>\n",
        change.matters,
        change.importance < .001 ? "below .001" : fmt::format("{:.3f}", change.importance),
        in_words(when), page::escaped(change.fresh.url), page::escaped(change.reason),
        page::escaped(change.fresh.url), iso8601_seconds(change.old_first),
        iso8601_seconds(change.fresh.first));
  }
  if (table.empty()) return out;
  return out + page::table({"matters", "importance", "when", "page", "see it"}, table, "stack");
}

Result<json::Object> change_json(const catalog::Reader& catalog, const catalog::Change& change) {
  const change::Interval when = TRY(interval_of(catalog, change));
  return json::Object{{"url", change.fresh.url},
                      {"version", change.fresh.first},
                      {"since", when.since},
                      {"until", when.until},
                      {"importance", change.importance},
                      {"matters", change.matters},
                      {"replaced", change.replaced},
                      {"stage", stage_name(change.stage)},
                      {"reason", change.reason},
                      {"engine", change.engine}};
}

Result<json::Object> changes_json(const catalog::Reader& catalog, std::string_view key_prefix,
                                  std::size_t rows) {
  const auto summary = TRY(catalog::summarise_changes(catalog, key_prefix, rows));
  json::Object stages;
  for (const auto& [stage, number] : summary.stages) stages.add(stage_name(stage), number);
  json::Array most;
  for (const catalog::Change& change : summary.most) {
    const json::Object one = TRY(change_json(catalog, change));
    most.add(one);
  }
  return json::Object{{"compared", summary.rows},
                      {"changed", summary.changed},
                      {"pages", summary.pages},
                      {"likely", summary.likely},
                      {"replaced", summary.replaced},
                      {"importance", json::Value::fixed(summary.importance, 6)},
                      {"stages", stages},
                      {"tenths", json::array_of(summary.tenths)},
                      {"most", most},
                      {"not_compared", summary.uncompared},
                      {"pending", summary.pending}};
}

}  // namespace asof::cli
