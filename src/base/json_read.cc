#include "base/json_read.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace asof::json {
namespace {

using Parsed = nlohmann::json;

constexpr int kDeepest = 32;  // nothing we read is nested deeper; printing deeper ones recurses

const Parsed& value_of(const void* value) { return *static_cast<const Parsed*>(value); }

std::string shown(const Parsed& value) {
  std::string text = value.dump(-1, ' ', false, Parsed::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 40) + "...";
  return text;
}

}  // namespace

struct Document::State {
  explicit State(Parsed parsed) : value(std::move(parsed)) {}
  Parsed value;
};

Document::Document(std::unique_ptr<State> state) : state_(std::move(state)) {}
Document::Document(Document&&) noexcept = default;
Document::~Document() = default;

Field Document::root(std::string path) const { return {&state_->value, std::move(path)}; }

Result<Document> parse(std::string_view text) {
  bool deep = false;
  auto watch = [&](int depth, Parsed::parse_event_t, Parsed&) {
    deep = deep || depth > kDeepest;
    return !deep;
  };
  // The library's exceptions carry line and column.
  try {
    Parsed value = Parsed::parse(text, watch);
    if (deep)
      return Error{Errc::Invalid,
                   fmt::format("not nested deeper than {} levels, please", kDeepest)};
    return Document(std::make_unique<Document::State>(std::move(value)));
  } catch (const Parsed::exception& e) {
    const std::string what = e.what();
    const auto bracket = what.find("] ");
    return Error{Errc::Invalid,
                 "not JSON: " + (bracket == std::string::npos ? what : what.substr(bracket + 2))};
  }
}

Error Field::wrong(const std::string& what) const {
  return {Errc::Invalid, (path_.empty() ? std::string("the document") : path_) + ": " + what};
}

Result<Field> Field::at(const std::string& name) const {
  auto found = TRY(find(name));
  if (!found) return wrong(fmt::format("'{}' is missing", name));
  return *found;
}

Result<std::optional<Field>> Field::find(const std::string& name) const {
  if (!value_of(value_).is_object())
    return wrong(fmt::format("{} is not an object", shown(value_of(value_))));
  const auto member = value_of(value_).find(name);
  if (member == value_of(value_).end() || member->is_null()) return std::optional<Field>();
  return std::optional<Field>(Field(&*member, path_.empty() ? name : path_ + "." + name));
}

Result<void> Field::only(std::initializer_list<std::string_view> names) const {
  if (!value_of(value_).is_object())
    return wrong(fmt::format("{} is not an object", shown(value_of(value_))));
  for (const auto& [name, unused] : value_of(value_).items())
    if (std::find(names.begin(), names.end(), name) == names.end())
      return wrong(fmt::format("'{}' is not known here", name));
  return {};
}

Result<std::vector<Field>> Field::items() const {
  if (!value_of(value_).is_array())
    return wrong(fmt::format("{} is not a list", shown(value_of(value_))));
  std::vector<Field> fields;
  fields.reserve(value_of(value_).size());
  for (std::size_t i = 0; i < value_of(value_).size(); ++i)
    fields.push_back(Field(&value_of(value_)[i], fmt::format("{}[{}]", path_, i)));
  return fields;
}

Result<std::vector<std::pair<std::string, Field>>> Field::entries() const {
  if (!value_of(value_).is_object())
    return wrong(fmt::format("{} is not an object", shown(value_of(value_))));
  std::vector<std::pair<std::string, Field>> entries;
  for (const auto& [name, value] : value_of(value_).items())
    entries.emplace_back(name, Field(&value, path_.empty() ? name : path_ + "." + name));
  return entries;
}

Result<double> Field::number(Bounds range) const {
  if (!value_of(value_).is_number())
    return wrong(fmt::format("{} is not a number", shown(value_of(value_))));
  const double number = value_of(value_).get<double>();
  if (!std::isfinite(number))
    return wrong(fmt::format("{} is not finite", shown(value_of(value_))));
  if (number < range.least)
    return wrong(range.least == 0 ? fmt::format("{} is below zero", number)
                                  : fmt::format("{} is below {}", number, range.least));
  if (number > range.most) return wrong(fmt::format("{} is above {}", number, range.most));
  return number;
}

Result<std::vector<double>> Field::numbers(Bounds range) const {
  const auto fields = TRY(items());
  std::vector<double> numbers;
  numbers.reserve(fields.size());
  for (const Field& field : fields) {
    const double number = TRY(field.number(range));
    numbers.push_back(number);
  }
  return numbers;
}

Result<std::string> Field::text() const {
  if (!value_of(value_).is_string())
    return wrong(fmt::format("{} is not text", shown(value_of(value_))));
  return value_of(value_).get<std::string>();
}

Result<double> Field::number_at(const std::string& name, Bounds range) const {
  const Field field = TRY(at(name));
  return field.number(range);
}

Result<double> Field::number_or(const std::string& name, double fallback, Bounds range) const {
  const auto field = TRY(find(name));
  if (!field) return fallback;
  return field->number(range);
}

}  // namespace asof::json
