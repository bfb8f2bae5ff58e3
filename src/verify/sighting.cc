#include <fmt/format.h>

#include "base/text.h"
#include "http/message.h"
#include "verify/sighting_internal.h"

namespace asof::verify {

using certificate::Answer;
using certificate::Purpose;

namespace {

constexpr std::string_view kSha256 = "sha256:";

certificate::Validators validators_of(const capture::Answer& answer) {
  return {.etag = answer.etag, .last_modified = answer.last_modified_field};
}

}  // namespace

certificate::Locator locator_of(const capture::RecordName& record) {
  certificate::Locator locator;
  locator.offset = record.offset;
  locator.length = record.length;
  locator.id = record.id;
  locator.block_digest = record.block_digest;
  locator.payload_digest = record.payload_digest;
  return locator;
}

certificate::Validators asked_with(std::string_view request) {
  const auto parsed = http::parse_request(request);
  if (!parsed) return {};
  const auto field = [&](std::string_view name) {
    return std::string(trim(http::unfold(parsed->fields.find(name).value_or(""))));
  };
  return {.etag = field("If-None-Match"), .last_modified = field("If-Modified-Since")};
}

std::optional<Purpose> purpose_of(const capture::Notes& notes) {
  const std::string& purpose = notes.purpose;
  if (purpose == "revisit") return Purpose::Revisit;
  if (purpose == "audit") return Purpose::Audit;
  if (purpose == "discover" || purpose == "capture" || purpose.empty()) return Purpose::Visit;
  return std::nullopt;
}

std::optional<certificate::LeftOut> left_out_of(const capture::CrawlEnd& end) {
  if (!end.known) return std::nullopt;
  certificate::LeftOut left_out{.known = *end.known};
  for (const auto& [reason, count] : end.not_followed) left_out.links.push_back({reason, count});
  return left_out;
}

certificate::Sighting sighting_of(const capture::Exchange& exchange) {
  const capture::Answer& answer = exchange.answer;
  certificate::Sighting sighting{.answer = Answer::Incomplete,
                                 .validators = validators_of(answer),
                                 .modified = answer.last_modified,
                                 .record = locator_of(exchange.record)};
  if (!exchange.record.fault.empty()) {
    sighting.answer = Answer::Failed;
    sighting.reason = exchange.record.fault;
    return sighting;
  }
  if (answer.status == 0) {
    sighting.reason = "the answer has no HTTP status";
    return sighting;
  }
  sighting.content.status = answer.status;
  if (exchange.kind == capture::Kind::Response) {
    if (answer.status == 304) {
      sighting.answer = Answer::NotModified;
    } else if (exchange.is_whole()) {
      sighting.answer = Answer::Whole;
      sighting.content.sha256 = hex(answer.sha256);
      sighting.content.location = answer.location;
    } else {
      sighting.reason = "the body is not whole";
    }
  } else if (exchange.revisit.is_not_modified()) {
    if (answer.status == 304)
      sighting.answer = Answer::NotModified;
    else
      sighting.reason = "said to be a 304, but is none";
  } else if (exchange.revisit.is_identical() || exchange.revisit.is_not_stored()) {
    const std::string& digest = exchange.record.payload_digest;
    if (digest.starts_with(kSha256)) {
      sighting.answer = Answer::Whole;
      sighting.content.sha256 = lower(digest.substr(kSha256.size()));
      sighting.content.location = answer.location;
    } else {
      sighting.reason = "the body was compared by another digest than SHA-256";
    }
  } else {
    sighting.reason =
        fmt::format("a revisit of an unknown kind: {}", to_utf8(exchange.revisit.profile));
  }
  return sighting;
}

certificate::Original original_of(const capture::Capture& capture,
                                  const capture::Exchange& exchange) {
  return {.url = capture.url,
          .record = locator_of(exchange.record),
          .content = {.status = exchange.answer.status,
                      .sha256 = hex(exchange.answer.sha256),
                      .location = exchange.answer.location},
          .validators = validators_of(exchange.answer)};
}

}  // namespace asof::verify
