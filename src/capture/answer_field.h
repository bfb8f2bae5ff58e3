// Fields of our own in the heads of revisits' records. First, the head of an answer 304.
//
// Players that find a head in the block of a revisit answer with it, and show nothing for a 304:
// the block is left empty, and the head stands in the record's own head, byte for byte.
//
//   Asof-Answer: HTTP/1.1 304 Not Modified%0D%0AETag: "x"%0D%0A%0D%0A
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace asof::capture {

inline constexpr std::string_view kAnswerField = "Asof-Answer";
// How much a version that was not stored differs from its original: numbers from 0 to 1.
inline constexpr std::string_view kImportanceField = "Asof-Importance";
inline constexpr std::string_view kMattersField = "Asof-Matters";

// Visible ASCII and spaces stand for themselves; '%' and every other byte are escaped. Nothing for
// a head that is too long for a field, or does not begin like one.
std::optional<std::string> to_answer_field(std::string_view head);
// The bytes again. A '%' without two hexadecimal digits stays.
std::string from_answer_field(std::string_view value);

}  // namespace asof::capture
