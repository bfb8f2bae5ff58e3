// asof lab without a command of its own, and the list of strategies.
#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "schedule/registry.h"

namespace asof::cli {

Result<int> run_lab(const Arguments& arguments) {
  if (arguments.operands().empty()) {
    fmt::print("{}", lab_help());
    return 0;
  }
  return Error{Errc::Invalid,
               fmt::format("there is no command 'lab {}'; 'asof help lab' lists them",
                           arguments.operands()[0])};
}

Result<int> run_lab_strategies(const Arguments& arguments) {
  const auto rows = schedule::strategies();
  if (arguments.has("--json")) {
    json::Array list(json::Layout::Lines);
    for (const schedule::Row& row : rows) {
      list.add(json::Object{{"name", row.name},
                            {"summary", row.summary},
                            {"source", row.source},
                            {"needs", schedule::describe_needs(row.needs)},
                            {"revisit_form", row.twice},
                            {"decision", row.decision},
                            {"planning", row.planning}});
    }
    fmt::print("{}\n", list.text());
    return 0;
  }
  for (const schedule::Row& row : rows) {
    fmt::print("{}{}\n    {}\n", row.name,
               row.twice ? "  (also as " + std::string(row.name) + "+revisit)" : "", row.summary);
    fmt::print("    from {}; needs {}\n    a decision costs {}; planning: {}\n", row.source,
               schedule::describe_needs(row.needs), row.decision, row.planning);
  }
  return 0;
}

}  // namespace asof::cli
