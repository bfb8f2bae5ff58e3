#include "warc/exchange.h"

#include "base/text.h"

namespace asof::warc {
namespace {

bool is_web(std::string_view uri) {
  return istarts_with(uri, "http://") || istarts_with(uri, "https://");
}

// The body is not coded as its head says: whoever stored it undid that.
bool is_undone(const http::BodyClaims& claims, std::string_view start, bool longer) {
  if (claims.content_codings.empty()) return false;
  const std::string& coding = claims.content_codings.back();
  if (coding == "gzip") return !start.starts_with("\x1f\x8b");
  if (coding == "zstd") return !start.starts_with("\x28\xb5\x2f\xfd");
  if (coding == "deflate") return start.empty() || (start.front() & 0x0f) != 8;
  return coding == "br" && longer;  // brotli has no mark
}

}  // namespace

std::string_view sentence_of(BodyFlaw flaw) {
  switch (flaw) {
    case BodyFlaw::None:
      return "";
    case BodyFlaw::Short:
      return "the body is shorter than its HTTP Content-Length";
    case BodyFlaw::Long:
      return "the body is longer than its HTTP Content-Length";
    case BodyFlaw::ChunksShort:
      return "the chunked body ends without its last chunk";
    case BodyFlaw::ChunksBroken:
      return "the chunked body has a chunk that is none";
    case BodyFlaw::HeadOpen:
      return "the HTTP message ends inside its head";
  }
  return "";
}

BodyFlaw body_flaw(const http::Response& response, const http::BodyClaims& claims,
                   const http::BodyNotes& notes, std::string_view start) {
  const int status = response.status.value_or(0);
  if (status == 0 || status / 100 == 1 || status == 204 || status == 304) return BodyFlaw::None;
  if (!response.complete) return BodyFlaw::HeadOpen;
  if (notes.chunks_broken) return BodyFlaw::ChunksBroken;
  if (notes.chunks_unterminated) return BodyFlaw::ChunksShort;
  if (!notes.length_differs || !claims.length) return BodyFlaw::None;
  const bool longer = notes.body_bytes > *claims.length;
  if (is_undone(claims, start, longer)) return BodyFlaw::None;
  return longer ? BodyFlaw::Long : BodyFlaw::Short;
}

bool holds_http_response(const Record& record) {
  if (record.type() != Type::Response && record.type() != Type::Revisit) return false;
  if (record.is_arc()) return is_web(record.target_uri());
  std::string_view type = record.find("Content-Type");
  if (type.empty()) return is_web(record.target_uri());
  return istarts_with(type, "application/http");
}

bool holds_http_request(const Record& record) {
  return record.type() == Type::Request &&
         istarts_with(record.find("Content-Type"), "application/http");
}

Exchange::Exchange(const Record& record, http::Layer layer, Sink sink)
    : is_http_(holds_http_response(record)), layer_(layer), sink_(std::move(sink)) {}

void Exchange::push(std::string_view piece) {
  // A piece may be all of a long message: not to be copied for the sake of its head.
  constexpr std::size_t kSlice = std::size_t{64} << 10;
  while (piece.size() > kSlice && !in_body_ && is_http_) {
    look_for_head(piece.substr(0, kSlice));
    piece.remove_prefix(kSlice);
  }
  if (in_body_ || !is_http_) return body(piece);
  look_for_head(piece);
}

void Exchange::look_for_head(std::string_view piece) {
  head_ += piece;
  auto size = head_end_.find(head_, false);
  if (!size) {
    head_damaged_ = true;
    is_http_ = false;
    return body(head_);
  }
  if (*size) {
    head_size_ = **size;
    start_body(std::string_view(head_).substr(head_size_));
  }
}

void Exchange::start_body(std::string_view rest) {
  in_body_ = true;
  auto response = http::parse_response(std::string_view(head_).substr(0, head_size_));
  if (!response) {
    // Nothing understood: the block as it stands is what there is.
    head_damaged_ = true;
    head_size_ = 0;
    return body(head_);
  }
  response_ = std::move(*response);
  auto decoder = http::BodyDecoder::open(http::BodyClaims::of(response_->fields), layer_);
  if (decoder) {
    decoder_.emplace(std::move(*decoder));
  } else {
    limited_ = true;
  }
  if (!rest.empty()) body(rest);
}

void Exchange::body(std::string_view bytes) {
  auto counted = [this](std::string_view piece) {
    decoded_ += piece.size();
    if (sink_) sink_(piece);
  };
  constexpr std::size_t kStart = 4;
  if (response_ && start_.size() < kStart) start_ += bytes.substr(0, kStart - start_.size());
  if (!decoder_) return counted(bytes);
  if (limited_) return;
  if (!decoder_->push(bytes, counted)) limited_ = true;
}

void Exchange::finish() {
  if (is_http_ && !in_body_) {
    auto size = head_end_.find(head_, true);
    head_size_ = size && *size ? **size : head_.size();
    start_body(std::string_view(head_).substr(head_size_));
  }
  if (decoder_ && !limited_) {
    auto counted = [this](std::string_view piece) {
      decoded_ += piece.size();
      if (sink_) sink_(piece);
    };
    if (!decoder_->finish(counted)) limited_ = true;
  }
}

BodyFlaw Exchange::body_flaw() const {
  if (!response_ || limited_) return BodyFlaw::None;
  return warc::body_flaw(*response_, http::BodyClaims::of(response_->fields), notes(), start_);
}

const http::BodyNotes& Exchange::notes() const {
  static const http::BodyNotes kNone;
  return decoder_ ? decoder_->notes() : kNone;
}

}  // namespace asof::warc
