// Every expectation of google/robotstxt-spec-test. The files are protocol buffers in text form; of
// that language only what they use is read here: names, quoted strings, words and brackets.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "robots/robots.h"

namespace asof::robots {
namespace {

struct Expectation {
  std::string file, robots, url, agent, outcome;
};

class ProtoReader final {
 public:
  ProtoReader(std::string file, std::string_view text) : file_(std::move(file)), text_(text) {}

  std::vector<Expectation> read() {
    while (skip_space(), !text_.empty()) {
      std::string name = take_word();
      if (name.empty()) {
        text_.remove_prefix(1);  // brackets, colons and commas
        continue;
      }
      skip_space();
      if (text_.starts_with(':')) text_.remove_prefix(1);
      skip_space();
      if (text_.starts_with('"')) {
        take_field(name, take_string());
      } else if (!text_.empty() && is_alpha(text_.front())) {
        take_field(name, take_word());
      }
    }
    return std::move(found_);
  }

 private:
  void take_field(std::string_view name, std::string value) {
    if (name == "robotstxt") robots_ = std::move(value);
    if (name == "testurl") found_.push_back({file_, robots_, std::move(value), "", ""});
    if (name == "useragent") found_.back().agent = std::move(value);
    if (name == "expected_outcome") found_.back().outcome = std::move(value);
  }

  void skip_space() {
    while (!text_.empty() && (is_space(text_.front()) || text_.front() == '#')) {
      if (text_.front() == '#') {
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
      } else {
        text_.remove_prefix(1);
      }
    }
  }

  std::string take_word() {
    std::size_t length = 0;
    while (length < text_.size() && (is_alnum(text_[length]) || text_[length] == '_')) ++length;
    std::string word(text_.substr(0, length));
    text_.remove_prefix(length);
    return word;
  }

  // Strings next to each other are one.
  std::string take_string() {
    std::string out;
    for (; text_.starts_with('"'); skip_space()) {
      text_.remove_prefix(1);
      while (!text_.empty() && text_.front() != '"') take_character(out);
      text_.remove_prefix(std::min<std::size_t>(1, text_.size()));
    }
    return out;
  }

  void take_character(std::string& out) {
    char c = text_.front();
    text_.remove_prefix(1);
    if (c != '\\' || text_.empty()) {
      out += c;
      return;
    }
    char escape = text_.front();
    text_.remove_prefix(1);
    if (escape == 'x' && text_.size() >= 2) {
      out += static_cast<char>(hex_value(text_[0]) * 16 + hex_value(text_[1]));
      text_.remove_prefix(2);
    } else {
      out += escape == 'n' ? '\n' : escape == 'r' ? '\r' : escape == 't' ? '\t' : escape;
    }
  }

  std::string file_;
  std::string_view text_;
  std::string robots_;
  std::vector<Expectation> found_;
};

std::vector<Expectation> read_all(const std::filesystem::path& directory) {
  std::vector<Expectation> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.path().extension() != ".textproto") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    auto found = ProtoReader(entry.path().filename().string(), text).read();
    std::move(found.begin(), found.end(), std::back_inserter(all));
  }
  return all;
}

// Path and query as they stand in the case: some of them are about how that is written.
std::string target_of(std::string_view address) {
  std::size_t scheme = address.find("://");
  if (scheme == std::string_view::npos) return "/";
  std::size_t path = address.find('/', scheme + 3);
  if (path == std::string_view::npos) return "/";
  address.remove_prefix(path);
  return std::string(address.substr(0, address.find('#')));
}

// RFC 9309 §2.2.2 has its own row for this: "/foo/bar/%62%61%7A" is matched as "/foo/bar/baz". The
// case was written for a draft that compared without decoding.
bool the_standard_says_otherwise(const Expectation& expected) {
  return expected.robots.find("%62%61%7A") != std::string::npos &&
         expected.url == "http://foo.bar/foo/bar/baz";
}

TEST(RobotsSpecification, EveryExpectationHoldsButOneThatTheStandardReversed) {
  std::filesystem::path directory = ASOF_SHARED "/corpora/robotstxt-spec-test";
  if (!std::filesystem::exists(directory)) GTEST_SKIP() << directory << " is not there";
  auto all = read_all(directory);
  EXPECT_EQ(all.size(), 400u);
  int reversed = 0;
  for (const Expectation& expected : all) {
    ASSERT_TRUE(expected.outcome == "ALLOWED" || expected.outcome == "DISALLOWED");
    Rules rules = Rules::parse(expected.robots, expected.agent);
    Answer answer = rules.ask(target_of(expected.url));
    bool allowed = expected.outcome == "ALLOWED";
    if (the_standard_says_otherwise(expected)) {
      ++reversed;
      allowed = !allowed;
    }
    EXPECT_EQ(answer.allowed, allowed) << expected.file << ": " << expected.url << " for "
                                       << expected.agent << " by line " << answer.line << " of\n"
                                       << expected.robots;
  }
  EXPECT_EQ(reversed, 1);
}

}  // namespace
}  // namespace asof::robots
