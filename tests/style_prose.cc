// Prose that names files, modules and functions of the tree names those that are there.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "style.h"

namespace asof::test {
namespace {

constexpr std::string_view kFolders[] = {"src/",   "docs/",  "tests/",  "fuzz/",
                                         "bench/", "cmake/", "studies/"};

bool is_word(char c) { return is_alnum(c) || c == '_'; }
bool is_path(char c) { return is_word(c) || c == '/' || c == '.' || c == '-'; }

std::string_view part_at(std::string_view text, std::size_t at, bool (*belongs)(char)) {
  auto end = at;
  while (end < text.size() && belongs(text[end])) ++end;
  while (end > at && text[end - 1] == '.') --end;  // of the sentence
  return text.substr(at, end - at);
}

// A file, a folder, a program or test made from a file, or what a pattern stands for.
bool exists(const Tree& tree, std::string_view path, bool is_pattern) {
  return std::ranges::any_of(tree.names, [&](std::string_view found) {
    if (!found.starts_with(path)) return false;
    const auto rest = found.substr(path.size());
    return is_pattern || path.ends_with('/') || rest.empty() || rest[0] == '/' || rest == ".cc" ||
           rest == "_test.cc";
  });
}

// "src/warc/reader.cc" and "src/warc", but not the end of "build/src/x" or "example.org/docs/".
void check_paths(const Tree& tree, const SourceFile& page, const Rule& rule,
                 std::vector<Finding>& findings) {
  const std::string_view text = page.text;
  for (auto folder : kFolders) {
    for (auto at = text.find(folder); at != std::string_view::npos;
         at = text.find(folder, at + 1)) {
      if (at > 0 && (is_path(text[at - 1]) || text[at - 1] == '}' || text[at - 1] == '*')) continue;
      const auto path = part_at(text, at, is_path);
      const char next = at + path.size() < text.size() ? text[at + path.size()] : ' ';
      if (!exists(tree, path, next == '*' || next == '<' || next == '{'))
        findings.push_back({page.path, line_of(text, at), rule.says});
    }
  }
}

template <class Visit>
void each_quoted(std::string_view text, Visit visit) {
  std::size_t number = 0;
  for (auto line : split(text, '\n')) {
    ++number;
    for (auto open = line.find('`'); open != std::string_view::npos;) {
      const auto close = line.find('`', open + 1);
      if (close == std::string_view::npos) break;
      visit(line.substr(open + 1, close - open - 1), number);
      open = line.find('`', close + 1);
    }
  }
}

// `reader.cc` and `warc/reader.cc` are files of src; `X.cc` stands for any.
void check_sources(const Tree& tree, const SourceFile& page, const Rule& rule,
                   std::vector<Finding>& findings) {
  each_quoted(page.text, [&](std::string_view quoted, std::size_t line) {
    if (!quoted.ends_with(".cc") && !quoted.ends_with(".h")) return;
    if (!std::ranges::all_of(quoted, is_path) || std::ranges::any_of(quoted, is_upper)) return;
    const bool found = std::ranges::any_of(tree.files, [&](const SourceFile& file) {
      return file.path == quoted || file.path.ends_with("/" + std::string(quoted));
    });
    if (!found) findings.push_back({page.path, line, rule.says});
  });
}

std::set<std::string_view> words_of_code(const Tree& tree) {
  std::set<std::string_view> words;
  for (const auto& file : tree.files) {
    const std::string_view path = file.path;
    if (!path.starts_with("src/")) continue;
    for (auto part : split(path, '/')) words.insert(part);
    const std::string_view code = file.code;
    for (std::size_t at = 0; at < code.size();) {
      const auto word = part_at(code, at, is_word);
      if (!word.empty()) words.insert(word);
      at += word.size() + 1;
    }
  }
  return words;
}

}  // namespace

void check_named_files(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!file.path.ends_with(".md")) continue;
    check_paths(tree, file, rule, findings);
    check_sources(tree, file, rule, findings);
  }
}

void check_named_code(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  const auto* page = tree.find("ARCHITECTURE.md");
  if (page == nullptr) return;
  const auto words = words_of_code(tree);
  each_quoted(page->text, [&](std::string_view quoted, std::size_t line) {
    if (!std::ranges::all_of(quoted, [](char c) { return is_word(c) || c == ':'; })) return;
    for (auto part : split(quoted, ':'))
      if (!part.empty() && !words.contains(part)) findings.push_back({page->path, line, rule.says});
  });
}

}  // namespace asof::test
