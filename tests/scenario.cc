#include "scenario.h"

#include <array>
#include <cstdlib>

#include "base/text.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace asof::test {
namespace {

constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;

bool is_expectation(std::string_view line) {
  if (line == "\\") return true;
  return !line.empty() && (line[0] == '>' || line[0] == '!' || line[0] == '?') &&
         (line.size() == 1 || line[1] == ' ');
}

// Lines without their newlines; a last empty one is no line.
std::vector<std::string_view> lines_of(std::string_view text) {
  auto lines = split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

void append_lines(std::vector<std::string>& to, char mark, std::string_view text) {
  for (auto line : lines_of(text)) {
    to.push_back(line.empty() ? std::string(1, mark) : std::string{mark, ' '} + std::string(line));
  }
  if (!text.empty() && text.back() != '\n') to.push_back("\\");
}

bool is_word(char c) { return is_alnum(c) || c == '_'; }

std::size_t number_length(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && (is_digit(text[n]) || text[n] == '.' || text[n] == ',')) ++n;
  while (n > 0 && !is_digit(text[n - 1])) --n;
  return n;
}

// The length of the unit at the start of `text` that is one of `units` as a whole word, or 0.
template <std::size_t kCount>
std::size_t unit_length(std::string_view text, const std::array<std::string_view, kCount>& units) {
  for (auto unit : units) {
    if (text.starts_with(unit) && (text.size() == unit.size() || !is_word(text[unit.size()]))) {
      return unit.size();
    }
  }
  return 0;
}

constexpr std::array<std::string_view, 4> kTimes = {"ms", "s", "min", "us"};
constexpr std::array<std::string_view, 5> kSizes = {"bytes", "KB", "MB", "GB", "B"};

struct Match {
  std::size_t length = 0;
  std::string_view instead = {};
};

// "1.5 MB/s", "12 records/s", "30 ms", "2 KB": a number, perhaps a space, and a unit.
Match match_quantity(std::string_view text, bool hides_sizes) {
  const std::size_t digits = number_length(text);
  if (digits == 0) return {};
  std::size_t at = digits;
  if (at < text.size() && text[at] == ' ') ++at;
  std::size_t word = at;
  while (word < text.size() && is_alpha(text[word])) ++word;
  if (word > at && text.substr(word).starts_with("/s") &&
      (word + 2 == text.size() || !is_word(text[word + 2]))) {
    return {word + 2, "<rate>"};
  }
  if (auto unit = unit_length(text.substr(at), kTimes)) return {at + unit, "<time>"};
  auto unit = hides_sizes ? unit_length(text.substr(at), kSizes) : 0;
  if (unit > 0) return {at + unit, "<size>"};
  return {};
}

Match match_date(std::string_view text, Instant now) {
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  std::optional<Instant> at;
  std::size_t length = digits;
  if (digits == 14 || digits == 17) {
    at = parse_digits(text.substr(0, digits));
  } else if (digits == 4) {
    auto end = text.find('Z');
    if (end == std::string_view::npos || end > 30) return {};
    length = end + 1;
    at = parse_iso8601(text.substr(0, length));
  }
  if (!at || at->ms < now.ms - kDayMs || at->ms > now.ms + kDayMs) return {};
  return {length, "<now>"};
}

Match match_uuid(std::string_view text) {
  constexpr std::string_view kPrefix = "urn:uuid:";
  constexpr std::size_t kLength = kPrefix.size() + 36;
  if (!text.starts_with(kPrefix) || text.size() < kLength) return {};
  return {kLength, "<uuid>"};
}

}  // namespace

std::string normalised(std::string_view text, Instant now, bool hides_sizes,
                       const std::vector<Replacement>& names) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    auto rest = text.substr(at);
    Match match;
    for (const auto& name : names) {
      if (rest.starts_with(name.from)) match = {name.from.size(), name.to};
    }
    const bool at_start = at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '.');
    if (match.length == 0 && at_start) {
      match = match_uuid(rest);
      if (match.length == 0 && is_digit(rest[0])) match = match_date(rest, now);
      if (match.length == 0) match = match_quantity(rest, hides_sizes);
    }
    if (match.length == 0) {
      out += text[at++];
    } else {
      out += match.instead;
      at += match.length;
    }
  }
  return out;
}

