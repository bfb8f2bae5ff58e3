#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "assess/sightings.h"
#include "base/text.h"
#include "base/time.h"

namespace asof::assess {
namespace {

using certificate::Answer;
using certificate::Content;
using certificate::Purpose;
using certificate::Sighting;
using certificate::Validators;

bool is_page(const catalog::Witness& witness) {
  if (!istarts_with(witness.url, "http://") && !istarts_with(witness.url, "https://")) return false;
  if (witness.purpose == "robots" || witness.purpose == "sitemap") return false;
  const auto host = witness.url.find("//") + 2;
  const auto path = witness.url.find('/', host);
  return path == std::string::npos || witness.url.substr(path) != "/robots.txt";
}

// The catalog keeps Last-Modified as an instant; any writing of it serves to compare.
Validators validators_of(const catalog::ShownAnswer& shown) {
  return {.etag = shown.etag,
          .last_modified = shown.last_modified ? iso8601(*shown.last_modified) : ""};
}

Content content_of(const catalog::ShownAnswer& shown, int status) {
  return {.status = status != 0 ? status : 200,  // resource records have none
          .sha256 = shown.sha256,
          .location = shown.location};
}

Purpose purpose_of(std::string_view told) {
  if (told == "audit") return Purpose::Audit;
  return told == "revisit" ? Purpose::Revisit : Purpose::Visit;
}

// The bytes of "sha256:" and hexadecimal digits.
std::optional<std::string> sha256_of(std::string_view digest) {
  constexpr std::string_view kLabel = "sha256:";
  if (!istarts_with(digest, kLabel)) return std::nullopt;
  return from_hex(digest.substr(kLabel.size()));
}

bool is_weak(const catalog::Witness& witness) {
  return witness.kind == catalog::Kind::Revisit && !witness.not_modified &&
         !istarts_with(witness.digest, "sha256:");
}

// One request, kept twice: files are copied, joined and packed again.
bool is_kept_before(const std::vector<catalog::Witness>& in_time_order, std::size_t i) {
  const catalog::Witness& one = in_time_order[i];
  while (i-- > 0 && in_time_order[i].at == one.at) {
    const catalog::Witness& other = in_time_order[i];
    if (other.url == one.url && other.kind == one.kind && other.digest == one.digest &&
        other.shown.status == one.shown.status)
      return true;
  }
  return false;
}

void add(const catalog::Witness& witness, SeenPage& page) {
  page.evidence.sightings.push_back(sighting_of(witness));
  page.crawls.push_back(witness.crawl);
  page.records.push_back(witness.where);
  if (!witness.mime.empty()) page.traits.mime = witness.mime;
  if (witness.hops) page.traits.depth = static_cast<std::uint32_t>(witness.hops->size());
  if (witness.importance) {
    page.importance += *witness.importance;
    ++page.weighed;
  }
  page.weak_digests += is_weak(witness) ? 1 : 0;
  page.undated += witness.fetch_ms ? 0 : 1;
}

}  // namespace

Sighting sighting_of(const catalog::Witness& witness) {
  Sighting sighting{.sent = witness.at,
                    .received = {witness.at.ms + witness.width + witness.fetch_ms.value_or(0)},
                    .purpose = purpose_of(witness.purpose),
                    .answer = Answer::Incomplete,
                    .content = {.status = witness.shown.status},
                    .validators = validators_of(witness.shown),
                    .modified = witness.shown.last_modified};
  if (witness.cut) return sighting;
  if (witness.not_modified) {
    sighting.answer = Answer::NotModified;
    if (witness.original) {
      // Its request asked for what it refers to: that is what the reference means.
      sighting.asked = validators_of(*witness.original);
      sighting.original = {.content = content_of(*witness.original, witness.original->status),
                           .validators = sighting.asked};
    }
  } else if (witness.not_stored) {
    const auto sha256 = sha256_of(witness.digest);
    if (!sha256) return sighting;
    sighting.answer = Answer::Whole;
    sighting.content = content_of(witness.shown, witness.shown.status);
    sighting.content.sha256 = *sha256;
  } else if (witness.kind == catalog::Kind::Revisit) {
    if (!witness.original) return sighting;
    sighting.answer = Answer::Whole;
    const int status = witness.shown.status != 0 ? witness.shown.status : witness.original->status;
    sighting.content = content_of(*witness.original, status);
    if (!witness.shown.location.empty()) sighting.content.location = witness.shown.location;
  } else if (!witness.truncated &&
             (witness.shown.status != 0 || witness.kind == catalog::Kind::Resource)) {
    sighting.answer = Answer::Whole;
    sighting.content = content_of(witness.shown, witness.shown.status);
  }
  return sighting;
}

std::vector<SeenPage> pages_of(const catalog::KeyEvidence& of_key, Wanted wanted) {
  std::vector<SeenPage> pages;
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < of_key.witnesses.size(); ++i) {
    const catalog::Witness& witness = of_key.witnesses[i];
    if (wanted == Wanted::Pages && !is_page(witness)) continue;
    const auto [place, fresh] = places.try_emplace(witness.url, pages.size());
    if (fresh) {
      pages.emplace_back();
      pages.back().evidence.url = witness.url;
      pages.back().traits.url = witness.url;
    }
    SeenPage& page = pages[place->second];
    if (is_kept_before(of_key.witnesses, i))
      ++page.copies;
    else
      add(witness, page);
  }
  return pages;
}

std::uint64_t others_of(const catalog::KeyEvidence& of_key) {
  std::set<std::string_view> others;
  for (const catalog::Witness& witness : of_key.witnesses)
    if (!is_page(witness)) others.insert(witness.url);
  return others.size();
}

}  // namespace asof::assess
