// Delta: what changed between two versions of a page, block by block.
//
// Pehlivan, Ben Saad and Gançarski 2010 (Vi-DIFF): operations on blocks (insert, delete, move,
// split, merge) and, within blocks that stayed, operations on their contents (insert, delete,
// update of text, link, image). Applied to the old version's blocks it gives the new one's.
//
// Blocks are known by name. A block of the old version is named by its anchor; one of the new
// version keeps the name of the old block it is, or gets one of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "block/block.h"

namespace asof::delta {

// Changes whenever compare() may answer otherwise.
inline constexpr int kDeltaVersion = 2;

enum class Structural : std::uint8_t { Insert, Delete, Move, Split, Merge };
enum class Edit : std::uint8_t { Insert, Delete, Update };
std::string_view name_of(Structural kind);  // "insert", "delete", "move", "split", "merge"
std::string_view name_of(Edit edit);
// As something that was done: "inserted", "moved", "updated".
std::string_view participle(Structural kind);
std::string_view participle(Edit edit);

// A block without its geometry, in a list with parents before children, in reading order.
struct Shown {
  std::string name;
  std::string parent;  // a name; empty for the root
  std::vector<block::Content> contents;

  bool same(const Shown& other) const;
};
using Outline = std::vector<Shown>;
Outline outline_of(const block::BlockTree& tree, const std::vector<std::string>& names);
// The names of a version that is nobody's successor: its anchors.
std::vector<std::string> first_names(const block::BlockTree& tree);

// A block that an operation puts into the new version.
struct Part {
  Shown block;                 // contents: of an insert only
  std::uint32_t position = 0;  // among its parent's children in the new version
  // Of a split: which of the old block's contents it begins with.
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct Operation {
  Structural kind = Structural::Insert;
  // Old names. Delete, Move, Split: one, standing for everything below it; Merge: several, in the
  // order their contents are joined; Insert: none.
  std::vector<std::string> from;
  // Insert: a block and everything below it; Move, Merge: one; Split: two and more.
  std::vector<Part> to;
};

// A change of one content of a leaf that is in both versions, or that was split or merged.
struct ContentEdit {
  std::string block;
  Edit edit = Edit::Update;
  std::uint32_t old_index = 0;  // Delete, Update: in the old contents (of a merge: joined; of a
                                // split: of its share)
  std::uint32_t new_index = 0;  // Insert, Update: in the new contents
  block::Content before;        // Delete, Update
  block::Content after;         // Insert, Update
};

// The page has another title now. It stands in no block.
struct Retitled {
  std::string before;
  std::string after;

  bool operator==(const Retitled&) const = default;
};

struct Delta {
  std::optional<Retitled> title;
  std::vector<Operation> operations;  // deletes, then the rest in the new version's order
  std::vector<ContentEdit> edits;     // by block in the new version's order, then by index
  // Name and parent of every block of the new version, where grouping changed in a way that no
  // operation says. Readers do not see it.
  std::vector<Shown> frame;

  bool empty() const { return !title && operations.empty() && edits.empty() && frame.empty(); }
};

struct Comparison {
  Delta delta;
  std::vector<std::string> old_names;
  std::vector<std::string> names;  // of the new version's blocks
  // Per new leaf the old one it is (not for splits and merges), else kNoBlock; inner blocks too.
  std::vector<block::BlockId> partner;
  bool skipped = false;  // equal hashes: nothing was compared
  bool hurried = false;  // too much was alike to weigh every pair: the rest was matched by place
};

Comparison compare(const block::BlockTree& old, const block::BlockTree& fresh);
// The same for an old version whose blocks have names already.
Comparison compare(const block::BlockTree& old, const std::vector<std::string>& names,
                   const block::BlockTree& fresh);

// The new version's blocks. Nothing where the delta does not fit.
std::optional<Outline> apply(const Outline& old, const Delta& delta);

}  // namespace asof::delta
