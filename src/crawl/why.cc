#include "crawl/why.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "crawl/task.h"
#include "retrieve/library.h"
#include "retrieve/record_at.h"
#include "scope/scope.h"
#include "url/surt.h"
#include "url/url.h"
#include "verify/gather.h"

namespace asof::crawl {
namespace {

constexpr std::size_t kMostLinks = 3;
constexpr std::size_t kLongestFields = std::size_t{1} << 20;

// A link to the URL on a page the crawl captured, as it judged it.
struct Found {
  Instant at;  // of the page's capture
  std::string page;
  std::string hops;  // the link's own letter last
};

class Asking final {
 public:
  Asking(const archive::Directory& directory, const catalog::Reader& catalog,
         const keep::CrawlDescription& crawl, const url::Url& url)
      : directory_(directory), catalog_(catalog), crawl_(crawl), href_(url.href(false)) {}

  Result<Why> run() {
    TRY(look_for_captures());
    TRY(look_for_visits());
    // What the crawl recorded of it is all there is to say.
    if (!why_.reasons.empty()) return why_;
    TRY(look_for_links());
    return why_;
  }

 private:
  void say(std::string reason) { why_.reasons.push_back(std::move(reason)); }

  // The name of the file, where it is one of the crawl's.
  Result<std::optional<std::string>> own_file(catalog::FileId id) const {
    const auto file = TRY(catalog_.file(id));
    if (!file || !verify::is_of_crawl(file->name, crawl_.name)) return std::optional<std::string>();
    return std::optional(file->name);
  }

  // The crawl's captures of a URL, by time.
  Result<std::vector<catalog::Capture>> captures_of(const std::string& url) const {
    std::vector<catalog::Capture> all, own;
    TRY(catalog_.captures_of(url::surt_key(url),
                             [&](const catalog::Capture& capture) {
                               all.push_back(capture);
                               return true;
                             },
                             {.url = url}));
    for (catalog::Capture& capture : all)
      if (TRY(own_file(capture.where.file))) own.push_back(std::move(capture));
    return own;
  }

  Result<void> look_for_captures() {
    const auto captures = TRY(captures_of(href_));
    for (const catalog::Capture& capture : captures) {
      const auto file = TRY(own_file(capture.where.file));
      why_.fetched = true;
      const bool revisit = capture.kind == catalog::Kind::Revisit;
      const bool of_other =
          revisit && !capture.refers_to_url.empty() && capture.refers_to_url != href_;
      say(fmt::format("it was {} at {} (status {}), {} offset {}",
                      of_other  ? "found to be the same as " + capture.refers_to_url
                      : revisit ? "found unchanged"
                                : "fetched",
                      iso8601(capture.at), capture.status, *file, capture.where.offset));
    }
    return {};
  }

  // The fields of the metadata records of a URL that the crawl wrote, and when that was.
  Result<std::vector<std::pair<Instant, std::string>>> fields_of(const std::string& url) const {
    std::vector<catalog::Metadata> rows;
    TRY(catalog_.metadata_of(url::surt_key(url), [&](const catalog::Metadata& row) {
      if (row.url == url) rows.push_back(row);
      return true;
    }));
    std::vector<std::pair<Instant, std::string>> records;
    for (const catalog::Metadata& row : rows) {
      const auto file = TRY(own_file(row.where.file));
      if (!file) continue;
      std::string fields = TRY(retrieve::block_at(
          directory_, *file, {row.where.offset, row.where.inner}, kLongestFields));
      records.emplace_back(row.at, std::move(fields));
    }
    return records;
  }

  // Visits that brought nothing, and how the crawl came to the URL.
  Result<void> look_for_visits() {
    const auto visits = TRY(fields_of(href_));
    for (const auto& [at, fields] : visits)
      if (const auto none = capture::read_notes(href_, fields).none)
        say(fmt::format("it was not {} at {}: {}",
                        none->status == capture::kRefusedByRobots ? "asked for" : "answered",
                        iso8601(at), none->reason));
    if (visits.empty()) return {};
    const capture::Notes first = capture::read_notes(href_, visits.front().second);
    if (first.seed)
      say("it is a seed");
    else if (!first.via.empty())
      say(fmt::format("it was found on {} (hops {})", first.via, first.hops.value_or("")));
    else if (first.hops && first.hops->starts_with('M'))
      say("it was named by a sitemap, by a list, or by an earlier crawl");
    return {};
  }

