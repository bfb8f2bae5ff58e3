#include "verify/scanned.h"

#include "base/digest.h"
#include "base/text.h"
#include "http/date.h"
#include "http/fields.h"
#include "warc/exchange.h"

namespace asof::verify {
namespace {

constexpr std::size_t kLongestText = std::size_t{1} << 20;

// A digest a record declares, computed again. Algorithms we do not know are left alone.
class Declared final {
 public:
  // `sha256_known`: who asks differs() has the SHA-256 of the same bytes, so it need not be
  // computed twice.
  explicit Declared(std::string_view text, bool sha256_known = false) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return;
    algorithm_ = algorithm_named(text.substr(0, colon));
    value_ = trim(text.substr(colon + 1));
    const bool known = sha256_known && algorithm_ == Algorithm::Sha256;
    if (algorithm_ && !known) hasher_.emplace(*algorithm_);
  }
  void update(std::string_view bytes) {
    if (hasher_) hasher_->update(bytes);
  }
  // Whether the digest is another than declared.
  bool differs(std::string_view sha256 = {}) {
    if (!algorithm_) return false;
    const std::string digest = hasher_ ? hasher_->finish() : std::string(sha256);
    return !iequals(value_, hex(digest)) && !iequals(value_, base32(digest));
  }

 private:
  std::optional<Algorithm> algorithm_;
  std::string value_;
  std::optional<Hasher> hasher_;
};

void take_head(const http::Response& response, Scanned& scanned) {
  scanned.status = response.status;
  const std::string modified = http::unfold(response.fields.find("Last-Modified").value_or(""));
  scanned.validators = {.etag = http::etag(response.fields),
                        .last_modified = std::string(trim(modified))};
  scanned.modified = http::last_modified(response.fields);
  const bool redirect = response.status && *response.status >= 300 && *response.status < 400;
  if (redirect) scanned.location = http::location(response.fields).value_or("");
}

void take_names(const warc::Record& head, Scanned& scanned) {
  scanned.type = head.type();
  scanned.url = std::string(head.target_uri());
  scanned.date = head.date();
  scanned.record.id = std::string(head.id());
  scanned.record.block_digest = std::string(head.find("WARC-Block-Digest"));
  scanned.record.payload_digest = std::string(head.find("WARC-Payload-Digest"));
  scanned.profile = std::string(head.find("WARC-Profile"));
  scanned.refers_to = std::string(head.id("WARC-Refers-To"));
  scanned.refers_to_url = std::string(head.find("WARC-Refers-To-Target-URI"));
  scanned.refers_to_date = parse_iso8601(head.find("WARC-Refers-To-Date"));
}

bool body_is_whole(const warc::Exchange& exchange) {
  return exchange.response() != nullptr && !exchange.limited() && exchange.notes().whole();
}

bool is_truncated(const warc::Record& head) {
  return head.has("WARC-Truncated") || head.has("WARC-Segment-Number");
}

void take_answer(const warc::Exchange& exchange, std::string_view sha256, bool truncated,
                 Scanned& scanned) {
  if (exchange.response() != nullptr) take_head(*exchange.response(), scanned);
  if (scanned.type != warc::Type::Response) return;
  scanned.whole = !truncated && body_is_whole(exchange);
  scanned.body_sha256 = hex(sha256);
}

}  // namespace

Result<Scanned> scan(warc::Reader& reader, const warc::Record& head) {
  Scanned scanned;
  take_names(head, scanned);
  scanned.record.offset = reader.position().offset;
  const bool response = head.type() == warc::Type::Response;
  const bool answer = response || head.type() == warc::Type::Revisit;
  const bool truncated = is_truncated(head);

  Declared block(scanned.record.block_digest);
  Declared payload(response && !truncated ? scanned.record.payload_digest : "", true);
  Hasher sha256(Algorithm::Sha256);
  warc::Exchange exchange(head, http::Layer::Payload, [&](std::string_view bytes) {
    payload.update(bytes);
    sha256.update(bytes);
  });
  for (;;) {
    const std::string_view piece = TRY(reader.read());
    if (piece.empty()) break;
    block.update(piece);
    if (answer)
      exchange.push(piece);
    else if (scanned.text.size() < kLongestText)
      scanned.text += piece.substr(0, kLongestText - scanned.text.size());
  }
  const warc::End end = TRY(reader.finish());
  scanned.record.length = end.length;
  std::string payload_sha256;
  if (answer) {
    exchange.finish();
    payload_sha256 = sha256.finish();
    take_answer(exchange, payload_sha256, truncated, scanned);
  }
  if (!end.sound)
    scanned.fault = "the record is damaged";
  else if (block.differs())
    scanned.fault = "the block does not match its WARC-Block-Digest";
  else if (payload.differs(payload_sha256))
    scanned.fault = "the payload does not match its WARC-Payload-Digest";
  return scanned;
}

Scanned scan(const warc::Record& head, const Fresh& fresh) {
  Scanned scanned;
  take_names(head, scanned);
  scanned.record.offset = fresh.offset;
  scanned.record.length = fresh.length;
  if (head.type() != warc::Type::Response && head.type() != warc::Type::Revisit) {
    scanned.text = fresh.block.substr(0, kLongestText);
    return scanned;
  }
  if (!fresh.payload_sha256.empty()) {
    if (const auto response = http::parse_response(fresh.block)) take_head(*response, scanned);
    scanned.whole = !is_truncated(head);
    scanned.body_sha256 = hex(fresh.payload_sha256);
    return scanned;
  }
  Hasher sha256(Algorithm::Sha256);
  warc::Exchange exchange(head, http::Layer::Payload,
                          [&](std::string_view bytes) { sha256.update(bytes); });
  exchange.push(fresh.block);
  exchange.finish();
  take_answer(exchange, sha256.finish(), is_truncated(head), scanned);
  return scanned;
}

}  // namespace asof::verify
