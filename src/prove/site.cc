#include "prove/site.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "catalog/links.h"
#include "certificate/trust.h"
#include "prove/phrase.h"
#include "url/surt.h"

namespace asof::prove {
namespace {

using assess::SeenPage;

// What pages are shown with; a reader does not come to it by itself.
bool is_part_of_pages(std::string_view mime) {
  return mime.starts_with("image/") || mime.starts_with("font/") || mime.starts_with("audio/") ||
         mime.starts_with("video/") || mime == "text/css" || mime.ends_with("javascript") ||
         mime.starts_with("application/font") || mime == "application/vnd.ms-fontobject";
}

// Everything asked for was a redirect.
bool led_on(const Proof& proof) {
  return std::ranges::all_of(proof.parts, [](const Part& part) {
    const auto& content = part.stretch.content;
    return content && content->status >= 300 && content->status < 400;
  });
}

// The first look at a site: its keys, and whose word counts.
struct Known {
  std::set<std::string, std::less<>> keys;
  std::map<std::string, certificate::SiteTrust> trust;
};
Result<Known> known_of(const catalog::Reader& catalog, const std::string& prefix) {
  Known known;
  TRY(catalog::evidence_of(catalog, prefix, [&](const catalog::KeyEvidence& found) {
    known.keys.insert(found.urlkey);
    for (const SeenPage& page : assess::pages_of(found))
      certificate::add_page(page.evidence, known.trust[certificate::site_of(page.evidence.url)]);
    return true;
  }));
  for (auto& [site, trust] : known.trust) certificate::conclude(trust);
  return known;
}

Result<std::vector<std::string>> never_captured(const catalog::Reader& catalog,
                                                const std::string& prefix, const Known& known) {
  std::set<std::string> missing;
  Result<void> unpacked;
  TRY(catalog.documents(prefix, [&](const catalog::Document& document) {
    const auto links = catalog::unpack_links(document.links);
    if (!links) {
      unpacked = links.error();
      return false;
    }
    for (const catalog::Link& link : *links) {
      if (link.kind != catalog::LinkKind::Hyperlink) continue;
      const std::string key = url::surt_key(link.url);
      if (key.starts_with(prefix) && !known.keys.contains(key))
        missing.insert(link.url.substr(0, link.url.find('#')));
    }
    return true;
  }));
  if (!unpacked) return std::move(unpacked).error();
  return std::vector<std::string>(missing.begin(), missing.end());
}

Verdict verdict_on_site(const SiteProof& proof) {
  if (proof.count(Verdict::Present) > 0) return Verdict::Present;
  if (proof.count(Verdict::Partly) > 0) return Verdict::Partly;
  if (proof.count(Verdict::Unknown) > 0 || proof.pages.empty()) return Verdict::Unknown;
  return proof.count(Verdict::Hidden) > 0 ? Verdict::Hidden : Verdict::Absent;
}

}  // namespace

std::uint64_t SiteProof::count(Verdict wanted) const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(pages, [&](const Proof& one) { return one.verdict == wanted; }));
}

Result<SiteProof> prove_site(const Archive& archive, const std::string& host,
                             const std::string& key_prefix, const Question& question) {
  SiteProof proof{.host = host, .question = question, .phrase = normalised(question.phrase)};
  const Known known = TRY(known_of(archive.catalog, key_prefix));
  if (known.keys.empty())
    return Error{Errc::NotFound, "the archive has no capture of the site " + host};
  Result<void> proved;
  const auto take = [&](const SeenPage& page) -> Result<void> {
    if (is_part_of_pages(page.traits.mime)) {
      ++proof.parts_of_pages;
      return {};
    }
    Question asked = question;
    asked.url = page.evidence.url;
    const bool trusted = known.trust.at(certificate::site_of(page.evidence.url)).granted();
    Proof one = TRY(prove_page(archive, asked, page, trusted));
    if (led_on(one))
      ++proof.redirects;
    else
      proof.pages.push_back(std::move(one));
    return {};
  };
  TRY(catalog::evidence_of(archive.catalog, key_prefix, [&](const catalog::KeyEvidence& found) {
    for (const SeenPage& page : assess::pages_of(found))
      if (proved) proved = take(page);
    return proved.has_value();
  }));
  if (!proved) return std::move(proved).error();
  proof.never_captured = TRY(never_captured(archive.catalog, key_prefix, known));
  proof.verdict = verdict_on_site(proof);
  return proof;
}

}  // namespace asof::prove
