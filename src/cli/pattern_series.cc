// asof pattern --series, and patterns as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/pattern_internal.h"
#include "cli/print_internal.h"

namespace asof::cli {
namespace {

// Periods of weeks begin on Mondays: day 4 of 1970.
constexpr Time kFirstMonday = 4 * 86400.0;

std::string begin_of(std::int64_t number, Duration period) {
  const Time local = static_cast<double>(number) * period + kFirstMonday;
  return iso8601_seconds({std::llround(local) * 1000}).substr(0, 19);
}

json::Object bounded_json(const pattern::Bounded& value) {
  return json::Object{{"value", json::Value::significant(value.value, 6)},
                      {"low", json::Value::significant(value.low, 6)},
                      {"high", json::Value::significant(value.high, 6)}};
}

}  // namespace

json::Object pattern_json(const pattern::PagePattern& known) {
  constexpr std::string_view kCycleNames[] = {"day", "day_class", "week", "month"};
  json::Object cycles;
  for (std::size_t i = 0; i < pattern::kCycles; ++i)
    cycles.add(kCycleNames[i],
               json::Object{{"p", json::Value::significant(known.cycles[i].p, 6)},
                            {"days", json::Value::significant(known.cycles[i].days, 6)},
                            {"strength", json::Value::significant(known.cycles[i].strength, 6)}});
  const auto slots = json::array_of(known.slots, [](const pattern::SlotBelief& slot) {
    return json::Object{{"rate", bounded_json(slot.rate)},
                        {"importance", bounded_json(slot.importance)},
                        {"weight", bounded_json(hourly_weight(slot))}};
  });
  return json::Object{{"kind", name_of(known.kind)},
                      {"rate", bounded_json(known.rate)},
                      {"importance", bounded_json(known.importance)},
                      {"cycles", cycles},
                      {"shared", known.shared},
                      {"borrowed", json::Value::significant(known.borrowed, 6)},
                      {"slots", slots}};
}

void print_series(const PatternQuestion& question, const derive::ArchivePatterns& patterns,
                  const derive::PatternPage* page) {
  std::vector<series::PeriodSum> sums;
  for (const derive::PatternPage& one : patterns.pages()) {
    if (page != nullptr ? &one != page : !one.document) continue;
    const auto& calendar = patterns.site(one).calendar;
    const auto number_of = [&](Instant at) {
      const Time local = calendar ? calendar->local(on_axis(at)) : on_axis(at);
      return static_cast<std::int64_t>(std::floor((local - kFirstMonday) / question.period));
    };
    sums = series::added(sums, series::by_period(patterns.series(one), number_of));
  }
  if (question.as_json) {
    const auto periods = json::array_of(sums, [&](const series::PeriodSum& sum) {
      return json::Object{{"begin", begin_of(sum.number, question.period)},
                          {"visits", sum.visits},
                          {"changes", sum.changes},
                          {"not_compared", sum.uncompared},
                          {"importance", json::Value::significant(sum.importance, 6)}};
    });
    fmt::print("{}\n", json::Object{{"scope", question.scope},
                                    {"period_seconds", question.period},
                                    {"periods", periods}}
                           .text());
    return;
  }
  print("{:<20} {:>7} {:>7} {:>12} {:>10}\n", "period from", "visits", "changes", "not compared",
        "importance");
  for (const series::PeriodSum& sum : sums)
    print("{:<20} {:>7} {:>7} {:>12} {:>10.3f}\n", begin_of(sum.number, question.period),
          sum.visits, sum.changes, sum.uncompared, sum.importance);
}

}  // namespace asof::cli
