#include "replay/replay.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "codec/gzip.h"
#include "replay/door.h"
#include "replay/index_replies.h"
#include "replay/reading_page.h"
#include "replay/replies.h"
#include "server/finish.h"
#include "url/url.h"

namespace asof::replay {
namespace {

// "probability" is what may be shown as a percentage; "model_probability" is what the model says,
// for programs that know what to make of it.
std::string candidates_json(const guide::Advice& advice) {
  return json::array_of(advice.candidates,
                        [](const guide::Candidate& one) {
                          json::Object row{{"first", one.first},       {"last", one.last},
                                           {"captures", one.captures}, {"status", one.status},
                                           {"modified", one.modified}, {"chosen", one.chosen}};
                          if (one.probability)
                            row.add("model_probability", json::Value::fixed(*one.probability, 3));
                          if (one.shown) row.add("probability", json::Value::fixed(*one.shown, 3));
                          if (one.probability)
                            row.add("words", guide::name_of(guide::verdict_of(*one.probability)));
                          return row;
                        })
      .text();
}

server::Reply reply_or_failure(Result<server::Reply> reply) {
  return reply ? std::move(*reply) : failure(reply.error());
}

server::Reply misdirected(std::string_view host) {
  return failure(421, "Not the name of this archive",
                 fmt::format("asof does not answer to the name \"{}\". Use the address that asof "
                             "serve printed. If this name is right, start asof serve with it: "
                             "--public http://{}",
                             to_utf8(host), to_utf8(host)));
}

bool is_read(const server::Request& request) {
  return request.method == "GET" || request.method == "HEAD";
}

}  // namespace

Result<std::unique_ptr<Replay>> Replay::open(Shared& shared) {
  std::unique_ptr<Replay> replay(new Replay(shared));
  replay->view_ = TRY(View::open(shared.settings));
  const View& view = *replay->view_;
  // All of them are opened by one thread, before the server starts.
  if (!shared.learner)
    shared.learner = std::make_unique<guide::Learner>(
        view.catalog().path(),
        guide::LearnOptions{.may_show = [&settings = shared.settings](const auto& capture) {
          return settings.access.judge(capture.urlkey, capture.at, settings.clock->now()) ==
                 Access::Allow;
        }});
  replay->guide_.emplace(view.catalog(),
                         guide::GuideOptions{.may_show =
                                                 [&view](const catalog::Capture& capture) {
                                                   return view.access_to(capture) == Access::Allow;
                                                 },
                                             .learner = shared.learner.get()});
  return replay;
}

server::Reply Replay::own(const server::Request& request) {
  const auto [host, target] = addressed(request);
  if (target == "/healthz") return text_reply("text/plain", "ok\n");
  if (!is_our_host(settings_, host)) return misdirected(host);
  if (!is_read(request)) return method_not_allowed();
  if (target == "/") return reply_or_failure(home());
  if (target.starts_with("/static/")) {
    if (auto found = asset(target.substr(8))) return std::move(*found);
    return failure(404, "No such file", "There is no file of that name.");
  }
  if (target.starts_with("/read?")) return reply_or_failure(asked(target.substr(6)));
  if (target.starts_with("/read/")) return reply_or_failure(reading(target.substr(5), false));
  if (target.starts_with("/around/")) return reply_or_failure(reading(target.substr(7), true));
  if (target.starts_with("/api/v1/")) return reply_or_failure(api(target.substr(8)));
  return reply_or_failure(collection(request, target, true));
}

server::Reply Replay::content(const server::Request& request) {
  const auto [host, target] = addressed(request);
  if (const auto label = rewrite::label_of_host(host, settings_.domain)) {
    const auto decoded = rewrite::decode_label(*label, shared_.labels);
    if (!decoded)
      return failure(404, "No such address",
                     "This name stands for no site and time of the archive.");
    if (request.target.starts_with('/')) return this->host(request, *decoded);
    server::Request there = request;
    there.target = target;
    return this->host(there, *decoded);
  }
  if (!is_our_host(settings_, host)) return misdirected(host);
  if (!is_read(request)) return method_not_allowed();
  if (target == "/") return redirect(302, settings_.own_origin + "/");
  return reply_or_failure(collection(request, target, false));
}

Result<server::Reply> Replay::collection(const server::Request& request, std::string_view target,
                                         bool own) {
  const std::string prefix = "/" + settings_.collection;
  if (target == prefix || target == prefix + "/") return redirect(302, settings_.own_origin + "/");
  if (!target.starts_with(prefix + "/"))
    return failure(404, "No such page", "This archive has nothing at that address.");
  const std::string_view rest = target.substr(prefix.size() + 1);
  if (rest == "cdx" || rest.starts_with("cdx?"))
    return cdx_reply(*view_, rest.substr(std::min<std::size_t>(rest.size(), 4)));
  if (rest.starts_with("timemap/")) return timemap(rest.substr(8));
  auto address = rewrite::parse_path_address(target);
  if (!address) return std::move(address).error();
  if (const auto url = url::parse(address->url)) address->url = url->href(false);
  switch (address->form) {
    case rewrite::PathForm::TimeGate:
      if (!own || settings_.redirects) return timegate(request, address->url);
      break;
    case rewrite::PathForm::Calendar:
      if (own) return calendar(*address);
      return redirect(302, settings_.own_origin + std::string(target));
    case rewrite::PathForm::Capture:
      if (!own) return memento(request, *address);
      break;
  }
  server::Reply reply = redirect(302, settings_.content_origin + std::string(target));
  reply.fields += field("Link", link_of(address->url));
  return reply;
}

Result<server::Reply> Replay::timemap(std::string_view rest) {
  const std::size_t slash = rest.find('/');
  const std::string_view name = rest.substr(0, slash);
  if (slash == kNone || (name != "link" && name != "json" && name != "cdxj"))
    return Error{Errc::Invalid, "a TimeMap is asked for so: /" + settings_.collection +
                                    "/timemap/link/https://example.org/ (or json, or cdxj)"};
  const TimeMapForm form = name == "link"   ? TimeMapForm::Link
                           : name == "json" ? TimeMapForm::Json
                                            : TimeMapForm::Cdxj;
  // What follows is written as an address: with digits before the URL it is a page of the map.
  const auto address = TRY(rewrite::parse_path_address("/" + settings_.collection + "/" +
                                                       std::string(rest.substr(slash + 1))));
  std::optional<Instant> from;
  if (address.form == rewrite::PathForm::Capture) from = address.at();
  const auto parsed = url::parse(address.url);
  const std::string url = parsed ? parsed->href(false) : address.url;
  auto reply = timemap_reply(*view_, form, url, from);
  if (!reply && reply.error().code == Errc::NotFound)
    return nothing_for(url, from.value_or(settings_.clock->now()));
  return reply;
}

std::string Replay::link_of(std::string_view url) const {
  return link_field(addresses_of(settings_, url), {}, std::nullopt);
}

Result<server::Reply> Replay::nothing_for(std::string_view url, Instant at) {
  const AccessRule* rule = TRY(view_->blocking(url, at));
  server::Reply reply;
  if (rule != nullptr) {
    std::string why = fmt::format("{} is withheld.", url);
    if (!rule->reason.empty()) why += " Reason: " + rule->reason + ".";
    if (!rule->date.empty()) why += " Decided on " + rule->date + ".";
    reply = failure(451, "Withheld", why);
  } else {
    reply = failure(404, "Not in this archive", fmt::format("There is no capture of {}.", url));
  }
  reply.fields += field("Link", link_of(url));
  return reply;
}

Result<std::optional<Choice>> Replay::choose(const Wanted& wanted) {
  guide::Query query{
      .url = wanted.url,
      .at = wanted.at,
      .policy = wanted.policy.empty() ? std::string_view(settings_.policy) : wanted.policy,
      .embedded = wanted.embedded};
  if (wanted.source) query.source = guide::Source{wanted.source->url, wanted.source->at};
  auto advice = TRY(guide_->advise(query));
  if (!advice) return std::optional<Choice>();
  Choice choice{.capture = std::move(advice->capture),
                .policy = std::move(advice->policy),
                .verdict = std::string(guide::name_of(advice->verdict)),
                .probability = advice->probability,
                .why_words = std::move(advice->why_words),
                .sentence = std::move(advice->sentence),
                .candidates = candidates_json(*advice)};
  if (advice->composite) choice.state = guide::name_of(*advice->composite);
  return std::optional(std::move(choice));
}

Result<Serving> listen(server::Server& server, Shared& shared, const std::string& own,
                       const std::string& content) {
  std::optional<Error> failed;
  const auto make = [&](bool is_own) -> server::Answer {
    auto opened = Replay::open(shared);
    if (!opened) {
      failed = std::move(opened).error();
      return [](const server::Request&) { return server::Reply{.status = 500}; };
    }
    std::shared_ptr<Replay> replay = std::move(*opened);
    auto deflater = std::make_shared<codec::MemberDeflater>();
    return [replay, deflater, is_own, &shared,
            clock = shared.settings.clock](const server::Request& request) {
      server::Reply reply = is_own ? replay->own(request) : replay->content(request);
      // Host mode has said it already where the request comes from an archived page.
      if (reply.fields.find("Access-Control-Allow-Origin:") == kNone)
        reply.fields += sharing_fields(shared.settings, request);
      return server::finish(request, std::move(reply),
                            {.now = clock->now(), .deflater = deflater.get()});
    };
  };
  Serving serving;
  serving.own = TRY(server.listen_each(own, [&] { return make(true); }));
  if (content.empty())
    serving.content = TRY(server.listen_beside_each([&] { return make(false); }));
  else
    serving.content = TRY(server.listen_each(content, [&] { return make(false); }));
  if (failed) return std::move(*failed);
  return serving;
}

}  // namespace asof::replay
