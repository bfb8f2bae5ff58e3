// The tokens of an HTML document: slices of the source, not yet decoded.
//
// Every view points into the bytes being tokenized and is valid only during the call that delivers
// it. Nothing is decoded: character references, CR LF and NUL stand as in the source, names keep
// their case; references.h decodes. Because `raw` is the token's whole source, the place of any
// part of a token is known: a rewriter copies the document and replaces single attribute values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "html/name.h"

namespace asof::html {

// Which rules of decoding apply to a text, and what ended it.
enum class TextKind : std::uint8_t {
  Data,       // references are decoded
  Rcdata,     // title, textarea: references are decoded
  Rawtext,    // style, xmp, iframe, noembed, noframes, and noscript where scripts run
  Script,     // script
  Plaintext,  // everything after <plaintext>
  Cdata,      // <![CDATA[ ]]> inside svg and math
};

// One text may arrive as several tokens, cut anywhere but inside a character reference or CR LF.
struct Text {
  std::string_view raw;
  std::uint64_t begin = 0;  // offset in the document
  TextKind kind = TextKind::Data;
};

struct Attribute {
  std::string_view name;
  std::string_view value;  // without quotes; empty and placed after the name where there is none
  NameKey key = kNoKey;
  char quote = 0;  // '"', '\'', or 0 for a bare or a missing value
  bool has_value = false;
};

// A start or end tag. Of attributes with the same name the first counts; find() obeys that, a loop
// over `attributes` asks is_repeated().
struct Tag {
  std::string_view raw;     // from '<' to after '>'
  std::uint64_t begin = 0;  // offset of raw in the document
  std::string_view name;
  NameKey key = kNoKey;
  std::span<const Attribute> attributes;
  bool self_closing = false;
  bool cut = false;  // longer than the limit or too many attributes: the rest is missing

  std::uint64_t end() const { return begin + raw.size(); }
  // Offset in the document of a part of this tag: the name, a name or a value of an attribute.
  std::uint64_t offset_of(std::string_view part) const {
    return begin + static_cast<std::uint64_t>(part.data() - raw.data());
  }
  // The first attribute with this key, or nullptr.
  const Attribute* find(NameKey wanted) const {
    for (const auto& attribute : attributes) {
      if (attribute.key == wanted) return &attribute;
    }
    return nullptr;
  }
  // The same for names without a key; `wanted` is in lower case.
  const Attribute* find(std::string_view wanted) const;
  bool is_repeated(const Attribute& attribute) const;
};

struct Comment {
  std::string_view raw;
  std::string_view content;
  std::uint64_t begin = 0;
  bool cut = false;
};

struct Doctype {
  std::string_view raw;
  std::uint64_t begin = 0;
  std::string_view name;
  std::string_view public_id;
  std::string_view system_id;
  bool has_name = false;
  bool has_public_id = false;
  bool has_system_id = false;
  bool force_quirks = false;
};

}  // namespace asof::html
