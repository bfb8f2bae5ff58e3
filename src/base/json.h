// JSON, written: objects and arrays, put together value by value in the order given.
//
//   json::Object{{"url", url}, {"at", instant}, {"links", 3}}.text()
//   {"url":"https://example.org/","at":"2026-11-17T09:30:00.000Z","links":3}
//
// Texts are escaped as json_quote() does it. Instants become texts in ISO 8601. A number is the
// shortest text that reads back as the same number. base/json_read.h reads JSON.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace asof::json {

class Array;
class Object;

// What can stand in an object or array.
class Value final {
 public:
  // The constructors convert, so that {"links", 3} is a member.
  Value(std::string_view text);
  Value(const std::string& text) : Value(std::string_view(text)) {}
  Value(const char* text) : Value(std::string_view(text)) {}
  Value(std::nullptr_t) : json_("null") {}
  template <std::integral T>
  Value(T number) : json_(std::to_string(number)) {}
  template <std::same_as<bool> T>
  requires std::integral<T> Value(T flag) : json_(flag ? "true" : "false") {}
  Value(double number);
  Value(Instant at);
  Value(const Array& array);
  Value(const Object& object);
  // null where there is none.
  template <class T>
  Value(const std::optional<T>& value) : Value(value ? Value(*value) : Value(nullptr)) {}

  // A number with so many decimals, as printf's %.3f has them, or significant digits (%.6g).
  static Value fixed(double number, int decimals);
  static Value significant(double number, int digits);
  // `json` is JSON already.
  static Value raw(std::string json);

  const std::string& text() const { return json_; }

 private:
  std::string json_;
};

// Compact: all on one line. Lines: each member begins a line; what stands in it does not.
enum class Layout { Compact, Lines };

struct Member {
  std::string_view key;
  Value value;
};

// Keys are not compared: give each once.
class Object final {
 public:
  explicit Object(Layout layout = Layout::Compact) : layout_(layout) {}
  Object(std::initializer_list<Member> members);

  Object& add(std::string_view key, const Value& value);
  std::string text() const;

 private:
  std::string members_;
  Layout layout_;
};

class Array final {
 public:
  explicit Array(Layout layout = Layout::Compact) : layout_(layout) {}

  Array& add(const Value& value);
  std::string text() const;

 private:
  std::string members_;
  Layout layout_;
};

// An array of all values of a range, each made by `make`.
template <class Range, class Make>
Array array_of(const Range& values, Make make) {
  Array array;
  for (const auto& value : values) array.add(make(value));
  return array;
}
template <class Range>
Array array_of(const Range& values) {
  return array_of(values, [](const auto& value) { return Value(value); });
}

}  // namespace asof::json
