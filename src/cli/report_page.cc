// asof report --url: what the archive knows of one page.
#include <fmt/format.h>

#include "base/json.h"
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
  bool recorded = false;                 // by its crawler: the page itself is not there
};

Result<PageFacts> facts_of(const catalog::Reader& catalog, const std::string& key,
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
  bool own = false;
  for (const catalog::Version& version : facts.versions)
    if (!version.sha256.empty()) {
      auto links = TRY(catalog.links_from(key, version.url, version.sha256));
      if (!links.empty()) facts.links = std::move(links);
      const auto document = TRY(catalog.document(key, version.url, version.sha256));
      own = own || document.has_value();
    }
  if (!own && !facts.captures.empty()) {
    facts.links = TRY(catalog.recorded_links(key, url, facts.captures.back().at));
    facts.recorded = !facts.links.empty();
  }
  return facts;
}

// How much the change to a version matters, and why that is said.
std::string change_to(const PageFacts& facts, const catalog::Version& version) {
  for (const catalog::Change& change : facts.changes)
    if (change.fresh == catalog::name_of(version))
      return fmt::format("  importance {:.3f}, matters {:.2f}: {}", change.importance,
                         change.matters, change.reason);
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
  print("\nHow crawls found it\n");
  for (const catalog::Path& path : facts.paths)
    print("  {:<40} {}  [{}{}]\n", path.crawl, came_from(path),
          path.hops.empty() ? "" : path.hops + ", ", "by " + path.source);
  print("\nLinks of the latest version{}: {}\n",
        facts.recorded ? ", as its crawler recorded them" : "", with_commas(facts.links.size()));
  for (std::size_t i = 0; i < facts.links.size() && i < rows; ++i)
    print("  {} {:<14} {}\n", hop_letter(facts.links[i].kind), facts.links[i].context,
          facts.links[i].url);
  if (facts.links.size() > rows) print("  and {} more\n", facts.links.size() - rows);
}

void print_json(const std::string& url, const std::string& key, const PageFacts& facts,
                const json::Array& changes) {
  const auto captures = json::array_of(facts.captures, [](const catalog::Capture& c) {
    return json::Object{
        {"at", c.at},     {"url", c.url},   {"kind", name_of(c.kind)}, {"status", c.status},
        {"mime", c.mime}, {"size", c.size}, {"digest", c.digest},      {"offset", c.where.offset}};
  });
  const auto versions = json::array_of(facts.versions, [](const catalog::Version& v) {
    return json::Object{{"url", v.url},           {"first", v.first},   {"last", v.last},
                        {"captures", v.captures}, {"status", v.status}, {"sha256", hex(v.sha256)}};
  });
  const auto paths = json::array_of(facts.paths, [](const catalog::Path& p) {
    return json::Object{{"crawl", p.crawl},
                        {"parent", p.parent},
                        {"hops", p.hops},
                        {"depth", p.depth},
                        {"source", p.source}};
  });
  const auto links = json::array_of(facts.links, [](const catalog::Link& l) {
    return json::Object{
        {"hop", std::string(1, hop_letter(l.kind))}, {"context", l.context}, {"url", l.url}};
  });
  json::Object all{{"url", url},           {"key", key},     {"captures", captures},
                   {"versions", versions}, {"paths", paths}, {"links", links},
                   {"changes", changes}};
  if (facts.recorded) all.add("links_recorded", true);
  fmt::print("{}\n", all.text());
}

}  // namespace

Result<int> report_page(const catalog::Reader& catalog, const std::string& url, bool as_json,
                        std::size_t rows) {
  constexpr std::size_t kMostCaptures = 100'000;
  std::string key = url::surt_key(url);
  PageFacts facts = TRY(facts_of(catalog, key, kMostCaptures));
  if (facts.captures.empty()) return Error{Errc::NotFound, "the archive has no capture of " + url};
  if (!as_json) {
    print_text(facts, rows);
    return 0;
  }
  json::Array changes;
  for (const catalog::Change& change : facts.changes) {
    const json::Object one = TRY(change_json(catalog, change));
    changes.add(one);
  }
  print_json(url, key, facts, changes);
  return 0;
}

}  // namespace asof::cli
