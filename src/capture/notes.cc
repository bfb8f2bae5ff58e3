#include "capture/notes.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "capture/outlinks.h"
#include "warc/draft.h"
#include "warc/text_fields.h"

namespace asof::capture {
namespace {

// "outside 120, excluded 3"
std::vector<std::pair<std::string, std::uint64_t>> counts_of(std::string_view text) {
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const auto part : split(text, ',')) {
    const auto item = trim(part);
    const auto space = item.rfind(' ');
    if (space == std::string_view::npos) continue;
    if (const auto count = parse_uint(item.substr(space + 1)))
      counts.emplace_back(to_utf8(trim(item.substr(0, space))), *count);
  }
  return counts;
}

std::string to_text(const std::vector<std::pair<std::string, std::uint64_t>>& counts) {
  std::string text;
  for (const auto& [reason, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", reason, count);
  return text;
}

CrawlEnd read_end(const warc::TextFields& fields) {
  return {.ended = to_utf8(fields.find("ended")),
          .reason = to_utf8(fields.find("reason")),
          .known = parse_uint(fields.find("known")),
          .not_followed = counts_of(fields.find("notFollowed")),
          .clock = to_utf8(fields.find("clock")),
          .earlier_chances = parse_uint(fields.find("earlierChanges")).value_or(0),
          .earlier_returned = parse_uint(fields.find("earlierReturns")).value_or(0)};
}

std::string to_block(const CrawlEnd& end) {
  std::vector<std::pair<std::string, std::string>> fields = {{"ended", end.ended},
                                                             {"reason", end.reason}};
  if (end.known) fields.emplace_back("known", std::to_string(*end.known));
  fields.emplace_back("notFollowed", to_text(end.not_followed));
  if (!end.clock.empty()) fields.emplace_back("clock", end.clock);
  if (end.earlier_chances > 0) {
    fields.emplace_back("earlierChanges", std::to_string(end.earlier_chances));
    fields.emplace_back("earlierReturns", std::to_string(end.earlier_returned));
  }
  return warc::warc_fields(fields);
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value) || value < 0) return std::nullopt;
  return value;
}

std::string to_text(const TurnCount& turn) {
  return fmt::format("{} {} {}", turn.asked, turn.ended, iso8601(turn.at));
}

std::optional<TurnCount> parse_turn(std::string_view text) {
  const auto words = split(text, ' ');
  if (words.size() != 3) return std::nullopt;
  const auto asked = parse_uint(words[0]);
  const auto ended = parse_uint(words[1]);
  const auto at = parse_iso8601(words[2]);
  if (!asked || !ended || !at) return std::nullopt;
  return TurnCount{*asked, *ended, *at};
}

Notes read_notes(std::string_view url, std::string_view block) {
  const warc::TextFields fields(block);
  Notes notes;
  if (url.starts_with(kCrawlUrn)) notes.end = read_end(fields);
  notes.via = fields.find("via");
  if (fields.has("hopsFromSeed"))
    notes.hops = fields.find("hopsFromSeed");
  else if (fields.has("pathFromSeed"))  // Heritrix 1
    notes.hops = fields.find("pathFromSeed");
  notes.seed = fields.has("seed");
  notes.fetch_ms = parse_uint(fields.find("fetchTimeMs"));
  notes.purpose = fields.find("purpose");
  notes.why = fields.find("why");
  notes.turn = parse_turn(fields.find("turn"));
  notes.about = fields.find("for");
  notes.rate = parse_number(fields.find("rate"));
  notes.weight = parse_number(fields.find("weight"));
  notes.importance = parse_number(fields.find("importance"));
  if (fields.has("requisite")) notes.requisite = fields.find("requisite");
  notes.received = parse_uint(fields.find("received"));
  notes.source_tag = fields.find("sourceTag");
  notes.outlinks = read_outlinks(fields);
  if (const auto status = fields.find("status"); !status.empty() && !notes.end) {
    NoAnswer none{.reason = std::string(fields.find("reason"))};
    std::from_chars(status.data(), status.data() + status.size(), none.status);
    notes.none = std::move(none);
  }
  return notes;
}

std::string to_block(const Notes& notes) {
  if (notes.end) return to_block(*notes.end);
  std::string text;
  // What came from outside must not be able to start a line of its own.
  auto line = [&](std::string_view name, std::string_view value) {
    text.append(name).append(": ");
    for (const char c : value) text += c == '\r' || c == '\n' ? ' ' : c;
    text.append("\r\n");
  };
  if (!notes.via.empty()) line("via", notes.via);
  if (notes.hops) line("hopsFromSeed", *notes.hops);
  if (notes.seed) line("seed", "");
  if (!notes.about.empty()) line("for", notes.about);
  if (notes.fetch_ms) line("fetchTimeMs", std::to_string(*notes.fetch_ms));
  if (!notes.purpose.empty()) line("purpose", notes.purpose);
  if (!notes.why.empty()) line("why", notes.why);
  if (notes.turn) line("turn", to_text(*notes.turn));
  if (notes.rate) line("rate", fmt::format("{}", *notes.rate));
  if (notes.weight) line("weight", fmt::format("{}", *notes.weight));
  if (notes.importance) line("importance", fmt::format("{:.9g}", *notes.importance));
  if (notes.requisite) line("requisite", *notes.requisite);
  if (notes.received) line("received", std::to_string(*notes.received));
  if (notes.none) {
    line("status", std::to_string(notes.none->status));
    line("reason", notes.none->reason);
  }
  return text;
}

}  // namespace asof::capture
