// Settings as warcinfo records and crawls/NAME.json hold them.
#include <nlohmann/json.hpp>

#include "crawl/settings.h"

namespace asof::crawl {

std::string to_json(const Given& given, const std::vector<std::string>& seeds) {
  nlohmann::ordered_json json;
  json["seeds"] = seeds;
  for (const auto& [name, text] : given) {
    if (!json.contains(name))
      json[name] = text;
    else if (json[name].is_array())
      json[name].push_back(text);
    else
      json[name] = nlohmann::ordered_json::array({json[name], text});
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<SettingsFile> settings_from_json(std::string_view text) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) return Error{Errc::Corrupt, "the settings are not a JSON object"};
  SettingsFile file;
  for (const auto& [name, value] : json.items()) {
    std::vector<std::string> texts;
    for (const auto& one : value.is_array() ? value : nlohmann::ordered_json::array({value})) {
      if (!one.is_string()) return Error{Errc::Corrupt, "the setting " + name + " is no text"};
      texts.push_back(one.get<std::string>());
    }
    if (name == "seeds") {
      file.seeds = std::move(texts);
      continue;
    }
    for (std::string& one : texts) file.given.emplace_back(name, std::move(one));
  }
  return file;
}

}  // namespace asof::crawl
