#include "warc/text_fields.h"

#include <algorithm>

#include "base/text.h"

namespace asof::warc {

TextFields::TextFields(std::string_view text) {
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || line[0] == '#') continue;
    fields_.emplace_back(trim(line.substr(0, colon)), trim(line.substr(colon + 1)));
  }
}

const TextFields::Field* TextFields::field(std::string_view name) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const Field& field) { return iequals(field.first, name); });
  return found == fields_.end() ? nullptr : &*found;
}

std::string_view TextFields::find(std::string_view name) const {
  const Field* found = field(name);
  return found == nullptr ? std::string_view() : found->second;
}

bool TextFields::has(std::string_view name) const { return field(name) != nullptr; }

}  // namespace asof::warc
