// Path mode: TimeGates and mementos addressed by path.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "replay/index_replies.h"
#include "replay/replay.h"
#include "replay/replies.h"
#include "rewrite/path_mapper.h"

namespace asof::replay {
namespace {

constexpr std::string_view kModifiers[] = {"",    "id_", "mp_", "if_", "fr_",
                                           "im_", "cs_", "js_", "oe_"};

bool is_embedded(std::string_view modifier) {
  return modifier == "im_" || modifier == "cs_" || modifier == "js_" || modifier == "oe_";
}

Showing showing_of(const Settings& settings, const rewrite::PathMapper& mapper,
                   const rewrite::PathAddress& address) {
  Showing showing{.guards = path_guards(settings), .caching = "max-age=600"};
  if (address.modifier == "id_") return showing;
  showing.mapper = &mapper;
  showing.variant = "-p" + digits14(address.at()) + address.modifier;
  return showing;
}

}  // namespace

Result<server::Reply> Replay::timegate(const server::Request& request, const std::string& url) {
  Instant at = settings_.clock->now();
  if (const auto accept = request.fields.find("Accept-Datetime")) {
    const auto parsed = parse_accept_datetime(*accept);
    if (!parsed)
      return Error{Errc::Invalid,
                   "Accept-Datetime is a date such as \"Thu, 31 May 2007 20:35:00 GMT\""};
    at = *parsed;
  }
  const auto choice = TRY(choose({.url = url, .at = at}));
  if (!choice) return nothing_for(url, at);
  const Addresses addresses = addresses_of(settings_, url);
  if (settings_.redirects) {
    server::Reply reply = redirect(302, addresses.of(choice->capture.at));
    const Neighbours around = TRY(view_->neighbours(url, choice->capture.at));
    reply.fields += field("Vary", "accept-datetime") + field("Cache-Control", "no-cache") +
                    field("Link", link_field(addresses, around, choice->capture.at));
    return reply;
  }
  const rewrite::PathAddress address{.collection = settings_.collection,
                                     .form = rewrite::PathForm::Capture,
                                     .digits = digits14(choice->capture.at),
                                     .url = url,
                                     .period = {choice->capture.at, 1}};
  const rewrite::PathMapper mapper({.prefix = settings_.content_origin,
                                    .collection = settings_.collection,
                                    .at = choice->capture.at});
  auto reply =
      TRY(memento_reply(*view_, choice->capture, url, showing_of(settings_, mapper, address)));
  reply.fields += field("Vary", "accept-datetime") +
                  field("Content-Location", addresses.of(choice->capture.at));
  return reply;
}

Result<server::Reply> Replay::memento(const server::Request&, const rewrite::PathAddress& address) {
  if (std::ranges::find(kModifiers, address.modifier) == std::end(kModifiers))
    return Error{Errc::Invalid, fmt::format("\"{}\" is none of the modifiers id_, mp_, if_, im_, "
                                            "cs_, js_, oe_",
                                            address.modifier)};
  const Instant at = address.at();
  const bool exact = address.digits.size() == 14;
  // Who asks for what is blocked is told so, and not led to another time. What is excluded is as if
  // it were not there: the nearest that may be shown answers.
  if (exact) {
    const bool blocked = TRY(view_->is_blocked(address.url, at));
    if (blocked) return nothing_for(address.url, at);
  }
  std::optional<catalog::Capture> capture;
  if (exact) capture = TRY(view_->at_second(address.url, at));
  if (!capture) {
    const bool embedded = is_embedded(address.modifier);
    auto choice = TRY(choose({.url = address.url, .at = at, .embedded = embedded}));
    if (!choice) return nothing_for(address.url, at);
    if (!embedded) {
      rewrite::PathAddress better = address;
      better.digits = digits14(choice->capture.at);
      server::Reply reply = redirect(302, settings_.content_origin + better.text());
      reply.fields += field("Link", link_of(address.url));
      return reply;
    }
    capture = std::move(choice->capture);
  }
  const rewrite::PathMapper mapper({.prefix = settings_.content_origin,
                                    .collection = settings_.collection,
                                    .at = at,
                                    .page_modifier = address.modifier});
  return memento_reply(*view_, *capture, address.url, showing_of(settings_, mapper, address));
}

}  // namespace asof::replay
