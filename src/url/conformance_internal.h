// For tests only: suites of foreign test cases, held against the exceptions that
// docs/conformance-urls.md lists.
//
// A case that differs must be listed there with its reason, and a case listed must differ, so the
// document is always the whole truth.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace asof::url {

using Json = nlohmann::json;

inline const std::string kCorpora = std::string(ASOF_SHARED) + "/corpora/";

inline std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

inline std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The exceptions the document lists for one suite, as the JSON of each input. A row reads
// | suite | `"input"` | reason |, with | in the input written \u007c.
inline std::set<std::string> listed_exceptions(const std::string& suite) {
  std::set<std::string> out;
  std::istringstream lines(read(std::string(ASOF_SOURCE) + "/docs/conformance-urls.md"));
  std::string prefix = "| " + suite + " | `";
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(prefix)) continue;
    std::string cell = line.substr(prefix.size(), line.find("` | ") - prefix.size());
    Json input = Json::parse(cell, nullptr, false);
    EXPECT_FALSE(input.is_discarded()) << line;
    out.insert(text_of(input));
  }
  return out;
}

// One suite: counts, and holds every outcome against the document.
class Suite {
 public:
  explicit Suite(std::string name) : name_(std::move(name)), listed_(listed_exceptions(name_)) {}

  void check(const Json& input, const std::string& expected, const std::string& actual) {
    ++count_;
    std::string key = text_of(input);
    if (expected == actual) {
      ++passed_;
      return;
    }
    differing_.insert(key);
    EXPECT_TRUE(listed_.contains(key))
        << name_ << ": " << key << "\n expected " << expected << "\n actual   " << actual;
  }

  ~Suite() {
    for (const auto& key : listed_) {
      EXPECT_TRUE(differing_.contains(key))
          << name_ << ": listed as an exception but passes: " << key;
    }
    EXPECT_GT(count_, 0u) << name_;
    std::printf("%-28s %zu of %zu, %zu exceptions\n", name_.c_str(), passed_, count_,
                listed_.size());
  }

 private:
  std::string name_;
  std::set<std::string> listed_;
  std::set<std::string> differing_;
  std::size_t count_ = 0;
  std::size_t passed_ = 0;
};

// Members of an object in the file's order, repeated keys included.
inline std::vector<std::pair<std::string, std::string>> members(const Json& object) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [key, value] : object.items()) {
    out.emplace_back(key, value.is_null() ? "failure" : value.get<std::string>());
  }
  return out;
}

class UrlConformance : public testing::Test {
 protected:
  void SetUp() override {
    if (read(kCorpora + "README.md").empty()) {
      GTEST_SKIP() << "NOT RUN: the shared test tables are absent: " << kCorpora;
    }
  }
};

}  // namespace asof::url
