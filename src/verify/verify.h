// verify: whether a certificate is what the WARC files say, and nothing else.
//
// The evidence is gathered again, the certificate computed again, and both compared: every file by
// its hash, every record by its digests, and the certificate byte for byte. So one altered byte, in
// a file or in the certificate, is noticed; where it lies is said as far as that can be told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "certificate/certify.h"
#include "verify/gather.h"

namespace asof::verify {

struct Difference {
  std::string file;  // a WARC file; empty: the certificate
  std::uint64_t offset = 0;
  std::string url;   // empty where none is known
  std::string what;  // a sentence
};

struct Verdict {
  std::string headline;  // what the certificate claims
  std::vector<Difference> differences;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t pages = 0;
  std::uint64_t records = 0;        // answers compared
  int rules = certificate::kRules;  // the version of the rules it was made by, and checked by
  bool usual_rules = true;          // with the audits that crawls are certified with
  // The page for people was made by another version of asof, which this one cannot make again.
  bool page_of_others = false;

  bool sound() const { return differences.empty() && usual_rules; }
};

// Errc::Invalid where the bytes are no certificate and never were one; Errc::NotFound where a file
// it rests on is not in the archive; other Errors where one cannot be read. `progress` as in
// GatherOptions; `page` is the page for people that came with the certificate, which must say the
// same where this version of asof made it.
Result<Verdict> verify(const archive::Directory& directory, std::string_view certificate,
                       decltype(GatherOptions::progress) progress = nullptr,
                       std::optional<std::string_view> page = std::nullopt);

}  // namespace asof::verify
