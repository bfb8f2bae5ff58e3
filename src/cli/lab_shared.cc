#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/file.h"
#include "base/text.h"
#include "cli/lab_shared_internal.h"
#include "cli/shared_internal.h"

namespace asof::cli {
namespace {

constexpr double kLargest = 1e12;  // of times, as in files
constexpr std::uint64_t kMostVisits = 1'000'000;
constexpr std::uint64_t kLongestInput = std::uint64_t{1} << 30;

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
  text = trim(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

Result<double> decimal_of(const Arguments& arguments, std::string_view flag) {
  const auto value = parse_decimal(arguments.get(flag));
  if (!value)
    return Error{Errc::Invalid,
                 fmt::format("{} takes a number, not \"{}\"", flag, arguments.get(flag))};
  if (std::fabs(*value) > kLargest)
    return Error{Errc::Invalid,
                 fmt::format("{}: {} is beyond {}", flag, arguments.get(flag), kLargest)};
  return *value;
}

Result<Duration> duration_of(const Arguments& arguments, std::string_view flag) {
  std::string_view text = arguments.get(flag);
  double unit = 1;
  if (!text.empty()) {
    const char last = text.back();
    unit = last == 'd' ? 86400 : last == 'h' ? 3600 : last == 'm' ? 60 : 1;
    if (unit > 1 || last == 's') text.remove_suffix(1);
  }
  const auto value = parse_decimal(text);
  if (!value || *value <= 0)
    return Error{Errc::Invalid, fmt::format("{} takes a time like 60s, 15m, 1h or 2d, not \"{}\"",
                                            flag, arguments.get(flag))};
  return *value * unit;
}

Result<std::uint64_t> share_of(const Arguments& arguments, std::string_view flag,
                               std::uint64_t whole) {
  std::string_view text = arguments.get(flag);
  if (!text.ends_with('%')) return number_of(arguments, flag);
  text.remove_suffix(1);
  const auto percent = parse_decimal(text);
  if (!percent || *percent < 0 || *percent > 1e6)
    return Error{Errc::Invalid, fmt::format("{} takes a number or a share like 5%, not \"{}\"",
                                            flag, arguments.get(flag))};
  const double share = *percent / 100 * static_cast<double>(whole);
  return share > 0 ? std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(share)))
                   : 0;
}

Result<std::string> read_operand(const std::string& path) {
  auto opened = path == "-" ? FileSource::standard_input() : FileSource::open(path);
  const FileSource source = TRY(std::move(opened));
  if (source.size() > kLongestInput)
    return Error{Errc::Limit,
                 fmt::format("{} is larger than {}", path, human_bytes(kLongestInput))};
  std::string text(source.size(), '\0');
  const std::size_t got = TRY(source.read_at(0, std::span(text.data(), text.size())));
  text.resize(got);
  return text;
}

Result<schedule::Tuning> tuning_of(const Arguments& arguments) {
  schedule::Tuning tuning;
  tuning.tau = TRY(decimal_of(arguments, "--tau"));
  if (tuning.tau <= 0 || tuning.tau > 1)
    return Error{Errc::Invalid, fmt::format("--tau: {} is not above 0 and at most 1", tuning.tau)};
  tuning.eta = TRY(decimal_of(arguments, "--eta"));
  if (tuning.eta <= 0 || tuning.eta > 1)
    return Error{Errc::Invalid, fmt::format("--eta: {} is not above 0 and at most 1", tuning.eta)};
  tuning.global = arguments.has("--global");
  tuning.seed = TRY(number_of(arguments, "--seed"));
  const std::string& extra = arguments.get("--extra");
  if (!extra.empty() && !extra.ends_with('%')) {
    tuning.extra = TRY(number_of(arguments, "--extra"));
    if (tuning.extra > kMostVisits)
      return Error{Errc::Invalid, fmt::format("--extra: {} is above {}", extra, kMostVisits)};
    tuning.extra_given = true;
  }
  return tuning;
}

}  // namespace asof::cli
