// The rules of `check` that look at a record's head alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "warc/record.h"

namespace asof::warc {

// Calls `error` or `warn` with a rule's name and a sentence.
struct Complaints {
  std::function<void(std::string_view rule, std::string what)> error;
  std::function<void(std::string_view rule, std::string what)> warn;
};

void check_head(const Record& record, const Complaints& say);

// A digest field: "sha1:BASE32" or "sha256:hex"; sha1 in hexadecimal, others in
// Base32, and either in Base64 occur.
struct DeclaredDigest {
  Algorithm algorithm;
  std::string bytes;
};
// Nothing, with `why`, when it is malformed; nothing without it when the algorithm is unknown.
std::optional<DeclaredDigest> parse_digest(std::string_view text, std::string& why);

}  // namespace asof::warc
