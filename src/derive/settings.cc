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
  if (!settings.advertisements.empty()) {
    const std::string digest = hex(digest_of(Algorithm::Sha256, settings.advertisements));
    algorithm += " ads:" + digest.substr(0, 16);
  }
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
  return settings;
}

Result<void> remember(const archive::Directory& directory, change::Render render) {
  return write_whole(directory.render_path(), fmt::format("{}\n", change::name_of(render)));
}

Result<void> remember(const archive::Directory& directory, const std::string& advertisements,
                      const std::string& file) {
  TRY(noise::read_ad_rules(advertisements, file));
  return write_whole(directory.advertisements_path(), advertisements);
}

}  // namespace asof::derive
