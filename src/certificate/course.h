// Course: what a page held when, as far as its sightings tell.
//
// Every sighting that tells anything says that the page held some content at some instant between
// its request and its last byte. Two that say the same, with nothing to the contrary between them,
// say it for everything from the end of the first to the start of the second, as long as no change
// was undone in between.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "certificate/evidence.h"

namespace asof::certificate {

// Both ends included.
struct Span {
  Instant from;
  Instant until;

  bool holds(Instant at) const { return from <= at && at <= until; }
  bool holds(const Span& other) const { return from <= other.from && other.until <= until; }
  bool meets(const Span& other) const { return from <= other.until && other.from <= until; }
  bool operator==(const Span&) const = default;
};

// What one sighting says about the page's content.
struct Statement {
  std::size_t sighting = 0;
  Content content;
  bool by_validator = false;  // not a whole body: the server said "as before"
  // The sighting whose content a validator vouches for; none where that is of an earlier crawl.
  std::optional<std::size_t> vouched;
};

// All that says something, by time. A 304 says what the page held that had the validators it was
// asked with: the last earlier sighting with them, else the original its record refers to, if that
// had them. An incomplete answer says something where its ETag (or, without one, Last-Modified)
// equals that of the last whole one.
std::vector<Statement> statements(const PageEvidence& page);

// Gone is gone, whatever the page that says so looks like; other contents must be equal.
bool same_state(const Content& a, const Content& b);

// A stretch over which the page held one content.
struct Held {
  Span span;
  Content content;

  bool operator==(const Held&) const = default;
};

// The page changed after its old content was last seen and before its new content first was.
struct ChangeSeen {
  Span within;
  Content before;
  Content after;
  std::optional<Instant> server_says;  // Last-Modified of the new content, where within

  bool operator==(const ChangeSeen&) const = default;
};

struct Course {
  std::vector<Held> proven;         // by whole bodies on both sides; ascending, disjoint
  std::vector<Held> solid;          // also by validators, where those are trusted; includes proven
  std::vector<ChangeSeen> changes;  // ascending
  std::vector<Statement> said;      // those that count: whole bodies, and validators where trusted
};

// `trusted`: validators of the page's site are. Where they are not, what they say adds nothing, but
// still breaks a proof it contradicts.
Course course_of(const PageEvidence& page, bool trusted);

}  // namespace asof::certificate
