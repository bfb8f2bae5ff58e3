// asof report --url: what the archive knows of one page.
#include <fmt/format.h>

#include "base/text.h"
#include "cli/print_internal.h"
#include "cli/report_internal.h"
#include "url/surt.h"

namespace asof::cli {
namespace {

std::string came_from(const catalog::Path& path) {
  if (!path.parent.empty()) return "from " + path.parent;
  // M as in manifest: nobody linked to it.
  return path.hops.starts_with('M') ? "from a sitemap, a list or an earlier crawl" : "a seed";
}

std::string_view name_of(catalog::Kind kind) {
  switch (kind) {
    case catalog::Kind::Revisit:
      return "revisit";
    case catalog::Kind::Resource:
      return "resource";
    default:
      return "response";
  }
}

struct PageFacts {
  std::vector<catalog::Capture> captures;
  std::vector<catalog::Version> versions;
  std::vector<catalog::Change> changes;  // to some of the versions from the one before
  std::vector<catalog::Path> paths;      // one per crawl that met it
  std::vector<catalog::Link> links;      // of the latest version
};

Result<PageFacts> facts_of(const catalog::Catalog& catalog, const std::string& key,
                           std::size_t most) {
  PageFacts facts;
  TRY(catalog.captures_of(key, [&](const catalog::Capture& capture) {
    facts.captures.push_back(capture);
    return facts.captures.size() < most;
  }));
  facts.versions = TRY(catalog.versions_of(key));
  facts.changes = TRY(catalog.changes_of(key));
  auto crawls = TRY(catalog.crawls());
  std::string url = facts.captures.empty() ? "" : facts.captures.back().url;
  for (const catalog::Crawl& crawl : crawls)
    if (auto path = TRY(catalog.path_of(crawl.name, key, url))) facts.paths.push_back(*path);
  for (const catalog::Version& version : facts.versions)
    if (!version.sha256.empty()) {
      auto links = TRY(catalog.links_from(key, version.url, version.sha256));
      if (!links.empty()) facts.links = std::move(links);
    }
  return facts;
}

// How much the change to a version matters, and why that is said.
std::string change_to(const PageFacts& facts, const catalog::Version& version) {
  for (const catalog::Change& change : facts.changes)
    if (change.fresh == catalog::name_of(version))
      return fmt::format("  change {:.3f}: {}", change.importance, change.reason);
  return "";
}

void print_text(const PageFacts& facts, std::size_t rows) {
  print("{}, {}\n\nVersions\n", counted(facts.captures.size(), "capture"),
        counted(facts.versions.size(), "version"));
  for (std::size_t i = 0; i < facts.versions.size() && i < rows; ++i) {
    const catalog::Version& v = facts.versions[i];
    print("  {}  to  {}  {:>3}  {:<16} {:>10}  {}  {}{}\n", iso8601_seconds(v.first),
          iso8601_seconds(v.last), v.status, v.mime, human_bytes(v.size),
          counted(v.captures, "capture"), v.url, change_to(facts, v));
  }
  if (facts.versions.size() > rows) print("  and {} more\n", facts.versions.size() - rows);
  print("\nHow crawls came to it\n");
  for (const catalog::Path& path : facts.paths)
    print("  {:<40} {}  [{}{}]\n", path.crawl, came_from(path),
          path.hops.empty() ? "" : path.hops + ", ", "by " + path.source);
  print("\nLinks of the latest version: {}\n", with_commas(facts.links.size()));
  for (std::size_t i = 0; i < facts.links.size() && i < rows; ++i)
    print("  {} {:<14} {}\n", hop_letter(facts.links[i].kind), facts.links[i].context,
          facts.links[i].url);
  if (facts.links.size() > rows) print("  and {} more\n", facts.links.size() - rows);
}

void print_json(const std::string& url, const std::string& key, const PageFacts& facts,
                const std::string& changes) {
  std::string captures, versions, paths, links;
  auto comma = [](const std::string& list) { return list.empty() ? "" : ","; };
  for (const catalog::Capture& c : facts.captures)
    captures += fmt::format(
        "{}{{\"at\":\"{}\",\"url\":{},\"kind\":\"{}\",\"status\":{},\"mime\":{},\"size\":{},"
        "\"digest\":{},\"offset\":{}}}",
        comma(captures), iso8601(c.at), json_quote(c.url), name_of(c.kind), c.status,
        json_quote(c.mime), c.size, json_quote(c.digest), c.where.offset);
  for (const catalog::Version& v : facts.versions)
    versions += fmt::format(
        "{}{{\"url\":{},\"first\":\"{}\",\"last\":\"{}\",\"captures\":{},\"status\":{},\"sha256\":"
        "\"{}\"}}",
        comma(versions), json_quote(v.url), iso8601(v.first), iso8601(v.last), v.captures, v.status,
        hex(v.sha256));
  for (const catalog::Path& p : facts.paths)
    paths += fmt::format("{}{{\"crawl\":{},\"parent\":{},\"hops\":{},\"depth\":{},\"source\":{}}}",
                         comma(paths), json_quote(p.crawl), json_quote(p.parent),
                         json_quote(p.hops), p.depth, json_quote(p.source));
  for (const catalog::Link& l : facts.links)
    links += fmt::format("{}{{\"hop\":\"{}\",\"context\":{},\"url\":{}}}", comma(links),
                         hop_letter(l.kind), json_quote(l.context), json_quote(l.url));
  fmt::print(
      "{{\"url\":{},\"key\":{},\"captures\":[{}],\"versions\":[{}],\"paths\":[{}],\"links\":[{}],"
      "\"changes\":[{}]}}\n",
      json_quote(url), json_quote(key), captures, versions, paths, links, changes);
}

}  // namespace

Result<int> report_page(const catalog::Catalog& catalog, const std::string& url, bool json,
                        std::size_t rows) {
  constexpr std::size_t kMostCaptures = 100'000;
  std::string key = url::surt_key(url);
  PageFacts facts = TRY(facts_of(catalog, key, kMostCaptures));
  if (facts.captures.empty()) return Error{Errc::NotFound, "the archive has no capture of " + url};
  if (!json) {
    print_text(facts, rows);
    return 0;
  }
  std::string changes;
  for (const catalog::Change& change : facts.changes) {
    const std::string one = TRY(change_json(catalog, change));
    changes += (changes.empty() ? "" : ",") + one;
  }
  print_json(url, key, facts, changes);
  return 0;
}

}  // namespace asof::cli
