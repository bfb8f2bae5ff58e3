#include <algorithm>
#include <map>
#include <set>

#include "delta/delta.h"

namespace asof::delta {
namespace {

using block::Content;

// The version while it is rebuilt: blocks by name, with their children in order.
class Rebuilt final {
 public:
  explicit Rebuilt(const Outline& old) {
    for (const Shown& block : old) {
      if (block.parent.empty()) root_ = block.name;
      fits_ = fits_ && put(block, SIZE_MAX);
    }
    old_ = blocks_;
  }

  bool fits() const { return fits_ && !root_.empty(); }

  void apply(const Delta& delta) {
    // First everything that leaves its place, so that positions count what stays.
    for (const Operation& operation : delta.operations) {
      for (const std::string& name : operation.from) {
        if (!fits_) return;
        fits_ = detach(name, operation.kind == Structural::Move);
      }
    }
    for (const Operation& operation : delta.operations) {
      if (!fits_) return;
      fits_ = arrive(operation);
    }
    if (fits_ && !delta.frame.empty()) fits_ = regroup(delta.frame);
    if (fits_) fits_ = edit(delta.edits);
  }

  Outline outline() const {
    Outline outline;
    std::vector<std::string> open{root_};
    while (!open.empty()) {
      const std::string name = std::move(open.back());
      open.pop_back();
      const Node& node = blocks_.at(name);
      outline.push_back({name, node.parent, node.contents});
      open.insert(open.end(), node.children.rbegin(), node.children.rend());
    }
    return outline;
  }

 private:
  struct Node {
    std::string parent;
    std::vector<std::string> children;
    std::vector<Content> contents;
  };

  bool put(const Shown& block, std::size_t position) {
    if (!blocks_.try_emplace(block.name, Node{block.parent, {}, block.contents}).second) {
      return false;
    }
    attach(block.name, block.parent, position);
    return true;
  }
  // A parent that is not there yet comes with the frame.
  void attach(const std::string& name, const std::string& parent, std::size_t position) {
    const auto found = blocks_.find(parent);
    if (found == blocks_.end()) return;
    auto& children = found->second.children;
    position = std::min(position, children.size());
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(position), name);
  }
  bool detach(const std::string& name, bool keep) {
    const auto found = blocks_.find(name);
    if (found == blocks_.end() || name == root_) return false;
    if (const auto parent = blocks_.find(found->second.parent); parent != blocks_.end()) {
      std::erase(parent->second.children, name);
    }
    if (!keep) forget(name);
    return true;
  }
  void forget(const std::string& top) {
    std::vector<std::string> open{top};
    while (!open.empty()) {
      const auto found = blocks_.find(open.back());
      open.pop_back();
      if (found == blocks_.end()) continue;
      open.insert(open.end(), found->second.children.begin(), found->second.children.end());
      blocks_.erase(found);
    }
  }

  bool arrive(const Operation& operation) {
    if (operation.kind == Structural::Move) {
      if (operation.to.size() != 1 || operation.from.size() != 1) return false;
      const Part& part = operation.to.front();
      const auto found = blocks_.find(operation.from.front());
      if (found == blocks_.end() || part.block.name != operation.from.front()) return false;
      found->second.parent = part.block.parent;
      attach(found->first, part.block.parent, part.position);
      return true;
    }
    for (const Part& part : operation.to) {
      Shown block = part.block;
      if (operation.kind == Structural::Split && !share(operation, part, block)) return false;
      if (operation.kind == Structural::Merge && !join(operation, block)) return false;
      if (!put(block, part.position)) return false;
    }
    return true;
  }
  bool share(const Operation& operation, const Part& part, Shown& block) const {
    const auto whole = operation.from.size() == 1 ? old_.find(operation.from[0]) : old_.end();
    if (whole == old_.end()) return false;
    const std::vector<Content>& contents = whole->second.contents;
    const std::size_t first = part.first;
    if (first > contents.size() || part.count > contents.size() - first) return false;
    const auto begin = contents.begin() + static_cast<std::ptrdiff_t>(first);
    block.contents.assign(begin, begin + static_cast<std::ptrdiff_t>(part.count));
    return true;
  }
  bool join(const Operation& operation, Shown& block) const {
    block.contents.clear();
    for (const std::string& name : operation.from) {
      const auto from = old_.find(name);
      if (from == old_.end()) return false;
      const std::vector<Content>& contents = from->second.contents;
      block.contents.insert(block.contents.end(), contents.begin(), contents.end());
    }
    return true;
  }

  bool regroup(const std::vector<Shown>& frame) {
    std::map<std::string, Node, std::less<>> before;
    before.swap(blocks_);
    root_ = frame.front().name;
    for (const Shown& block : frame) {
      if (&block != &frame.front() && !blocks_.contains(block.parent)) return false;
      Shown framed{block.name, block.parent, {}};
      if (auto found = before.find(block.name); found != before.end()) {
        framed.contents = std::move(found->second.contents);
      }
      if (!put(framed, SIZE_MAX)) return false;
    }
    return true;
  }

  bool edit(const std::vector<ContentEdit>& edits) {
    for (std::size_t begin = 0; begin < edits.size();) {
      std::size_t end = begin;
      while (end < edits.size() && edits[end].block == edits[begin].block) ++end;
      const auto found = blocks_.find(edits[begin].block);
      if (found == blocks_.end()) return false;
      if (!edit_block(found->second.contents, edits, begin, end)) return false;
      begin = end;
    }
    return true;
  }
  // Old contents are taken in order; deletes skip them, updates replace them, inserts come between
  // as soon as the new list is long enough.
  static bool edit_block(std::vector<Content>& contents, const std::vector<ContentEdit>& edits,
                         std::size_t begin, std::size_t end) {
    std::vector<Content> fresh;
    std::size_t next = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const ContentEdit& edit = edits[k];
      const bool inserts = edit.edit == Edit::Insert;
      while (inserts ? fresh.size() < edit.new_index : next < edit.old_index) {
        if (next == contents.size()) return false;
        fresh.push_back(contents[next++]);
      }
      if (!inserts) {
        if (next >= contents.size() || !contents[next].same(edit.before)) return false;
        ++next;
      }
      if (edit.edit == Edit::Delete) continue;
      if (fresh.size() != edit.new_index) return false;
      fresh.push_back(edit.after);
    }
    for (; next < contents.size(); ++next) fresh.push_back(contents[next]);
    contents = std::move(fresh);
    return true;
  }

  std::map<std::string, Node, std::less<>> blocks_, old_;
  std::string root_;
  bool fits_ = true;
};

}  // namespace

std::optional<Outline> apply(const Outline& old, const Delta& delta) {
  Rebuilt rebuilt(old);
  if (rebuilt.fits()) rebuilt.apply(delta);
  if (!rebuilt.fits()) return std::nullopt;
  return rebuilt.outline();
}

}  // namespace asof::delta
