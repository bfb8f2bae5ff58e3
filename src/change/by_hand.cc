#include "change/by_hand.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "url/url.h"

namespace asof::change {
namespace {

using layout::Node;
using layout::NodeId;

constexpr double kMostFactor = 100;

bool is_name_part(char c) {
  return is_alnum(c) || c == '-' || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

std::optional<SimpleSelector> selector_in(std::string_view text) {
  SimpleSelector selector;
  while (!text.empty()) {
    const char sign = text.front() == '#' || text.front() == '.' ? text.front() : '\0';
    if (sign != '\0') text.remove_prefix(1);
    std::size_t end = 0;
    while (end < text.size() && is_name_part(text[end])) ++end;
    if (end == 0) return std::nullopt;
    const std::string word(text.substr(0, end));
    text.remove_prefix(end);
    if (sign == '#') {
      selector.id = word;
    } else if (sign == '.') {
      selector.classes.push_back(word);
    } else if (selector.name.empty()) {
      selector.name = lower(word);
    }
  }
  return selector;
}

bool fits(const Node& node, const SimpleSelector& selector) {
  if (!selector.name.empty() && node.name != selector.name) return false;
  if (!selector.id.empty() && node.attribute("id") != selector.id) return false;
  if (selector.classes.empty()) return true;
  const auto has = split(node.attribute("class"), ' ');
  return std::ranges::all_of(selector.classes, [&](const std::string& wanted) {
    return std::ranges::find(has, wanted) != has.end();
  });
}

// The last step at the node itself, those before it at elements around it.
bool fits(const layout::Page& page, NodeId id, const std::vector<SimpleSelector>& path) {
  if (!fits(page.nodes[id], path.back())) return false;
  std::size_t left = path.size() - 1;
  while (left > 0 && page.nodes[id].parent < id) {
    id = page.nodes[id].parent;
    if (fits(page.nodes[id], path[left - 1])) --left;
  }
  return left == 0;
}

// As in addresses: "example.org". Nothing for what is more or less than the name of a host.
std::optional<std::string> host_in(std::string_view text) {
  if (text.find_first_of(" \t/:@?#\\") != kNone) return std::nullopt;
  auto parsed = url::parse("http://" + std::string(text) + "/");
  if (!parsed || !parsed->host || parsed->host->empty()) return std::nullopt;
  return std::move(*parsed->host);
}

bool is_of(std::string_view host, std::string_view site) {
  if (site.empty() || host == site) return true;
  return host.size() > site.size() && host.ends_with(site) &&
         host[host.size() - site.size() - 1] == '.';
}

}  // namespace

Result<HandWeights> read_hand_weights(std::string_view text, std::string_view file) {
  HandWeights weights;
  std::string site;
  std::size_t number = 0;
  const auto wrong = [&](std::string_view why) {
    return Error{Errc::Invalid, fmt::format("{}, line {}: {}", file, number, why)};
  };
  for (const std::string_view raw : split(text, '\n')) {
    ++number;
    const std::string_view line = trim(raw);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t space = line.find_first_of(" \t");
    const std::string_view first = line.substr(0, space);
    const std::string_view rest = space == kNone ? std::string_view() : trim(line.substr(space));
    if (rest.empty()) return wrong("a rule is a number and a selector, or \"site HOST\"");
    if (first == "site") {
      auto host = host_in(rest);
      if (!host) return wrong(fmt::format("\"{}\" is not a host such as example.org", rest));
      site = std::move(*host);
      continue;
    }
    HandWeight weight{.site = site, .path = {}, .factor = 0};
    const auto read = std::from_chars(first.data(), first.data() + first.size(), weight.factor);
    const bool whole = read.ec == std::errc() && read.ptr == first.data() + first.size();
    if (!whole || !(weight.factor >= 0 && weight.factor <= kMostFactor)) {
      return wrong(fmt::format("\"{}\" is not a number from 0 to {}", first, kMostFactor));
    }
    for (const std::string_view step : split(rest, ' ')) {
      if (step.empty()) continue;
      auto selector = selector_in(step);
      if (!selector) {
        return wrong(fmt::format(
            "\"{}\" is not a selector of names, #ids and .classes, one below another", rest));
      }
      weight.path.push_back(std::move(*selector));
    }
    weights.push_back(std::move(weight));
  }
  return weights;
}

void weigh_by_hand(block::BlockTree& tree, const layout::Page& page, std::string_view url,
                   const HandWeights& weights) {
  const auto parsed = url::parse(url);
  const std::string host = parsed && parsed->host ? lower(*parsed->host) : std::string();
  HandWeights here;
  std::ranges::copy_if(weights, std::back_inserter(here),
                       [&](const HandWeight& weight) { return is_of(host, weight.site); });
  if (here.empty()) return;
  for (block::Block& block : tree.blocks) {
    if (!block.is_leaf() || block.nodes.empty()) continue;
    NodeId id = block.nodes.front();
    for (bool found = false; !found && id < page.nodes.size();) {
      for (const HandWeight& weight : here) {
        if (!fits(page, id, weight.path)) continue;
        block.by_hand = weight.factor;
        found = true;
      }
      if (page.nodes[id].parent >= id) break;
      id = page.nodes[id].parent;
    }
  }
}

}  // namespace asof::change
