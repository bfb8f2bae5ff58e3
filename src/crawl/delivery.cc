#include "crawl/delivery.h"

#include <fmt/format.h>

#include "url/surt.h"
#include "warc/draft.h"

namespace asof::crawl {

namespace {

std::string_view profile_of(ReplyKind kind) {
  if (kind == ReplyKind::NotStored) return warc::kNotStored;
  return kind == ReplyKind::Identical ? warc::kIdenticalPayload : warc::kNotModified;
}

}  // namespace

keep::Delivery delivery_of(Reply reply, fetch::Exchange exchange) {
  using Kind = ReplyKind;
  capture::Exchange kept{.request = std::move(exchange.request),
                         .truncated = exchange.truncated,
                         .ip = exchange.ip,
                         .protocol = exchange.protocol,
                         .cipher = exchange.cipher};
  if (reply.kind != Kind::None && reply.kind != Kind::NotModified)
    kept.payload_digest = warc::labelled(Algorithm::Sha256, reply.answer.sha256);
  if (reply.kind == Kind::Response) {
    kept.kind = capture::Kind::Response;
    kept.record.id = reply.original.id;
  } else if (reply.kind != Kind::None) {
    kept.kind = capture::Kind::Revisit;
    kept.revisit = {.profile = std::string(profile_of(reply.kind)),
                    .refers_to = reply.original.id,
                    .url = reply.original.url,
                    .at = reply.original.at,
                    .weighed = reply.weighed};
    if (reply.kind != Kind::NotModified) kept.truncated = "length";
  }
  kept.answer = std::move(reply.answer);
  keep::Delivery delivery;
  delivery.capture.at = exchange.sent;
  delivery.capture.exchanges.push_back(std::move(kept));
  delivery.messages.push_back({std::move(exchange.response), exchange.head});
  return delivery;
}

keep::Delivery delivery_of(const fetch::Resolved& name) {
  std::string text = digits14(name.at) + "\n";
  for (const std::string& address : name.addresses) {
    const bool six = address.find(':') != std::string::npos;
    text += fmt::format("{}.\t0\tIN\t{}\t{}\n", name.host, six ? "AAAA" : "A", address);
  }
  keep::Delivery delivery{.is_visit = false};
  delivery.capture.url = "dns:" + name.host;
  delivery.capture.key = url::surt_key(delivery.capture.url);
  delivery.capture.at = name.at;
  capture::Exchange kept{.kind = capture::Kind::Resource};
  kept.answer =
      capture::read_answer(delivery.capture.url, text, {.http = false, .type = "text/dns"});
  kept.payload_digest = warc::labelled(Algorithm::Sha256, kept.answer.sha256);
  delivery.capture.exchanges.push_back(std::move(kept));
  delivery.messages.emplace_back();
  // A text this short stays in memory, where nothing can fail.
  static_cast<void>(delivery.messages.back().bytes.append(text));
  return delivery;
}

}  // namespace asof::crawl
