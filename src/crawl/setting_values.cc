#include "crawl/setting_values_internal.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/file.h"
#include "base/json_read.h"
#include "base/text.h"
#include "codec/gzip.h"
#include "codec/zstd.h"

namespace asof::crawl::setting {
namespace {

constexpr double kLongest = 1e9;  // seconds
constexpr std::uint64_t kLongestCredentials = 1 << 20;
constexpr std::uint64_t kLongestList = std::uint64_t{1} << 30;

Result<double> decimal(std::string_view text, std::string_view takes) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() ||
      !std::isfinite(value) || value < 0 || value > 1e15)
    return wrong(takes, text);
  return value;
}

Result<void> read_rates(Settings& s, std::string_view text) {
  const json::Document document = TRY(json::parse(text));
  const json::Field rates = TRY(document.root().at("rates"));
  const auto entries = TRY(rates.entries());
  for (const auto& [url, rate] : entries) s.rates[url] = TRY(rate.number({.least = 0}));
  return {};
}

}  // namespace

Error wrong(std::string_view takes, std::string_view text) {
  return {Errc::Invalid, fmt::format("takes {}, not \"{}\"", takes, text)};
}

Result<double> time(std::string_view text) {
  constexpr std::string_view kTakes = "a time like 500ms, 2s, 15m, 1h or 2d";
  std::string_view number = text;
  double unit = 1;
  if (number.ends_with("ms")) {
    unit = 0.001;
    number.remove_suffix(2);
  } else if (!number.empty() && !is_digit(number.back())) {
    const char last = number.back();
    unit = last == 'd' ? 86400 : last == 'h' ? 3600 : last == 'm' ? 60 : last == 's' ? 1 : 0;
    if (unit == 0) return wrong(kTakes, text);
    number.remove_suffix(1);
  }
  auto value = decimal(number, kTakes);
  if (!value || *value * unit > kLongest) return wrong(kTakes, text);
  return *value * unit;
}

// Patience has an end, and begins with some.
Result<double> patience(std::string_view text) {
  const double seconds = TRY(time(text));
  if (seconds <= 0) return wrong("a time above 0, like 500ms, 2s or 15m", text);
  return seconds;
}

Result<std::uint64_t> count(std::string_view text) {
  const auto value = parse_uint(text);
  if (!value) return wrong("a whole number", text);
  return *value;
}

Result<std::uint64_t> bytes(std::string_view text) {
  constexpr std::string_view kTakes = "a size like 500KB, 10MB or 2GB";
  const std::string loud = upper(text);
  std::string_view number = loud;
  double unit = 1;
  for (const auto& [name, worth] :
       {std::pair{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1.0}}) {
    if (!number.ends_with(name)) continue;
    number.remove_suffix(std::string_view(name).size());
    unit = worth;
    break;
  }
  auto value = decimal(number, kTakes);
  if (!value || *value * unit > 1e18) return wrong(kTakes, text);
  return static_cast<std::uint64_t>(*value * unit);
}

// "5%", "1.5": a share.
Result<double> share(std::string_view text) {
  constexpr std::string_view kTakes = "a share like 5% or 0.05";
  const bool percent = text.ends_with('%');
  auto value = decimal(percent ? text.substr(0, text.size() - 1) : text, kTakes);
  if (!value) return wrong(kTakes, text);
  return percent ? *value / 100 : *value;
}

Result<std::string> one_line(std::string_view text) {
  for (char c : text)
    if (static_cast<unsigned char>(c) < 32 || c == 127)
      return Error{Errc::Invalid, "takes one line of text"};
  return std::string(text);
}

Result<bool> choice(std::string_view text, std::string_view yes, std::string_view no) {
  if (text == yes) return true;
  if (text == no) return false;
  return wrong(fmt::format("{} or {}", yes, no), text);
}

Result<void> set_delay(Settings& s, std::string_view text) {
  if (!text.ends_with('x')) return put<time>(s.delay, text);
  constexpr std::string_view kTakes = "a time like 2s, or a multiple of the last answer like 5x";
  auto factor = decimal(text.substr(0, text.size() - 1), kTakes);
  if (!factor) return wrong(kTakes, text);
  s.delay_factor = *factor;
  return {};
}

