#include "crawl/examine.h"

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"
#include "http/fields.h"
#include "http/link.h"
#include "http/message.h"
#include "ingest/item.h"
#include "robots/robots.h"
#include "url/url.h"

namespace asof::crawl {
namespace {

// RFC 8288: only relations that name something a reader of the page would load or go to.
std::optional<catalog::LinkKind> kind_of(const http::Link& link) {
  for (const std::string& relation : link.relations()) {
    if (relation == "stylesheet" || relation == "icon" || relation == "preload" ||
        relation == "modulepreload")
      return catalog::LinkKind::Requisite;
    if (relation == "next" || relation == "prev" || relation == "alternate" ||
        relation == "canonical" || relation == "first" || relation == "last")
      return catalog::LinkKind::Hyperlink;
  }
  return std::nullopt;
}

void take_fields(const http::Fields& fields, const url::Url& base, Answer& answer,
                 const ExamineOptions& options) {
  answer.etag = http::etag(fields);
  answer.last_modified = http::last_modified(fields);
  const auto length = http::content_length(fields);
  answer.odd_length = length.conflicting || length.odd;
  if (auto again = http::retry_after(fields, options.now))
    answer.retry_after = std::max(0.0, on_axis(*again) - on_axis(options.now));
  for (std::string_view value : fields.find_all("X-Robots-Tag"))
    if (robots::parse_x_robots_tag(value, options.token).nofollow) answer.nofollow = true;
  for (std::string_view value : fields.find_all("Link")) {
    for (const http::Link& link : http::parse_links(value)) {
      const auto kind = kind_of(link);
      std::string address;
      if (kind && url::resolve(base, link.target, address))
        answer.links.add({*kind, "http/link", address});
    }
  }
  if (answer.status < 300 || answer.status > 399) return;
  std::string address;
  if (auto location = http::location(fields); location && url::resolve(base, *location, address))
    answer.links.add({catalog::LinkKind::Redirect, "http/location", address});
}

// Size and digest of a payload that is too long to be held decoded.
void digest_passing(std::string_view body, const http::BodyClaims& claims, Answer& answer) {
  Hasher hasher(Algorithm::Sha256);
  const auto pass = [&](std::string_view bytes) {
    hasher.update(bytes);
    answer.payload += bytes.size();
  };
  auto decoder = http::BodyDecoder::open(claims, http::Layer::Payload);
  if (decoder && decoder->push(body, pass)) static_cast<void>(decoder->finish(pass));
  answer.sha256 = hasher.finish();
}

}  // namespace

Answer examine(std::string_view url, std::string_view message, const ExamineOptions& options) {
  Answer answer;
  auto response = http::parse_response(message);
  const auto base = url::parse(url);
  if (!response || !base) return answer;
  answer.status = response->status.value_or(0);
  const auto type = http::content_type(response->fields);
  answer.mime = type.essence;
  take_fields(response->fields, *base, answer, options);

  const auto claims = http::BodyClaims::of(response->fields);
  const std::string_view body = message.substr(std::min(response->size, message.size()));
  // Of a long answer as much is read as an import reads, for the catalog's rows to be the same.
  const bool is_long = message.size() > ingest::kKeptBlock;
  const auto payload =
      http::decode_all(is_long ? body.substr(0, ingest::kKeptBlock - response->size) : body, claims,
                       http::Layer::Payload);
  if (is_long) {
    digest_passing(body, claims, answer);
  } else {
    answer.payload = payload.bytes().size();
    answer.message_sha256 = digest_of(Algorithm::Sha256, message);
    answer.sha256 = digest_of(Algorithm::Sha256, payload.bytes());
    answer.body_whole = !payload.limited && payload.notes.whole();
  }
  if (answer.status != 200) return answer;
  auto page = ingest::read_page({url, answer.mime, type.charset}, payload.bytes(), claims);
  if (!page) return answer;
  answer.nofollow = answer.nofollow || page->nofollow;
  answer.first_of_page = answer.links.size();
  if (answer.links.empty())
    answer.links = std::move(page->links);
  else
    answer.links.add(page->links);
  answer.cut = page->cut || is_long;
  answer.document = std::move(page->row);
  return answer;
}

void complete(Answer& answer, catalog::LinkPacker& packer) {
  if (answer.document)
    answer.document->links = ingest::packed(answer.links, answer.first_of_page, packer);
}

}  // namespace asof::crawl
