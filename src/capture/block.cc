#include "capture/block.h"

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"
#include "warc/digest_field.h"
#include "warc/exchange.h"

namespace asof::capture {
namespace {

// A digest a record declares, computed again. Algorithms we do not know are left alone.
class Declared final {
 public:
  Declared() = default;
  // `sha256_known`: the SHA-256 of the same bytes is computed anyway, and differs() is told it.
  explicit Declared(std::string_view text, bool sha256_known = false) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return;
    value_ = trim(text.substr(colon + 1));
    algorithm_ = algorithm_named(text.substr(0, colon));
    const bool known = sha256_known && algorithm_ == Algorithm::Sha256;
    if (algorithm_ && !known) hasher_.emplace(*algorithm_);
  }
  void update(std::string_view bytes) {
    if (hasher_) hasher_->update(bytes);
  }
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

bool is_answer(const warc::Record& record) {
  return record.type() == warc::Type::Response || record.type() == warc::Type::Revisit;
}

}  // namespace

struct BlockReader::Passing {
  Passing(const warc::Record& record, const BlockOptions& options)
      : exchange(record, http::Layer::Payload, [this](std::string_view bytes) {
          payload.update(bytes);
          if (sha256) sha256->update(bytes);
          if (sha1) sha1->update(bytes);
        }) {
    if (options.check || options.digests) sha256.emplace(Algorithm::Sha256);
    if (!options.check) {
      if (options.digests) sha1.emplace(Algorithm::Sha1);
      return;
    }
    block = Declared(record.find("WARC-Block-Digest"));
    const bool whole = !record.has("WARC-Truncated") && !record.has("WARC-Segment-Number");
    if (record.type() == warc::Type::Response && whole)
      payload = Declared(record.find("WARC-Payload-Digest"), true);
    decoded = is_answer(record);
  }

  bool decoded = true;
  Declared block, payload;
  std::optional<Hasher> sha256, sha1;
  warc::Exchange exchange;
};

BlockReader::BlockReader(const warc::Record& record, const BlockOptions& options)
    : options_(options), cut_(record.content_length() > options.keep) {
  // Not more than a first piece: a Content-Length may claim anything.
  block_.reserve(
      static_cast<std::size_t>(std::min<std::uint64_t>(record.content_length(), 64 * 1024)));
  if (options.check || cut_) passing_ = std::make_unique<Passing>(record, options);
}

BlockReader::~BlockReader() = default;

void BlockReader::push(std::string_view piece) {
  if (block_.size() < options_.keep) block_ += piece.substr(0, options_.keep - block_.size());
  if (!passing_) return;
  passing_->block.update(piece);
  if (passing_->decoded) passing_->exchange.push(piece);
}

void BlockReader::finish() {
  if (!passing_) return;
  if (passing_->block.differs()) fault_ = "the block does not match its WARC-Block-Digest";
  if (!passing_->decoded) return;
  const warc::Exchange& exchange = passing_->exchange;
  passing_->exchange.finish();
  rest_ = LongPayload{
      .sha1 = passing_->sha1 ? passing_->sha1->finish() : "",
      .sha256 = passing_->sha256 ? passing_->sha256->finish() : "",
      .size = exchange.decoded(),
      .whole = exchange.response() != nullptr && !exchange.limited() && exchange.notes().whole(),
      .cut = cut_of(exchange.body_flaw())};
  if (passing_->payload.differs(rest_->sha256) && fault_.empty())
    fault_ = "the payload does not match its WARC-Payload-Digest";
}

}  // namespace asof::capture
