// What the tests of durability share: files of every kind to import, the program run whole, killed
// or on a failing disk, and catalogs as text to compare.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/process.h"
#include "support/temp_dir.h"

namespace asof::test {

using Paths = std::vector<std::string>;
using Environment = std::vector<std::pair<std::string, std::string>>;

// Writes a crawl of `pages` pages and what came after it into a folder: a second crawl that
// revisits the first by both profiles, a damaged file, one compressed as a whole, one not at all, a
// crawl.log and a WACZ. The same bytes each time.
Paths write_world(const std::filesystem::path& folder, int pages);

Ran asof(Paths words, const Environment& environment = {});
// `words` with `more` after them.
Paths joined(Paths words, const Paths& more);

// The catalog of an archive as text. Works on a copy, so that the catalog stays as it was left.
std::string dump_of(const std::filesystem::path& archive);

// How far an import had come.
struct Reached {
  bool catalog = false;   // there is a catalog
  bool settled = false;   // nothing is left to do
  bool all_read = false;  // every file begun is complete
};
Reached reached(const std::filesystem::path& archive);

// Starts the program and kills it that many microseconds later, as kill -9 does. True when the kill
// came before it was done.
bool killed_after(const Paths& words, std::int64_t microseconds);

// Runs the program on a disk below `root` that fails as `settings` say; see fault_injection.c.
Ran on_failing_disk(const std::filesystem::path& root, const Paths& words,
                    const Environment& settings);
// How many calls that change files below `root` the program makes when nothing fails.
int calls_of(const std::filesystem::path& root, const Paths& words);

// Files below a directory that somebody left half-done, by name.
Paths leftovers(const std::filesystem::path& directory);

// A copy of an archive, links and all.
void copy_archive(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace asof::test