Result<Scenario> parse_scenario(std::string_view text) {
  Scenario scenario;
  std::string kept;
  Scenario::File* open_file = nullptr;
  bool crlf = false;
  std::size_t number = 0;
  for (auto line : lines_of(text)) {
    ++number;
    if (open_file != nullptr) {
      kept.append(line).append("\n");
      if (line == "</file>") {
        open_file = nullptr;
      } else {
        open_file->bytes.append(line).append(crlf ? "\r\n" : "\n");
      }
      continue;
    }
    if (is_expectation(line)) {
      if (scenario.steps.empty() || !kept.empty()) {
        return Error{Errc::Invalid,
                     "line " + std::to_string(number) + ": an expectation without a command"};
      }
      scenario.steps.back().expected.emplace_back(line);
      continue;
    }
    kept.append(line).append("\n");
    if (line.starts_with("$ ")) {
      scenario.parts.push_back({std::move(kept), static_cast<int>(scenario.steps.size())});
      kept.clear();
      scenario.steps.push_back({std::string(line.substr(2)), {}});
    } else if (line.starts_with("<file> ")) {
      auto name = trim(line.substr(7));
      crlf = name.ends_with(" crlf");
      if (crlf) name = trim(name.substr(0, name.size() - 5));
      open_file = &scenario.files.emplace_back(Scenario::File{std::string(name), ""});
    } else if (line == "% sizes") {
      scenario.hides_sizes = true;
    } else if (!line.empty() && line[0] != '#') {
      return Error{Errc::Invalid, "line " + std::to_string(number) + " is not understood: \"" +
                                      std::string(line) + "\""};
    }
  }
  if (open_file != nullptr) {
    return Error{Errc::Invalid, open_file->name + " has no </file>"};
  }
  if (scenario.steps.empty()) return Error{Errc::Invalid, "a scenario without a command"};
  scenario.parts.push_back({std::move(kept), -1});
  return scenario;
}

std::vector<std::vector<std::string>> play(const Scenario& scenario, const Surroundings& where) {
  TempDir here;
  for (const auto& file : scenario.files) write_file(here / file.name, file.bytes);
  const char* path = std::getenv("PATH");
  const std::vector<Replacement> names = {{here.path().string(), "$HERE"},
                                          {where.fixtures.string(), "$DATA"}};
  std::vector<std::vector<std::string>> said;
  for (const auto& step : scenario.steps) {
    const Ran ran = run({.words = {"/bin/sh", "-c", step.command},
                         .directory = here.path(),
                         .environment = {{"PATH", where.program_directory.string() + ":" +
                                                      (path == nullptr ? "/usr/bin:/bin" : path)},
                                         {"DATA", where.fixtures.string()},
                                         {"HOME", here.path().string()},
                                         {"LC_ALL", "C"},
                                         {"TZ", "UTC"}}});
    const Instant now = SystemClock().now();
    auto& lines = said.emplace_back();
    append_lines(lines, '>', normalised(ran.out, now, scenario.hides_sizes, names));
    append_lines(lines, '!', normalised(ran.err, now, scenario.hides_sizes, names));
    if (ran.signal != 0) lines.push_back("? signal " + std::to_string(ran.signal));
    if (ran.code != 0) lines.push_back("? " + std::to_string(ran.code));
  }
  return said;
}

std::string rewritten(const Scenario& scenario, const std::vector<std::vector<std::string>>& said) {
  std::string out;
  for (const auto& part : scenario.parts) {
    out += part.text;
    if (part.step_index < 0) continue;
    for (const auto& line : said[static_cast<std::size_t>(part.step_index)]) out += line + "\n";
  }
  return out;
}

}  // namespace asof::test
