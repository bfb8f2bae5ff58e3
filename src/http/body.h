// The body of a message, decoded as it arrives, whatever the fields claim about it.
//
// Two layers are of use. The payload is the body without its transfer coding: WARC payload digests
// are over it. The content is the payload without its content coding: what a reader sees. Claims
// that prove false are passed over and noted: crawlers store de-chunked and decompressed bodies
// with the old fields, servers call things gzip that are not, and connections break off.
//
// Only a limit stops decoding with an error (Limit); what was decoded until then was delivered.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message.h"

namespace asof::http {

enum class Layer { Payload, Content };

struct BodyLimits {
  std::uint64_t output = std::uint64_t{2} << 30;       // bytes any one coding may expand to
  std::uint64_t ratio_from = std::uint64_t{16} << 20;  // output from which the ratio counts
  std::uint64_t ratio = 400;                           // output per input of one coding
  std::size_t codings = 4;                             // codings in all; more are refused
};

// What a head says about its body.
struct BodyClaims {
  std::vector<std::string> transfer_codings;  // in the order they were applied, as in fields.h
  std::vector<std::string> content_codings;
  std::optional<std::uint64_t> length;

  static BodyClaims of(const Fields& fields);
};

// What turned out about a body. Final once finish() was called.
struct BodyNotes {
  std::uint64_t body_bytes = 0;        // as stored, transfer coding included
  std::uint64_t output_bytes = 0;      // delivered
  bool length_differs = false;         // Content-Length is another than body_bytes (not if chunked)
  bool not_chunked = false;            // said chunked, was not: passed through
  bool chunks_broken = false;          // a later chunk was no chunk: the rest passed through raw
  bool chunks_unterminated = false;    // ended without the last chunk
  bool not_encoded = false;            // said encoded, was not: passed through
  bool encoding_broken = false;        // damaged inside: the rest is lost
  bool encoding_unterminated = false;  // ended before the compressed stream did
  std::uint64_t trailing_bytes = 0;    // after the last chunk or compressed stream: dropped
  std::string unknown_coding;          // the first coding we cannot undo: it and those inside stay

  // By the head and the transfer coding, nothing is missing.
  bool whole() const { return !length_differs && !chunks_unterminated && !chunks_broken; }
};

// Decodes one body. Push its bytes in any pieces, then finish.
class BodyDecoder final {
 public:
  // Receives decoded bytes; the view is valid during the call only.
  using Sink = std::function<void(std::string_view)>;

  // Limit when there are more codings than allowed.
  static Result<BodyDecoder> open(const BodyClaims& claims, Layer layer,
                                  const BodyLimits& limits = {});

  BodyDecoder(BodyDecoder&&) noexcept;
  BodyDecoder& operator=(BodyDecoder&&) noexcept;
  ~BodyDecoder();

  // Where nothing is encoded, `sink` gets `bytes` itself: no copy is made.
  // After an error, only notes() may be called.
  Result<void> push(std::string_view bytes, const Sink& sink);
  Result<void> finish(const Sink& sink);

  const BodyNotes& notes() const;

  class Stage;

 private:
  struct Pipeline;
  explicit BodyDecoder(std::unique_ptr<Pipeline> pipeline);
  std::unique_ptr<Pipeline> pipeline_;
};

struct DecodedBody {
  // The decoded bytes: the body given to decode_all itself where nothing was encoded.
  std::string_view bytes() const { return borrowed ? *borrowed : std::string_view(owned); }

  BodyNotes notes;
  bool limited = false;  // a limit was reached: bytes() is the beginning
  std::optional<std::string_view> borrowed;
  std::string owned;
};

// Decodes a whole body in memory. Never fails: a limit reached is told in `limited`.
DecodedBody decode_all(std::string_view body, const BodyClaims& claims, Layer layer,
                       const BodyLimits& limits = {});

}  // namespace asof::http
