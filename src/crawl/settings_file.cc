// Settings from a TOML file. The only source that includes toml++.
#include <fmt/format.h>

#include <toml++/toml.h>

#include "base/file.h"
#include "crawl/settings.h"

namespace asof::crawl {
namespace {

constexpr std::uint64_t kLongestSettings = std::uint64_t{16} << 20;

// A value as it would be given on the command line; nothing for what cannot be.
std::optional<std::string> text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  return std::nullopt;
}

Error wrong(const std::string& path, const toml::node& node, std::string_view what) {
  return {Errc::Invalid, fmt::format("{} line {}: {}", path, node.source().begin.line, what)};
}

Result<toml::table> parse(const std::string& text, const std::string& path) {
  try {
    return toml::table(toml::parse(text, path));
  } catch (const toml::parse_error& error) {
    return Error{Errc::Invalid, fmt::format("{} line {}: {}", path, error.source().begin.line,
                                            error.description())};
  }
}

}  // namespace

Result<SettingsFile> read_settings_file(const std::string& path) {
  const std::string text = TRY(read_whole(path, kLongestSettings));
  const toml::table parsed = TRY(parse(text, path));
  SettingsFile file;
  Settings scratch;
  for (const auto& [key, node] : parsed) {
    const std::string name(key.str());
    std::vector<std::string> values;
    if (const auto* list = node.as_array()) {
      for (const toml::node& one : *list) {
        auto value = text_of(one);
        if (!value) return wrong(path, one, name + " takes a list of texts");
        values.push_back(std::move(*value));
      }
    } else if (const auto* flag = node.as_boolean()) {
      if (flag->get()) values.emplace_back();
    } else {
      auto value = text_of(node);
      if (!value) return wrong(path, node, name + " takes a text or a number");
      values.push_back(std::move(*value));
    }
    if (name == "seeds") {
      file.seeds.insert(file.seeds.end(), values.begin(), values.end());
      continue;
    }
    for (std::string& value : values) {
      auto set_here = set(scratch, name, value);
      if (!set_here) return wrong(path, node, set_here.error().what);
      file.given.emplace_back(name, std::move(value));
    }
  }
  return file;
}

}  // namespace asof::crawl
