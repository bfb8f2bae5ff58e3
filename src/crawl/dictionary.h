// What a crawl knows beforehand of the records it compresses: a dictionary, for zstd, made from
// those it wrote first or taken from what an earlier crawl of the site left; codes, for fast gzip.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "warc/draft.h"

namespace asof::crawl {

// The beginnings of records, kept until they are enough: those of so many pages, or 4 MB. The same
// records give the same dictionary and codes.
class Samples final {
 public:
  static constexpr std::size_t kForDictionary = 100, kForCodes = 20;  // pages
  explicit Samples(std::size_t pages) : wanted_(pages) {}

  // `head` as the record has it; `page`: it holds one, of which more is kept.
  void take(std::string_view head, std::string_view block, bool page);
  bool enough() const;
  // Nothing where the records have nothing in common.
  std::optional<std::string> dictionary() const;
  std::string codes() const;

 private:
  std::string bytes_;
  std::vector<std::size_t> sizes_;
  std::size_t wanted_;
  std::size_t pages_ = 0;
};

// That of the newest file of a crawl which began at the same host as the one named; empty where
// there is none. A file whose dictionary is damaged does not count.
Result<std::string> dictionary_before(const archive::Directory& directory, std::string_view crawl);

}  // namespace asof::crawl
