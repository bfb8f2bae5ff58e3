// look: what a captured version shows of a phrase.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "retrieve/content.h"

namespace asof::prove {

enum class Shown : std::uint8_t {
  Visible,     // a reader sees it
  Hidden,      // it is in the source, where a reader does not see it
  Absent,      // it is nowhere in the source
  Unreadable,  // what was captured is no text, or not all of it
};
std::string_view name_of(Shown shown);

struct Look {
  Shown shown = Shown::Unreadable;
  std::string excerpt;              // Visible: the words around it
  std::vector<std::string> places;  // Hidden: "a comment", "the attribute alt"
  std::string reason;               // Unreadable: why, as the end of a sentence with "it"
};

// The text that a phrase is looked for in, normalised; empty of what is no text.
std::string text_of(const retrieve::Content& content);
// `phrase` is normalised and not empty.
Look look(const retrieve::Content& content, std::string_view phrase);

}  // namespace asof::prove
