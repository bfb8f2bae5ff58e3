// JSON, read: mistakes are reported with their place. What is no JSON is named with its line and
// column, a value that is not as wanted with the way to it: "pages[3].rate: -1 is below zero".
//
//   const json::Document document = TRY(json::parse(text));
//   const json::Field pages = TRY(document.root().at("pages"));
//
// base/json.h writes JSON.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace asof::json {

class Field;

class Document final {
 public:
  Document(Document&&) noexcept;
  ~Document();

  // The value of the whole document; `path` is put before the names of its members in messages.
  Field root(std::string path = "") const;

 private:
  friend Result<Document> parse(std::string_view text);
  struct State;
  explicit Document(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Errc::Invalid: not JSON, or nested too deeply.
Result<Document> parse(std::string_view text);

// Times, rates and weights beyond a million million are mistakes, and sums of them no numbers.
struct Bounds {
  double least = -1e12;
  double most = 1e12;
};

// One value and where it stands. Borrows the document.
class Field final {
 public:
  const std::string& path() const { return path_; }
  // Errc::Invalid, "path: what".
  Error wrong(const std::string& what) const;

  // Members of an object. Unknown names are refused by only().
  Result<Field> at(const std::string& name) const;                   // must be there
  Result<std::optional<Field>> find(const std::string& name) const;  // may be missing or null
  Result<void> only(std::initializer_list<std::string_view> names) const;

  Result<std::vector<Field>> items() const;  // of an array
  // Members of an object with their names, in the order of these.
  Result<std::vector<std::pair<std::string, Field>>> entries() const;
  Result<double> number(Bounds range = {}) const;
  Result<std::vector<double>> numbers(Bounds range = {}) const;
  Result<std::string> text() const;

  Result<double> number_at(const std::string& name, Bounds range = {}) const;
  // The number under `name`, or `fallback` where it is missing.
  Result<double> number_or(const std::string& name, double fallback, Bounds range = {}) const;

 private:
  friend class Document;
  Field(const void* value, std::string path) : value_(value), path_(std::move(path)) {}

  const void* value_;  // the library's own, known in json_read.cc alone
  std::string path_;
};

}  // namespace asof::json
