// The statement of a bundle: what is said, what it rests on, what it does not say, how to check it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "prove/bundle.h"

namespace asof::prove {

// A record as it lies in the archive and in the bundle.
struct BundledRecord {
  catalog::Capture capture;
  std::string file;          // of the archive
  std::string file_sha256;   // of all of it; empty where it is not known
  std::string name;          // of the file in the bundle; empty: it is not there
  std::uint64_t offset = 0;  // in records.warc
  std::uint64_t length = 0;
  std::string missing;  // why it is not there
};

struct Section {
  std::string title;
  std::vector<std::string> paragraphs;
  std::vector<std::string> lines;  // shown as they are, in a fixed font
};

struct PlainStatement {
  std::string title;
  std::vector<Section> sections;
};

PlainStatement statement_of(const Bundle& bundle, const std::vector<BundledRecord>& records,
                            const std::vector<std::pair<std::string, std::string>>& files);
std::string as_text(const PlainStatement& statement);
std::string as_html(const PlainStatement& statement);

}  // namespace asof::prove
