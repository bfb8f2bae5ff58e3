#include "crawl/message.h"

#include <algorithm>

#include "http/body.h"
#include "http/message.h"

namespace asof::crawl {
namespace {

std::optional<http::DecodedBody> decoded(std::string_view message, std::uint64_t limit) {
  auto response = http::parse_response(message);
  if (!response) return std::nullopt;
  return http::decode_all(message.substr(std::min(response->size, message.size())),
                          http::BodyClaims::of(response->fields), http::Layer::Content,
                          {.output = limit});
}

}  // namespace

std::string content_of_message(std::string_view message, std::uint64_t limit) {
  const auto body = decoded(message, limit);
  return body ? std::string(body->bytes()) : std::string();
}

std::optional<std::string> robots_of_message(std::string_view message, bool whole) {
  // One byte more, to see whether a last line is cut there.
  const auto body = decoded(message, robots::kMostRead + 1);
  if (!body) return std::nullopt;
  const http::BodyNotes& notes = body->notes;
  const bool complete = whole && !body->limited && notes.whole() && !notes.encoding_broken &&
                        !notes.encoding_unterminated && notes.unknown_coding.empty();
  if (!complete && body->bytes().size() < robots::kMostRead) return std::nullopt;
  return std::string(body->bytes());
}

}  // namespace asof::crawl
