#include "crawl/settings.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/json_read.h"
#include "base/text.h"
#include "codec/gzip.h"
#include "codec/zstd.h"

namespace asof::crawl {
namespace {

constexpr double kLongest = 1e9;  // seconds
constexpr std::uint64_t kLongestCredentials = 1 << 20;
constexpr std::uint64_t kLongestList = std::uint64_t{1} << 30;

Error wrong(std::string_view takes, std::string_view text) {
  return {Errc::Invalid, fmt::format("takes {}, not \"{}\"", takes, text)};
}

Result<double> decimal(std::string_view text, std::string_view takes) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() ||
      !std::isfinite(value) || value < 0 || value > 1e15)
    return wrong(takes, text);
  return value;
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

template <auto Parse, class T>
Result<void> put(T& into, std::string_view text) {
  auto value = TRY(Parse(text));
  into = static_cast<T>(value);
  return {};
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

Result<void> read_rates(Settings& s, std::string_view text) {
  const json::Document document = TRY(json::parse(text));
  const json::Field rates = TRY(document.root().at("rates"));
  const auto entries = TRY(rates.entries());
  for (const auto& [url, rate] : entries) s.rates[url] = TRY(rate.number({.least = 0}));
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

// Patterns and SURTs are read by the scope, which says what is wrong with them.
constexpr std::array kRows = {
    SettingRow{"scope", "REACH", "prefix",
               "page, prefix, host, domain or any: how far links are followed", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.scope.reach = TRY(scope::parse_reach(t));
                 return {};
               }},
    SettingRow{"include", "PATTERN", "", "also fetch URLs that match this pattern (RE2, matched anywhere)", true,
               [](Settings& s, std::string_view t) -> Result<void> {
                 return s.scope.include.emplace_back(t), Result<void>();
               }},
    SettingRow{"exclude", "PATTERN", "", "never fetch URLs that match this pattern", true,
               [](Settings& s, std::string_view t) -> Result<void> {
                 return s.scope.exclude.emplace_back(t), Result<void>();
               }},
    SettingRow{"surt", "PREFIX", "", "a SURT prefix to include, or with '-' to exclude", true,
               [](Settings& s, std::string_view t) -> Result<void> {
                 return s.scope.surts.emplace_back(t), Result<void>();
               }},
    SettingRow{"depth", "N", "", "most links away from a seed", false,
               [](Settings& s, std::string_view t) { return put<count>(s.scope.most_links, t); }},
    SettingRow{"embeds", "N", "3", "most hops beyond the scope for images, styles and the like", false,
               [](Settings& s, std::string_view t) { return put<count>(s.scope.most_embeds, t); }},
    SettingRow{"speculative", "", "", "also fetch what looks like a URL in scripts", false,
               [](Settings& s, std::string_view) -> Result<void> {
                 s.scope.speculative = true;
                 return {};
               }},
    SettingRow{"traps", "HOW", "avoid", "avoid or ignore: calendars, repeating paths, session ids",
               false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.scope.traps = TRY(choice(t, "avoid", "ignore"));
                 return {};
               }},

    SettingRow{"strategy", "NAME", "", "the order of visits ('asof lab strategies' lists them)",
               false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.strategy = t;
                 return {};
               }},
    SettingRow{"revisit", "SHARE", "",
               "further visits per page, like 5%, or none; default: the strategy's own", false,
               set_revisit},
    SettingRow{"tau", "P", "0.5",
               "sharc-threshold: probability of a change above which a page counts as hopeless", false,
               [](Settings& s, std::string_view t) { return put<share>(s.tau, t); }},
    SettingRow{"requisites", "HOW", "with-page",
               "with-page or as-pages: images and styles right after their page, or in the "
               "strategy's order",
               false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.requisites = TRY(choice(t, "with-page", "as-pages"));
                 return {};
               }},
    SettingRow{"importance", "HOW", "ignore",
               "compare or ignore: compare each change at once, and tell the strategy how much it "
               "matters",
               false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.importance = TRY(choice(t, "compare", "ignore"));
                 return {};
               }},
    SettingRow{"size", "N", "",
               "expected number of pages; default: as in the last crawl, else predicted", false,
               [](Settings& s, std::string_view t) { return put<count>(s.size, t); }},
    SettingRow{"rates", "FILE", "",
               "a file of change rates: {\"rates\": {URL: changes per second}}", false,
               set_rates},
    SettingRow{"known", "FILE", "",
               "a file of pages known beforehand: lines of URL, or URL and changes per second", false,
               set_known},
    SettingRow{"seed", "N", "1", "seed of the random choice of answers to audit", false,
               [](Settings& s, std::string_view t) { return put<count>(s.seed, t); }},

    SettingRow{
        "delay", "TIME", "1s",
        "wait between an answer and the next request to the same host; 5x: five times as long as the answer took",
        false, set_delay},
    SettingRow{"longest-delay", "TIME", "30s", "longest delay, however long an answer took", false,
               [](Settings& s, std::string_view t) { return put<time>(s.longest_delay, t); }},
    SettingRow{"crawl-delay", "TIME", "30s", "obey Crawl-delay of robots.txt up to this", false,
               [](Settings& s, std::string_view t) { return put<time>(s.crawl_delay, t); }},
    SettingRow{"parallel", "N", "1", "simultaneous requests to one host; only for your own servers", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 const std::uint64_t n = TRY(count(t));
                 if (n < 1 || n > 256) return wrong("a number from 1 to 256", t);
                 s.parallel = static_cast<unsigned>(n);
                 return {};
               }},
    SettingRow{"tries", "N", "4", "most attempts per request", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 const std::uint64_t n = TRY(count(t));
                 if (n < 1 || n > 100) return wrong("a number from 1 to 100", t);
                 s.tries = static_cast<unsigned>(n);
                 return {};
               }},
    SettingRow{"longest-wait", "TIME", "10m",
               "longest wait before a host that failed or asked to slow down is asked again", false,
               [](Settings& s, std::string_view t) { return put<time>(s.longest_wait, t); }},
    SettingRow{
        "robots", "HOW", "obey", "obey or ignore robots.txt; recorded in the archive", false,
        [](Settings& s, std::string_view t) -> Result<void> {
          s.robots = TRY(choice(t, "obey", "ignore"));
          return {};
        }},
    SettingRow{"nofollow", "WHICH", "pages", "obey nofollow of pages, links, both or none", false,
               set_nofollow},
    SettingRow{"sitemaps", "HOW", "follow", "follow or ignore sitemaps named in robots.txt", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.sitemaps = TRY(choice(t, "follow", "ignore"));
                 return {};
               }},

    SettingRow{"validators", "HOW", "use",
               "use or ignore: request only changes (ETag, Last-Modified), or always the whole page", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.conditional = TRY(choice(t, "use", "ignore"));
                 return {};
               }},
    SettingRow{
        "audit", "SHARE", "5%", "share of answers 'not modified' that are checked by a full request", false,
        [](Settings& s, std::string_view t) -> Result<void> {
          s.audit = TRY(share(t));
          if (s.audit > 1) return wrong("a share up to 100%", t);
          if (s.audit == 0) s.audits = 0;
          return {};
        }},
    SettingRow{"audits", "N", "20", "least number of such checks per host, if it answers so often", false,
               [](Settings& s, std::string_view t) { return put<count>(s.audits, t); }},
    SettingRow{
        "duplicates", "HOW", "refer", "refer, keep or keep-all: store equal bodies as a reference, only those of the same address, or none", false,
        [](Settings& s, std::string_view t) -> Result<void> {
          if (t != "refer" && t != "keep" && t != "keep-all")
            return wrong("refer, keep or keep-all", t);
          s.duplicates = t == "refer";
          s.keep_all = t == "keep-all";
          return {};
        }},
    SettingRow{"duplicate-age", "TIME", "3650d", "greatest age of the original referred to", false,
               [](Settings& s, std::string_view t) { return put<time>(s.duplicate_age, t); }},

    SettingRow{"max-pages", "N", "",
               "most different pages and files; they are still visited a second time", false,
               [](Settings& s, std::string_view t) { return put<count>(s.most_pages, t); }},
    SettingRow{"max-bytes", "SIZE", "", "stop after this many bytes received", false,
               [](Settings& s, std::string_view t) { return put<bytes>(s.most_bytes, t); }},
    SettingRow{"max-time", "TIME", "", "stop after this time", false,
               [](Settings& s, std::string_view t) { return put<time>(s.most_time, t); }},
    SettingRow{"free-disk", "SIZE", "268MB", "stop when less disk space is free", false,
               [](Settings& s, std::string_view t) { return put<bytes>(s.free_disk, t); }},
    SettingRow{"max-size", "SIZE", "1.07GB", "longest body; longer ones are cut off and marked", false,
               [](Settings& s, std::string_view t) { return put<bytes>(s.fetch.limits.body, t); }},

    SettingRow{
        "connect-timeout", "TIME", "20s", "to a connection", false,
        [](Settings& s, std::string_view t) { return put<patience>(s.fetch.limits.connect, t); }},
    SettingRow{"answer-timeout", "TIME", "60s", "longest wait for the first byte of an answer", false,
               [](Settings& s, std::string_view t) {
                 return put<patience>(s.fetch.limits.first_byte, t);
               }},
    SettingRow{
        "stall-timeout", "TIME", "60s", "without a byte", false,
        [](Settings& s, std::string_view t) { return put<patience>(s.fetch.limits.stall, t); }},
    SettingRow{
        "timeout", "TIME", "20m", "longest time for a whole answer", false,
        [](Settings& s, std::string_view t) { return put<patience>(s.fetch.limits.whole, t); }},
    SettingRow{
        "user-agent", "TEXT", "", "User-Agent to send instead of asof/VERSION (+CONTACT)", false,
        [](Settings& s, std::string_view t) { return put<one_line>(s.fetch.user_agent, t); }},
    SettingRow{"contact", "WHO", "",
               "mail address or web page of the operator of this crawl; the archive remembers it", false,
               [](Settings& s, std::string_view t) { return put<one_line>(s.contact, t); }},
    SettingRow{"proxy", "URL", "", "http://, https:// or socks5h://HOST:PORT", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.fetch.proxy = t;
                 return {};
               }},
    SettingRow{"credentials", "FILE", "", "a file with lines of ORIGIN USER PASSWORD", false, set_credentials},
    SettingRow{"cookies", "HOW", "keep", "keep or ignore cookies during a crawl", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.fetch.cookies = TRY(choice(t, "keep", "ignore"));
                 return {};
               }},
    SettingRow{"tls", "HOW", "verify", "verify: refuse invalid TLS certificates; accept: allow them", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.fetch.verify_tls = TRY(choice(t, "verify", "accept"));
                 return {};
               }},
    SettingRow{"forbid", "RANGE", "", "addresses never to connect to, like 10.0.0.0/8", true,
               set_forbid},
    SettingRow{
        "private", "HOW", "seeds", "seeds or all: which hosts may have private addresses", false,
        [](Settings& s, std::string_view t) -> Result<void> {
          s.private_links = TRY(choice(t, "all", "seeds"));
          return {};
        }},
    SettingRow{"compression", "HOW", "6",
               "gzip (6), fast, or 1 to 12; or zstd (3), zstd-fast, zstd-1 to zstd-19", false,
               set_compression},
    SettingRow{"chunks", "HOW", "keep",
               "keep or remove the chunked transfer coding of answers; some checkers reject it", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.chunks = TRY(choice(t, "keep", "remove"));
                 return {};
               }},
    SettingRow{"warc-size", "SIZE", "1GB", "size at which a WARC file is closed and the next begun", false,
               [](Settings& s, std::string_view t) { return put<bytes>(s.roll_at, t); }},
};

}  // namespace

