#include "lab/origin_faults.h"

#include <fmt/format.h>

#include <charconv>

#include "base/random.h"
#include "base/text.h"

namespace asof::lab {
namespace {

struct Share {
  std::string_view name;
  double OriginFaults::*value;
};
constexpr Share kShares[] = {{"no-validators", &OriginFaults::no_validators},
                             {"lying", &OriginFaults::lying},
                             {"lapses", &OriginFaults::lapses},
                             {"slow", &OriginFaults::slow},
                             {"errors", &OriginFaults::errors},
                             {"resets", &OriginFaults::resets}};

struct Extra {
  std::string_view name;
  bool OriginFaults::*value;
};
constexpr Extra kExtras[] = {{"trap", &OriginFaults::trap},
                             {"endless", &OriginFaults::endless},
                             {"bomb", &OriginFaults::bomb},
                             {"redirects", &OriginFaults::redirects}};

Result<void> take(OriginFaults& faults, std::string_view item) {
  const auto colon = item.find(':');
  const std::string_view name = trim(item.substr(0, colon));
  for (const Extra& extra : kExtras) {
    if (extra.name != name) continue;
    if (colon != std::string_view::npos)
      return Error{Errc::Invalid, fmt::format("{} has no share: it adds pages of its own", name)};
    faults.*extra.value = true;
    return {};
  }
  for (const Share& share : kShares) {
    if (share.name != name) continue;
    double value = 1;
    if (colon != std::string_view::npos) {
      const auto text = trim(item.substr(colon + 1));
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size() || !(value >= 0 && value <= 1))
        return Error{Errc::Invalid,
                     fmt::format("{} takes a share from 0 to 1, not \"{}\"", name, text)};
    }
    faults.*share.value = value;
    return {};
  }
  std::string names;
  for (const Share& share : kShares) names += fmt::format("{}, ", share.name);
  for (const Extra& extra : kExtras)
    names += fmt::format("{}{}", extra.name, &extra == std::end(kExtras) - 1 ? "" : ", ");
  return Error{Errc::Invalid,
               fmt::format("an origin cannot misbehave by \"{}\", only by {}", trim(item), names)};
}

}  // namespace

Result<OriginFaults> parse_faults(std::string_view list, std::uint64_t seed) {
  OriginFaults faults{.seed = seed};
  if (trim(list).empty()) return faults;
  for (std::string_view item : split(list, ',')) TRY(take(faults, item));
  return faults;
}

std::uint64_t fate(std::uint64_t seed, std::string_view purpose, std::string_view path) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a; the generator below mixes what it leaves
  for (std::string_view part : {purpose, std::string_view("\0", 1), path})
    for (char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return Rng(seed).fork(hash).next();
}

bool afflicted(std::uint64_t seed, std::string_view purpose, std::string_view path, double share) {
  if (share <= 0) return false;
  if (share >= 1) return true;
  return static_cast<double>(fate(seed, purpose, path) >> 11) * 0x1p-53 < share;
}

}  // namespace asof::lab
