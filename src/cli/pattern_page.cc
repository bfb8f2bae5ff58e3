// asof pattern URL: one page.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cli/pattern_internal.h"
#include "cli/print_internal.h"
#include "pattern/learn.h"
#include "series/sentence.h"

namespace asof::cli {
namespace {

std::string often(const pattern::Bounded& rate) {
  return fmt::format("{} (nine times in ten between {} and {})", series::how_often(rate.value),
                     series::how_often(rate.low), series::how_often(rate.high));
}

void print_seen(const series::PageSeries& seen) {
  print("  {} from {} to {} found {}{}\n", counted(seen.visits(), "visit"),
        iso8601_seconds(seen.runs.front().first), iso8601_seconds(seen.runs.back().last),
        counted(seen.changes(), "change"),
        seen.uncompared() == 0
            ? ""
            : fmt::format("; {} not compared yet and counted by the mean importance ('asof derive' "
                          "compares)",
                          with_commas(seen.uncompared())));
}

void print_facts(const derive::ArchivePatterns& patterns, const derive::PatternPage& page,
                 const pattern::PagePattern& known, const PageImportance& importance) {
  const derive::PatternSite& site = patterns.site(page);
  if (site.dating.by_publication)
    print(
        "  captures are dated by Last-Modified: every version of the site is taken to be there\n");
  if (known.changes > 0) {
    print("  rate, with changes that no visit saw: {}\n", often(known.rate));
    print("  mean importance of a change {:.3f} ({:.3f} to {:.3f})\n", known.importance.value,
          known.importance.low, known.importance.high);
  }
  const auto p_of = [&](pattern::Cycle cycle) {
    return known.cycles[static_cast<std::size_t>(cycle)].p;
  };
  print(
      "  pattern: {}; chance of such evidence without a cycle: of the day {}, of the week {}, of "
      "the month {}\n",
      name_of(known.kind), chance_in_words(p_of(pattern::Cycle::Daily)),
      chance_in_words(std::min(p_of(pattern::Cycle::ByClass), p_of(pattern::Cycle::Weekly))),
      chance_in_words(p_of(pattern::Cycle::Monthly)));
  const auto& shared = patterns.groups(site).shared();
  if (known.shared > 0 && known.shared < shared.size())
    print("  follows pattern {}, as about {} do; {:.0f} % of what is believed is borrowed\n",
          known.shared,
          counted(std::max<std::uint64_t>(
                      1, static_cast<std::uint64_t>(std::llround(shared[known.shared].pages))),
                  "page"),
          100 * known.borrowed);
  if (importance.weights.contains(page.urlkey))
    print("  weight of the page, by {}: {:.3f}\n", importance.by, importance.of(page));
  print("  times are in {}\n", zone_of(site.calendar));
}

void print_slots(const pattern::PagePattern& known) {
  const auto columns = [&](std::size_t per_column, const std::vector<std::string>& titles) {
    std::vector<ChartColumn> all;
    for (std::size_t i = 0; i < titles.size(); ++i) {
      ChartColumn column{titles[i], {}};
      for (std::size_t k = 0; k < per_column; ++k)
        column.values.push_back(hourly_weight(known.slots[i * per_column + k]));
      all.push_back(std::move(column));
    }
    return all;
  };
  const auto title = [] { print("\nExpected importance of changes within an hour\n"); };
  switch (known.kind) {
    case pattern::Kind::Constant:
      return;
    case pattern::Kind::Daily:
      title();
      return print_chart(labels_of_day(24), columns(24, {""}), true);
    case pattern::Kind::DailyByDay: {
      title();
      std::vector<std::string> titles = {"weekday", "Saturday", "Sunday"};
      const bool holidays = known.calendar && !known.calendar->holidays().empty();
      if (holidays) titles.emplace_back("holiday");
      return print_chart(labels_of_day(24), columns(24, titles), true);
    }
    case pattern::Kind::Weekly: {
      title();
      std::vector<std::string> labels;
      for (unsigned slot = 0; slot < 28; ++slot) labels.push_back(series::hour_of_week(slot * 6));
      return print_chart(labels, columns(28, {""}), true);
    }
    case pattern::Kind::Monthly: {
      title();
      std::vector<std::string> labels;
      for (unsigned day = 1; day <= 31; ++day) labels.push_back(std::to_string(day));
      return print_chart(labels, columns(31, {""}), true);
    }
  }
}

json::Object averages_json(const std::vector<double>& averages) {
  return json::Object{{"slots", averages.size()},
                      {"importance", json::array_of(averages, [](double value) {
                         return json::Value::significant(value, 6);
                       })}};
}

}  // namespace

std::string chance_in_words(double p) {
  return p < .001 ? "below 0.001" : fmt::format("{:.3f}", p);
}

std::vector<double> averages_of(const derive::ArchivePatterns& patterns,
                                const derive::PatternPage& page, Duration period) {
  auto seen = series::sightings_of(patterns.series(page), patterns.site(page).dating);
  const auto& calendar = patterns.site(page).calendar;
  for (pattern::Sighting& one : seen) {
    const Duration length = one.to - one.from;
    one.to = calendar ? calendar->local(one.to) : one.to;
    one.from = one.to - length;
  }
  return pattern::averaged_importance(seen, 86400,
                                      static_cast<std::size_t>(std::llround(86400 / period)));
}

std::string sentence_of(const derive::ArchivePatterns& patterns, const derive::PatternPage& page,
                        const pattern::PagePattern& known) {
  const series::PageSeries& seen = patterns.series(page);
  return series::sentence_of(
      known, {.visits = seen.visits(),
              .changes = seen.changes(),
              .watched = on_axis(seen.runs.back().last) - on_axis(seen.runs.front().first),
              .by_publication = patterns.site(page).dating.by_publication});
}

void print_page_pattern(const PatternQuestion& question, const derive::ArchivePatterns& patterns,
                        const derive::PatternPage& page, const PageImportance& importance) {
  const pattern::PagePattern known = patterns.pattern(page);
  const series::PageSeries& seen = patterns.series(page);
  std::string sentence = sentence_of(patterns, page, known);
  std::vector<double> averages;
  if (question.by_average) averages = averages_of(patterns, page, question.period);
  if (question.as_json) {
    json::Object all{{"url", seen.url},
                     {"sentence", sentence},
                     {"visits", seen.visits()},
                     {"changes", seen.changes()},
                     {"not_compared", seen.uncompared()},
                     {"first", seen.runs.front().first},
                     {"last", seen.runs.back().last},
                     {"zone", zone_of(patterns.site(page).calendar)},
                     {"dated_by_publication", patterns.site(page).dating.by_publication},
                     {"weight", importance.of(page)},
                     {"weight_by", importance.by},
                     {"pattern", pattern_json(known)}};
    if (question.by_average) all.add("averages", averages_json(averages));
    fmt::print("{}\n", all.text());
    return;
  }
  sentence[0] = to_upper(sentence[0]);
  print("{}\n{}.\n\n", seen.url, sentence);
  print_seen(seen);
  print_facts(patterns, page, known, importance);
  if (!question.by_average) return print_slots(known);
  print("\nMean importance found per period of the day\n");
  ChartColumn column;
  for (const double value : averages) column.values.push_back({value, value, value});
  print_chart(labels_of_day(averages.size()), {column}, false);
}

}  // namespace asof::cli
