#include "base/json.h"

#include <fmt/format.h>

#include "base/text.h"

namespace asof::json {
namespace {

void begin_member(std::string& members, Layout layout) {
  if (!members.empty()) members += ',';
  if (layout == Layout::Lines) members += '\n';
}

std::string enclosed(char open, const std::string& members, Layout layout, char close) {
  return open + members + (layout == Layout::Lines ? "\n" : "") + close;
}

}  // namespace

Value::Value(std::string_view text) : json_(json_quote(text)) {}
Value::Value(double number) : json_(fmt::format("{}", number)) {}
Value::Value(Instant at) : json_('"' + iso8601(at) + '"') {}
Value::Value(const Array& array) : json_(array.text()) {}
Value::Value(const Object& object) : json_(object.text()) {}

Value Value::fixed(double number, int decimals) {
  return raw(fmt::format("{:.{}f}", number, decimals));
}

Value Value::significant(double number, int digits) {
  return raw(fmt::format("{:.{}g}", number, digits));
}

Value Value::raw(std::string json) {
  Value value(nullptr);
  value.json_ = std::move(json);
  return value;
}

Object::Object(std::initializer_list<Member> members) : Object() {
  for (const Member& member : members) add(member.key, member.value);
}

Object& Object::add(std::string_view key, const Value& value) {
  begin_member(members_, layout_);
  append_json(members_, key);
  members_ += ':';
  members_ += value.text();
  return *this;
}

std::string Object::text() const { return enclosed('{', members_, layout_, '}'); }

Array& Array::add(const Value& value) {
  begin_member(members_, layout_);
  members_ += value.text();
  return *this;
}

std::string Array::text() const { return enclosed('[', members_, layout_, ']'); }

}  // namespace asof::json
