// The answers for the reading page: JSON below /api/v1/. docs/replay.md lists them.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/json.h"
#include "base/period.h"
#include "base/text.h"
#include "prove/words.h"
#include "replay/query.h"
#include "replay/replay.h"
#include "replay/replies.h"
#include "url/surt.h"
#include "url/url.h"

namespace asof::replay {
namespace {

constexpr double kWindowHour = 3600;
constexpr double kWindowDay = 24 * kWindowHour;
constexpr std::uint64_t kLongestWindow = 1000;  // of hours or days
// A page with more links than this shows the first of them.
constexpr std::size_t kMostLinks = 200;

Result<std::string> url_of(const Query& query, std::string_view name) {
  const auto url = url::parse(query.get(name));
  if (!url || !url->web())
    return Error{Errc::Invalid, fmt::format("the parameter {} is an address, as "
                                            "https://example.org/",
                                            name)};
  return url->href(false);
}

Result<Instant> time_of(const Query& query, std::string_view name, Instant otherwise) {
  if (query.get(name).empty()) return otherwise;
  const auto period = parse_period(query.get(name));
  if (!period)
    return Error{Errc::Invalid, fmt::format("the parameter {} is a time, as 20220601", name)};
  return period->middle();
}

// "6h" or "2d", in seconds; a day where nothing is said.
Result<Duration> window_of(std::string_view text) {
  if (text.empty()) return kWindowDay;
  const double unit = text.back() == 'd' ? kWindowDay : text.back() == 'h' ? kWindowHour : 0;
  const auto count = parse_uint(text.substr(0, text.size() - 1));
  if (unit == 0 || !count || *count > kLongestWindow)
    return Error{Errc::Invalid, "the parameter window is a time span, as 6h or 2d"};
  return static_cast<double>(*count) * unit;
}

json::Object json_of(const Choice& choice) {
  json::Object row{{"at", choice.capture.at},
                   {"status", choice.capture.status},
                   {"policy", choice.policy},
                   {"verdict", choice.verdict}};
  if (choice.probability) row.add("probability", json::Value::fixed(*choice.probability, 3));
  if (!choice.why_words.empty()) row.add("why_words", choice.why_words);
  return row.add("sentence", choice.sentence);
}

}  // namespace

std::string Choice::summary() const {
  std::string out = policy + "; " + verdict;
  if (probability) out += fmt::format("; p={:.2f}", *probability);
  if (!state.empty()) out += "; " + state;
  return out;
}

Result<server::Reply> Replay::api(std::string_view target) {
  const std::size_t question = target.find('?');
  const std::string_view name = target.substr(0, question);
  const Query query(question == std::string_view::npos ? "" : target.substr(question + 1));
  const Instant at = TRY(time_of(query, "at", settings_.clock->now()));
  if (name == "snapshot") return api_snapshot(query.get("site"), at, query.get("window"));
  const std::string url = TRY(url_of(query, "url"));
  if (name == "versions") return api_versions(url);
  if (name == "explain") {
    Wanted wanted{.url = url, .at = at, .policy = query.get("policy")};
    if (!query.get("from").empty()) {
      std::string from = TRY(url_of(query, "from"));
      const Instant from_at = TRY(time_of(query, "from_at", at));
      wanted.source = Source{std::move(from), from_at};
    }
    return api_explain(wanted);
  }
  if (name == "links") return api_links(url, at);
  if (name == "parts") return api_parts(url, at);
  if (name == "prove") return api_prove(url, query.get("at"), std::string(query.get("phrase")));
  return Error{Errc::NotFound, "there is no such question; docs/replay.md lists them"};
}

Result<server::Reply> Replay::api_versions(const std::string& url) {
  const std::string key = url::surt_key(url);
  auto versions = TRY(view_->catalog().versions_of(key, url));
  if (versions.empty()) versions = TRY(view_->catalog().versions_of(key));
  const auto changes = TRY(view_->catalog().changes_of(key));
  json::Array list;
  for (catalog::Version& version : versions) {
    const auto change =
        std::ranges::find(changes, catalog::name_of(version), &catalog::Change::fresh);
    TRY(view_->keep_shown(version));
    if (version.captures == 0) continue;
    json::Object row{{"first", version.first},       {"last", version.last},
                     {"captures", version.captures}, {"status", version.status},
                     {"mime", version.mime},         {"size", version.size}};
    if (change != changes.end()) row.add("importance", json::Value::fixed(change->importance, 3));
    if (change != changes.end()) row.add("matters", json::Value::fixed(change->matters, 3));
    list.add(row);
  }
  return json_reply(json::Object{{"url", url}, {"versions", list}}.text() + "\n");
}

Result<server::Reply> Replay::api_snapshot(std::string_view host, Instant at,
                                           std::string_view window) {
  const auto url = url::parse(fmt::format("http://{}/", host));
  if (host.empty() || !url || url->path != "/")
    return Error{Errc::Invalid, "the parameter site is a host, as example.org"};
  const Duration seconds = TRY(window_of(window));
  const auto found = guide_->snapshot(guide::site_key(url->href(false)), at, seconds);
  if (!found) {
    server::Reply reply = failure(503, "Not known yet",
                                  fmt::format("The archive is learning how the pages of {} change. "
                                              "Ask again in some seconds.",
                                              host));
    reply.fields += field("Retry-After", "5");
    return reply;
  }
  json::Array pages;
  for (const guide::SitePage& page : found->pages)
    if (page.at)
      pages.add(
          json::Object{{"url", page.url},
                       {"at", page.at},
                       {"model_probability", json::Value::fixed(page.probability, 3)},
                       {"read", fmt::format("{}/read/{}/{}/{}", settings_.own_origin,
                                            settings_.collection, digits14(found->at), page.url)}});
  return json_reply(json::Object{{"site", host},
                                 {"target", at},
                                 {"at", found->at},
                                 {"score", json::Value::fixed(found->score, 3)},
                                 {"damage", json::Value::fixed(found->damage, 3)},
                                 {"left_out", found->left_out},
                                 {"pages", pages}}
                        .text() +
                    "\n");
}

Result<server::Reply> Replay::api_explain(const Wanted& wanted) {
  const auto choice = TRY(choose(wanted));
  if (!choice) return nothing_for(wanted.url, wanted.at);
  json::Object out = json_of(*choice);
  out.add("url", wanted.url).add("target", wanted.at);
  out.add("candidates", json::Value::raw(choice->candidates));
  return json_reply(out.text() + "\n");
}

Result<std::optional<Replay::Outgoing>> Replay::outgoing(const std::string& url, Instant at,
                                                         capture::LinkKind kind) {
  auto capture = TRY(view_->at_second(url, at));
  if (!capture) {
    const auto choice = TRY(choose({.url = url, .at = at}));
    if (!choice) return std::optional<Outgoing>();
    capture = choice->capture;
  }
  Outgoing out{.page = *capture};
  const auto content = TRY(retrieve::with_content(view_->catalog(), *capture));
  if (!content) return std::optional(std::move(out));
  const auto links =
      TRY(view_->catalog().links_from(content->urlkey, content->url, content->sha256));
  std::set<std::string> seen;
  for (const catalog::Link& link : links) {
    const auto parsed = url::parse(link.url);
    if (link.kind != kind || !parsed || !parsed->web()) continue;
    std::string address = parsed->href(false);
    if (address == url || !seen.insert(address).second) continue;
    if (out.urls.size() >= kMostLinks) break;
    out.urls.push_back(std::move(address));
  }
  return std::optional(std::move(out));
}

Result<server::Reply> Replay::api_links(const std::string& url, Instant at) {
  const auto page = TRY(outgoing(url, at, capture::LinkKind::Hyperlink));
  if (!page) return nothing_for(url, at);
  json::Array list;
  std::uint64_t missing = 0;
  for (const std::string& link : page->urls) {
    const auto choice = TRY(choose({.url = link, .at = at, .source = Source{url, page->page.at}}));
    if (!choice) {
      ++missing;
      continue;
    }
    const std::string frame = TRY(frame_of(link, at, choice->capture.at, ""));
    list.add(json_of(*choice).add("url", link).add("frame", frame));
  }
  return json_reply(
      json::Object{{"url", url}, {"at", page->page.at}, {"links", list}, {"missing", missing}}
          .text() +
      "\n");
}

Result<server::Reply> Replay::api_parts(const std::string& url, Instant at) {
  const auto page = TRY(outgoing(url, at, capture::LinkKind::Requisite));
  if (!page) return nothing_for(url, at);
  json::Array list;
  Instant earliest = page->page.at, latest = page->page.at;
  std::uint64_t missing = 0, count = 0, conflicts = 0, certain = 0;
  for (const std::string& part : page->urls) {
    const auto choice = TRY(choose({.url = part,
                                    .at = page->page.at,
                                    .source = Source{url, page->page.at},
                                    .embedded = true}));
    if (!choice) {
      ++missing;
      continue;
    }
    ++count;
    conflicts += choice->verdict == "conflict" ? 1 : 0;
    certain += choice->verdict == "certain" ? 1 : 0;
    earliest = std::min(earliest, choice->capture.at);
    latest = std::max(latest, choice->capture.at);
    list.add(json_of(*choice).add("url", part).add("state", choice->state));
  }
  std::string sentence =
      fmt::format("{} of {} are known to have been online with the page", certain, count);
  if (conflicts > 0) sentence += fmt::format(", {} were not", conflicts);
  if (missing > 0) sentence += fmt::format("; {} are not in the archive", missing);
  return json_reply(json::Object{{"url", url},
                                 {"at", page->page.at},
                                 {"earliest", earliest},
                                 {"latest", latest},
                                 {"missing", missing},
                                 {"sentence", sentence + "."},
                                 {"parts", list}}
                        .text() +
                    "\n");
}

// A capture that is withheld is as if it were not there; where it is blocked the answer says so, as
// the page itself would.
Result<server::Reply> Replay::api_prove(const std::string& url, std::string_view at,
                                        std::string phrase) {
  std::uint64_t blocked = 0;
  prove::Question question{.url = url, .phrase = std::move(phrase)};
  const Instant now = settings_.clock->now();
  prove::ask_at(question, at.empty() ? Period{now} : *parse_period(at));
  question.may_use = [&](std::string_view key, Instant captured) {
    const Access access = view_->access_of(key, captured);
    if (access == Access::Block) ++blocked;
    return access == Access::Allow;
  };
  auto proof = prove::prove({view_->catalog(), view_->library()}, question);
  if (!proof && proof.error().code == Errc::NotFound) return nothing_for(url, question.asked.from);
  if (!proof) return std::move(proof).error();
  proof->withheld = blocked;
  return json_reply(prove::json_of(*proof).text() + "\n");
}

}  // namespace asof::replay
