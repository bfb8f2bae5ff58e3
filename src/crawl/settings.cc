#include "crawl/settings.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "crawl/setting_values_internal.h"

namespace asof::crawl {
namespace {

using setting::bytes;
using setting::choice;
using setting::count;
using setting::one_line;
using setting::patience;
using setting::put;
using setting::share;
using setting::time;
using setting::wrong;

// Patterns and SURTs are read by the scope, which says what is wrong with them.
constexpr std::array kRows = {
    SettingRow{"scope", "REACH", "prefix",
               "how far links are followed: page (only the seeds), prefix (what is below a seed), host, "
               "domain or any", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.scope.reach = TRY(scope::parse_reach(t));
                 return {};
               }},
    SettingRow{"include", "PATTERN", "",
               "also fetch URLs that match this pattern (RE2, matched anywhere)", true,
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
    SettingRow{"depth", "N", "", "follow at most so many links in a row from a seed; default: no limit", false,
               [](Settings& s, std::string_view t) { return put<count>(s.scope.most_links, t); }},
    SettingRow{"embeds", "N", "3", "follow at most so many links in a row out of the scope for images, styles and the like",
               false,
               [](Settings& s, std::string_view t) { return put<count>(s.scope.most_embeds, t); }},
    SettingRow{"speculative", "", "", "also fetch what looks like a URL in scripts", false,
               [](Settings& s, std::string_view) -> Result<void> {
                 s.scope.speculative = true;
                 return {};
               }},
    SettingRow{"traps", "HOW", "avoid", "avoid: stay out of endless calendars, repeating paths and session ids; ignore: follow them",
               false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.scope.traps = TRY(choice(t, "avoid", "ignore"));
                 return {};
               }},

