// What single fields say: types, lengths, codings, validators, directions.
//
// Every function takes what was really sent and answers as far as it makes sense; what does not is
// absent from the answer, never an error. White space and folds around parts are ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "http/message.h"

namespace asof::http {

struct ContentType {
  std::string essence;  // "text/html", lower case; empty where there is none
  std::string charset;  // as written, without quotes; empty where there is none
  bool operator==(const ContentType&) const = default;
};

// "text/html;;charset='utf-8'", "text/html, text/html": the first type and the first charset.
ContentType parse_content_type(std::string_view value);

// Of all Content-Type fields: the last that names a type wins; it inherits the charset of an
// earlier one of the same essence (Fetch §2.2.2, "extract a MIME type").
ContentType content_type(const Fields& fields);

struct ContentLength {
  std::optional<std::uint64_t> value;  // absent where fields disagree or none is a number
  bool conflicting = false;            // fields name different lengths
  bool odd = false;                    // a field is there that is no number
  bool operator==(const ContentLength&) const = default;
};
ContentLength content_length(const Fields& fields);

// The codings in the order they were applied, lower case, without parameters; "identity" and
// empty items dropped, "x-gzip" and "x-compress" without their "x-".
std::vector<std::string> transfer_codings(const Fields& fields);
std::vector<std::string> content_codings(const Fields& fields);

struct EntityTag {
  std::string_view opaque;  // without its quotes
  bool weak = false;
};
// The ETag as it was sent, unfolded and trimmed. Empty where there is none, and where its bytes are
// not UTF-8: no catalog or JSON can keep such a tag, and an altered one proves nothing.
std::string etag(const Fields& fields);
// `W/"x"`, `"x"`, and unquoted `x` for tolerance; nothing where it is empty.
std::optional<EntityTag> parse_etag(std::string_view value);
// RFC 9110 §8.8.3.2.
bool weak_equal(const EntityTag& a, const EntityTag& b);

// The date as the server says it, believed or not.
std::optional<Instant> last_modified(const Fields& fields);

// The first Location that is not empty, unfolded; relative and undecoded as it was sent.
std::optional<std::string> location(const Fields& fields);

// When to come back: `now` plus the seconds given (at most ten years), or the date given.
std::optional<Instant> retry_after(const Fields& fields, Instant now);

}  // namespace asof::http
