// The certificates of the crawls that a proof's captures belong to, and what they say of the page.
#pragma once

#include <string>
#include <vector>

#include "archive/directory.h"
#include "prove/prove.h"

namespace asof::prove {

struct CertificateFound {
  std::string name;    // of the file: "example.org-20261115093000.json"
  std::string bytes;   // all of it
  std::string sha256;  // of it, hexadecimal
  std::string says;    // of the page, a sentence
};

// Certificates that list the page and a WARC file of a capture that the proofs rest on, by name.
// One that cannot be read is left out, and `complaints` gets a sentence.
Result<std::vector<CertificateFound>> certificates_of(const archive::Directory& directory,
                                                      const catalog::Reader& catalog,
                                                      const std::vector<const Proof*>& proofs,
                                                      std::vector<std::string>& complaints);

}  // namespace asof::prove
