// Fields: reading a JSON document whose mistakes are named: "pages[3].rate: -1 is below zero".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace asof::lab {

// A parsed document.
class Json final {
 public:
  Json(Json&&) noexcept;
  ~Json();

 private:
  friend class Field;
  friend Result<Json> parse_json(const std::string& text);
  struct State;
  explicit Json(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Errc::Invalid names the offset of what is not JSON, and refuses what is nested too deeply.
Result<Json> parse_json(const std::string& text);

// Times, rates and weights beyond a million million are mistakes, and sums of them no numbers.
struct Bounds {
  double least = -1e12;
  double most = 1e12;
};

// One value and where it stands. Borrows the document.
class Field final {
 public:
  Field(const Json& document, std::string path);

  const std::string& path() const { return path_; }
  // Errc::Invalid, "path: what".
  Error wrong(const std::string& what) const;

  // Members of an object. Unknown names are refused by only().
  Result<Field> at(const std::string& name) const;                   // must be there
  Result<std::optional<Field>> find(const std::string& name) const;  // may be missing or null
  Result<void> only(std::initializer_list<std::string_view> names) const;

  Result<std::vector<Field>> items() const;  // of an array
  Result<double> number(Bounds range = {}) const;
  Result<std::vector<double>> numbers(Bounds range = {}) const;
  Result<std::string> text() const;

  // The number under `name`, or `fallback` where it is missing.
  Result<double> number_or(const std::string& name, double fallback, Bounds range = {}) const;

 private:
  Field(const void* value, std::string path) : value_(value), path_(std::move(path)) {}

  const void* value_;  // the library's own, known in fields.cc alone
  std::string path_;
};

}  // namespace asof::lab
