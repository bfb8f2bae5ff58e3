// Timeline: what a page is known to have held, moment by moment, by the rules of certificates
// (certificate/course.h).
//
//   Timeline timeline(evidence, trusted);
//   Stretch then = timeline.at({noon, noon});        // one moment
//   auto parts = timeline.over({morning, evening});  // the same, of every moment
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "certificate/course.h"

namespace asof::prove {

// What is known of a moment rests on this; best first.
enum class Basis : std::uint8_t {
  Proven,    // whole bodies with equal digests came before and after it
  Captured,  // the page was captured at this moment
  Attested,  // the same, one of them by the word of a server whose word was audited
  Silent,    // nothing is known: see the captures before and after
};
std::string_view name_of(Basis basis);

// A stretch of time over which the same is known.
struct Stretch {
  certificate::Span span;
  Basis basis = Basis::Silent;
  std::optional<certificate::Content> content;  // what the page held; nothing where Silent
  // Places in the page's sightings: the nearest on each side that the content is known by. Of a
  // stretch that is Silent: the nearest that tell what the page held. Of one that is Captured: the
  // capture itself, as both.
  std::optional<std::size_t> before, after;

  bool operator==(const Stretch&) const = default;
};

class Timeline final {
 public:
  // The evidence must outlive it. `trusted`: the validators of the page's site are
  // (certificate/trust.h).
  Timeline(const certificate::PageEvidence& page, bool trusted);

  // A moment is an instant, or a second that nobody divides. It is Captured where one content, and
  // no other, was received in it.
  Stretch at(const certificate::Span& moment) const;
  // Of each instant of a span what at() says of it: without gaps, in order. Neighbours differ in
  // basis or content.
  std::vector<Stretch> over(const certificate::Span& span) const;

  // What the page's content is known by: whole bodies, and validators where trusted.
  const std::vector<certificate::Statement>& said() const { return course_.said; }
  // The content that one of those sightings tells of; it must be one of them.
  const certificate::Content& told(std::size_t sighting) const;

 private:
  const certificate::Sighting& sighting(const certificate::Statement& one) const {
    return page_.sightings[one.sighting];
  }
  Stretch captured(const certificate::Span& moment) const;
  void find_sides(Stretch& stretch) const;

  const certificate::PageEvidence& page_;
  certificate::Course course_;
  std::int64_t longest_ = 0;  // from a request to its last byte
};

}  // namespace asof::prove
