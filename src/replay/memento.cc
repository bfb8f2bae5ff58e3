#include "replay/memento.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "http/date.h"

namespace asof::replay {
namespace {

// What would end the address early or begin another field.
std::string in_brackets(std::string_view address) {
  std::string out;
  for (const char c : address) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '<' || c == '>' || byte <= ' ' || byte == 0x7f)
      out += fmt::format("%{:02X}", byte);
    else
      out += c;
  }
  return out;
}

std::string link(std::string_view address, std::string_view relation) {
  return fmt::format("<{}>; rel=\"{}\"", in_brackets(address), relation);
}

std::string memento_link(const Addresses& addresses, std::string_view relation, Instant at) {
  return fmt::format("{}; datetime=\"{}\"", link(addresses.of(at), relation), http_date(at));
}

// Links name seconds, so captures of one second are one memento.
bool same(const std::optional<Instant>& one, const std::optional<Instant>& other) {
  return one && other && digits14(*one) == digits14(*other);
}

std::string relation_of(const Neighbours& ends, Instant at) {
  std::string relation;
  if (same(ends.first, at)) relation += "first ";
  if (same(ends.last, at)) relation += "last ";
  return relation + "memento";
}

json::Object row_json(const Addresses& addresses, const TimeMapRow& row) {
  return json::Object{{"datetime", iso8601_seconds(row.at)},
                      {"uri", addresses.of(row.at)},
                      {"status", row.status},
                      {"mime", row.mime},
                      {"digest", row.digest}};
}

json::Object end_json(const Addresses& addresses, const std::optional<Instant>& at) {
  return at ? json::Object{{"datetime", iso8601_seconds(*at)}, {"uri", addresses.of(*at)}}
            : json::Object();
}

}  // namespace

std::optional<Instant> parse_accept_datetime(std::string_view value) {
  const auto at = http::parse_date(value);
  if (!at || http_date(*at) != trim(value)) return std::nullopt;
  return at;
}

std::string Addresses::of(Instant at) const { return memento + digits14(at) + "/" + original; }

std::string link_field(const Addresses& addresses, const Neighbours& neighbours,
                       std::optional<Instant> self) {
  std::string field = link(addresses.original, "original") + ", " +
                      link(addresses.timegate, "timegate") + ", " +
                      link(addresses.timemap, "timemap") + "; type=\"application/link-format\"";
  // Each memento stands once, with all that it is.
  struct Named {
    std::string_view relation;
    const std::optional<Instant>& at;
  };
  const Named named[] = {{"first", neighbours.first},
                         {"prev", neighbours.previous},
                         {"", self},
                         {"next", neighbours.next},
                         {"last", neighbours.last}};
  for (std::size_t i = 0; i < std::size(named); ++i) {
    if (!named[i].at) continue;
    bool stands = false;
    for (std::size_t j = 0; j < i; ++j) stands = stands || same(named[j].at, named[i].at);
    if (stands) continue;
    std::string relation;
    for (const Named& other : named)
      if (!other.relation.empty() && same(other.at, named[i].at))
        relation += std::string(other.relation) + " ";
    field += ", " + memento_link(addresses, relation + "memento", *named[i].at);
  }
  return field;
}

std::string timemap_link(const TimeMap& map) {
  const auto page = [](const TimeMapPage& one, std::string_view relation) {
    return fmt::format("{}; type=\"application/link-format\"; from=\"{}\"; until=\"{}\"",
                       link(one.self, relation), http_date(one.from), http_date(one.until));
  };
  std::string out = link(map.addresses.original, "original") + ",\n" + page(map.self, "self") +
                    ",\n" + link(map.addresses.timegate, "timegate");
  for (const TimeMapPage& other : map.others) out += ",\n" + page(other, "timemap");
  for (const TimeMapRow& row : map.rows)
    out += ",\n" + memento_link(map.addresses, relation_of(map.ends, row.at), row.at);
  return out + "\n";
}

std::string timemap_json(const TimeMap& map) {
  const auto page = [](const TimeMapPage& one) {
    return json::Object{{"uri", one.self},
                        {"from", iso8601_seconds(one.from)},
                        {"until", iso8601_seconds(one.until)}};
  };
  const json::Array list =
      json::array_of(map.rows, [&](const TimeMapRow& row) { return row_json(map.addresses, row); });
  const json::Object mementos{{"first", end_json(map.addresses, map.ends.first)},
                              {"last", end_json(map.addresses, map.ends.last)},
                              {"list", list}};
  return json::Object{{"original_uri", map.addresses.original},
                      {"timegate_uri", map.addresses.timegate},
                      {"self", page(map.self)},
                      {"timemap_uri", json::Object{{"link_format", map.addresses.timemap}}},
                      {"timemap_index", json::array_of(map.others, page)},
                      {"mementos", mementos}}
             .text() +
         "\n";
}

std::string timemap_cdxj(const TimeMap& map) {
  std::string out = "!context [\"http://tools.ietf.org/html/rfc7089\"]\n";
  out += "!id " + json::Object{{"uri", map.self.self}}.text() + "\n";
  out += "!keys [\"memento_datetime_YYYYMMDDhhmmss\"]\n";
  out += "!meta " + json::Object{{"original_uri", map.addresses.original}}.text() + "\n";
  out += "!meta " + json::Object{{"timegate_uri", map.addresses.timegate}}.text() + "\n";
  out +=
      "!meta " +
      json::Object{{"timemap_uri", json::Object{{"link_format", map.addresses.timemap}}}}.text() +
      "\n";
  for (const TimeMapPage& other : map.others)
    out += "!meta " +
           json::Object{{"timemap_uri", other.self},
                        {"from", iso8601_seconds(other.from)},
                        {"until", iso8601_seconds(other.until)}}
               .text() +
           "\n";
  for (const TimeMapRow& row : map.rows)
    out += digits14(row.at) + " " +
           json::Object{{"uri", map.addresses.of(row.at)},
                        {"rel", relation_of(map.ends, row.at)},
                        {"datetime", http_date(row.at)}}
               .text() +
           "\n";
  return out;
}

}  // namespace asof::replay
