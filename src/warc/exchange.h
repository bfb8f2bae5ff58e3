// Exchange: the HTTP message in a record's block, decoded as the block arrives.
//
// Records that hold no HTTP (dns, resource, metadata, ...) have no head; their block is the
// payload.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/body.h"
#include "http/message.h"
#include "warc/record.h"

namespace asof::warc {

// The block is an HTTP response, by its Content-Type or, in ARC files, by its URL.
bool holds_http_response(const Record& record);
bool holds_http_request(const Record& record);

// What a head says of its body and the body is not. The body is then not what was sent.
enum class BodyFlaw : std::uint8_t {
  None,
  Short,         // shorter than Content-Length
  Long,          // longer
  ChunksShort,   // ends without the last chunk
  ChunksBroken,  // a chunk is none
  HeadOpen,      // the message ends inside its head
};
std::string_view sentence_of(BodyFlaw flaw);
// `start`: the first bytes of the body. Answers that have no body may state the length of one. A
// crawler that undid a content coding and left the head as it was changed nothing that matters.
BodyFlaw body_flaw(const http::Response& response, const http::BodyClaims& claims,
                   const http::BodyNotes& notes, std::string_view start);

class Exchange final {
 public:
  using Sink = http::BodyDecoder::Sink;

  // `layer` says how far bodies are decoded. The sink gets the decoded bytes.
  Exchange(const Record& record, http::Layer layer, Sink sink);

  // A block's pieces in order, then finish(). Damage inside the message is noted, not an error:
  // a head that cannot be understood makes the whole block payload.
  void push(std::string_view piece);
  void finish();

  // The head, once it has been seen whole.
  const http::Response* response() const { return response_ ? &*response_ : nullptr; }
  const http::BodyNotes& notes() const;
  bool limited() const { return limited_; }  // decoding stopped at a limit
  bool head_damaged() const { return head_damaged_; }
  std::uint64_t head_size() const { return head_size_; }
  BodyFlaw body_flaw() const;  // once finished
  // As it came; empty where none was understood.
  std::string_view head() const { return std::string_view(head_).substr(0, head_size_); }
  std::uint64_t decoded() const { return decoded_; }  // bytes given to the sink

 private:
  void look_for_head(std::string_view piece);
  void start_body(std::string_view rest);
  void body(std::string_view bytes);

  bool is_http_;
  http::Layer layer_;
  Sink sink_;
  http::HeadEnd head_end_{http::HeadEnd::Kind::Response};
  std::string head_;  // bytes of the head, and what followed it in the piece that completed it
  std::optional<http::Response> response_;
  std::optional<http::BodyDecoder> decoder_;
  std::string start_;  // the first bytes of the body
  bool in_body_ = false;
  bool limited_ = false;
  bool head_damaged_ = false;
  std::uint64_t head_size_ = 0;
  std::uint64_t decoded_ = 0;
};

}  // namespace asof::warc
