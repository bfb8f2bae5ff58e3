// What the laboratory's commands do alike.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/axis.h"
#include "cli/command.h"
#include "schedule/registry.h"

namespace asof::cli {

// A finite decimal number and nothing else.
std::optional<double> parse_decimal(std::string_view text);
Result<double> decimal_of(const Arguments& arguments, std::string_view flag);
// "90", "90s", "15m", "1h", "2d": seconds, above zero.
Result<Duration> duration_of(const Arguments& arguments, std::string_view flag);

// "20" or, of `whole`, "5%" (rounded to the nearest, at least 1 where above zero).
Result<std::uint64_t> share_of(const Arguments& arguments, std::string_view flag,
                               std::uint64_t whole);

// A file's bytes; of standard input for "-".
Result<std::string> read_operand(const std::string& path);

inline constexpr Flag kTau{
    "--tau", "P", "0.5",
    "sharc-threshold: probability of a change above which a page counts as hopeless"};
inline constexpr Flag kEta{"--eta", "SHARE", "1", "off-peak: share of most important pages"};
inline constexpr Flag kGlobal{
    "--global", "", "",
    "our strategies for watching: aim at one ratio of all changes, not at a mean over pages"};
inline constexpr Flag kSeed{
    "--seed", "N", "1", "number that fixes everything random: the same number, the same result"};

// From --tau, --eta, --global and --seed; --extra too, where it is a number.
Result<schedule::Tuning> tuning_of(const Arguments& arguments);

}  // namespace asof::cli
