// Texts as phrases are compared: what a reader takes for the same is written the same.
//
//   normalised("Caf\u0065\u0301\n  noir")   "Café noir"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace asof::prove {

// The text in Unicode's form NFC. White space of any kind, no-break spaces included, becomes one
// space, and none stands at the ends. Characters that are never seen are left out: soft hyphens,
// zero-width spaces, word joiners, byte order marks, marks of direction. Letters keep their case.
// Ill-formed UTF-8 becomes U+FFFD.
std::string normalised(std::string_view text);

// Where the phrase stands in the text, both normalised; kNone (base/text.h) where it does not. An
// empty phrase stands nowhere.
std::size_t find_phrase(std::string_view text, std::string_view phrase);

// The words around a phrase that was found, for people: some 60 bytes on both sides, whole
// characters, with "..." where something is left out.
std::string excerpt(std::string_view text, std::size_t at, std::size_t length);

}  // namespace asof::prove
