#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <unordered_map>

#include "base/text.h"
#include "cdx/json_internal.h"
#include "cdx/post_internal.h"

namespace asof::cdx {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMaxValues = 10'000;

struct Value {
  enum class Kind { Object, Array, Text };
  Kind kind = Kind::Text;
  std::string name;          // of members of objects
  std::string text;          // of strings, numbers, booleans, null
  std::vector<Value> items;  // of objects and arrays
};

// Of members of equal name the last value, in the place of the first.
std::vector<Value> keep_last(std::vector<Value> members) {
  std::vector<Value> kept;
  std::unordered_map<std::string, std::size_t> places;
  for (Value& member : members) {
    auto [place, added] = places.try_emplace(member.name, kept.size());
    if (added) {
      kept.push_back(std::move(member));
    } else {
      kept[place->second] = std::move(member);
    }
  }
  return kept;
}

// JavaScript puts members whose name is such a number first.
std::optional<std::uint64_t> array_index(const std::string& name) {
  if (name.size() > 1 && name.front() == '0') return std::nullopt;
  auto index = parse_uint(name);
  if (!index || *index >= 0xFFFF'FFFF) return std::nullopt;
  return index;
}

// Array indices first, by number; then the rest as they came.
std::vector<Value> in_javascript_order(std::vector<Value> members) {
  members = keep_last(std::move(members));
  static constexpr std::uint64_t kNoIndex = std::numeric_limits<std::uint64_t>::max();
  std::stable_sort(members.begin(), members.end(), [](const Value& a, const Value& b) {
    return array_index(a.name).value_or(kNoIndex) < array_index(b.name).value_or(kNoIndex);
  });
  return members;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : json_(text) {}

  std::optional<Value> whole() {
    auto value = take(0);
    json_.skip_spaces();
    if (!value || !json_.at_end()) return std::nullopt;
    return value;
  }

 private:
  // Depth is bounded, so recursion is.
  std::optional<Value> take(std::size_t depth) {
    if (depth > kDeepest || ++count_ > kMaxValues) return std::nullopt;
    json_.skip_spaces();
    if (json_.peek() == '{') return take_object(depth);
    if (json_.peek() == '[') return take_array(depth);
    Value value;
    if (json_.peek() == '"') {
      auto text = json_.take_string();
      if (!text) return std::nullopt;
      value.text = std::move(*text);
      return value;
    }
    auto scalar = json_.take_scalar();
    if (!scalar) return std::nullopt;
    value.text = *scalar;
    if (is_digit(scalar->front()) || scalar->front() == '-') {
      double number = 0;
      auto [end, failure] =
          std::from_chars(scalar->data(), scalar->data() + scalar->size(), number);
      // What is out of range stays as written: no two bodies then share a key by accident.
      if (failure == std::errc()) value.text = javascript_number(number);
    }
    return value;
  }

  std::optional<Value> take_object(std::size_t depth) {
    Value object{Value::Kind::Object, {}, {}, {}};
    json_.take('{');
    if (json_.take('}')) return object;
    do {
      auto name = json_.take_string();
      if (!name || !json_.take(':')) return std::nullopt;
      auto value = take(depth + 1);
      if (!value) return std::nullopt;
      value->name = std::move(*name);
      object.items.push_back(std::move(*value));
    } while (json_.take(','));
    if (!json_.take('}')) return std::nullopt;
    object.items = in_javascript_order(std::move(object.items));
    return object;
  }

  std::optional<Value> take_array(std::size_t depth) {
    Value array{Value::Kind::Array, {}, {}, {}};
    json_.take('[');
    if (json_.take(']')) return array;
    do {
      auto value = take(depth + 1);
      if (!value) return std::nullopt;
      array.items.push_back(std::move(*value));
    } while (json_.take(','));
    if (!json_.take(']')) return std::nullopt;
    return array;
  }

  JsonCursor json_;
  std::size_t count_ = 0;
};

void flatten(const Value& value, const std::string& name, Query& query) {
  if (value.kind == Value::Kind::Text) {
    if (!value.text.empty()) query.add_distinct(name, value.text);
    return;
  }
  for (const Value& item : value.items) {
    flatten(item, value.kind == Value::Kind::Object ? item.name : name, query);
  }
}

}  // namespace

// ECMAScript §6.1.6.1.20, Number::toString.
std::string javascript_number(double number) {
  if (number == 0) return "0";
  char buffer[40];
  auto [end, failure] = std::to_chars(buffer, buffer + sizeof buffer, std::fabs(number),
                                      std::chars_format::scientific);
  std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  std::size_t mark = text.find('e');
  std::string digits;
  for (char c : text.substr(0, mark)) {
    if (c != '.') digits += c;
  }
  int exponent = 0;
  std::string_view power = text.substr(mark + 1);
  if (power.front() == '+') power.remove_prefix(1);
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  int point = exponent + 1, length = static_cast<int>(digits.size());
  std::string out = number < 0 ? "-" : "";
  auto zeros = [](int count) { return std::string(static_cast<std::size_t>(count), '0'); };
  if (length <= point && point <= 21) return out + digits + zeros(point - length);
  if (0 < point && point <= 21) {
    return out + digits.substr(0, static_cast<std::size_t>(point)) + "." +
           digits.substr(static_cast<std::size_t>(point));
  }
  if (-6 < point && point <= 0) return out + "0." + zeros(-point) + digits;
  out += digits[0];
  if (length > 1) out += "." + digits.substr(1);
  return out + "e" + (exponent < 0 ? "-" : "+") + std::to_string(std::abs(exponent));
}

std::optional<std::string> json_query(std::string_view text) {
  auto value = Parser(text).whole();
  if (!value) return std::nullopt;
  Query query;
  flatten(*value, "", query);
  return query.text();
}

}  // namespace asof::cdx
