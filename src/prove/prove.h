// prove: whether a phrase stood on a page at a moment or over a time, asked of an archive.
//
//   Proof proof = TRY(prove({catalog, library}, {.url = url, .phrase = "sold out", .asked =
//   noon})); print(sentence_of(proof));
//
// docs/proving.md says what the answer means, what it rests on and what it does not say.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/sightings.h"
#include "base/period.h"
#include "catalog/reader.h"
#include "prove/verdict.h"
#include "retrieve/library.h"

namespace asof::prove {

struct Archive {
  const catalog::Reader& catalog;
  retrieve::Library& library;
};

// Whether a capture may be used; others are as if they were not there.
using MayUse = std::function<bool(std::string_view urlkey, Instant at)>;

struct Question {
  std::string url;
  std::string phrase;  // as typed
  certificate::Span asked;
  bool is_moment = true;  // `asked` is one moment, not divided
  MayUse may_use = {};    // empty: all
};

// The time that a date names: a second, or something shorter, is a moment; a day is all of it.
void ask_at(Question& question, const Period& at);

// A capture that the answer rests on.
struct Ground {
  catalog::Capture capture;
  std::string file;                          // name of its WARC file
  std::optional<catalog::Capture> original;  // of a revisit, where it is in the archive
  std::string original_file;
  Look look;         // what it shows
  std::string says;  // what kind of evidence it is: "a whole answer", "the same bytes again, ..."
};

struct Proof {
  Question question;
  std::string phrase;  // normalised
  std::string url;     // as it was captured
  Verdict verdict = Verdict::Unknown;
  std::vector<Part> parts;      // in order of time, without gaps
  std::vector<Ground> grounds;  // captures the parts name, in order of time
  std::string reason;           // Unknown, and nothing is known of the page at all: why
  std::uint64_t captures = 0;   // of the page, that may be used
  std::uint64_t withheld = 0;   // captures that readers may be told of and not be shown
  std::optional<Instant> first, last;

  // The ground of a sighting that a part names.
  const Ground& ground(std::size_t sighting) const;
  std::vector<std::size_t> sightings;  // of the grounds
};

// Errc::Invalid for a phrase without text and for a time that ends before it begins;
// Errc::NotFound where the archive has no capture of the page that may be used.
Result<Proof> prove(const Archive& archive, const Question& question);

// The same for a page whose captures were read already. `trusted` as Timeline has it.
Result<Proof> prove_page(const Archive& archive, const Question& question,
                         const assess::SeenPage& page, bool trusted);

// Whether the validators of the page's site are trusted, by all that the archive saw of the site.
Result<bool> trusts_site(const catalog::Reader& catalog, const std::string& url);
// Whether that makes a difference: some sighting speaks by validators.
bool needs_trust(const certificate::PageEvidence& page);

}  // namespace asof::prove
