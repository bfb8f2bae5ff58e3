#include "lab/navigate_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/json_read.h"
#include "base/text.h"

namespace asof::lab {
namespace {

using json::Field;

Result<pattern::Pattern> read_pattern(const Field& field, Duration cycle) {
  TRY(field.only({"rates", "importance"}));
  pattern::Pattern pattern{.cycle = cycle};
  const Field rates = TRY(field.at("rates"));
  pattern.rates = TRY(rates.numbers({.least = 0}));
  if (pattern.rates.empty()) return rates.wrong("a pattern needs at least one slot");
  const auto importance = TRY(field.find("importance"));
  if (!importance) return pattern;
  pattern.importance = TRY(importance->numbers({.least = 0, .most = 1}));
  if (pattern.importance.size() != pattern.rates.size())
    return importance->wrong(
        fmt::format("{} numbers for {} rates", pattern.importance.size(), pattern.rates.size()));
  return pattern;
}

Result<void> read_captures(const Field& field, NavigatePage& out) {
  const auto items = TRY(field.items());
  for (const Field& item : items) {
    TRY(item.only({"at", "digest", "last_modified"}));
    navigate::CaptureMark mark;
    const Field at = TRY(item.at("at"));
    mark.at = TRY(at.number());
    const Field digest = TRY(item.at("digest"));
    const std::string text = TRY(digest.text());
    const auto known = std::find(out.digests.begin(), out.digests.end(), text);
    mark.digest = static_cast<std::uint64_t>(known - out.digests.begin());
    if (known == out.digests.end()) out.digests.push_back(text);
    const auto modified = TRY(item.find("last_modified"));
    if (modified) mark.last_modified = TRY(modified->number());
    out.page.captures.push_back(mark);
  }
  auto& captures = out.page.captures;
  std::stable_sort(captures.begin(), captures.end(),
                   [](const auto& a, const auto& b) { return a.at < b.at; });
  const auto twice = std::adjacent_find(captures.begin(), captures.end(),
                                        [](const auto& a, const auto& b) { return a.at == b.at; });
  if (twice != captures.end()) return field.wrong(fmt::format("two captures at {}", twice->at));
  return {};
}

Result<NavigatePage> read_page(const Field& field, Duration cycle) {
  NavigatePage page;
  const Field name = TRY(field.at("name"));
  page.name = TRY(name.text());
  const Field captures = TRY(field.at("captures"));
  TRY(read_captures(captures, page));
  const Field pattern = TRY(field.at("pattern"));
  page.page.changes = TRY(read_pattern(pattern, cycle));
  return page;
}

}  // namespace

Result<NavigateWorld> parse_navigate_world(const std::string& text) {
  const json::Document document = TRY(json::parse(text));
  const Field root = document.root();
  TRY(root.only({"cycle", "source", "links"}));
  const Field cycle_field = TRY(root.at("cycle"));
  const double cycle = TRY(cycle_field.number({.least = 0}));
  if (cycle == 0) return cycle_field.wrong("0 is not above zero");
  NavigateWorld world;
  const Field source = TRY(root.at("source"));
  TRY(source.only({"name", "captures", "at", "pattern"}));
  world.source = TRY(read_page(source, cycle));
  if (world.source.page.captures.empty()) return source.wrong("'captures' is empty");
  const Field at = TRY(source.at("at"));
  world.at = TRY(at.number());
  const Field list = TRY(root.at("links"));
  const auto links = TRY(list.items());
  for (const Field& link : links) {
    TRY(link.only({"name", "captures", "pattern"}));
    NavigatePage page = TRY(read_page(link, cycle));
    world.links.push_back(std::move(page));
  }
  return world;
}

std::vector<std::vector<navigate::Choice>> navigate_links(const NavigateWorld& world) {
  std::vector<std::vector<navigate::Choice>> choices;
  for (const NavigatePage& link : world.links) {
    auto& row = choices.emplace_back();
    for (const navigate::Policy& policy : navigate::reader_policies())
      row.push_back(
          policy.choose({.source = world.source.page, .at = world.at, .link = link.page}));
  }
  return choices;
}

std::string navigate_json(const NavigateWorld& world) {
  const auto choices = navigate_links(world);
  const auto policies = navigate::reader_policies();
  json::Array links(json::Layout::Lines);
  for (std::size_t i = 0; i < world.links.size(); ++i) {
    const NavigatePage& link = world.links[i];
    json::Object object{{"name", link.name}};
    for (std::size_t k = 0; k < policies.size(); ++k) {
      const navigate::Choice& choice = choices[i][k];
      if (!choice.capture) {
        object.add(policies[k].name, nullptr);
        continue;
      }
      const navigate::CaptureMark& mark = link.page.captures[*choice.capture];
      json::Object chosen{
          {"capture", *choice.capture}, {"at", mark.at}, {"digest", link.digests[mark.digest]}};
      if (choice.probability) chosen.add("probability", *choice.probability);
      object.add(policies[k].name, chosen);
    }
    links.add(object);
  }
  const json::Object source{{"name", world.source.name}, {"at", world.at}};
  return json::Object{{"source", source}, {"links", links}}.text() + "\n";
}

std::string navigate_table(const NavigateWorld& world) {
  const auto choices = navigate_links(world);
  const auto policies = navigate::reader_policies();
  std::string text = fmt::format("from {} at {}\n", world.source.name, world.at);
  std::size_t width = 4;
  for (const NavigatePage& link : world.links) width = std::max(width, link.name.size());
  text += fmt::format("{:<{}}", "link", width);
  for (const navigate::Policy& policy : policies) text += fmt::format("  {:>12}", policy.name);
  text += "  coherent\n";
  for (std::size_t i = 0; i < world.links.size(); ++i) {
    text += fmt::format("{:<{}}", world.links[i].name, width);
    std::string certainty = "-";
    for (const navigate::Choice& choice : choices[i]) {
      const std::string at =
          choice.capture ? fmt::format("{}", world.links[i].page.captures[*choice.capture].at)
                         : "-";
      text += fmt::format("  {:>12}", at);
      if (choice.probability)
        certainty = *choice.probability == 1 ? "certain"
                                             : fmt::format("{:.0f} %", 100 * *choice.probability);
    }
    text += fmt::format("  {}\n", certainty);
  }
  return text;
}

}  // namespace asof::lab
