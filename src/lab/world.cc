#include "lab/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/json_read.h"
#include "base/text.h"

namespace asof::lab {
namespace {

using json::Bounds;
using json::Field;

Result<pattern::Pattern> parse_pattern(const Field& field, Duration cycle) {
  TRY(field.only({"rates", "importance"}));
  pattern::Pattern pattern{.cycle = cycle};
  const Field rates = TRY(field.at("rates"));
  pattern.rates = TRY(rates.numbers({.least = 0}));
  if (pattern.rates.empty()) return rates.wrong("a pattern needs at least one slot");
  if (const auto importance = TRY(field.find("importance"))) {
    pattern.importance = TRY(importance->numbers({.least = 0, .most = 1}));
    if (pattern.importance.size() != pattern.rates.size())
      return importance->wrong(fmt::format("{} slots, but rates has {}", pattern.importance.size(),
                                           pattern.rates.size()));
  }
  return pattern;
}

Result<WorldPage> parse_page(const Field& field, Duration cycle) {
  TRY(field.only({"name", "rate", "importance", "parent", "collection", "pattern", "history"}));
  WorldPage page;
  const Field name = TRY(field.at("name"));
  page.name = TRY(name.text());
  if (const auto rate = TRY(field.find("rate"))) page.rate = TRY(rate->number({.least = 0}));
  page.importance = TRY(field.number_or("importance", 1, {.least = 0}));
  if (const auto collection = TRY(field.find("collection")))
    page.collection = TRY(collection->text());
  if (const auto pattern = TRY(field.find("pattern")))
    page.pattern = TRY(parse_pattern(*pattern, cycle));
  if (const auto history = TRY(field.find("history"))) {
    page.changes = TRY(history->numbers());
    std::sort(page.changes->begin(), page.changes->end());
  }
  return page;
}

// Parents are names; a chain of them must end.
Result<void> tie_parents(World& world, const std::vector<Field>& fields) {
  std::map<std::string, std::uint32_t> by_name;
  for (std::uint32_t i = 0; i < world.pages.size(); ++i)
    if (!by_name.emplace(world.pages[i].name, i).second)
      return fields[i].wrong(fmt::format("the name {} is taken", json_quote(world.pages[i].name)));
  for (std::uint32_t i = 0; i < world.pages.size(); ++i) {
    const auto parent = TRY(fields[i].find("parent"));
    if (!parent) continue;
    const std::string name = TRY(parent->text());
    const auto found = by_name.find(name);
    if (found == by_name.end())
      return parent->wrong(fmt::format("no page is named {}", json_quote(name)));
    world.pages[i].parent = found->second;
  }
  // Whom a chain of parents leads to the top is known to be fine; each page is walked over once.
  enum class State : std::uint8_t { Unknown, OnTheWay, Fine };
  std::vector<State> states(world.pages.size(), State::Unknown);
  for (std::uint32_t i = 0; i < world.pages.size(); ++i) {
    std::vector<std::uint32_t> way;
    std::optional<std::uint32_t> at = i;
    for (; at && states[*at] == State::Unknown; at = world.pages[*at].parent) {
      states[*at] = State::OnTheWay;
      way.push_back(*at);
    }
    if (at && states[*at] == State::OnTheWay)
      return fields[i].wrong("its parents form a circle, so it can never be found");
    for (std::uint32_t page : way) states[page] = State::Fine;
  }
  return {};
}

}  // namespace

double WorldPage::rate_or_mean() const {
  if (rate) return *rate;
  return pattern ? pattern->mean_rate() : 0;
}

Result<World> parse_world(const std::string& text) {
  const json::Document parsed = TRY(json::parse(text));
  const Field root = parsed.root();
  TRY(root.only({"pages", "cycle"}));
  const double cycle = TRY(root.number_or("cycle", 86400, {.least = 1e-3}));
  const Field list = TRY(root.at("pages"));
  const auto fields = TRY(list.items());
  if (fields.empty()) return list.wrong("a world needs at least one page");
  World world;
  for (const Field& field : fields) {
    auto page = TRY(parse_page(field, cycle));
    world.pages.push_back(std::move(page));
  }
  TRY(tie_parents(world, fields));
  return world;
}

Result<World> world_of_rates(const std::string& list) {
  World world{.numbered = true};
  for (std::string_view word : split(list, ',')) {
    word = trim(word);
    double rate = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), rate);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(rate))
      return Error{Errc::Invalid, fmt::format("--rates: '{}' is not a number", word)};
    if (rate < 0) return Error{Errc::Invalid, fmt::format("--rates: {} is below zero", word)};
    if (rate > Bounds{}.most)
      return Error{Errc::Invalid, fmt::format("--rates: {} is above {}", word, Bounds{}.most)};
    world.pages.push_back({.name = std::to_string(world.pages.size()), .rate = rate});
  }
  return world;
}

}  // namespace asof::lab
