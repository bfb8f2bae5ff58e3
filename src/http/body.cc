#include "http/body.h"

#include <algorithm>
#include <functional>

#include "http/body_internal.h"
#include "http/fields.h"

namespace asof::http {

struct BodyDecoder::Pipeline {
  BodyNotes notes;
  std::optional<std::uint64_t> length;
  std::vector<std::unique_ptr<Stage>> stages;

  // Bytes on their way into stage `at`, or out where there is none.
  Result<void> feed(std::size_t at, std::string_view bytes, const Sink& sink) {
    if (bytes.empty()) return {};
    if (at == stages.size()) {
      notes.output_bytes += bytes.size();
      sink(bytes);
      return {};
    }
    return stages[at]->push(bytes, after(at, sink));
  }

  Stage::Out after(std::size_t at, const Sink& sink) {
    return [this, at, &sink](std::string_view bytes) { return feed(at + 1, bytes, sink); };
  }
};

namespace {

std::optional<Compression> compression_of(std::string_view coding) {
  if (coding == "gzip") return Compression::Gzip;
  if (coding == "deflate") return Compression::Deflate;
  if (coding == "br") return Compression::Brotli;
  if (coding == "zstd") return Compression::Zstd;
  return std::nullopt;
}

}  // namespace

BodyClaims BodyClaims::of(const Fields& fields) {
  return {http::transfer_codings(fields), http::content_codings(fields),
          content_length(fields).value};
}

BodyDecoder::BodyDecoder(std::unique_ptr<Pipeline> pipeline) : pipeline_(std::move(pipeline)) {}
BodyDecoder::BodyDecoder(BodyDecoder&&) noexcept = default;
BodyDecoder& BodyDecoder::operator=(BodyDecoder&&) noexcept = default;
BodyDecoder::~BodyDecoder() = default;

Result<BodyDecoder> BodyDecoder::open(const BodyClaims& claims, Layer layer,
                                      const BodyLimits& limits) {
  // Codings in the order they are undone: the last applied first.
  std::vector<std::string_view> undo(claims.transfer_codings.rbegin(),
                                     claims.transfer_codings.rend());
  // "chunked, chunked" comes from proxies that add the field again; the body is chunked once.
  undo.erase(std::unique(undo.begin(), undo.end()), undo.end());
  std::size_t transfer = undo.size();
  if (layer == Layer::Content) {
    undo.insert(undo.end(), claims.content_codings.rbegin(), claims.content_codings.rend());
  }
  if (undo.size() > limits.codings) {
    return Error{Errc::Limit, "body has " + std::to_string(undo.size()) + " codings"};
  }
  auto pipeline = std::make_unique<Pipeline>();
  if (claims.transfer_codings.empty()) pipeline->length = claims.length;
  for (std::size_t i = 0; i < undo.size(); ++i) {
    if (undo[i] == "chunked" && i < transfer) {
      pipeline->stages.push_back(std::make_unique<Dechunker>(pipeline->notes));
    } else if (auto compression = compression_of(undo[i])) {
      pipeline->stages.push_back(
          std::make_unique<Decompressor>(*compression, limits, pipeline->notes));
    } else {
      pipeline->notes.unknown_coding = undo[i];
      break;
    }
  }
  return BodyDecoder(std::move(pipeline));
}

Result<void> BodyDecoder::push(std::string_view bytes, const Sink& sink) {
  pipeline_->notes.body_bytes += bytes.size();
  return pipeline_->feed(0, bytes, sink);
}

Result<void> BodyDecoder::finish(const Sink& sink) {
  for (std::size_t i = 0; i < pipeline_->stages.size(); ++i) {
    TRY(pipeline_->stages[i]->finish(pipeline_->after(i, sink)));
  }
  BodyNotes& notes = pipeline_->notes;
  notes.length_differs = pipeline_->length && *pipeline_->length != notes.body_bytes;
  return {};
}

const BodyNotes& BodyDecoder::notes() const { return pipeline_->notes; }

DecodedBody decode_all(std::string_view body, const BodyClaims& claims, Layer layer,
                       const BodyLimits& limits) {
  DecodedBody decoded;
  auto decoder = BodyDecoder::open(claims, layer, limits);
  if (!decoder) {
    decoded.limited = true;
    return decoded;
  }
  // Output that is one unbroken part of the body needs no copy.
  auto sink = [&](std::string_view bytes) {
    std::less_equal<const char*> before;
    bool inside = before(body.data(), bytes.data()) &&
                  before(bytes.data() + bytes.size(), body.data() + body.size());
    if (inside && decoded.owned.empty() && !decoded.borrowed) {
      decoded.borrowed = bytes;
    } else if (inside && decoded.borrowed &&
               decoded.borrowed->data() + decoded.borrowed->size() == bytes.data()) {
      decoded.borrowed =
          std::string_view(decoded.borrowed->data(), decoded.borrowed->size() + bytes.size());
    } else {
      if (decoded.borrowed) decoded.owned = *decoded.borrowed;
      decoded.borrowed.reset();
      decoded.owned += bytes;
    }
  };
  auto pushed = decoder->push(body, sink);
  decoded.limited = !pushed || !decoder->finish(sink);
  decoded.notes = decoder->notes();
  return decoded;
}

}  // namespace asof::http
