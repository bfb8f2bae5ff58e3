// Two versions of a page side by side, and how `asof diff` shows them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "block/block.h"
#include "change/change.h"
#include "cli/command.h"
#include "delta/delta.h"
#include "importance/importance.h"
#include "layout/layout.h"
#include "layout/page.h"
#include "retrieve/content.h"

namespace asof::cli {

// Where the styles and images of a page are found.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  virtual std::optional<retrieve::Content> find(std::string_view url) = 0;
};

// One of the things to compare, read.
struct LoadedSide {
  std::string label;  // a file, or a URL and an instant
  retrieve::Content content;
  std::unique_ptr<Surroundings> surroundings;

  layout::Resources resources() const;
  std::string sha256() const;  // of all of it, 32 bytes
};
// A file, a record ("crawl.warc.gz@48213") or a capture ("https://example.org/@2026-11-15").
// Errc::Invalid, NotFound, Corrupt: says what and why.
Result<LoadedSide> load_side(const std::string& what, const std::string& archive);
// The last two versions of a page that an archive has.
Result<std::pair<LoadedSide, LoadedSide>> load_latest(const std::string& url,
                                                      const std::string& archive);

// Times far apart may lead to one capture: the archive has none between them.
bool is_same_capture(const LoadedSide& old, const LoadedSide& fresh);

struct DiffSide {
  std::string label;  // a file, or a URL and an instant
  layout::Page page;
  block::BlockTree tree;
  std::vector<std::string> notes;  // what was left out of it
};

// Both versions, compared.
struct Difference {
  double importance = 0;
  double matters = 0;  // how probably a reader calls it meaningful
  bool replaced = false;
  change::Stage stage = change::Stage::Digest;  // that settled it
  std::string reason;                           // a sentence without its period
  std::vector<std::string> notes;               // about the comparison as a whole
  bool laid_out = false;                        // HTML that was shown: what follows is filled
  DiffSide old, fresh;
  delta::Comparison comparison;
  importance::Estimate estimate;  // nothing where a cheaper stage settled that nothing changed
};
// Errc::NotFound where a browser must lay the pages out and cannot.
Result<Difference> compare_sides(const LoadedSide& old, const LoadedSide& fresh,
                                 const change::Options& options);

// asof diff --apply DELTA.json OLD: prints the blocks of the new version.
Result<int> run_apply(const Arguments& arguments, const change::Options& options);

// A block that changed, in words.
struct ChangedBlock {
  std::string name;
  std::string_view sign;                     // "+", "-", "~", ">"
  std::string what;                          // "inserted", "split into 2", ...
  double importance = 0;                     // its share of the whole
  std::optional<block::BlockId> old, fresh;  // where it stands
  std::vector<const delta::ContentEdit*> edits;
};
// Most important first.
std::vector<ChangedBlock> changed_blocks(const Difference& difference);

// A text as a reader sees it: links stand in the sentence that they belong to.
const std::string& sentence(const block::Content& content);

// "2 blocks inserted, 3 texts updated"
std::string tally(const delta::Delta& delta);

// The pieces of two texts in order, those that only one version has marked. Very long texts without
// much in common are taken as replaced.
struct Word {
  std::string_view text;
  int side = 0;  // -1: of the old only, 1: of the new only
};
std::vector<Word> difference_of(const std::vector<std::string_view>& before,
                                const std::vector<std::string_view>& after);
std::vector<Word> word_difference(std::string_view before, std::string_view after);
// At most so many bytes, in whole characters, with dots for the rest.
inline constexpr std::size_t kWidth = 88;
std::string shortened(std::string text, std::size_t most = kWidth);
// The lines that came and went; of XML its tags and texts, each on a line of its own.
std::string line_difference(std::string_view before, std::string_view after, std::size_t rows);

std::string diff_json(const LoadedSide& old, const LoadedSide& fresh, const Difference& difference);
std::string diff_xml(const LoadedSide& old, const LoadedSide& fresh, const Difference& difference);
std::string diff_text(const Difference& difference, std::size_t rows);
// One file that needs nothing else and runs nothing: pages are drawn from their boxes, never from
// their own markup, with the images that the resources have.
std::string diff_page(const Difference& difference, const layout::Resources& old_resources,
                      const layout::Resources& new_resources);

}  // namespace asof::cli
