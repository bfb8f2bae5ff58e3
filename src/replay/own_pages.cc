// The archive's own pages: start, reading page, calendar.
#include <fmt/format.h>

#include <algorithm>

#include "base/period.h"
#include "base/text.h"
#include "page/document.h"
#include "replay/query.h"
#include "replay/reading_page.h"
#include "replay/replay.h"
#include "replay/replies.h"
#include "url/surt.h"
#include "url/url.h"

namespace asof::replay {
namespace {

constexpr std::size_t kMostSites = 200;
constexpr std::size_t kMostPages = 50;
constexpr std::size_t kMostCounted = 100'000;
constexpr std::size_t kMostRows = 5'000;

rewrite::Policy policy_of(std::string_view name) {
  if (name == "nearest") return rewrite::Policy::Nearest;
  if (name == "recent") return rewrite::Policy::Recent;
  if (name == "first-after") return rewrite::Policy::FirstAfter;
  if (name == "pattern") return rewrite::Policy::Pattern;
  if (name == "likelihood") return rewrite::Policy::Likelihood;
  return rewrite::Policy::Default;
}

std::string with_scheme(std::string_view url) {
  return url.find("://") == kNone ? "http://" + std::string(url) : std::string(url);
}

}  // namespace

// Where rules withhold something of a site, what is left of it is counted; so much at most, for all
// sites together. What cannot be counted is not listed.
Result<std::vector<catalog::Site>> Replay::shown_sites() {
  auto sites = TRY(view_->catalog().sites());
  std::size_t budget = kMostCounted;
  std::vector<catalog::Site> shown;
  for (catalog::Site& site : sites) {
    if (shown.size() >= kMostSites || budget == 0) break;
    if (settings_.access.touches_below(site.key)) {
      site.pages = site.captures = 0;
      std::string page;
      TRY(view_->catalog().captures_with_prefix(
          site.key, [&](const catalog::Capture& capture, std::string_view) {
            if (view_->access_to(capture) == Access::Allow) {
              if (capture.urlkey != page) ++site.pages;
              page = capture.urlkey;
              if (site.captures++ == 0) site.first = site.last = capture.at;
              site.first = std::min(site.first, capture.at);
              site.last = std::max(site.last, capture.at);
            }
            return --budget > 0;
          }));
    }
    if (site.captures > 0 && budget > 0) shown.push_back(std::move(site));
  }
  return shown;
}

Result<server::Reply> Replay::home() {
  const auto sites = TRY(shown_sites());
  std::vector<catalog::PageRow> pages;
  TRY(view_->catalog().pages("", [&](const catalog::PageRow& page) {
    const auto url = url::parse(page.url);
    // Its figures are those of all captures, so it is listed where none can be withheld.
    if (url && url->web() && !settings_.access.touches(page.urlkey)) pages.push_back(page);
    return pages.size() < kMostPages;
  }));
  return start_page(settings_, sites, pages);
}

// /read?url=...&at=...&policy=..., from a form, leads to the address that can be shared.
Result<server::Reply> Replay::asked(std::string_view text) {
  const Query query(text);
  const auto url = url::parse(with_scheme(trim(query.get("url"))));
  if (!url || !url->web())
    return Error{Errc::Invalid, fmt::format("\"{}\" is no address of a page; one is "
                                            "https://example.org/",
                                            to_utf8(query.get("url")))};
  Instant at = settings_.clock->now();
  if (const std::string_view wanted = trim(query.get("at")); !wanted.empty()) {
    const auto period = parse_period(wanted);
    if (!period)
      return Error{Errc::Invalid,
                   fmt::format("\"{}\" is no time; one is 2022-06-01T12:00Z", to_utf8(wanted))};
    at = period->middle();
  }
  std::string to = fmt::format("/read/{}/{}/{}", settings_.collection, digits14(at), url->href());
  if (policy_of(query.get("policy")) != rewrite::Policy::Default)
    to += "?policy=" + std::string(query.get("policy"));
  return redirect(302, to);
}

Result<std::string> Replay::frame_of(const std::string& url, Instant at, Instant shown,
                                     std::string_view policy) {
  rewrite::Label label{.at = at, .policy = policy_of(policy)};
  const auto plain = TRY(choose({.url = url, .at = at, .policy = policy}));
  if (plain && digits14(plain->capture.at) != digits14(shown))
    label.version = Instant{shown.ms / 1000 * 1000};
  return rewrite::HostMapper(mapper_options(label), shared_.labels).map(url, rewrite::Use::Page);
}

Result<server::Reply> Replay::reading(std::string_view target, bool around) {
  // The reading page's own query stands behind the URL's: "?policy=recent" at the very end.
  std::string_view policy;
  if (const std::size_t mark = target.rfind("?policy="); mark != kNone) {
    const std::string_view name = target.substr(mark + 8);
    if (policy_of(name) != rewrite::Policy::Default) {
      policy = name;
      target = target.substr(0, mark);
    }
  }
  const auto address = TRY(rewrite::parse_path_address(target));
  const auto url = url::parse(address.url);
  if (!url || !url->web()) return Error{Errc::Invalid, "this is no address of a page"};
  if (address.collection != settings_.collection)
    return Error{Errc::NotFound, "there is no collection \"" + address.collection + "\""};
  const Instant at =
      address.form == rewrite::PathForm::Capture ? address.at() : settings_.clock->now();
  const std::string page = url->href(false);
  const auto choice = TRY(choose({.url = page, .at = at, .policy = policy}));
  if (!choice) return nothing_for(page, at);
  std::string frame = TRY(frame_of(page, at, choice->capture.at, policy));
  if (url->fragment) frame += "#" + *url->fragment;
  const Reading reading{.url = page,
                        .at = at,
                        .frame = std::move(frame),
                        .policy = policy.empty() ? std::string_view(settings_.policy) : policy};
  return around ? around_page(settings_, reading) : reading_page(settings_, reading);
}

Result<server::Reply> Replay::calendar(const rewrite::PathAddress& address) {
  std::string rows;
  std::size_t count = 0;
  std::uint64_t withheld = 0;
  const auto add = [&](const catalog::Capture& capture) {
    rows += fmt::format(
        "<tr><td><a href=\"/read/{0}/{1}/{2}\">{3}</a></td>{4}<td>{5}</td><td>{6}</td>"
        "<td>{7}</td></tr>\n",
        settings_.collection, digits14(capture.at), page::escaped(capture.url),
        iso8601_seconds(capture.at),
        address.prefix ? "<td>" + page::escaped(capture.url) + "</td>" : "",
        capture.status == 0 ? "" : std::to_string(capture.status), page::escaped(capture.mime),
        capture.kind == catalog::Kind::Revisit ? "unchanged" : human_bytes(capture.size));
    return ++count < kMostRows;
  };
  if (address.prefix) {
    TRY(view_->catalog().captures_with_prefix(
        url::surt_key(address.url), [&](const catalog::Capture& capture, std::string_view) {
          if (capture.kind > catalog::Kind::Resource) return true;
          if (view_->access_to(capture) != Access::Allow) return true;
          return add(capture);
        }));
  } else {
    TRY(view_->captures_of(address.url, add, &withheld));
  }
  if (count == 0) return nothing_for(address.url, settings_.clock->now());
  std::string body = fmt::format("<h1>{}{}</h1>\n<p>{}{}{}</p>\n", page::escaped(address.url),
                                 address.prefix ? "*" : "", counted(count, "capture"),
                                 count == kMostRows ? ", the first of more" : "",
                                 withheld > 0 ? fmt::format("; {} are withheld", withheld) : "");
  std::vector<std::string> heading = {"captured (UTC)"};
  if (address.prefix) heading.emplace_back("address");
  for (const char* name : {"status", "type", "size"}) heading.emplace_back(name);
  return page_reply(200, address.url, body + page::table(heading, rows));
}

}  // namespace asof::replay
