#include "http/link.h"

#include <algorithm>

#include "base/text.h"

namespace asof::http {
namespace {

constexpr std::size_t kMaxLinks = 1000;
constexpr std::size_t kMaxParameters = 50;

void skip_spaces(std::string_view& text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
}

// A quoted string without its quotes; one that is never closed ends with the text.
std::string take_quoted(std::string_view& text) {
  std::string value;
  text.remove_prefix(1);
  while (!text.empty() && text.front() != '"') {
    if (text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
    value += text.front();
    text.remove_prefix(1);
  }
  if (!text.empty()) text.remove_prefix(1);
  return value;
}

std::string_view take_until(std::string_view& text, std::string_view stops) {
  std::string_view taken = text.substr(0, text.find_first_of(stops));
  text.remove_prefix(taken.size());
  return trim(taken);
}

// Drops the rest of a link, up to its comma.
void skip_link(std::string_view& text) {
  while (!text.empty() && text.front() != ',') {
    if (text.front() == '"') {
      take_quoted(text);
    } else {
      text.remove_prefix(1);
    }
  }
}

void take_parameters(std::string_view& text, Link& link) {
  while (true) {
    skip_spaces(text);
    if (text.empty() || text.front() != ';') return;
    text.remove_prefix(1);
    LinkParameter parameter{lower(take_until(text, "=;,")), {}};
    if (!text.empty() && text.front() == '=') {
      text.remove_prefix(1);
      skip_spaces(text);
      bool quoted = !text.empty() && text.front() == '"';
      parameter.value = quoted ? take_quoted(text) : std::string(take_until(text, ";,"));
    }
    if (!parameter.name.empty() && link.parameters.size() < kMaxParameters) {
      link.parameters.push_back(std::move(parameter));
    }
  }
}

}  // namespace

std::optional<std::string_view> Link::parameter(std::string_view name) const {
  for (const LinkParameter& parameter : parameters) {
    if (parameter.name == name) return parameter.value;
  }
  return std::nullopt;
}

std::vector<std::string> Link::relations() const {
  std::vector<std::string> list;
  std::string_view rest = parameter("rel").value_or("");
  while (true) {
    skip_spaces(rest);
    if (rest.empty()) return list;
    list.push_back(lower(take_until(rest, " \t\r\n\f")));
  }
}

std::vector<Link> parse_links(std::string_view value) {
  std::vector<Link> links;
  while (links.size() < kMaxLinks) {
    while (!value.empty() && (is_space(value.front()) || value.front() == ',')) {
      value.remove_prefix(1);
    }
    if (value.empty()) break;
    std::size_t close = value.front() == '<' ? value.find('>') : std::string_view::npos;
    if (close == std::string_view::npos) {
      skip_link(value);
      continue;
    }
    Link link{std::string(trim(value.substr(1, close - 1))), {}};
    value.remove_prefix(close + 1);
    take_parameters(value, link);
    skip_link(value);
    links.push_back(std::move(link));
  }
  return links;
}

}  // namespace asof::http
