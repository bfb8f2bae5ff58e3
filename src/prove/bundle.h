// Bundle: a proof as one ZIP file that can be handed on and checked without asof: the records it
// rests on, the pages and their texts, certificates, and a statement in plain language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "prove/certificates.h"
#include "prove/prove.h"

namespace asof::prove {

// A page as it looked, as a file that a browser opens.
struct Picture {
  std::string name;  // "picture-1.html"
  std::string bytes;
};

struct Bundle {
  std::string sentence;              // the answer
  std::string details;               // what it rests on, as text_of() has it
  std::string json;                  // the same for programs
  std::vector<const Proof*> proofs;  // one, or one for each page of a site
  std::vector<CertificateFound> certificates;
  std::vector<Picture> pictures;
  std::string about_pictures;  // how they were made, or why there is none; a sentence
  std::string software;        // "asof 1.2"
  Instant made;
};

// Writes the file; it is there only when all of it is. Records that cannot be read are named in
// `complaints` and in the statement.
Result<void> write_bundle(const std::string& path, const Archive& archive, const Bundle& bundle,
                          std::vector<std::string>& complaints);

}  // namespace asof::prove
