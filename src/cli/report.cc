#include <fmt/format.h>

#include <algorithm>

#include "archive/directory.h"
#include "assess/show.h"
#include "base/json.h"
#include "base/text.h"
#include "catalog/reader.h"
#include "catalog/summary.h"
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
  print("{}; the captures take {} in them and hold {} of payload\n", counted(s.file_count, "file"),
        human_bytes(s.stored_bytes), human_bytes(s.payload_bytes));
  std::string originals;
  if (s.revisits > 0)
    originals = s.unresolved == 0
                    ? std::string(" (their originals are in the archive)")
                    : fmt::format(" ({} with their original in the archive, {} without)",
                                  with_commas(s.resolved), with_commas(s.unresolved));
  print("{}, {}{}, {}\n", counted(s.responses, "response"), counted(s.revisits, "revisit"),
        originals, counted(s.resources, "resource"));
  print("{} stored again although an earlier one is equal ({})\n", counted(s.duplicates, "payload"),
        human_bytes(s.duplicate_bytes));
  print("{} with {}\n", counted(s.documents, "different HTML document"), counted(s.links, "link"));
}

std::string name_of_file(const catalog::Summary& s, catalog::FileId id) {
  for (const catalog::FileTally& file : s.files)
    if (file.file.id() == id) return file.file.name;
  return "a file";
}

// What is kept and proves nothing, or less than others.
void print_flawed(const catalog::Summary& s, std::size_t rows) {
  if (!s.cut.empty()) {
    print("\nCut: captures that are not whole; they are kept, but not counted as versions\n");
    for (const catalog::Tally& cut : s.cut)
      print("  {:<52} {:>12}\n", cut.name, with_commas(cut.captures));
  }
  if (s.coarse > 0)
    print("\n{} {} a date that does not name the second\n", counted(s.coarse, "capture"),
          s.coarse == 1 ? "has" : "have");
  if (s.undated_count == 0) return;
  print("\nWithout a date that can be read: {}; kept, but found at no time\n",
        counted(s.undated_count, "capture"));
  for (std::size_t i = 0; i < s.undated.size() && i < rows; ++i)
    print("  {} at offset {}: {} (\"{}\")\n", name_of_file(s, s.undated[i].where.file),
          s.undated[i].where.offset, s.undated[i].url, s.undated[i].date);
  if (s.undated_count > rows) print("  and {} more\n", with_commas(s.undated_count - rows));
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
  print_flawed(s, rows);
  std::uint64_t unfinished = 0;
  for (const catalog::FileTally& file : s.files)
    unfinished += file.file.state == catalog::FileState::Importing;
  if (unfinished > 0)
    print("\n{} files are not completely imported; run the import again\n", unfinished);
  if (s.damage_count > 0) {
    print("\nDamage: {} places\n", with_commas(s.damage_count));
    for (std::size_t i = 0; i < s.damage.size() && i < rows; ++i) {
      std::string name = "?";
      for (const catalog::FileTally& file : s.files)
        if (file.file.id() == s.damage[i].file) name = file.file.name;
      print("  {} at offset {}: {}\n", name, s.damage[i].offset, s.damage[i].what);
    }
  }
  if (!s.settled)
    print("\nAn import was interrupted, so the figures are incomplete; run it again.\n");
}

json::Array tallies_json(const std::vector<catalog::Tally>& rows) {
  return json::array_of(rows, [](const catalog::Tally& row) {
    return json::Object{{"name", row.name}, {"captures", row.captures}, {"bytes", row.bytes}};
  });
}

json::Array sites_json(const std::vector<catalog::Site>& sites) {
  return json::array_of(sites, [](const catalog::Site& site) {
    return json::Object{{"host", site.host},         {"domain", site.domain},
                        {"captures", site.captures}, {"pages", site.pages},
                        {"versions", site.versions}, {"first", site.first},
                        {"last", site.last}};
  });
}

json::Array crawls_json(const std::vector<catalog::Crawl>& crawls) {
  return json::array_of(crawls, [](const catalog::Crawl& crawl) {
    return json::Object{{"name", crawl.name},   {"label", crawl.label},
                        {"files", crawl.files}, {"captures", crawl.captures},
                        {"first", crawl.first}, {"last", crawl.last}};
  });
}

json::Array files_json(const std::vector<catalog::FileTally>& files) {
  return json::array_of(files, [](const catalog::FileTally& tally) {
    const auto& file = tally.file;
    return json::Object{{"name", file.name},
                        {"size", file.size},
                        {"sha256", hex(file.sha256)},
                        {"format", file.format},
                        {"compression", file.compression},
                        {"records", file.records},
                        {"captures", tally.captures},
                        {"damage", tally.damage},
                        {"complete", file.state == catalog::FileState::Complete}};
  });
}

