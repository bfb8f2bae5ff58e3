// Settings: everything that can be set about a crawl. The rows name them once; command line,
// settings files, the warcinfo record and the help all come from the rows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/axis.h"
#include "base/result.h"
#include "crawl/storing.h"
#include "crawl/watching.h"
#include "fetch/fetcher.h"
#include "scope/scope.h"
#include "url/address_sets.h"
#include "warc/compression.h"

namespace asof::crawl {

struct Settings {
  std::vector<std::string> seeds;
  scope::Options scope;

  // -- order
  std::string strategy;  // empty: what suits what is known already (strategy_choice.h)
  std::optional<double>
      revisit;  // revisits, or further visits, per page; none: as the strategy has
  double tau = 0.5;
  bool requisites = true;   // fetch what a page needs right after it
  bool importance = false;  // compare changes while it runs, and tell the strategy
  StoreWhat store;          // which changed versions are stored; all but All compares changes
  std::uint64_t size = 0;   // pages expected; 0: estimated
  std::uint64_t seed = 1;
  std::map<std::string, double> rates;  // changes per second, by URL; others are estimated
  std::vector<std::string> known;       // pages known beforehand, in this order
  url::AddressSets together;            // pages that are visited next to each other

  Watching watch;  // again and again; its period is 0 in a capture

  // -- politeness
  Duration delay = 1;           // after an answer, before the next request to that host
  double delay_factor = 0;      // or so many times what the last answer took, if that is longer
  Duration longest_delay = 30;  // however long the answer took
  Duration crawl_delay = 30;    // of robots.txt: honoured up to this
  unsigned parallel = 1;        // requests at a time to one host
  unsigned tries = 4;           // of one request, in all
  Duration longest_wait = 600;  // between two tries, and as a server's Retry-After
  bool robots = true;
  bool nofollow_pages = true;   // <meta name=robots content=nofollow> and X-Robots-Tag
  bool nofollow_links = false;  // rel=nofollow
  bool sitemaps = true;

  // -- proof
  bool conditional = true;             // ask whether a page has changed where it has a validator
  double audit = 0.05;                 // of answers "not modified" checked by asking for the whole
  std::uint64_t audits = 20;           // and at least so many of a host
  bool duplicates = true;              // equal bodies under other addresses become revisits
  bool keep_all = false;               // no body that came becomes a revisit
  std::uint64_t duplicate_from = 256;  // bytes
  Duration duplicate_age = 10.0 * 365 * 86400;  // of the original, at most

  // -- limits; 0: none
  std::uint64_t most_pages = 0;  // different ones; visited again all the same
  std::uint64_t most_bytes = 0;
  Duration most_time = 0;
  std::uint64_t free_disk = 256 << 20;  // bytes that stay free

  // -- network
  fetch::Options fetch;
  std::string contact;                 // of whoever runs this: a mail address or web page
  std::vector<std::string> forbidden;  // address ranges
  bool private_links = false;          // links may lead from public hosts to private addresses

  // -- files
  std::uint64_t roll_at = 1'000'000'000;
  bool chunks = true;  // kept as they came; otherwise written without them
  warc::Compression compression = warc::Compression::Gzip;
  int level = 6;  // of compression

  bool operator==(const Settings&) const = delete;
};

struct SettingRow {
  std::string_view name;      // "delay": the flag is --delay
  std::string_view value;     // what it takes, "TIME"; empty for a switch
  std::string_view fallback;  // as text, for the help
  std::string_view help;
  bool repeats = false;
  // Errc::Invalid says what it takes.
  Result<void> (*set)(Settings& settings, std::string_view text);
};

std::span<const SettingRow> setting_rows();
// Those that a watch has besides.
std::span<const SettingRow> watch_setting_rows();
// The title of the group of settings that begins with this one: "Politeness"; empty: none does.
std::string_view group_beginning_with(std::string_view setting);
// By its row; Errc::Invalid names the setting and what is wrong.
Result<void> set(Settings& settings, std::string_view name, std::string_view text);

// What was set, in order, as text: enough to make the Settings again.
using Given = std::vector<std::pair<std::string, std::string>>;
// From a file, or, as crawls remember them, from the sets themselves: more than one line.
Result<void> set_together(Settings& settings, std::string_view given);
// Puts the sets that were read in place of the file they were read from, so that the crawl's own
// records have them.
void hold_sets(Given& given, const Settings& settings);
Result<Settings> settings_from(const Given& given, const std::vector<std::string>& seeds);

// A file of settings: TOML with the same names, lists for those that repeat, `seeds = [...]`.
// Errc::Invalid with line and name.
struct SettingsFile {
  Given given;
  std::vector<std::string> seeds;
};
Result<SettingsFile> read_settings_file(const std::string& path);

// {"seeds": [...], "delay": "5s", ...}: one line; and back.
std::string to_json(const Given& given, const std::vector<std::string>& seeds);
Result<SettingsFile> settings_from_json(std::string_view json);

// "asof/0.1 (+https://library.example/bot)"; without a contact the parentheses are left out.
std::string user_agent(const Settings& settings);

}  // namespace asof::crawl
