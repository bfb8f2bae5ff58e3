// The dictionary with which a crawl compresses its records, for zstd: made from the records that it
// wrote first, or taken from an earlier crawl of the site.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "warc/draft.h"

namespace asof::keep {

// The beginnings of records, kept until they are enough: those of 100 pages, or 4 MB. The same
// records give the same dictionary.
class Samples final {
 public:
  // `head` as the record has it; `page`: it holds one, of which more is kept.
  void take(std::string_view head, std::string_view block, bool page);
  bool enough() const;
  // Nothing where the records have nothing in common.
  std::optional<std::string> dictionary() const;

 private:
  std::string bytes_;
  std::vector<std::size_t> sizes_;
  std::size_t pages_ = 0;
};

// That of the newest file of a crawl which began at the same host as the one named; empty where
// there is none. A file whose dictionary is damaged does not count.
Result<std::string> dictionary_before(const archive::Directory& directory, std::string_view crawl);

}  // namespace asof::keep
