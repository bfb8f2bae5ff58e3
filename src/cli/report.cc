#include <fmt/format.h>

#include <algorithm>

#include "archive/directory.h"
#include "assess/show.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "cli/opened.h"
#include "cli/print_internal.h"
#include "cli/report_internal.h"
#include "cli/shared_internal.h"

namespace asof::cli {
namespace {

std::string span_of(std::optional<Instant> first, std::optional<Instant> last) {
  if (!first || !last) return "no captures";
  return iso8601_seconds(*first) + " to " + iso8601_seconds(*last);
}

std::string json_instant(std::optional<Instant> at) {
  return at ? "\"" + iso8601(*at) + "\"" : "null";
}

void print_tallies(std::string_view title, const std::vector<catalog::Tally>& rows,
                   std::uint64_t total, std::size_t most) {
  if (rows.empty()) return;
  print("\n{}\n", title);
  for (std::size_t i = 0; i < rows.size() && i < most; ++i) {
    double share =
        total > 0 ? static_cast<double>(rows[i].captures) / static_cast<double>(total) : 0;
    std::string bar;
    for (int b = 0; b < static_cast<int>(share * 20 + 0.5); ++b) bar += "█";
    print("  {:<28} {:>12} {:>10}  {}\n",
          rows[i].name.empty() || rows[i].name == "0" ? "(not stated)" : rows[i].name,
          with_commas(rows[i].captures), human_bytes(rows[i].bytes), bar);
  }
  if (rows.size() > most) print("  and {} more\n", rows.size() - most);
}

// What has no host, as answers of name servers, lies together by its scheme; that is no site.
bool is_hostless(const catalog::Site& site) { return site.host.empty(); }

void print_overview(const catalog::Summary& s) {
  const auto hostless =
      static_cast<std::uint64_t>(std::count_if(s.sites.begin(), s.sites.end(), is_hostless));
  // While a crawl runs its sites are not counted yet.
  const std::uint64_t sites = s.site_count - hostless;
  print("{} of {}, {}{}\n", counted(s.captures, "capture"), counted(s.pages, "page"),
        counted(s.versions, "version"),
        sites == 0 && s.captures > 0 ? "" : ", from " + counted(sites, "site"));
  print("{}\n", span_of(s.first, s.last));
  print("{}, in which captures take {}; {} of payload\n", counted(s.file_count, "file"),
        human_bytes(s.stored_bytes), human_bytes(s.payload_bytes));
  print("{} responses, {} revisits ({} resolved, {} without their original), {} resources\n",
        with_commas(s.responses), with_commas(s.revisits), with_commas(s.resolved),
        with_commas(s.unresolved), with_commas(s.resources));
  print("{} duplicates of an earlier payload ({})\n", with_commas(s.duplicates),
        human_bytes(s.duplicate_bytes));
  print("{} documents with {} links\n", with_commas(s.documents), with_commas(s.links));
}

void print_text(const catalog::Summary& s, std::size_t rows) {
  print_overview(s);
  if (!s.sites.empty()) {
    print("\nSites{:>37} {:>9} {:>9}\n", "captures", "pages", "versions");
    for (std::size_t i = 0; i < s.sites.size() && i < rows; ++i)
      print("  {:<28} {:>11} {:>9} {:>9}  {}\n",
            is_hostless(s.sites[i]) ? s.sites[i].key : s.sites[i].host,
            with_commas(s.sites[i].captures), with_commas(s.sites[i].pages),
            with_commas(s.sites[i].versions), span_of(s.sites[i].first, s.sites[i].last));
    if (s.site_count > rows) print("  and {} more\n", with_commas(s.site_count - rows));
  }
  if (!s.crawls.empty()) {
    print("\nCrawls\n");
    for (std::size_t i = 0; i < s.crawls.size() && i < rows; ++i)
      print("  {:<40} {:>9} captures  {}\n",
            s.crawls[i].label.empty() ? "(unnamed)" : s.crawls[i].label,
            with_commas(s.crawls[i].captures), span_of(s.crawls[i].first, s.crawls[i].last));
    if (s.crawl_count > rows) print("  and {} more\n", with_commas(s.crawl_count - rows));
  }
  print_tallies("Statuses", s.statuses, s.captures, rows);
  print_tallies("Types", s.mimes, s.captures, rows);
  print_tallies("Revisit profiles", s.revisit_profiles, s.revisits, rows);
  std::uint64_t unfinished = 0;
  for (const catalog::FileTally& file : s.files)
    unfinished += file.file.state == catalog::FileState::Importing;
  if (unfinished > 0)
    print("\n{} files are not wholly imported; run the import again\n", unfinished);
  if (s.damage_count > 0) {
    print("\nDamage: {} places\n", with_commas(s.damage_count));
    for (std::size_t i = 0; i < s.damage.size() && i < rows; ++i) {
      std::string name = "?";
      for (const catalog::FileTally& file : s.files)
        if (file.file.id() == s.damage[i].file) name = file.file.name;
      print("  {} at offset {}: {}\n", name, s.damage[i].offset, s.damage[i].what);
    }
  }
  if (!s.settled) print("\nAn import was cut off: run it again, then the numbers are whole.\n");
}

std::string tallies_json(const std::vector<catalog::Tally>& rows) {
  std::string json = "[";
  for (const catalog::Tally& row : rows)
    json += fmt::format("{}{{\"name\":{},\"captures\":{},\"bytes\":{}}}",
                        json.size() > 1 ? "," : "", json_quote(row.name), row.captures, row.bytes);
  return json + "]";
}

std::string lists_json(const catalog::Summary& s) {
  std::string sites, crawls, files, damage;
  auto comma = [](const std::string& list) { return list.empty() ? "" : ","; };
  for (const catalog::Site& site : s.sites)
    sites += fmt::format(
        "{}{{\"host\":{},\"domain\":{},\"captures\":{},\"pages\":{},\"versions\":{},\"first\":{},"
        "\"last\":{}}}",
        comma(sites), json_quote(site.host), json_quote(site.domain), site.captures, site.pages,
        site.versions, json_instant(site.first), json_instant(site.last));
  for (const catalog::Crawl& crawl : s.crawls)
    crawls += fmt::format(
        "{}{{\"name\":{},\"label\":{},\"files\":{},\"captures\":{},\"first\":{},\"last\":{}}}",
        comma(crawls), json_quote(crawl.name), json_quote(crawl.label), crawl.files, crawl.captures,
        json_instant(crawl.first), json_instant(crawl.last));
  for (const catalog::FileTally& file : s.files)
    files += fmt::format(
        "{}{{\"name\":{},\"size\":{},\"sha256\":\"{}\",\"format\":{},\"compression\":{},"
        "\"records\":{},\"captures\":{},\"damage\":{},\"complete\":{}}}",
        comma(files), json_quote(file.file.name), file.file.size, hex(file.file.sha256),
        json_quote(file.file.format), json_quote(file.file.compression), file.file.records,
        file.captures, file.damage, file.file.state == catalog::FileState::Complete);
  for (const catalog::Damage& place : s.damage)
    damage += fmt::format("{}{{\"file\":{},\"offset\":{},\"what\":{}}}", comma(damage), place.file,
                          place.offset, json_quote(place.what));
  return fmt::format("\"sites\":[{}],\"crawls\":[{}],\"files\":[{}],\"damage\":[{}]", sites, crawls,
                     files, damage);
}

void print_json(const catalog::Summary& s, const std::string& quality, const std::string& changes) {
  fmt::print(
      "{{\"captures\":{},\"responses\":{},\"revisits\":{},\"resources\":{},\"urls\":{},\"pages\":{}"
      ","
      "\"versions\":{},\"payload_bytes\":{},\"stored_bytes\":{},\"first\":{},\"last\":{},"
      "\"duplicates\":{},\"duplicate_bytes\":{},\"resolved\":{},\"unresolved\":{},\"documents\":{},"
      "\"links\":{},\"site_count\":{},\"crawl_count\":{},\"file_count\":{},\"damage_count\":{},"
      "\"settled\":{},",
      s.captures, s.responses, s.revisits, s.resources, s.urls, s.pages, s.versions,
      s.payload_bytes, s.stored_bytes, json_instant(s.first), json_instant(s.last), s.duplicates,
      s.duplicate_bytes, s.resolved, s.unresolved, s.documents, s.links, s.site_count,
      s.crawl_count, s.file_count, s.damage_count, s.settled);
  fmt::print(
      "\"statuses\":{},\"mimes\":{},\"kinds\":{},\"revisit_profiles\":{},\"resolved_how\":{},",
      tallies_json(s.statuses), tallies_json(s.mimes), tallies_json(s.kinds),
      tallies_json(s.revisit_profiles), tallies_json(s.resolved_how));
  fmt::print("{},\"quality\":{},\"changes\":{}}}\n", lists_json(s), quality, changes);
}

}  // namespace

Result<int> run_report(const Arguments& arguments) {
  if (!arguments.operands().empty())
    return Error{Errc::Invalid, "report takes no operands; name the archive with --archive"};
  std::uint64_t rows = TRY(number_of(arguments, "--rows"));
  const Opened opened = TRY(open_to_read(arguments.get("--archive")));
  const catalog::Catalog& catalog = opened.catalog;
  if (!arguments.get("--url").empty())
    return report_page(catalog, arguments.get("--url"), arguments.has("--json"),
                       static_cast<std::size_t>(rows));
  catalog::SummaryOptions options;
  if (!arguments.get("--site").empty()) options.key_prefix = site_prefix(arguments.get("--site"));
  catalog::Summary summary = TRY(catalog.summary(options));
  if (!options.key_prefix.empty() && summary.captures == 0)
    return Error{Errc::NotFound, "the archive has no capture of " + arguments.get("--site")};
  const auto most = static_cast<std::size_t>(rows);
  const std::string& page = arguments.get("--html");
  if (arguments.has("--no-quality") && !page.empty())
    return Error{Errc::Invalid, "--html shows the quality; leave --no-quality away"};
  assess::Assessment assessment;
  if (!arguments.has("--no-quality"))
    assessment = TRY(assess::assess(catalog, {.key_prefix = options.key_prefix, .worst = most}));
  if (!page.empty())
    TRY(write_whole(page, assess::to_page(assessment, arguments.get("--archive"))));
  if (arguments.has("--json")) {
    const std::string changes = TRY(changes_json(catalog, options.key_prefix, most));
    print_json(summary, arguments.has("--no-quality") ? "null" : assess::to_json(assessment),
               changes);
    return 0;
  }
  print_text(summary, most);
  if (!arguments.has("--no-quality")) fmt::print("{}", assess::to_text(assessment, most));
  TRY(print_changes(catalog, options.key_prefix, most));
  return 0;
}

}  // namespace asof::cli
