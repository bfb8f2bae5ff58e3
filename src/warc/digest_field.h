// The digest fields of a record: "sha1:BASE32" or "sha256:hex".
//
// Other writers' are sha1 in hexadecimal, others in Base32, and either in Base64.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "warc/record.h"

namespace asof::warc {

struct DeclaredDigest {
  Algorithm algorithm;
  std::string bytes;
};
// Nothing, with `why`, when it is malformed; nothing without it when the algorithm is unknown.
std::optional<DeclaredDigest> parse_digest(std::string_view text, std::string& why);

// The record's WARC-Payload-Digest, as it stands there; empty where there is none, or none that can
// be a digest: a known algorithm's has its length and alphabet, an unknown one's is a word. Whether
// it is right is another question.
std::string_view payload_digest(const Record& record);

}  // namespace asof::warc
