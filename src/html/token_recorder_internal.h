// TokenRecorder: a sink for tests that keeps every token decoded, adjacent texts joined, so that
// the tokens of differently fed documents can be compared.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "html/references.h"
#include "html/token.h"

namespace asof::html {

struct RecordedToken {
  enum class Kind { Text, StartTag, EndTag, Comment, Doctype };
  Kind kind = Kind::Text;
  std::string text = {};                                             // text, name or comment
  std::vector<std::pair<std::string, std::string>> attributes = {};  // without repetitions
  bool self_closing = false;
  bool cut = false;
  bool has_name = false;  // these four: doctypes only
  bool has_public_id = false;
  bool has_system_id = false;
  bool force_quirks = false;
  std::uint64_t begin = 0;

  bool operator==(const RecordedToken&) const = default;
};

class TokenRecorder final {
 public:
  void text(const Text& token) {
    if (tokens.empty() || tokens.back().kind != RecordedToken::Kind::Text) {
      tokens.push_back({.begin = token.begin});
    }
    append_text(tokens.back().text, token.raw, token.kind);
  }
  void start_tag(const Tag& token) { tag(token, RecordedToken::Kind::StartTag); }
  void end_tag(const Tag& token) { tag(token, RecordedToken::Kind::EndTag); }
  void comment(const Comment& token) {
    tokens.push_back({.kind = RecordedToken::Kind::Comment,
                      .text = decode_literal(token.content),
                      .cut = token.cut,
                      .begin = token.begin});
  }
  void doctype(const Doctype& token) {
    tokens.push_back({.kind = RecordedToken::Kind::Doctype,
                      .text = decode_name(token.name),
                      .attributes = {{"public", decode_literal(token.public_id)},
                                     {"system", decode_literal(token.system_id)}},
                      .has_name = token.has_name,
                      .has_public_id = token.has_public_id,
                      .has_system_id = token.has_system_id,
                      .force_quirks = token.force_quirks,
                      .begin = token.begin});
  }

  std::vector<RecordedToken> tokens;

 private:
  void tag(const Tag& token, RecordedToken::Kind kind) {
    RecordedToken recorded{.kind = kind,
                           .text = decode_name(token.name),
                           .self_closing = token.self_closing,
                           .cut = token.cut,
                           .begin = token.begin};
    for (const auto& attribute : token.attributes) {
      if (token.is_repeated(attribute)) continue;
      recorded.attributes.emplace_back(decode_name(attribute.name),
                                       decode_attribute_value(attribute.value));
    }
    tokens.push_back(std::move(recorded));
  }
};

}  // namespace asof::html
