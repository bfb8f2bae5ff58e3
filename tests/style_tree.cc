#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "style.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDirectories[] = {"src",   "studies", "tests", "fuzz", "bench",
                                             "cmake", "docs",    "web",   ".ci"};
constexpr std::string_view kForeign[] = {"tests/data/", "fuzz/corpus/", "fuzz/repro/",
                                         "node_modules/"};
constexpr std::string_view kExtensions[] = {".h",    ".cc",  ".c",  ".md", ".txt", ".cmake",
                                            ".json", ".mjs", ".ts", ".sh", ".scn", ""};

bool is_ours(const std::string& path) {
  for (auto foreign : kForeign) {
    if (path.find(foreign) != std::string::npos) return false;
  }
  return std::ranges::find(kExtensions, fs::path(path).extension().string()) !=
         std::end(kExtensions);
}

// Where the literal that opens at text[at] ends: one past its closing quote.
std::size_t literal_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (quote == '"' && at > 0 && text[at - 1] == 'R') {
    const auto open = text.find('(', at);
    if (open != std::string_view::npos) {
      const auto close = ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
      const auto end = text.find(close, open);
      return end == std::string_view::npos ? text.size() : end + close.size();
    }
  }
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    } else if (text[i] == '\n' && quote != '`') {
      return i;
    }
  }
  return text.size();
}

}  // namespace

void take_apart(SourceFile& file) {
  const std::string_view text = file.text;
  file.code = text;
  file.comments = text;
  auto blank = [](std::string& out, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to && i < out.size(); ++i) {
      if (out[i] != '\n') out[i] = ' ';
    }
  };
  std::size_t at = 0;
  while (at < text.size()) {
    const auto rest = text.substr(at);
    auto end = at + 1;
    if (rest.starts_with("//") || rest.starts_with("/*")) {
      const bool is_line = rest[1] == '/';
      end = text.find(is_line ? "\n" : "*/", at + 2);
      end = end == std::string_view::npos ? text.size() : end + (is_line ? 0 : 2);
      blank(file.code, at, end);
    } else {
      if (text[at] == '"' || text[at] == '`' ||
          (text[at] == '\'' && (at == 0 || !is_alnum(text[at - 1])))) {
        end = literal_end(text, at);
        blank(file.code, at + 1, end - 1);
      }
      blank(file.comments, at, end);
    }
    at = end;
  }
}

const SourceFile* Tree::find(std::string_view path) const {
  const auto found = std::ranges::find(files, path, &SourceFile::path);
  return found == files.end() ? nullptr : &*found;
}

Result<Tree> read_tree(const fs::path& root) {
  Tree tree;
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator i(root, error), end; !error && i != end; i.increment(error)) {
    if (i->is_regular_file(error)) paths.push_back(i->path());
  }
  if (error) return Error{Errc::Io, root.string() + ": " + error.message()};
  for (auto directory : kDirectories) {
    std::error_code missing;
    for (fs::recursive_directory_iterator i(root / directory, missing), end; !missing && i != end;
         i.increment(missing)) {
      if (i->is_regular_file(error)) paths.push_back(i->path());
    }
  }
  for (const auto& path : paths) {
    SourceFile file;
    file.path = path.lexically_relative(root).generic_string();
    tree.names.push_back(file.path);
    if (file.path == ".git" || !is_ours(file.path)) continue;
    std::ifstream in(path, std::ios::binary);
    file.text.assign(std::istreambuf_iterator<char>(in), {});
    take_apart(file);
    tree.files.push_back(std::move(file));
  }
  std::ranges::sort(tree.files, {}, &SourceFile::path);
  return tree;
}

}  // namespace asof::test