Result<void> set_nofollow(Settings& s, std::string_view text) {
  if (text != "pages" && text != "links" && text != "both" && text != "none")
    return wrong("pages, links, both or none", text);
  s.nofollow_pages = text == "pages" || text == "both";
  s.nofollow_links = text == "links" || text == "both";
  return {};
}

Result<void> set_store(Settings& s, std::string_view text) {
  constexpr std::string_view kTakes =
      "all, mean, a number from 0 to 1 like 0.2, or a share like 20%";
  using Kind = StoreWhat::Kind;
  if (text == "all" || text == "mean") {
    s.store = {.kind = text == "all" ? Kind::All : Kind::Mean};
    return {};
  }
  const auto value = share(text);
  if (!value || *value > 1) return wrong(kTakes, text);
  s.store = {.kind = text.ends_with('%') ? Kind::Share : Kind::AtLeast, .value = *value};
  return {};
}

Result<void> set_revisit(Settings& s, std::string_view text) {
  if (text == "none") {
    s.revisit = 0;
    return {};
  }
  s.revisit = TRY(share(text));
  return {};
}

Result<void> set_credentials(Settings& s, std::string_view path) {
  const std::string text = TRY(read_whole(std::string(path), kLongestCredentials));
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line);
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> words;
    for (std::string_view word : split(line, ' '))
      if (!word.empty()) words.emplace_back(word);
    if (words.size() != 3)
      return Error{Errc::Invalid, fmt::format("{} line {}: wanted ORIGIN USER PASSWORD, as in "
                                              "'https://example.org anna secret'",
                                              path, number)};
    s.fetch.credentials.push_back({words[0], words[1], words[2]});
  }
  return {};
}

Result<void> set_rates(Settings& s, std::string_view path) {
  const std::string text = TRY(read_whole(std::string(path), kLongestList));
  auto read = read_rates(s, text);
  if (!read)
    return std::move(read).error().within(
        "takes a file like {\"rates\": {URL: changes per second}}, "
        "not " +
        std::string(path));
  return {};
}

// Lines of "URL" or "URL RATE".
Result<void> set_known(Settings& s, std::string_view path) {
  const std::string text = TRY(read_whole(std::string(path), kLongestList));
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line);
    if (line.empty() || line[0] == '#') continue;
    const std::size_t space = line.find(' ');
    const std::string url(line.substr(0, space));
    if (space != std::string_view::npos) {
      auto rate = decimal(trim(line.substr(space)), "changes per second");
      if (!rate)
        return Error{Errc::Invalid,
                     fmt::format("{} line {}: {}", path, number, std::move(rate).error().what)};
      s.rates[url] = *rate;
    }
    s.known.push_back(url);
  }
  return {};
}

Result<void> set_forbid(Settings& s, std::string_view text) {
  TRY(fetch::parse_range(text));
  s.forbidden.emplace_back(text);
  return {};
}

// gzip by itself is level 6, zstd level 3: with a dictionary a quarter of gzip's time for half of
// its bytes. zstd-fast saves a quarter of that time, for a third more bytes.
Result<void> set_compression(Settings& s, std::string_view text) {
  const bool zstd = text == "zstd" || text.starts_with("zstd-");
  s.compression = zstd ? warc::Compression::Zstd : warc::Compression::Gzip;
  if (text == "fast") {
    s.level = codec::MemberDeflater::kFast;
  } else if (text == "zstd-fast") {
    s.level = codec::FrameCompressor::kFast;
  } else if (text == "gzip" || text == "zstd") {
    s.level = zstd ? 3 : 6;
  } else {
    const auto level = count(zstd ? text.substr(5) : text);
    if (!level || *level < 1 || *level > (zstd ? 19 : 12))
      return wrong("gzip, fast, a number from 1 to 12, zstd, zstd-fast, or zstd-1 to zstd-19",
                   text);
    s.level = static_cast<int>(*level);
  }
  return {};
}

}  // namespace asof::crawl::setting
