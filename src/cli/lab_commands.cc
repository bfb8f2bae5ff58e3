// The table of the laboratory's commands.
#include <array>

#include "cli/command.h"

namespace asof::cli {
namespace {

constexpr std::array kStrategiesFlags = {kJson};

constexpr std::array kLabCommands = {
    Command{"lab strategies", "", "list the strategies: source, what each needs, what it costs",
            "Each can be named in 'lab schedule' and 'lab run'.",
            "asof lab strategies\nasof lab strategies --json", kStrategiesFlags,
            run_lab_strategies},
};

}  // namespace

std::span<const Command> lab_commands() { return kLabCommands; }

}  // namespace asof::cli
