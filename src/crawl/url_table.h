// UrlTable: a set of URLs, numbered in the order they came. Some sixteen bytes each besides the
// text: a crawl knows many more addresses than it visits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace asof::crawl {

class UrlTable final {
 public:
  UrlTable();

  // Its number, and whether it is new.
  std::pair<std::uint32_t, bool> add(std::string_view url);
  std::optional<std::uint32_t> find(std::string_view url) const;
  std::string_view operator[](std::uint32_t number) const;  // valid as long as the table
  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()); }
  std::uint64_t bytes() const;  // of memory

 private:
  std::size_t slot_of(std::string_view url, std::uint64_t hash) const;
  void grow();
  std::string_view store(std::string_view url);

  std::vector<std::uint32_t> slots_;  // number + 1; 0: free
  std::vector<const char*> starts_;   // by number: four bytes of length, then the text
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t used_ = 0, room_ = 0;  // of the last block
  std::uint64_t stored_ = 0;
};

}  // namespace asof::crawl