    SettingRow{"strategy", "NAME", "", "the order of visits ('asof lab strategies' lists them); default: sharc-dated, or "
               "sharc-dated-known for a site captured before",
               false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.strategy = t;
                 return {};
               }},
    SettingRow{"revisit", "SHARE", "",
               "how many pages to visit again: a share like 5%, or none; default: as the strategy does", false,
               setting::set_revisit},
    SettingRow{"tau", "P", "0.5",
               "strategy sharc-threshold: do not try to prove pages that change with a higher "
               "probability",
               false, [](Settings& s, std::string_view t) { return put<share>(s.tau, t); }},
    SettingRow{"requisites", "HOW", "with-page",
               "with-page: visit images and styles right after their page; as-pages: in the order of "
               "the strategy",
               false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.requisites = TRY(choice(t, "with-page", "as-pages"));
                 return {};
               }},
    SettingRow{"importance", "HOW", "ignore",
               "compare: compare each change at once and tell the strategy its importance; ignore: "
               "do not",
               false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.importance = TRY(choice(t, "compare", "ignore"));
                 return {};
               }},
    SettingRow{"size", "N", "",
               "expected number of pages; default: as in the last crawl, else an estimate", false,
               [](Settings& s, std::string_view t) { return put<count>(s.size, t); }},
    SettingRow{"rates", "FILE", "",
               "a file of change rates: {\"rates\": {URL: changes per second}}", false,
               setting::set_rates},
    SettingRow{"known", "FILE", "",
               "a file of pages known beforehand: lines of URL, or URL and changes per "
               "second",
               false, setting::set_known},
    SettingRow{"together", "FILE", "",
               "sets of pages that must fit together: lines of URL, an empty line "
               "between sets",
               false, set_together},
    SettingRow{"seed", "N", "1", "number that fixes which answers are drawn at random for checking; not a seed URL", false,
               [](Settings& s, std::string_view t) { return put<count>(s.seed, t); }},

    SettingRow{"delay", "TIME", "1s",
               "wait so long between an answer and the next request to the same host; 5x: five "
               "times as long as the answer took",
               false, setting::set_delay},
    SettingRow{"longest-delay", "TIME", "30s", "wait at most so long, however long an answer took", false,
               [](Settings& s, std::string_view t) { return put<time>(s.longest_delay, t); }},
    SettingRow{"crawl-delay", "TIME", "30s", "obey the Crawl-delay of robots.txt, but wait at most so long", false,
               [](Settings& s, std::string_view t) { return put<time>(s.crawl_delay, t); }},
    SettingRow{
        "parallel", "N", "1", "simultaneous requests to one host; only for your own servers", false,
        [](Settings& s, std::string_view t) -> Result<void> {
          const std::uint64_t n = TRY(count(t));
          if (n < 1 || n > 256) return wrong("a number from 1 to 256", t);
          s.parallel = static_cast<unsigned>(n);
          return {};
        }},
    SettingRow{"tries", "N", "4", "try each request at most so many times", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 const std::uint64_t n = TRY(count(t));
                 if (n < 1 || n > 100) return wrong("a number from 1 to 100", t);
                 s.tries = static_cast<unsigned>(n);
                 return {};
               }},
    SettingRow{"longest-wait", "TIME", "10m",
               "ask a host that failed or asked to slow down again after at most so long", false,
               [](Settings& s, std::string_view t) { return put<time>(s.longest_wait, t); }},
    SettingRow{"robots", "HOW", "obey", "obey or ignore robots.txt; the archive records which", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.robots = TRY(choice(t, "obey", "ignore"));
                 return {};
               }},
    SettingRow{"nofollow", "WHICH", "pages", "obey nofollow: of pages, of links, both or none", false,
               setting::set_nofollow},
    SettingRow{"sitemaps", "HOW", "follow", "follow or ignore sitemaps named in robots.txt", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.sitemaps = TRY(choice(t, "follow", "ignore"));
                 return {};
               }},

    SettingRow{
        "validators", "HOW", "use",
        "use: ask for a page again only if its ETag or Last-Modified changed; ignore: always ask "
        "for the whole page",
        false,
        [](Settings& s, std::string_view t) -> Result<void> {
          s.conditional = TRY(choice(t, "use", "ignore"));
          return {};
        }},
    SettingRow{"audit", "SHARE", "5%",
               "check this share of the answers \"not modified\" by a full request (an audit)", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.audit = TRY(share(t));
                 if (s.audit > 1) return wrong("a share up to 100%", t);
                 if (s.audit == 0) s.audits = 0;
                 return {};
               }},
    SettingRow{"audits", "N", "20", "check at least so many of them per host, or all if there are fewer",
               false, [](Settings& s, std::string_view t) { return put<count>(s.audits, t); }},
    SettingRow{
        "duplicates", "HOW", "refer",
        "refer: store equal bodies once, then a reference (revisit record) each time; keep: "
        "references only for the same address; keep-all: no references",
        false,
        [](Settings& s, std::string_view t) -> Result<void> {
          if (t != "refer" && t != "keep" && t != "keep-all")
            return wrong("refer, keep or keep-all", t);
          s.duplicates = t == "refer";
          s.keep_all = t == "keep-all";
          return {};
        }},
    SettingRow{"store", "WHAT", "all",
               "changed versions to store: all; 0.2: those whose change matters at least so "
               "much; 20%: about this share of them; mean: those that matter more than the "
               "page's changes usually do. Of others the digest and the importance are kept",
               false, setting::set_store},
    SettingRow{"duplicate-age", "TIME", "3650d", "refer only to bodies stored within this time", false,
               [](Settings& s, std::string_view t) { return put<time>(s.duplicate_age, t); }},

    SettingRow{"max-pages", "N", "",
               "stop at so many different pages and files; those are still visited a second time", false,
               [](Settings& s, std::string_view t) { return put<count>(s.most_pages, t); }},
    SettingRow{"max-bytes", "SIZE", "", "stop after this many bytes received", false,
               [](Settings& s, std::string_view t) { return put<bytes>(s.most_bytes, t); }},
    SettingRow{"max-time", "TIME", "", "stop after this time", false,
               [](Settings& s, std::string_view t) { return put<time>(s.most_time, t); }},
    SettingRow{"free-disk", "SIZE", "268MB", "stop when less disk space is free", false,
               [](Settings& s, std::string_view t) { return put<bytes>(s.free_disk, t); }},
    SettingRow{"max-size", "SIZE", "1.07GB", "cut off bodies that are longer, and mark them",
               false,
               [](Settings& s, std::string_view t) { return put<bytes>(s.fetch.limits.body, t); }},

    SettingRow{
        "connect-timeout", "TIME", "20s", "wait at most so long for a connection", false,
        [](Settings& s, std::string_view t) { return put<patience>(s.fetch.limits.connect, t); }},
    SettingRow{"answer-timeout", "TIME", "60s", "wait at most so long for the first byte of an answer",
               false,
               [](Settings& s,
                  std::string_view t) { return put<patience>(s.fetch.limits.first_byte, t); }},
    SettingRow{
        "stall-timeout", "TIME", "60s", "wait at most so long for each further byte", false,
        [](Settings& s, std::string_view t) { return put<patience>(s.fetch.limits.stall, t); }},
    SettingRow{
        "timeout", "TIME", "20m", "wait at most so long for a whole answer", false,
        [](Settings& s, std::string_view t) { return put<patience>(s.fetch.limits.whole, t); }},
    SettingRow{
        "user-agent", "TEXT", "", "User-Agent to send instead of asof/VERSION (+CONTACT)", false,
        [](Settings& s, std::string_view t) { return put<one_line>(s.fetch.user_agent, t); }},
    SettingRow{"contact", "WHO", "",
               "mail address or web page of the operator of this crawl; the archive remembers "
               "it",
               false, [](Settings& s, std::string_view t) { return put<one_line>(s.contact, t); }},
    SettingRow{"proxy", "URL", "", "send requests through this proxy: http://, https:// or socks5h://HOST:PORT", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.fetch.proxy = t;
                 return {};
               }},
    SettingRow{"credentials", "FILE", "", "a file with lines of ORIGIN USER PASSWORD", false,
               setting::set_credentials},
    SettingRow{"cookies", "HOW", "keep", "keep or ignore cookies during a crawl", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.fetch.cookies = TRY(choice(t, "keep", "ignore"));
                 return {};
               }},
    SettingRow{"tls", "HOW", "verify",
               "verify: refuse invalid TLS certificates; accept: allow them", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.fetch.verify_tls = TRY(choice(t, "verify", "accept"));
                 return {};
               }},
    SettingRow{"forbid", "RANGE", "", "never connect to these IP addresses, like 10.0.0.0/8", true,
               setting::set_forbid},
    SettingRow{
        "private", "HOW", "seeds", "which hosts may have private IP addresses: those of seeds, or all", false,
        [](Settings& s, std::string_view t) -> Result<void> {
          s.private_links = TRY(choice(t, "all", "seeds"));
          return {};
        }},
    SettingRow{"compression", "HOW", "6",
               "gzip: fast, or a level from 1 to 12; or zstd: zstd-fast, zstd (3), or zstd-1 to zstd-19", false,
               setting::set_compression},
    SettingRow{
        "chunks", "HOW", "keep",
        "keep or remove the chunked transfer coding of answers, which some checkers reject",
        false,
        [](Settings& s, std::string_view t) -> Result<void> {
          s.chunks = TRY(choice(t, "keep", "remove"));
          return {};
        }},
    SettingRow{"warc-size", "SIZE", "1GB", "size at which a WARC file is closed and the next begun",
               false, [](Settings& s, std::string_view t) { return put<bytes>(s.roll_at, t); }},
};

// The first setting of each group, and what the group is about.
constexpr std::pair<std::string_view, std::string_view> kGroups[] = {
    {"scope", "which pages"}, {"strategy", "in which order"},
    {"delay", "politeness"},  {"validators", "proof and storage"},
    {"max-pages", "limits"},  {"connect-timeout", "network"},
    {"compression", "files"}};

}  // namespace

std::span<const SettingRow> setting_rows() { return kRows; }

std::string_view group_beginning_with(std::string_view setting) {
  for (const auto& [first, title] : kGroups)
    if (first == setting) return title;
  return "";
}

Result<void> set(Settings& settings, std::string_view name, std::string_view text) {
  for (const auto rows : {setting_rows(), watch_setting_rows()})
    for (const SettingRow& row : rows) {
      if (row.name != name) continue;
      auto done = row.set(settings, text);
      if (done) return {};
      const Error& error = done.error();
      const char* between = error.what.starts_with("takes ") ? " " : ": ";
      return Error{error.code, fmt::format("--{}{}{}", name, between, error.what)};
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

}  // namespace asof::crawl
