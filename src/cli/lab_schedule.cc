#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/lab_shared_internal.h"
#include "cli/shared_internal.h"
#include "lab/world.h"

namespace asof::cli {
namespace {

Result<lab::World> world_of(const Arguments& arguments) {
  const std::string& rates = arguments.get("--rates");
  const auto& operands = arguments.operands();
  if (arguments.has("--rates") && !rates.empty() && !operands.empty())
    return Error{Errc::Invalid, "give --rates or a file of pages, not both"};
  if (!rates.empty()) return lab::world_of_rates(rates);
  if (operands.size() != 1)
    return Error{Errc::Invalid, "name one file of pages, or give --rates 0,1,2"};
  const std::string text = TRY(read_operand(operands[0]));
  auto world = lab::parse_world(text);
  if (!world) return std::move(world).error().within(operands[0]);
  return world;
}

Result<lab::ScheduleOptions> schedule_options(const Arguments& arguments) {
  lab::ScheduleOptions options;
  options.strategy = arguments.get("--strategy");
  if (options.strategy.empty())
    return Error{Errc::Invalid, "name a strategy: --strategy; 'asof lab strategies' lists them"};
  options.delay = TRY(decimal_of(arguments, "--delay"));
  if (options.delay < 1e-6)
    return Error{Errc::Invalid,
                 fmt::format("--delay: {} is not above zero", arguments.get("--delay"))};
  if (arguments.get("--extra").ends_with('%'))
    return Error{Errc::Invalid, "--extra takes a number here, not a share"};
  options.tuning = TRY(tuning_of(arguments));
  if (!arguments.get("--observe").empty()) {
    const std::string& text = arguments.get("--observe");
    const auto parts = split(text, ',');
    const auto from = parts.size() == 2 ? parse_decimal(parts[0]) : std::nullopt;
    const auto until = parts.size() == 2 ? parse_decimal(parts[1]) : std::nullopt;
    if (!from || !until || *until <= *from || *from < -1e12 || *until > 1e12)
      return Error{Errc::Invalid,
                   fmt::format("--observe: '{}' is not an interval A,B with A before B", text)};
    options.observe_from = *from;
    options.observe_until = *until;
  }
  if (!arguments.get("--start").empty()) options.start = TRY(decimal_of(arguments, "--start"));
  options.per_period = TRY(number_of(arguments, "--per-period"));
  options.periods = TRY(number_of(arguments, "--periods"));
  if (options.periods > 1'000'000)
    return Error{Errc::Invalid, fmt::format("--periods: {} is above 1000000", options.periods)};
  if ((options.per_period > 0) != (options.periods > 0))
    return Error{Errc::Invalid, "--per-period and --periods go together"};
  return options;
}

// "26.7 (nobody has less than 18.75)", or why nobody knows.
std::string described(const lab::Expectation& expected, std::string_view format,
                      std::string_view better) {
  const auto number = [&](double value) { return fmt::format(fmt::runtime(format), value); };
  return fmt::format(
      "{} ({})", number(expected.value),
      expected.bound ? fmt::format("no schedule has {} than {}", better, number(*expected.bound))
                     : fmt::format("no bound: {}", expected.unbounded));
}

void add_expectations(json::Object& json, const lab::Schedule& schedule) {
  json.add("expected_blur", schedule.blur.value)
      .add("expected_sharp", schedule.sharp.value)
      .add("blur_bound", schedule.blur.bound)
      .add("sharp_bound", schedule.sharp.bound);
  if (schedule.completeness && schedule.global_completeness)
    json.add("expected_completeness", schedule.completeness->value)
        .add("completeness_bound", schedule.completeness->bound)
        .add("expected_global_completeness", schedule.global_completeness->value)
        .add("global_completeness_bound", schedule.global_completeness->bound);
  json.add("unvisited", schedule.unvisited);
}

}  // namespace

Result<int> run_lab_schedule(const Arguments& arguments) {
  const auto options = TRY(schedule_options(arguments));
  const lab::World world = TRY(world_of(arguments));
  const lab::Schedule schedule = TRY(lab::make_schedule(world, options));
  if (arguments.has("--json")) {
    const auto visits = json::array_of(schedule.visits, [&](const auto& visit) {
      return json::Object{{"page", world.numbered ? json::Value(visit.page)
                                                  : json::Value(world.pages[visit.page].name)},
                          {"at", visit.at}};
    });
    json::Object json;
    json.add("strategy", options.strategy).add("visits", visits);
    add_expectations(json, schedule);
    fmt::print("{}\n", json.text());
    return 0;
  }
  fmt::print("{:>12}  {}\n", "time", "page");
  for (const auto& visit : schedule.visits)
    fmt::print("{:>12}  {}\n", visit.at, world.pages[visit.page].name);
  fmt::print("{}; expected blur, summed over pages, {}; expected sharp pages {}\n",
             counted(schedule.visits.size(), "visit"), described(schedule.blur, "{:.6g}", "less"),
             described(schedule.sharp, "{:.3f}", "more"));
  if (schedule.completeness && schedule.global_completeness)
    fmt::print("expected completeness: {} as a mean over pages, {} as one ratio of all changes\n",
               described(*schedule.completeness, "{:.4f}", "more"),
               described(*schedule.global_completeness, "{:.4f}", "more"));
  if (schedule.unvisited > 0)
    fmt::print("{} never visited; the blur counts them as if visited at the very end\n",
               counted(schedule.unvisited, "page"));
  return 0;
}

}  // namespace asof::cli
