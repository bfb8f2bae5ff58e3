// Two versions of a page side by side, and how `asof diff` shows them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "block/block.h"
#include "delta/delta.h"
#include "importance/importance.h"
#include "ingest/content.h"
#include "layout/layout.h"
#include "layout/page.h"

namespace asof::cli {

// Where the styles and images of a page are found.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  virtual std::optional<ingest::Content> find(std::string_view url) = 0;
};

// One of the things to compare, read.
struct LoadedSide {
  std::string label;  // a file, or a URL and an instant
  ingest::Content content;
  std::unique_ptr<Surroundings> surroundings;

  layout::Resources resources() const;
};
// A file, a record ("crawl.warc.gz@48213") or a capture ("https://example.org/@2026-11-15").
// Errc::Invalid, NotFound, Corrupt: says what and why.
Result<LoadedSide> load_side(const std::string& what, const std::string& archive);

struct DiffSide {
  std::string label;  // a file, or a URL and an instant
  layout::Page page;
  block::BlockTree tree;
};

// Both versions, compared.
struct Difference {
  DiffSide old, fresh;
  delta::Comparison comparison;
  importance::Estimate estimate;
  double importance = 0;  // 0 where a cheaper stage has settled that nothing changed
  std::string stage;      // that settled it
  std::string reason;     // a sentence without its period
};

// Where the answers' status alone says it: the page is gone, new, or leads elsewhere.
struct Verdict {
  double importance = 0;
  std::string reason;
};
Result<std::optional<Verdict>> by_status(const LoadedSide& old, const LoadedSide& fresh);

// By "in-process", "chromium", or "auto": chromium where the other cannot be trusted and a browser
// is installed.
Result<Difference> compare_sides(const LoadedSide& old, const LoadedSide& fresh,
                                 const importance::EstimateOptions& estimate,
                                 const std::string& engine);

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

// "2 blocks inserted, 3 texts updated"
std::string tally(const delta::Delta& delta);

// A text's words that only one version has, marked.
struct Word {
  std::string_view text;
  int side = 0;  // -1: of the old only, 1: of the new only
};
std::vector<Word> word_difference(std::string_view before, std::string_view after);

std::string diff_text(const Difference& difference, std::size_t rows);
// One file that needs nothing else and runs nothing: pages are drawn from their boxes, never from
// their own markup.
std::string diff_page(const Difference& difference);

}  // namespace asof::cli
