// Edits: what is to change in a text. All other bytes stay as they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace asof::rewrite {

struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

class Edits final {
 public:
  // In the order of the text, without overlap: an edit that reaches back is ignored.
  void add(std::size_t begin, std::size_t end, std::string text);
  bool empty() const { return edits_.empty(); }
  const std::vector<Edit>& list() const { return edits_; }
  std::string apply(std::string_view text) const;

 private:
  std::vector<Edit> edits_;
};

// What encloses a text in markup, and so which characters need escaping there.
enum class Enclosure : char { Bare = 0, Double = '"', Single = '\'', Element = '<' };

std::string escape(std::string_view text, Enclosure enclosure);

// The meaning of an attribute value or of a text, with the way back: edits of the meaning become
// edits of the source, so that nothing else is written anew.
class Meaning final {
 public:
  explicit Meaning(std::string_view raw, bool in_attribute = true);
  // Not to be copied: text() points into it.
  Meaning(const Meaning&) = delete;
  Meaning& operator=(const Meaning&) = delete;

  std::string_view text() const { return text_; }
  // Adds the edits of text() to those of the whole document, where the source begins at `offset`.
  void hand_on(const Edits& edits, std::size_t offset, Enclosure enclosure, Edits& out) const;

 private:
  void decode(bool in_attribute);
  std::size_t place(std::size_t at) const { return places_.empty() ? at : places_[at]; }
  bool is_inside_reference(std::size_t at) const;

  std::string_view raw_;
  std::string decoded_;
  std::string_view text_;
  std::vector<std::size_t> places_;  // in the source, of each byte of the meaning; empty: the same
};

}  // namespace asof::rewrite
