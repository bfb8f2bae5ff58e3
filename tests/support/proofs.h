// What a certificate says beside the truth of the history it was made from.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>

#include "certificate/certify.h"
#include "lab/history.h"
#include "url/url.h"

namespace asof::test {

inline std::string path_of(const std::string& address) {
  const auto url = url::parse(address);
  if (!url) return address;
  return url->query ? url->path + "?" + *url->query : url->path;
}

using PagesByPath = std::unordered_map<std::string, std::uint32_t>;

inline PagesByPath pages_by_path(const lab::History& history) {
  PagesByPath pages;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    pages[path_of(history.pages[page].name)] = page;
  return pages;
}

// Stretches of time over which pages were said to hold one content.
struct Proofs {
  std::size_t proven = 0;
  std::size_t attested = 0;
  std::size_t undone = 0;  // of both, those in which a change was made and undone
  std::size_t wrong = 0;   // of both, those at whose ends the content was not the same
  std::size_t lied = 0;    // of the wrong ones, those attested: by a server that lied
  std::string first_wrong;

  Proofs& operator+=(const Proofs& other) {
    proven += other.proven;
    attested += other.attested;
    undone += other.undone;
    wrong += other.wrong;
    lied += other.lied;
    if (first_wrong.empty()) first_wrong = other.first_wrong;
    return *this;
  }
};

inline void judge_stretch(const lab::History& history, std::uint32_t page,
                          const certificate::Span& span, Proofs& proofs) {
  const Time from = static_cast<Time>(span.from.ms) / 1e3;
  const Time until = static_cast<Time>(span.until.ms) / 1e3;
  const auto* first = history.version_at(page, from);
  const auto* last = history.version_at(page, until);
  if (first == last) return;
  if (first == nullptr || first->content != last->content) {
    ++proofs.wrong;
    if (proofs.first_wrong.empty()) proofs.first_wrong = history.pages[page].name;
    return;
  }
  proofs.undone += std::any_of(
      first, last, [&](const lab::Version& version) { return version.content != first->content; });
}

// Every stretch the certificate gives is judged, not only its as-of interval.
inline Proofs judge(const lab::History& history, const certificate::Certificate& certificate) {
  Proofs proofs;
  const PagesByPath pages = pages_by_path(history);
  for (const auto& page : certificate.pages) {
    const auto found = pages.find(path_of(page.evidence.url));
    if (found == pages.end()) continue;
    proofs.proven += page.proven.size();
    proofs.attested += page.attested.size();
    for (const auto& held : page.proven) judge_stretch(history, found->second, held.span, proofs);
    const std::size_t false_proofs = proofs.wrong;
    for (const auto& held : page.attested) judge_stretch(history, found->second, held.span, proofs);
    proofs.lied += proofs.wrong - false_proofs;
  }
  return proofs;
}

// When each page of the history was seen, as the certificate counts it.
inline std::vector<std::vector<Time>> captures_of(const lab::History& history,
                                                  const certificate::Certificate& certificate) {
  std::vector<std::vector<Time>> captures(history.pages.size());
  const PagesByPath pages = pages_by_path(history);
  for (const auto& page : certificate.pages) {
    const auto found = pages.find(path_of(page.evidence.url));
    if (found == pages.end()) continue;
    for (const auto& said : certificate::statements(page.evidence)) {
      const auto& sighting = page.evidence.sightings[said.sighting];
      captures[found->second].push_back((on_axis(sighting.sent) + on_axis(sighting.received)) / 2);
    }
  }
  return captures;
}

}  // namespace asof::test
