#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "http/message.h"
#include "verify/sighting_internal.h"
#include "warc/draft.h"

namespace asof::verify {
namespace {

using certificate::Answer;
using certificate::Purpose;

constexpr std::string_view kSha256 = "sha256:";

bool has_profile(const Scanned& revisit, std::string_view name) {
  return revisit.profile.ends_with(name);
}

}  // namespace

TextFields parse_fields(std::string_view text) {
  TextFields fields;
  for (const auto line : split(text, '\n')) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    fields.emplace_back(trim(line.substr(0, colon)), trim(line.substr(colon + 1)));
  }
  return fields;
}

std::string_view find_field(const TextFields& fields, std::string_view name) {
  const auto at = std::ranges::find(fields, name, &TextFields::value_type::first);
  return at == fields.end() ? std::string_view() : at->second;
}

std::optional<double> number_field(const TextFields& fields, std::string_view name) {
  const auto text = find_field(fields, name);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value) || value < 0) return std::nullopt;
  return value;
}

certificate::Validators asked_with(std::string_view request) {
  const auto parsed = http::parse_request(request);
  if (!parsed) return {};
  const auto field = [&](std::string_view name) {
    return std::string(trim(http::unfold(parsed->fields.find(name).value_or(""))));
  };
  return {.etag = field("If-None-Match"), .last_modified = field("If-Modified-Since")};
}

std::optional<Purpose> purpose_of(const TextFields& fields) {
  const auto purpose = find_field(fields, "purpose");
  if (purpose == "revisit") return Purpose::Revisit;
  if (purpose == "audit") return Purpose::Audit;
  if (purpose == "discover" || purpose == "capture" || purpose.empty()) return Purpose::Visit;
  return std::nullopt;
}

std::optional<certificate::LeftOut> left_out_of(const TextFields& fields) {
  const auto known = parse_uint(find_field(fields, "known"));
  if (!known) return std::nullopt;
  certificate::LeftOut left_out{.known = *known};
  for (const auto part : split(find_field(fields, "notFollowed"), ',')) {
    const auto item = trim(part);
    const auto space = item.rfind(' ');
    if (space == std::string_view::npos) continue;
    if (const auto count = parse_uint(item.substr(space + 1)))
      left_out.links.push_back({to_utf8(trim(item.substr(0, space))), *count});
  }
  return left_out;
}

certificate::Sighting sighting_of(const Scanned& answer) {
  certificate::Sighting sighting{.answer = Answer::Incomplete,
                                 .validators = answer.validators,
                                 .modified = answer.modified,
                                 .record = answer.record};
  if (!answer.fault.empty()) {
    sighting.answer = Answer::Failed;
    sighting.reason = answer.fault;
    return sighting;
  }
  if (!answer.status) {
    sighting.reason = "the answer has no HTTP status";
    return sighting;
  }
  sighting.content.status = *answer.status;
  if (answer.type == warc::Type::Response) {
    if (*answer.status == 304) {
      sighting.answer = Answer::NotModified;
    } else if (answer.whole) {
      sighting.answer = Answer::Whole;
      sighting.content.sha256 = answer.body_sha256;
      sighting.content.location = answer.location;
    } else {
      sighting.reason = "the body is not whole";
    }
  } else if (has_profile(answer, "/server-not-modified")) {
    if (*answer.status == 304)
      sighting.answer = Answer::NotModified;
    else
      sighting.reason = "said to be a 304, but is none";
  } else if (has_profile(answer, "/identical-payload-digest")) {
    if (answer.record.payload_digest.starts_with(kSha256)) {
      sighting.answer = Answer::Whole;
      sighting.content.sha256 = lower(answer.record.payload_digest.substr(kSha256.size()));
      sighting.content.location = answer.location;
    } else {
      sighting.reason = "the body was compared by another digest than SHA-256";
    }
  } else {
    sighting.reason = fmt::format("a revisit of an unknown kind: {}", to_utf8(answer.profile));
  }
  return sighting;
}

}  // namespace asof::verify
