#include "crawl/why.h"

#include <fmt/format.h>

#include "base/text.h"
#include "crawl/message.h"
#include "robots/robots.h"
#include "scope/scope.h"
#include "url/surt.h"
#include "url/url.h"

namespace asof::crawl {
namespace {

constexpr std::size_t kMostLinks = 3;
constexpr std::size_t kLongestRobots = std::size_t{4} << 20;

class Asking final {
 public:
  Asking(const archive::Directory& directory, const catalog::Catalog& catalog, const Kept& crawl,
         const url::Url& url)
      : directory_(directory),
        catalog_(catalog),
        crawl_(crawl),
        url_(url),
        href_(url.href(false)) {}

  Result<Why> run() {
    TRY(look_for_captures());
    if (why_.fetched) return why_;
    TRY(look_for_failures());
    TRY(ask_robots());
    TRY(ask_scope());
    TRY(look_for_links());
    if (why_.reasons.empty())
      say("it belongs to the crawl, but was not reached before the crawl ended");
    return why_;
  }

 private:
  void say(std::string reason) { why_.reasons.push_back(std::move(reason)); }

  bool in_crawl(std::string_view file) const { return file.starts_with(crawl_.name + "-"); }

  Result<void> look_for_captures() {
    std::vector<catalog::Capture> captures;
    TRY(catalog_.captures_of(url::surt_key(href_),
                             [&](const catalog::Capture& capture) {
                               captures.push_back(capture);
                               return true;
                             },
                             {.url = href_}));
    for (const catalog::Capture& capture : captures) {
      const auto file = TRY(catalog_.file(capture.where.file));
      if (!file || !in_crawl(file->name)) continue;
      why_.fetched = true;
      say(fmt::format("it was {} at {} (status {}), {} offset {}",
                      capture.kind == catalog::Kind::Revisit ? "found unchanged" : "fetched",
                      iso8601(capture.at), capture.status, file->name, capture.where.offset));
    }
    if (!why_.fetched) return {};
    TRY(catalog_.metadata_of(url::surt_key(href_), [&](const catalog::Metadata& row) {
      if (row.url != href_ || row.at < crawl_.began) return true;
      if (row.seed)
        say("it is a seed");
      else if (!row.via.empty())
        say(fmt::format("it was found on {} (hops {})", row.via, row.hops.value_or("")));
      return false;
    }));
    return {};
  }

  // What the crawl's log says of visits that brought nothing.
  Result<void> look_for_failures() {
    TRY(catalog_.log_of(url::surt_key(href_), [&](const catalog::LogEntry& entry) {
      if (entry.url == href_ && entry.log == crawl_.name + ".log" && entry.status < 0 &&
          entry.status != -9998)
        say(fmt::format("a visit at {} failed with {} (docs/fetching.md)", iso8601(entry.at),
                        entry.status));
      return true;
    }));
    return {};
  }

  Result<void> ask_robots() {
    Settings settings = TRY(settings_from(crawl_.settings.given, crawl_.settings.seeds));
    if (!settings.robots) return {};
    const std::string robots = url_.origin() + "/robots.txt";
    const auto capture = TRY(catalog_.at_or_after(url::surt_key(robots), crawl_.began));
    if (!capture || capture->status != 200) return {};
    auto where = capture->where;
    if (capture->kind == catalog::Kind::Revisit)
      if (const auto origin = TRY(catalog_.original_of(where))) where = origin->where;
    const auto file = TRY(catalog_.file(where.file));
    if (!file) return {};
    const std::string message =
        TRY(message_at(directory_, file->name, where.offset, kLongestRobots));
    const auto rules = robots::Rules::parse(content_of_message(message, robots::kMostRead), "asof");
    const auto answer = rules.ask(url_.query ? url_.path + "?" + *url_.query : url_.path);
    if (!answer.allowed)
      say(fmt::format("{} refuses it in line {}: {}", robots, answer.line, answer.rule));
    return {};
  }

  Result<void> ask_scope() {
    const Settings settings = TRY(settings_from(crawl_.settings.given, crawl_.settings.seeds));
    const auto scope = TRY(scope::Scope::make(settings.scope, crawl_.settings.seeds));
    const auto verdict = scope.explain({href_, "L"});
    if (verdict.in) return {};
    if (scope.explain({href_, "E"}).in)
      say("it belongs to the crawl only as an image, a style or another part of a page");
    else
      say("it is not in the crawl's scope: " + verdict.why);
    return {};
  }

  Result<void> look_for_links() {
    std::vector<std::string> from;
    TRY(catalog_.links_to(href_, "", [&](const catalog::Document& document, const catalog::Link&) {
      if (from.empty() || from.back() != document.url) from.push_back(document.url);
      return from.size() < kMostLinks;
    }));
    if (from.empty()) {
      say("no page in the archive links to it");
      return {};
    }
    std::string text = "links to it were seen on";
    for (const std::string& page : from) text += " " + page;
    say(std::move(text));
    return {};
  }

  const archive::Directory& directory_;
  const catalog::Catalog& catalog_;
  const Kept& crawl_;
  const url::Url& url_;
  const std::string href_;
  Why why_;
};

}  // namespace

Result<Why> why(const archive::Directory& directory, const catalog::Catalog& catalog,
                const Kept& crawl, const std::string& address) {
  auto url = url::parse(address);
  if (!url || !url->web()) url = url::parse("https://" + address);
  if (!url || !url->web())
    return Error{Errc::Invalid, fmt::format("\"{}\" is no web address", address)};
  return Asking(directory, catalog, crawl, *url).run();
}

}  // namespace asof::crawl
