// docs/measures.md must name every function of the module's headers, and only tests that exist.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace asof::quality {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string word_before(const std::string& text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

// A declaration starts at the margin; its name stands before the first parenthesis.
std::set<std::string> functions_of(const std::string& header) {
  std::set<std::string> names;
  std::istringstream lines(header);
  for (std::string line; std::getline(lines, line);) {
    const auto bracket = line.find('(');
    if (line.empty() || std::isalpha(static_cast<unsigned char>(line[0])) == 0) continue;
    if (bracket != std::string::npos) names.insert(word_before(line, bracket));
  }
  return names;
}

std::string of_module(const std::string& ending) {
  std::string text;
  for (const auto& entry : fs::directory_iterator(fs::path(ASOF_SOURCE) / "src/quality"))
    if (entry.path().string().ends_with(ending)) text += read(entry.path());
  return text;
}

TEST(MeasuresPage, NamesEveryFunctionOfTheHeaders) {
  const std::string page = read(fs::path(ASOF_SOURCE) / "docs/measures.md");
  const auto names = functions_of(of_module(".h"));
  EXPECT_GT(names.size(), 20u);
  for (const std::string& name : names)
    EXPECT_NE(page.find("`" + name + "`"), std::string::npos) << name << " is not described";
}

TEST(MeasuresPage, NamesOnlyTestsThatExist) {
  const std::string page = read(fs::path(ASOF_SOURCE) / "docs/measures.md");
  const std::string tests = of_module("_test.cc");
  std::size_t found = 0;
  for (auto at = page.find("Test."); at != std::string::npos; at = page.find("Test.", at + 1)) {
    const std::string suite = word_before(page, at + 4);
    std::size_t end = at + 5;
    while (is_word(page[end])) ++end;
    const std::string name = page.substr(at + 5, end - at - 5);
    EXPECT_NE(tests.find("TEST(" + suite + ", " + name + ")"), std::string::npos)
        << suite << "." << name;
    ++found;
  }
  EXPECT_GT(found, 20u);
}

}  // namespace
}  // namespace asof::quality
