// Which encoding a page is in, and its conversion to UTF-8.
//
// Encodings have the names of the WHATWG Encoding Standard in lower case: "utf-8", "windows-1252",
// "shift_jis". The order of evidence is the standard's: byte order mark, the transport's word, the
// page's own word in its first 1024 bytes, the bytes themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace asof::html {

enum class CharsetSource : std::uint8_t { Bom, Header, Meta, Sniffed, Default };

struct Charset {
  std::string name;
  CharsetSource source = CharsetSource::Default;
};

// The encoding a label names, or nothing. White space and case do not matter.
std::optional<std::string_view> encoding_of_label(std::string_view label);

// The encoding of a page. `header_label` is the charset of the Content-Type field, or empty.
Charset detect_charset(std::string_view bytes, std::string_view header_label = {});

// What the page says of itself: WHATWG HTML 13.2.3.2, the prescan. Empty where it says nothing.
std::string_view prescan_charset(std::string_view bytes);
// What the bytes look like: "utf-8" where they are valid, an East Asian or Cyrillic encoding where
// the frequencies speak for one, else "windows-1252".
std::string_view sniff_charset(std::string_view bytes);

// The bytes as UTF-8 without byte order mark. What is invalid becomes U+FFFD; an unknown encoding
// is read as windows-1252, "replacement" is one U+FFFD. At most about `limit` bytes.
std::string to_utf8(std::string_view bytes, std::string_view encoding,
                    std::size_t limit = std::size_t{256} << 20);

}  // namespace asof::html
