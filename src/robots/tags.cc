#include "base/text.h"
#include "robots/robots.h"

namespace asof::robots {
namespace {

// Directives that have a value of their own after a colon; other words before one name a crawler.
bool takes_value(std::string_view name) {
  constexpr std::string_view kNames[] = {"unavailable_after", "max-snippet", "max-image-preview",
                                         "max-video-preview"};
  for (std::string_view known : kNames) {
    if (iequals(name, known)) return true;
  }
  return false;
}

bool is_crawler_name(std::string_view word) {
  if (word.empty() || !is_alpha(word.front())) return false;
  for (char c : word) {
    if (!is_alnum(c) && c != '-' && c != '_') return false;
  }
  return !takes_value(word);
}

void apply(std::string_view word, Directives& said) {
  bool none = iequals(word, "none");
  said.noindex = said.noindex || none || iequals(word, "noindex");
  said.nofollow = said.nofollow || none || iequals(word, "nofollow");
  said.noarchive = said.noarchive || iequals(word, "noarchive") || iequals(word, "nocache");
}

}  // namespace

Directives parse_x_robots_tag(std::string_view value, std::string_view token) {
  Directives said;
  bool to_us = true;
  // A name speaks for all that follows it, up to the next name.
  for (std::string_view part : split(value, ',')) {
    part = trim(part);
    std::size_t colon = part.find(':');
    std::string_view name = trim(part.substr(0, colon));
    if (colon != std::string_view::npos && is_crawler_name(name)) {
      to_us = iequals(name, token) || iequals(name, "robots");
      part = trim(part.substr(colon + 1));
    }
    if (to_us) apply(part, said);
  }
  return said;
}

}  // namespace asof::robots
