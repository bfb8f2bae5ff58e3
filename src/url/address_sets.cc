#include "url/address_sets.h"

#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "url/url.h"

namespace asof::url {
namespace {

struct Reading {
  AddressSets sets;
  std::vector<std::string> set;  // the one being read
  std::size_t begun = 0;         // the line of its first address
  std::string host;
  std::map<std::string, std::size_t, std::less<>> lines;  // of addresses
};

Error wrong(std::size_t line, std::string_view what) {
  return {Errc::Invalid, fmt::format("line {}: {}", line, what)};
}

Result<void> end_set(Reading& reading) {
  if (reading.set.empty()) return {};
  if (reading.set.size() == 1)
    return wrong(reading.begun, fmt::format("{} is alone in its set; a set has two pages or more, "
                                            "and an empty line ends it",
                                            reading.set[0]));
  reading.sets.push_back(std::move(reading.set));
  reading.set.clear();
  return {};
}

Result<void> take(Reading& reading, std::size_t number, std::string_view line) {
  const auto url = parse(line);
  if (!url || !url->web() || !url->host || url->host->empty())
    return wrong(number, fmt::format("\"{}\" is no web address; give one like https://example.org/",
                                     to_utf8(line)));
  if (!url->username.empty() || !url->password.empty())
    return wrong(number, "the address holds a user name or password; leave it out");
  const std::string address = url->href(false);
  const auto [known, fresh] = reading.lines.try_emplace(address, number);
  if (!fresh)
    return wrong(number, fmt::format("{} was named in line {} already", address, known->second));
  if (reading.set.empty()) {
    reading.begun = number;
    reading.host = url->origin();
  } else if (url->origin() != reading.host) {
    return wrong(number, fmt::format("{} is not of {}, as the set is; pages of several hosts are "
                                     "not visited in a row",
                                     address, reading.host));
  }
  reading.set.push_back(address);
  return {};
}

}  // namespace

Result<AddressSets> parse_address_sets(std::string_view text) {
  Reading reading;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line);
    if (line.starts_with('#')) continue;
    if (line.empty())
      TRY(end_set(reading));
    else
      TRY(take(reading, number, line));
  }
  TRY(end_set(reading));
  if (reading.sets.empty())
    return Error{Errc::Invalid,
                 "names no pages; write one address a line, and an empty line "
                 "between two sets"};
  return std::move(reading.sets);
}

}  // namespace asof::url
