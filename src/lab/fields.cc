#include "lab/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace asof::lab {
namespace {

std::string shown(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 40) + "...";
  return text;
}

}  // namespace

Result<Json> parse_json(const std::string& text) {
  // The only place where the library's exceptions are met: they carry the offset.
  try {
    return Json::parse(text);
  } catch (const Json::exception& e) {
    std::string what = e.what();
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
  if (!value_->is_object()) return wrong(fmt::format("{} is not an object", shown(*value_)));
  const auto member = value_->find(name);
  if (member == value_->end() || member->is_null()) return std::optional<Field>();
  return std::optional<Field>(Field(*member, path_.empty() ? name : path_ + "." + name));
}

Result<void> Field::only(std::initializer_list<std::string_view> names) const {
  if (!value_->is_object()) return wrong(fmt::format("{} is not an object", shown(*value_)));
  for (const auto& [name, unused] : value_->items())
    if (std::find(names.begin(), names.end(), name) == names.end())
      return wrong(fmt::format("'{}' is not known here", name));
  return {};
}

Result<std::vector<Field>> Field::items() const {
  if (!value_->is_array()) return wrong(fmt::format("{} is not a list", shown(*value_)));
  std::vector<Field> fields;
  fields.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i)
    fields.emplace_back((*value_)[i], fmt::format("{}[{}]", path_, i));
  return fields;
}

Result<double> Field::number(Range range) const {
  if (!value_->is_number()) return wrong(fmt::format("{} is not a number", shown(*value_)));
  const double number = value_->get<double>();
  if (!std::isfinite(number)) return wrong(fmt::format("{} is not finite", shown(*value_)));
  if (number < range.least)
    return wrong(range.least == 0 ? fmt::format("{} is below zero", number)
                                  : fmt::format("{} is below {}", number, range.least));
  if (number > range.most) return wrong(fmt::format("{} is above {}", number, range.most));
  return number;
}

Result<std::vector<double>> Field::numbers(Range range) const {
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
  if (!value_->is_string()) return wrong(fmt::format("{} is not text", shown(*value_)));
  return value_->get<std::string>();
}

Result<double> Field::number_or(const std::string& name, double fallback, Range range) const {
  const auto field = TRY(find(name));
  if (!field) return fallback;
  return field->number(range);
}

}  // namespace asof::lab
