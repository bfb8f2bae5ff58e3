// Track: what an archive knows of one page over time: its captures, and how often it changes.
#pragma once

#include <string>
#include <vector>

#include "catalog/rows.h"
#include "navigate/coherence.h"
#include "navigate/page.h"

namespace asof::guide {

// Not to be copied: it refers to itself.
class Track final {
 public:
  // `captures` in the order of time.
  explicit Track(std::vector<catalog::Capture> captures);
  Track(const Track&) = delete;
  Track& operator=(const Track&) = delete;

  // Captures that can stand for the page, in the order of time. Equal digests mean equal content.
  const std::vector<catalog::Capture>& captures() const { return captures_; }
  const navigate::Page& page() const { return page_; }
  const navigate::Track& runs() const { return runs_; }
  bool empty() const { return captures_.empty(); }

 private:
  std::vector<catalog::Capture> captures_;
  navigate::Page page_;
  navigate::Track runs_;
};

// Captures as src/navigate knows them. A gone page has one content, whatever its error page says. A
// revisit by 304 has no digest of its own: it shows what was there before.
std::vector<navigate::CaptureMark> marks_of(const std::vector<catalog::Capture>& captures);

// Whether a capture says that the page is not there (404, 410).
bool is_gone(const catalog::Capture& capture);

// Which of a URL's captures can stand for it: good answers; redirects unless they lead back to the
// URL itself; "gone" (404, 410), which is an answer about the page, too. Where none of these is
// there, all of them, so that what was captured can be seen.
std::vector<catalog::Capture> standing(std::vector<catalog::Capture> captures);

// The capture nearest to an instant, the earlier on a tie: a good one, unless the page was gone on
// both sides of it. Requires a capture.
std::size_t nearest_standing(const Track& track, Time at);

}  // namespace asof::guide
