// TextFields: the block of a warcinfo or metadata record, "name: value" lines, read.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace asof::warc {

// Views into the text, which must outlive them. Lines without a colon and lines that begin with #
// are passed over.
class TextFields final {
 public:
  explicit TextFields(std::string_view text);

  // The first field of that name, whatever its case; empty where there is none.
  std::string_view find(std::string_view name) const;
  bool has(std::string_view name) const;
  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }

 private:
  using Field = std::pair<std::string_view, std::string_view>;  // name, value
  const Field* field(std::string_view name) const;

  std::vector<Field> fields_;
};

}  // namespace asof::warc
