// The rules of this tree that a machine can check and the compiler does not.
//
// Each rule is a row: a name, what it says, and a function from the tree to findings. The self-test
// plants a violation of every row; a row without one is itself a failure.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace asof::test {

struct SourceFile {
  std::string path;  // from the top of the tree, with slashes: "src/base/text.cc"
  std::string text;  // as it is
  // The same length and lines, the rest blanked:
  std::string code;      // without comments and the insides of literals
  std::string comments;  // comments alone
};

struct Tree {
  std::vector<SourceFile> files;   // by path
  std::vector<std::string> names;  // paths of all files, of those that are not read as well

  const SourceFile* find(std::string_view path) const;
};

struct Finding {
  std::string path;
  std::size_t line = 0;
  std::string says;
};

struct Rule {
  const char* name;
  const char* says;
  void (*check)(const Tree& tree, const Rule& rule, std::vector<Finding>& findings);
};

// The text files of src, studies, tests, fuzz, bench, cmake, docs, web and the top of the tree.
// Fixtures (tests/data, fuzz/corpus, fuzz/repro) are foreign bytes and not read.
Result<Tree> read_tree(const std::filesystem::path& root);

// Fills `code` and `comments` from `text`, read as C++ or JavaScript.
void take_apart(SourceFile& file);

// Which line of a text, from 1 on, the byte at `at` is in.
std::size_t line_of(std::string_view text, std::size_t at);

// Rules about prose (style_prose.cc).
void check_named_files(const Tree& tree, const Rule& rule, std::vector<Finding>& findings);
void check_named_code(const Tree& tree, const Rule& rule, std::vector<Finding>& findings);

std::span<const Rule> style_rules();
std::vector<Finding> check_style(const Tree& tree);

}  // namespace asof::test
