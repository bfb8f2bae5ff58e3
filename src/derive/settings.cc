#include "derive/settings.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"

namespace asof::derive {
namespace {

constexpr std::uint64_t kLongest = std::uint64_t{1} << 20;

}  // namespace

std::string algorithm_of(const Settings& settings, bool has_browser, const std::string& program) {
  std::string algorithm = program;
  if (settings.render == change::Render::Browser ||
      (settings.render == change::Render::Auto && has_browser)) {
    algorithm += fmt::format(" {}", change::name_of(settings.render));
  }
  const auto add = [&](std::string_view name, const std::string& rules) {
    if (rules.empty()) return;
    const std::string digest = hex(digest_of(Algorithm::Sha256, rules));
    algorithm += fmt::format(" {}:{}", name, digest.substr(0, 16));
  };
  add("ads", settings.advertisements);
  add("by-hand", settings.by_hand);
  return algorithm;
}

Result<Settings> read_settings(const archive::Directory& directory) {
  Settings settings;
  if (const std::string path = directory.render_path(); exists(path)) {
    const std::string text = TRY(read_whole(path, kLongest));
    const auto render = change::render_of(trim(text));
    if (!render) {
      return Error{Errc::Invalid, fmt::format("{}, line 1: \"{}\" is none of in-process, auto and "
                                              "chromium",
                                              path, trim(text))};
    }
    settings.render = *render;
  }
  if (const std::string path = directory.advertisements_path(); exists(path)) {
    settings.advertisements = TRY(read_whole(path, kLongest));
    TRY(noise::read_ad_rules(settings.advertisements, path));
  }
  if (const std::string path = directory.hand_weights_path(); exists(path)) {
    settings.by_hand = TRY(read_whole(path, kLongest));
    TRY(change::read_hand_weights(settings.by_hand, path));
  }
  return settings;
}

Result<void> check(const Choices& chosen) {
  if (const auto& rules = chosen.advertisements)
    TRY(noise::read_ad_rules(rules->text, rules->file));
  if (const auto& rules = chosen.by_hand) TRY(change::read_hand_weights(rules->text, rules->file));
  return {};
}

Result<void> remember(const archive::Directory& directory, const Choices& chosen) {
  TRY(check(chosen));
  if (chosen.render) {
    const std::string line = fmt::format("{}\n", change::name_of(*chosen.render));
    TRY(write_whole(directory.render_path(), line));
  }
  if (const auto& rules = chosen.advertisements)
    TRY(write_whole(directory.advertisements_path(), rules->text));
  if (const auto& rules = chosen.by_hand)
    TRY(write_whole(directory.hand_weights_path(), rules->text));
  return {};
}

}  // namespace asof::derive
