#include "keep/message.h"

#include "base/text.h"
#include "http/body.h"

namespace asof::keep {
namespace {

constexpr std::string_view kRenamed = "X-Archive-Orig-";
constexpr std::string_view kLastChunk = "\r\n0\r\n\r\n";

// The one field that says "chunked" and nothing else.
std::optional<http::Field> chunked_field(const http::Fields& fields) {
  std::optional<http::Field> found;
  for (const http::Field& field : fields) {
    if (iequals(field.name, "Content-Length")) return std::nullopt;
    if (!iequals(field.name, "Transfer-Encoding")) continue;
    if (found || !iequals(field.value, "chunked")) return std::nullopt;
    found = field;
  }
  return found;
}

}  // namespace

Result<std::optional<Message>> without_chunks(Message& message) {
  const std::string_view bytes = TRY(message.bytes.bytes());
  const std::string_view head = bytes.substr(0, message.head);
  const std::string_view body = bytes.substr(message.head);
  const auto response = http::parse_response(head);
  const auto field = response ? chunked_field(response->fields) : std::nullopt;
  if (!field || (!body.ends_with(kLastChunk) && body != kLastChunk.substr(2)))
    return std::optional<Message>();

  Message plain{Spool{}, message.head + kRenamed.size()};
  plain.bytes.expect(bytes.size());
  const auto name = static_cast<std::size_t>(field->name.data() - head.data());
  TRY(plain.bytes.append(head.substr(0, name)));
  TRY(plain.bytes.append(kRenamed));
  TRY(plain.bytes.append(head.substr(name)));
  auto decoder = http::BodyDecoder::open({.transfer_codings = {"chunked"}}, http::Layer::Payload);
  if (!decoder) return std::optional<Message>();
  Result<void> kept;
  const auto keep = [&](std::string_view piece) {
    if (kept) kept = plain.bytes.append(piece);
  };
  const bool decoded = decoder->push(body, keep) && decoder->finish(keep);
  if (!kept) return std::move(kept).error();
  const http::BodyNotes& notes = decoder->notes();
  if (!decoded || notes.not_chunked || notes.trailing_bytes > 0 || !notes.whole())
    return std::optional<Message>();
  return std::optional<Message>(std::move(plain));
}

}  // namespace asof::keep
