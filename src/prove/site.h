// prove_site: whether a phrase stood anywhere on a site, as far as its captured pages tell.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "prove/prove.h"

namespace asof::prove {

struct SiteProof {
  std::string host;
  Question question;   // its url is empty
  std::string phrase;  // normalised
  // Present where one page is; Absent only where every page is.
  Verdict verdict = Verdict::Unknown;
  std::vector<Proof> pages;                 // in the order of their keys
  std::uint64_t parts_of_pages = 0;         // images, style sheets, scripts: not looked at
  std::uint64_t redirects = 0;              // addresses that led on at that time: no pages
  std::vector<std::string> never_captured;  // pages link to them; in byte order

  std::uint64_t count(Verdict verdict) const;
};

// `key_prefix` is that of the host's keys: "org,example)". Errors as of prove(); Errc::NotFound
// where the archive has no capture of the site.
Result<SiteProof> prove_site(const Archive& archive, const std::string& host,
                             const std::string& key_prefix, const Question& question);

std::string sentence_of(const SiteProof& proof);
// `most` bounds each list.
std::string text_of(const SiteProof& proof, std::size_t most);
json::Object json_of(const SiteProof& proof);

}  // namespace asof::prove
