#include "prove/prove.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "certificate/trust.h"
#include "prove/grounds_internal.h"
#include "prove/phrase.h"
#include "url/surt.h"
#include "url/url.h"

namespace asof::prove {
namespace {

using assess::SeenPage;

// The captures of a key that may be used, by URL.
Result<std::vector<SeenPage>> pages_of_key(const catalog::Reader& catalog, const std::string& key,
                                           const MayUse& may_use) {
  std::vector<SeenPage> pages;
  TRY(catalog::evidence_of(catalog, key, [&](const catalog::KeyEvidence& found) {
    if (found.urlkey != key) return false;
    catalog::KeyEvidence usable = found;
    if (may_use)
      std::erase_if(usable.witnesses,
                    [&](const catalog::Witness& one) { return !may_use(key, one.at); });
    pages = assess::pages_of(usable, assess::Wanted::Everything);
    return false;
  }));
  return pages;
}

// Captures of exactly this URL count or, where there are none, those of the spelling that was
// captured last: two spellings need not have shown the same.
const SeenPage* page_at(const std::vector<SeenPage>& pages, const std::string& url) {
  const SeenPage* latest = nullptr;
  for (const SeenPage& page : pages) {
    if (page.evidence.url == url) return &page;
    if (latest == nullptr ||
        latest->evidence.sightings.back().sent < page.evidence.sightings.back().sent)
      latest = &page;
  }
  return latest;
}

Result<std::string> checked_phrase(const Question& question) {
  std::string phrase = normalised(question.phrase);
  if (phrase.empty())
    return Error{Errc::Invalid, "the phrase is empty; give the words to look for"};
  if (question.asked.until < question.asked.from)
    return Error{Errc::Invalid, fmt::format("the time ends ({}) before it begins ({})",
                                            iso8601_seconds(question.asked.until),
                                            iso8601_seconds(question.asked.from))};
  return phrase;
}

// Why nothing that was captured tells what the page held.
std::string nothing_told(const certificate::PageEvidence& page) {
  const certificate::Sighting& last = page.sightings.back();
  if (last.answer == certificate::Answer::Incomplete)
    return "it was captured, but not whole: the record was cut off, or its original is missing";
  if (last.answer == certificate::Answer::NotModified)
    return "only \"not modified\" was answered, and what that refers to is not in the archive";
  return fmt::format("the server answered with an error (status {})", last.content.status);
}

}  // namespace

void ask_at(Question& question, const Period& at) {
  question.asked = {at.first, at.last()};
  question.is_moment = at.width() == 0;
}

bool needs_trust(const certificate::PageEvidence& page) {
  const auto said = certificate::statements(page);
  return std::ranges::any_of(said, [](const auto& one) { return one.by_validator; });
}

Result<bool> trusts_site(const catalog::Reader& catalog, const std::string& url) {
  const std::string key = url::surt_key(url);
  certificate::SiteTrust trust{.site = certificate::site_of(url)};
  TRY(catalog::evidence_of(catalog, key.substr(0, key.find(')') + 1),
                           [&](const catalog::KeyEvidence& found) {
                             for (const SeenPage& page : assess::pages_of(found))
                               if (certificate::site_of(page.evidence.url) == trust.site)
                                 certificate::add_page(page.evidence, trust);
                             return true;
                           }));
  certificate::conclude(trust);
  return trust.granted();
}

const Ground& Proof::ground(std::size_t sighting) const {
  const auto found = std::ranges::find(sightings, sighting);
  CHECK(found != sightings.end());
  return grounds[static_cast<std::size_t>(found - sightings.begin())];
}

Result<Proof> prove(const Archive& archive, const Question& question) {
  TRY(checked_phrase(question));
  const auto parsed = url::parse(question.url);
  if (!parsed)
    return Error{Errc::Invalid,
                 question.url + " is not an address; write one like https://example.org/page"};
  const std::string key = url::surt_key(question.url);
  const auto pages = TRY(pages_of_key(archive.catalog, key, question.may_use));
  const SeenPage* page = page_at(pages, question.url);
  if (page != nullptr && page->evidence.url != question.url) page = page_at(pages, parsed->href());
  if (page == nullptr)
    return Error{Errc::NotFound, "the archive has no capture of " + question.url};
  bool trusted = needs_trust(page->evidence);
  if (trusted) trusted = TRY(trusts_site(archive.catalog, page->evidence.url));
  // "https://example.org" and "https://example.org/" are one address, not two spellings.
  Question asked = question;
  if (page->evidence.url == parsed->href()) asked.url = page->evidence.url;
  return prove_page(archive, asked, *page, trusted);
}

Result<Proof> prove_page(const Archive& archive, const Question& question, const SeenPage& page,
                         bool trusted) {
  Proof proof{.question = question};
  proof.phrase = TRY(checked_phrase(question));
  proof.url = page.evidence.url;
  proof.captures = page.evidence.sightings.size();
  proof.first = page.evidence.sightings.front().sent;
  proof.last = page.evidence.sightings.back().sent;
  const Timeline timeline(page.evidence, trusted);
  if (timeline.said().empty()) proof.reason = nothing_told(page.evidence);
  std::vector<Stretch> stretches;
  if (question.is_moment)
    stretches.push_back(timeline.at(question.asked));
  else
    stretches = timeline.over(question.asked);
  Versions versions(archive, page, timeline, proof.phrase);
  for (Stretch& stretch : stretches) {
    TRY(versions.read_for(stretch));
    proof.parts.push_back(judge(
        std::move(stretch),
        [&](const auto& content) -> const Look& { return versions.of(content); },
        [&](std::size_t sighting) -> const certificate::Content& {
          return timeline.told(sighting);
        }));
  }
  proof.verdict = verdict_on(proof.parts);
  TRY(add_grounds(archive, page, versions, proof));
  return proof;
}

}  // namespace asof::prove
