// Change: did a page change between two captures, how surely is that known, and how much it
// matters.
//
// Spaniol et al. 2009 (IWAW) section 3: in stages, cheapest first; the stage that settled it is the
// reason given. Only a comparison of the pages as seen (layout, blocks, delta) weighs a change of
// HTML; what comes before says whether that is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "block/block.h"
#include "block/segment.h"
#include "change/by_hand.h"
#include "delta/delta.h"
#include "importance/importance.h"
#include "layout/layout.h"

namespace asof::change {

// Changes whenever compare() may answer otherwise while noise, delta and importance answer as they
// did: also when pages are laid out or divided in another way.
inline constexpr int kChangeVersion = 3;
// Of everything an answer depends on: "3.2.2.3.1"; rows made under another one are made again.
std::string algorithm();

// The numbers are stored: append only.
enum class Stage : std::uint8_t {
  Status = 0,      // gone, new, moved; or no answer about the page at all
  Validators = 1,  // ETag or Last-Modified, where they have proven true
  Timestamp = 2,   // what the page says of itself: "Last modified: ...", the same
  Digest = 3,      // of the payload
  CleanText = 4,   // digest without boilerplate, dates, counters, tokens, advertisements
  Shingles = 5,    // share of runs of words in common
  Distance = 6,    // words inserted, deleted and replaced
  Visual = 7,      // the pages as laid out, block by block
};
std::string_view name_of(Stage stage);

// How often something that claimed "not changed" was put to the test.
struct Proof {
  std::uint64_t checked = 0;
  std::uint64_t lied = 0;

  void check(bool true_claim) {
    ++checked;
    if (!true_claim) ++lied;
  }
  // Lied never, in enough tests to say so.
  bool holds(std::uint64_t least = 20) const { return lied == 0 && checked >= least; }
};
// What has been proven of a site.
struct Trust {
  Proof validators;
  Proof timestamps;
};

// One version of a page, as far as it is known.
struct Version {
  std::string url;
  Instant at;
  int status = 200;  // 0: not HTTP
  std::string mime;  // without parameters; empty: by the bytes
  std::string etag;
  std::optional<Instant> last_modified;
  std::string location;  // of a redirect, absolute
  std::string sha256;    // of the payload; may be empty
  bool cut = false;      // too long to be read: only digests are compared
  // The content, its codings undone, text in UTF-8. Called once at most, and only where needed.
  std::function<Result<std::string>()> body;
};

// What two versions' validators claim: equal, different, or nothing.
std::optional<bool> validators_equal(const Version& old, const Version& fresh);

// Who lays pages out. Auto: a browser where the engine in the process cannot be trusted, because a
// page needs scripts or grid, and there is one. One engine for both versions: two engines' boxes
// differ where the pages do not.
enum class Render : std::uint8_t { InProcess, Auto, Browser };
std::string_view name_of(Render render);  // "in-process", "auto", "chromium"
std::optional<Render> render_of(std::string_view name);

struct Options {
  bool visual = true;    // false: HTML is weighed by its words, as text is
  bool picture = false;  // lay out HTML that a cheaper stage settled, or that is too large, as well
  Render render = Render::InProcess;
  std::size_t largest = std::size_t{4} << 20;  // bytes; a larger page is weighed by its words
  layout::LayoutOptions layout;
  block::SegmentOptions segment;
  // `page` is filled in; its advertisements are those of cleaning, too.
  importance::EstimateOptions estimate;
  const HandWeights* by_hand = nullptr;  // null: none
};

enum class Side : std::uint8_t { Old, New };
// Lays out the version of one side.
using LayOut = std::function<layout::Page(Side, const layout::Source&, const layout::Resources&,
                                          const layout::LayoutOptions&)>;
// A browser may fail; then the engine in the process is asked.
using Browse =
    std::function<Result<layout::Page>(Side, const layout::Source&, const layout::Resources&)>;

struct Means {
  Trust trust;
  layout::Resources old_resources;  // style sheets and images as of each version
  layout::Resources new_resources;
  LayOut lay_out = [](Side, const auto&... page) { return layout::lay_out(page...); };
  Browse browse;  // empty: there is no browser
  Options options;
};

// The two versions as seen, and what differs.
struct Sight {
  layout::Page old_page;
  layout::Page new_page;
  block::BlockTree old_tree;
  block::BlockTree new_tree;
  delta::Comparison comparison;
  importance::Estimate estimate;
};

struct Finding {
  Stage stage = Stage::Digest;
  bool changed = false;            // in what a reader would call the page
  double importance = 0;           // in [0,1], to six digits; 0 where not changed
  double matters = 0;              // likewise: how probably a reader calls the change meaningful
  bool replaced = false;           // another page stands at the address: a home page, an error
  std::string reason;              // a sentence without its period
  std::optional<Sight> sight;      // of Stage::Visual, or where Options::picture asks for it
  std::vector<std::string> notes;  // what was left out to stay within limits
};

// An Error is one of reading a body; a page never fails to be compared.
Result<Finding> compare(const Version& old, const Version& fresh, const Means& means);

// When a change happened: after the last sight of the old version and not after the first of the
// new one; exactly then when the new one's Last-Modified falls between them and has proven true.
struct Interval {
  Instant since, until;
};
Interval interval_of(Instant last_of_old, Instant first_of_new,
                     const std::optional<Instant>& last_modified, const Proof& validators);

}  // namespace asof::change
