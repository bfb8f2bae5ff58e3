#include "capture/answer.h"

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"
#include "http/date.h"
#include "http/fields.h"
#include "http/link.h"
#include "http/message.h"
#include "robots/robots.h"
#include "url/url.h"

namespace asof::capture {
namespace {

bool is_redirect(int status) { return status >= 300 && status < 400; }

// RFC 8288: only relations that name something a reader of the page would load or go to.
std::optional<LinkKind> kind_of(const http::Link& link) {
  for (const std::string& relation : link.relations()) {
    if (relation == "stylesheet" || relation == "icon" || relation == "preload" ||
        relation == "modulepreload")
      return LinkKind::Requisite;
    if (relation == "next" || relation == "prev" || relation == "alternate" ||
        relation == "canonical" || relation == "first" || relation == "last")
      return LinkKind::Hyperlink;
  }
  return std::nullopt;
}

void take_links(const http::Fields& fields, std::string_view url, Answer& answer) {
  const auto values = fields.find_all("Link");
  if (values.empty() && answer.location.empty()) return;
  const auto base = url::parse(url);
  if (!base) return;
  std::string address;
  for (std::string_view value : values) {
    for (const http::Link& link : http::parse_links(value)) {
      const auto kind = kind_of(link);
      if (kind && url::resolve(*base, link.target, address))
        answer.links.add({*kind, "http/link", address});
    }
  }
  if (!answer.location.empty() && url::resolve(*base, answer.location, address))
    answer.links.add({LinkKind::Redirect, "http/location", address});
}

void take_head(const http::Response& response, std::string_view url, const ReadOptions& options,
               Answer& answer) {
  const http::Fields& fields = response.fields;
  answer.status = response.status.value_or(0);
  auto type = http::content_type(fields);
  answer.mime = std::move(type.essence);
  answer.charset = std::move(type.charset);
  answer.etag = http::etag(fields);
  if (const auto modified = fields.find("Last-Modified")) {
    answer.last_modified_field = trim(http::unfold(*modified));
    answer.last_modified = http::last_modified(fields);
  }
  if (const auto date = fields.find("Date")) answer.date = http::parse_date(*date);
  if (is_redirect(answer.status)) answer.location = http::location(fields).value_or("");
  const auto length = http::content_length(fields);
  answer.odd_length = length.conflicting || length.odd;
  if (auto again = http::retry_after(fields, options.at))
    answer.retry_after = std::max(0.0, on_axis(*again) - on_axis(options.at));
  for (std::string_view value : fields.find_all("X-Robots-Tag"))
    if (robots::parse_x_robots_tag(value, options.token).nofollow) answer.nofollow = true;
  take_links(fields, url, answer);
}

Cut cut_by(const std::optional<http::Response>& response, const http::BodyClaims& claims,
           const http::BodyNotes& notes, std::string_view body) {
  return response ? cut_of(warc::body_flaw(*response, claims, notes, body.substr(0, 4)))
                  : Cut::None;
}

// Digests of a payload that is too long to be held decoded.
LongPayload digest_passing(std::string_view body, const http::BodyClaims& claims,
                           const std::optional<http::Response>& response,
                           const ReadOptions& options) {
  LongPayload payload;
  std::optional<Hasher> sha256, sha1;
  if (options.sha256) sha256.emplace(Algorithm::Sha256);
  if (options.sha1) sha1.emplace(Algorithm::Sha1);
  const auto pass = [&](std::string_view bytes) {
    if (sha256) sha256->update(bytes);
    if (sha1) sha1->update(bytes);
    payload.size += bytes.size();
  };
  auto decoder = http::BodyDecoder::open(claims, http::Layer::Payload);
  if (decoder && decoder->push(body, pass) && decoder->finish(pass)) {
    payload.whole = decoder->notes().whole();
    payload.cut = cut_by(response, claims, decoder->notes(), body);
  }
  if (sha256) payload.sha256 = sha256->finish();
  if (sha1) payload.sha1 = sha1->finish();
  return payload;
}

}  // namespace

bool is_gone(int status) { return status == 404 || status == 410; }

Answer read_answer(std::string_view url, std::string_view block, const ReadOptions& options) {
  Answer answer;
  http::BodyClaims claims;
  std::string_view body = block;
  std::optional<http::Response> response;
  if (options.http)
    if (auto parsed = http::parse_response(block)) response = std::move(*parsed);
  if (response) {
    take_head(*response, url, options, answer);
    claims = http::BodyClaims::of(response->fields);
    body.remove_prefix(std::min(response->size, body.size()));
  }
  if (answer.mime.empty() && !options.type.empty()) {
    auto type = http::parse_content_type(options.type);
    answer.mime = std::move(type.essence);
    if (!options.http) answer.charset = std::move(type.charset);
  }

  const bool is_long = options.rest != nullptr || block.size() > kKeptBlock;
  LongPayload passed;
  if (options.rest != nullptr)
    passed = *options.rest;
  else if (is_long)
    passed = digest_passing(body, claims, response, options);
  const bool may_be_page = options.page && (answer.status == 0 || answer.status == 200);
  if ((!is_long && options.payload) || may_be_page) {
    // Of a long answer as much is read here as everywhere: the page is the same wherever it is
    // read.
    const std::size_t head = block.size() - body.size();
    const auto payload =
        http::decode_all(is_long ? body.substr(0, kKeptBlock - std::min(head, kKeptBlock)) : body,
                         claims, http::Layer::Payload);
    if (!is_long) {
      passed.size = payload.bytes().size();
      passed.whole = !payload.limited && payload.notes.whole();
      if (!payload.limited) passed.cut = cut_by(response, claims, payload.notes, body);
      if (options.sha256) passed.sha256 = digest_of(Algorithm::Sha256, payload.bytes());
      if (options.sha1) passed.sha1 = digest_of(Algorithm::Sha1, payload.bytes());
    }
    if (may_be_page) {
      answer.page = read_page({url, answer.mime, answer.charset}, payload.bytes(), claims);
      if (answer.page && is_long) answer.page->cut = true;
    }
  }
  answer.size = passed.size;
  answer.whole = response.has_value() && passed.whole;
  answer.cut = passed.cut;
  answer.sha256 = std::move(passed.sha256);
  answer.sha1 = std::move(passed.sha1);
  return answer;
}

}  // namespace asof::capture
