#include "crawl/task.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace asof::crawl {

std::string_view purpose_of(const Task& task) {
  switch (task.kind) {
    case Task::Kind::Audit:
      return "audit";
    case Task::Kind::Robots:
      return "robots";
    case Task::Kind::Sitemap:
      return "sitemap";
    case Task::Kind::Visit:
      break;
  }
  switch (task.visit.purpose) {
    case schedule::Purpose::Discover:
      return "discover";
    case schedule::Purpose::Revisit:
      return "revisit";
    case schedule::Purpose::Audit:
      return "audit";
    case schedule::Purpose::Capture:
      break;
  }
  return "capture";
}

std::string metadata_of(const Task& task, const Frontier& frontier, Duration took,
                        const std::optional<NoAnswer>& none,
                        std::optional<std::uint64_t> received) {
  std::string text;
  auto line = [&](std::string_view name, std::string_view value) {
    text += fmt::format("{}: {}\r\n", name, value);
  };
  if (task.page != kNoNumber) {
    if (frontier.via(task.page) != kNoNumber) line("via", frontier.url(frontier.via(task.page)));
    line("hopsFromSeed", frontier.hops(task.page));
    if (frontier.is_seed(task.page)) line("seed", "");
  } else {
    line("hopsFromSeed", "P");
    line("for", task.kind == Task::Kind::Robots ? task.origin : frontier.host(task.site));
  }
  line("fetchTimeMs", std::to_string(static_cast<std::int64_t>(std::ceil(took * 1000 - 1e-6))));
  line("purpose", purpose_of(task));
  if (task.kind == Task::Kind::Visit) {
    line("why", task.visit.why);
    line("turn",
         fmt::format("{} {} {}", task.turned.asked, task.turned.ended, iso8601(task.turned.at)));
  }
  if (task.page != kNoNumber) {
    line("rate", fmt::format("{:.9g}", frontier.rate_of(task.page)));
    if (frontier.is_requisite(task.page) && frontier.via(task.page) != kNoNumber)
      line("requisite", frontier.url(frontier.via(task.page)));
  }
  if (received) line("received", std::to_string(*received));
  if (none) {
    line("status", std::to_string(none->status));
    line("reason", none->reason);
  }
  return text;
}

Told read_metadata(std::string_view body) {
  Told told;
  NoAnswer none;
  for (std::string_view text : split(body, '\n')) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = text.substr(0, colon);
    const std::string_view value = trim(text.substr(colon + 1));
    if (name == "purpose") told.purpose = value;
    if (name == "via") told.via = value;
    if (name == "hopsFromSeed") told.hops = value;
    if (name == "seed") told.seed = true;
    if (name == "for") told.origin = value;
    if (name == "fetchTimeMs")
      if (auto ms = parse_uint(value)) told.took = static_cast<double>(*ms) / 1000;
    if (name == "received") told.received = parse_uint(value);
    if (name == "status") {
      std::from_chars(value.data(), value.data() + value.size(), none.status);
      told.none = none;
    }
    if (name == "reason" && told.none) told.none->reason = value;
    if (name == "turn") {
      const auto words = split(value, ' ');
      if (words.size() != 3) continue;
      const auto asked = parse_uint(words[0]);
      const auto ended = parse_uint(words[1]);
      const auto at = parse_iso8601(words[2]);
      if (asked && ended && at) told.turned = Turned{*asked, *ended, *at};
    }
  }
  return told;
}

}  // namespace asof::crawl
