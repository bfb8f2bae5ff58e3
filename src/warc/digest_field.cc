#include "warc/digest_field.h"

#include <algorithm>

#include "base/text.h"

namespace asof::warc {
namespace {

// Of what algorithms and encodings are made of; nothing that could break a line or command a
// terminal.
bool is_word(std::string_view text) {
  constexpr std::string_view kPunctuation = "+-./=_";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_alnum(c) || kPunctuation.find(c) != std::string_view::npos;
  });
}

}  // namespace

std::optional<DeclaredDigest> parse_digest(std::string_view text, std::string& why) {
  std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || trim(text.substr(colon + 1)).empty()) {
    why = "is not of the form algorithm:value";
    return std::nullopt;
  }
  auto algorithm = algorithm_named(text.substr(0, colon));
  if (!algorithm) return std::nullopt;
  std::string_view value = trim(text.substr(colon + 1));
  std::size_t size = size_of(*algorithm);
  std::optional<std::string> bytes;
  if (value.size() == size * 2) bytes = from_hex(value);
  if (!bytes) bytes = from_base32(value);
  // Against the recommendation, some writers use Base64.
  if (!bytes || bytes->size() != size) bytes = from_base64(value);
  if (!bytes || bytes->size() != size) {
    why = "is no " + std::string(name_of(*algorithm)) + " digest";
    return std::nullopt;
  }
  return DeclaredDigest{*algorithm, std::move(*bytes)};
}

std::string_view payload_digest(const Record& record) {
  const std::string_view text = record.find("WARC-Payload-Digest");
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !is_word(text.substr(0, colon)) ||
      !is_word(text.substr(colon + 1)))
    return {};
  std::string why;
  (void)parse_digest(text, why);
  return why.empty() ? text : std::string_view();
}

}  // namespace asof::warc