std::span<const SettingRow> setting_rows() { return kRows; }

Result<void> set(Settings& settings, std::string_view name, std::string_view text) {
  for (const SettingRow& row : kRows) {
    if (row.name != name) continue;
    auto done = row.set(settings, text);
    if (!done) {
      const Error& error = done.error();
      const char* between = error.what.starts_with("takes ") ? " " : ": ";
      return Error{error.code, fmt::format("--{}{}{}", name, between, error.what)};
    }
    return {};
  }
  return Error{Errc::Invalid, fmt::format("there is no setting {}", name)};
}

Result<Settings> settings_from(const Given& given, const std::vector<std::string>& seeds) {
  Settings settings;
  settings.fetch.user_agent.clear();
  settings.seeds = seeds;
  for (const auto& [name, text] : given) TRY(set(settings, name, text));
  for (const std::string& range : settings.forbidden) {
    auto parsed = TRY(fetch::parse_range(range));
    settings.fetch.forbidden.push_back(parsed);
  }
  settings.fetch.user_agent = user_agent(settings);
  return settings;
}

std::string user_agent(const Settings& settings) {
  if (!settings.fetch.user_agent.empty()) return settings.fetch.user_agent;
  if (settings.contact.empty()) return "asof/" ASOF_VERSION;
  return fmt::format("asof/" ASOF_VERSION " (+{})", settings.contact);
}

std::string to_json(const Given& given, const std::vector<std::string>& seeds) {
  nlohmann::ordered_json json;
  json["seeds"] = seeds;
  for (const auto& [name, text] : given) {
    if (!json.contains(name))
      json[name] = text;
    else if (json[name].is_array())
      json[name].push_back(text);
    else
      json[name] = nlohmann::ordered_json::array({json[name], text});
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<SettingsFile> settings_from_json(std::string_view text) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) return Error{Errc::Corrupt, "the settings are not a JSON object"};
  SettingsFile file;
  for (const auto& [name, value] : json.items()) {
    std::vector<std::string> texts;
    for (const auto& one : value.is_array() ? value : nlohmann::ordered_json::array({value})) {
      if (!one.is_string()) return Error{Errc::Corrupt, "the setting " + name + " is no text"};
      texts.push_back(one.get<std::string>());
    }
    if (name == "seeds") {
      file.seeds = std::move(texts);
      continue;
    }
    for (std::string& one : texts) file.given.emplace_back(name, std::move(one));
  }
  return file;
}

}  // namespace asof::crawl