  Result<void> look_for_links() {
    auto kept = settings_from_json(crawl_.settings);
    if (!kept) return std::move(kept).error().within(directory_.crawl_path(crawl_.name + ".json"));
    const Settings settings = TRY(settings_from(kept->given, kept->seeds));
    const auto scope = TRY(scope::Scope::make(settings.scope, kept->seeds));
    const auto found = TRY(links_found());
    if (found.empty()) {
      say("no page captured by the crawl links to it");
      if (const auto verdict = scope.explain({href_, "L"}); !verdict.in)
        say("the crawl would not have followed a link to it: " + verdict.why);
      return {};
    }
    const auto belongs = std::find_if(found.begin(), found.end(), [&](const Found& link) {
      return scope.explain({href_, link.hops}).in;
    });
    if (belongs == found.end()) {
      say("it is not in the crawl's scope: " + scope.explain({href_, found.front().hops}).why);
    } else {
      TRY(say_why_left());
    }
    for (std::size_t i = 0; i < std::min(found.size(), kMostLinks); ++i)
      say(fmt::format("{}, captured at {}, has a link to it", found[i].page, iso8601(found[i].at)));
    return {};
  }

  // Links on pages as the crawl captured them, the earliest first.
  Result<std::vector<Found>> links_found() const {
    std::vector<std::pair<catalog::Document, char>> linking;
    TRY(catalog_.links_to(href_, "", [&](const catalog::Document& from, const catalog::Link& link) {
      linking.emplace_back(from, capture::hop_letter(link.kind));
      return true;
    }));
    std::vector<Found> found;
    for (const auto& [document, letter] : linking) {
      const auto captures = TRY(captures_of(document.url));
      for (const catalog::Capture& capture : captures) {
        const std::string shown = TRY(content_of(capture));
        if (shown != document.sha256) continue;
        const auto path = TRY(catalog_.path_of(crawl_.name, document.urlkey, document.url));
        found.push_back({capture.at, document.url, (path ? path->hops : "") + letter});
        break;
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.at < b.at; });
    return found;
  }

  // SHA-256 of what a capture shows, of a revisit its original's.
  Result<std::string> content_of(const catalog::Capture& capture) const {
    const auto shown = TRY(retrieve::with_content(catalog_, capture));
    return shown ? shown->sha256 : std::string();
  }

  // It was found and by its address belongs to the crawl: why was it not asked for?
  Result<void> say_why_left() {
    if (!crawl_.ended.empty() && crawl_.ended != "done") {
      say(fmt::format("it belongs to the crawl, which ended before requesting it ({})",
                      crawl_.ended));
      return {};
    }
    if (crawl_.ended.empty()) {
      say("it belongs to the crawl, which has not ended; --resume continues it");
      return {};
    }
    // Decisions that rest on what came before are counted by the crawl, not kept one by one.
    const auto ends = TRY(fields_of("urn:asof:crawl:" + crawl_.name));
    std::string counts;
    for (const auto& [at, fields] : ends)
      for (const std::string_view line : split(fields, '\n'))
        if (line.starts_with("notFollowed:")) counts = trim(line.substr(line.find(':') + 1));
    say("its address is in the scope of the crawl, but the crawl did not follow the link" +
        (counts.empty() ? std::string() : "; links it did not follow, by reason: " + counts));
    return {};
  }

  const archive::Directory& directory_;
  const catalog::Reader& catalog_;
  const keep::CrawlDescription& crawl_;
  const std::string href_;
  Why why_;
};

}  // namespace

Result<Why> why(const archive::Directory& directory, const catalog::Reader& catalog,
                const keep::CrawlDescription& crawl, const std::string& address) {
  auto url = url::parse(address);
  if (!url || !url->web()) url = url::parse("https://" + address);
  if (!url || !url->web())
    return Error{Errc::Invalid, fmt::format("\"{}\" is not a web address", address)};
  return Asking(directory, catalog, crawl, *url).run();
}

}  // namespace asof::crawl
