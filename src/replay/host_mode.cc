// Host mode: every archived origin, at every time of a walk, is an origin of its own.
//
// The label says the time T that the reader asked for. A page is shown in the version that agrees
// best with the page the reader comes from. Where that is not the version that T alone leads to,
// the label says it, too: T and the instant V of the version. So an address always shows the same
// thing, whoever opens it, and T stays as it was along a walk.
//
// A part of a page (image, style sheet, frame) is chosen to agree with its page. The page is known
// from the Referer, its version from V or, where there is no V, from T.
#include <fmt/format.h>

#include "base/text.h"
#include "cdx/post.h"
#include "replay/client.h"
#include "replay/index_replies.h"
#include "replay/replay.h"
#include "replay/replies.h"
#include "rewrite/client_script.h"
#include "rewrite/host_mapper.h"
#include "url/surt.h"
#include "url/url.h"

namespace asof::replay {
namespace {

std::string_view policy_name(rewrite::Policy policy) {
  switch (policy) {
    case rewrite::Policy::Default:
      return "";
    case rewrite::Policy::Nearest:
      return "nearest";
    case rewrite::Policy::Recent:
      return "recent";
    case rewrite::Policy::FirstAfter:
      return "first-after";
    case rewrite::Policy::Pattern:
      return "pattern";
    case rewrite::Policy::Likelihood:
      return "likelihood";
  }
  return "";
}

// What the browser wants it for, as Fetch metadata says; a client that says nothing wants a page.
enum class Want { Page, Frame, Part };

Want want_of(const http::Fields& fields, bool from_page) {
  const std::string_view dest = fields.find("Sec-Fetch-Dest").value_or("document");
  if (dest == "document" || dest == "empty")
    return dest == "empty" && from_page ? Want::Part : Want::Page;
  if (dest != "iframe" && dest != "frame") return Want::Part;
  // A frame of an archived page is loaded by the page; a link in it is followed by its reader.
  return from_page && !fields.find("Sec-Fetch-User") ? Want::Frame : Want::Page;
}

bool is_worker(const http::Fields& fields) {
  const std::string_view dest = fields.find("Sec-Fetch-Dest").value_or("");
  return dest == "worker" || dest == "sharedworker";
}

server::Reply script_reply(std::string_view script) {
  server::Reply reply = text_reply("text/javascript", std::string(script));
  reply.fields += field("Cross-Origin-Resource-Policy", "cross-origin");
  return reply;
}

bool same_second(Instant one, Instant other) { return digits14(one) == digits14(other); }

}  // namespace

std::optional<Replay::Referrer> Replay::referrer_of(const server::Request& request) {
  const auto text = request.fields.find("Referer");
  if (!text) return std::nullopt;
  const auto url = url::parse(*text);
  if (!url || !url->host) return std::nullopt;
  const auto name = rewrite::label_of_host(*url->host, settings_.domain);
  if (!name) return std::nullopt;
  const auto label = rewrite::decode_label(*name, shared_.labels);
  if (!label) return std::nullopt;
  std::string page = label->origin.text() + url->path;
  if (url->query) page += "?" + *url->query;
  return Referrer{*label, std::move(page)};
}

Result<std::optional<Source>> Replay::source_of(const std::optional<Referrer>& referrer) {
  if (!referrer) return std::optional<Source>();
  const rewrite::Label& label = referrer->label;
  if (label.version) return std::optional(Source{referrer->url, *label.version});
  const auto plain =
      TRY(choose({.url = referrer->url, .at = label.at, .policy = policy_name(label.policy)}));
  if (!plain) return std::optional<Source>();
  return std::optional(Source{referrer->url, plain->capture.at});
}

// Which page may read an answer: an archived one, and no page of the living web. No answer carries
// cookies, so that allowing them gives nothing away.
std::string Replay::cors_of(const server::Request& request) {
  const auto origin = request.fields.find("Origin");
  if (!origin) return "";
  const auto url = url::parse(*origin);
  const bool archived = url && url->host && rewrite::label_of_host(*url->host, settings_.domain);
  // A sandboxed frame has no origin, but the browser says which page is in it.
  if (!archived && !(*origin == "null" && referrer_of(request))) return "";
  return field("Access-Control-Allow-Origin", *origin) +
         field("Access-Control-Allow-Credentials", "true") + field("Vary", "Origin");
}

server::Reply Replay::host(const server::Request& request, const rewrite::Label& label) {
  const std::string cors = cors_of(request);
  if (request.method == "OPTIONS" && request.fields.find("Access-Control-Request-Method")) {
    const std::string_view names =
        request.fields.find("Access-Control-Request-Headers").value_or("");
    return {.status = 204,
            .fields = cors + field("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE") +
                      field("Access-Control-Allow-Headers", names)};
  }
  auto answered = host_content(request, label);
  server::Reply reply = answered ? std::move(*answered) : failure(answered.error());
  const bool ours = reply.fields.find("Memento-Datetime:") == std::string::npos;
  if (ours && reply.status >= 400) {
    guard_as_host(settings_, reply);
    if (want_of(request.fields, referrer_of(request).has_value()) == Want::Part) {
      reply.fields = field("Content-Type", "text/plain") + host_guards(settings_, false);
      reply.body = "This is not in the archive.\n";
    } else if (const auto url = url::parse(label.origin.text() + std::string(request.target))) {
      // Says to the reading page what is missing; it must stand before the page's own policy.
      const std::size_t head = reply.body.find("<head>");
      if (head != std::string::npos)
        reply.body.insert(head + 6,
                          client_head(settings_, mapper_options(label), url->href(false)));
    }
  }
  reply.fields += cors;
  return reply;
}

Result<server::Reply> Replay::host_content(const server::Request& request,
                                           const rewrite::Label& label) {
  if (request.fields.find("Service-Worker"))
    return failure(403, "Not in an archive", "Service workers do not run in archived pages.");
  std::string_view target = request.target;
  if (!target.starts_with('/')) target = "/";
  if (target == kClientPath) return script_reply(rewrite::client_script());
  if (target == kWorkerPath) return script_reply(rewrite::worker_script());
  const auto parsed = url::parse(label.origin.text() + std::string(target));
  if (!parsed) return Error{Errc::Invalid, "this is no address of the web"};
  const std::string url = parsed->href(false);
  if (request.method != "GET" && request.method != "HEAD") return posted(request, label, url);
  if (request.fields.find("Sec-Fetch-Dest") == "document")
    return redirect(302, fmt::format("{}/read/{}/{}/{}", settings_.own_origin, settings_.collection,
                                     digits14(label.at), url));
  const auto referrer = referrer_of(request);
  const Want want = want_of(request.fields, referrer.has_value());
  if (want == Want::Page) return host_page(request, label, url, referrer);
  const auto source = TRY(source_of(referrer));
  const Instant at = label.version ? *label.version : source ? source->at : label.at;
  const auto choice = TRY(choose({.url = url,
                                  .at = at,
                                  .source = source,
                                  .policy = policy_name(label.policy),
                                  .embedded = true}));
  if (!choice) return nothing_for(url, label.at);
  return host_memento(request, label, url, *choice,
                      want == Want::Frame ? rewrite::Targets::Nested : rewrite::Targets::Framed);
}

Result<server::Reply> Replay::host_page(const server::Request& request, const rewrite::Label& label,
                                        const std::string& url,
                                        const std::optional<Referrer>& referrer) {
  const std::string_view policy = policy_name(label.policy);
  // A version in the label is this page's, unless the label came along with a relative link: then
  // it is that of the page the link stands on.
  const bool inherited = referrer && referrer->label == label && referrer->url != url;
  if (label.version && !inherited) {
    auto capture = TRY(view_->at_second(url, *label.version));
    if (capture)
      return host_memento(request, label, url, {.capture = std::move(*capture), .policy = "named"},
                          rewrite::Targets::Framed);
  }
  const auto plain = TRY(choose({.url = url, .at = label.at, .policy = policy}));
  if (!plain) return nothing_for(url, label.at);
  const auto source = TRY(source_of(referrer));
  const auto coherent =
      TRY(choose({.url = url, .at = label.at, .source = source, .policy = policy}));
  const Choice& choice = coherent ? *coherent : *plain;
  rewrite::Label better = label;
  better.version = same_second(choice.capture.at, plain->capture.at)
                       ? std::nullopt
                       : std::optional(Instant{choice.capture.at.ms / 1000 * 1000});
  if (better == label) return host_memento(request, label, url, choice, rewrite::Targets::Framed);
  const rewrite::HostMapper mapper(mapper_options(better), shared_.labels);
  server::Reply reply = redirect(302, mapper.map(url, rewrite::Use::Page));
  reply.fields += field("Link", link_of(url)) + field("Cache-Control", "no-store") +
                  host_guards(settings_, false);
  return reply;
}

rewrite::HostMapperOptions Replay::mapper_options(const rewrite::Label& label) const {
  rewrite::HostMapperOptions options{.at = label.at,
                                     .policy = label.policy,
                                     .version = label.version,
                                     .scheme = settings_.content_scheme,
                                     .domain = settings_.domain};
  if (const auto port = parse_uint(
          std::string_view(settings_.content_port).substr(settings_.content_port.empty() ? 0 : 1)))
    options.port = static_cast<std::uint16_t>(*port);
  return options;
}

Result<server::Reply> Replay::host_memento(const server::Request& request,
                                           const rewrite::Label& label, const std::string& url,
                                           const Choice& choice, rewrite::Targets targets) {
  const rewrite::HostMapper mapper(mapper_options(label), shared_.labels);
  const bool known = request.fields.find("Sec-Fetch-Dest").has_value();
  Showing showing{.mapper = &mapper,
                  .head_html = client_head(settings_, mapper_options(label), url),
                  .script_head = is_worker(request.fields)
                                     ? worker_head(settings_, mapper_options(label), url)
                                     : "",
                  .targets = targets,
                  .variant = "-h" + digits14(label.at),
                  .guards = host_guards(settings_, !known)};
  if (label.version) showing.variant += digits14(*label.version);
  if (!showing.script_head.empty()) showing.variant += "w";
  server::Reply reply = TRY(memento_reply(*view_, choice.capture, url, showing));
  reply.fields += field("X-Asof-Choice", choice.summary());
  return reply;
}

Result<server::Reply> Replay::posted(const server::Request& request, const rewrite::Label& label,
                                     const std::string& url) {
  const std::string_view type = request.fields.find("Content-Type").value_or("");
  const cdx::PostKey post = cdx::post_key(url, request.method, type, request.body);
  const auto capture = TRY(view_->nearest_of_key(url::surt_key(post.url), label.at));
  if (!capture)
    return failure(
        404, "Not in this archive",
        "What was sent with this request was not captured, so there is no answer to it.");
  return host_memento(request, label, url, {.capture = *capture, .policy = "posted"},
                      rewrite::Targets::Framed);
}

}  // namespace asof::replay