json::Array damage_json(const std::vector<catalog::Damage>& places) {
  return json::array_of(places, [](const catalog::Damage& place) {
    return json::Object{{"file", place.file}, {"offset", place.offset}, {"what", place.what}};
  });
}

json::Array undated_json(const catalog::Summary& s) {
  return json::array_of(s.undated, [&](const catalog::Undated& row) {
    return json::Object{{"url", row.url},
                        {"file", name_of_file(s, row.where.file)},
                        {"offset", row.where.offset},
                        {"date", row.date}};
  });
}

void print_json(const catalog::Summary& s, const json::Value& quality,
                const json::Object& changes) {
  const json::Object all{{"captures", s.captures},
                         {"responses", s.responses},
                         {"revisits", s.revisits},
                         {"resources", s.resources},
                         {"urls", s.urls},
                         {"pages", s.pages},
                         {"versions", s.versions},
                         {"payload_bytes", s.payload_bytes},
                         {"stored_bytes", s.stored_bytes},
                         {"first", s.first},
                         {"last", s.last},
                         {"duplicates", s.duplicates},
                         {"duplicate_bytes", s.duplicate_bytes},
                         {"resolved", s.resolved},
                         {"unresolved", s.unresolved},
                         {"documents", s.documents},
                         {"links", s.links},
                         {"site_count", s.site_count},
                         {"crawl_count", s.crawl_count},
                         {"file_count", s.file_count},
                         {"damage_count", s.damage_count},
                         {"undated_count", s.undated_count},
                         {"undated", undated_json(s)},
                         {"cut", tallies_json(s.cut)},
                         {"coarse_dates", s.coarse},
                         {"settled", s.settled},
                         {"statuses", tallies_json(s.statuses)},
                         {"mimes", tallies_json(s.mimes)},
                         {"kinds", tallies_json(s.kinds)},
                         {"revisit_profiles", tallies_json(s.revisit_profiles)},
                         {"resolved_how", tallies_json(s.resolved_how)},
                         {"sites", sites_json(s.sites)},
                         {"crawls", crawls_json(s.crawls)},
                         {"files", files_json(s.files)},
                         {"damage", damage_json(s.damage)},
                         {"quality", quality},
                         {"changes", changes}};
  fmt::print("{}\n", all.text());
}

}  // namespace

Result<int> run_report(const Arguments& arguments) {
  if (!arguments.operands().empty())
    return Error{Errc::Invalid, "report takes flags only; name the archive with --archive"};
  std::uint64_t rows = TRY(number_of(arguments, "--rows"));
  const Opened opened = TRY(open_to_read(arguments.get("--archive")));
  const catalog::Reader& catalog = opened.catalog;
  if (!arguments.get("--url").empty())
    return report_page(catalog, arguments.get("--url"), arguments.has("--json"),
                       static_cast<std::size_t>(rows));
  catalog::SummaryOptions options;
  if (!arguments.get("--site").empty()) options.key_prefix = site_prefix(arguments.get("--site"));
  catalog::Summary summary = TRY(catalog::summarise(catalog, options));
  if (!options.key_prefix.empty() && summary.captures == 0 && summary.undated_count == 0)
    return Error{Errc::NotFound, "the archive has no capture of " + arguments.get("--site")};
  const auto most = static_cast<std::size_t>(rows);
  const std::string& page = arguments.get("--html");
  if (arguments.has("--no-quality") && !page.empty())
    return Error{Errc::Invalid, "--html shows the quality; do not combine it with --no-quality"};
  assess::Assessment assessment;
  if (!arguments.has("--no-quality"))
    assessment = TRY(assess::assess(catalog, {.key_prefix = options.key_prefix, .worst = most}));
  if (!page.empty()) {
    const std::string changes = TRY(changes_html(catalog, options.key_prefix, most));
    TRY(write_whole(page, assess::to_page(assessment, arguments.get("--archive"), changes)));
  }
  if (arguments.has("--json")) {
    const json::Object changes = TRY(changes_json(catalog, options.key_prefix, most));
    const bool judged = !arguments.has("--no-quality");
    print_json(summary, judged ? json::Value::raw(assess::to_json(assessment)) : nullptr, changes);
    return 0;
  }
  print_text(summary, most);
  if (!arguments.has("--no-quality")) fmt::print("{}", assess::to_text(assessment, most));
  TRY(print_changes(catalog, options.key_prefix, most));
  return 0;
}

}  // namespace asof::cli
