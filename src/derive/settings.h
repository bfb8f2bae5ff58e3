// Settings: how changes are compared in an archive. What was chosen once is remembered by the
// archive (DIR/render, DIR/advertisements), so that making its catalog again gives the same rows.
#pragma once

#include <optional>
#include <string>

#include "archive/directory.h"
#include "base/result.h"
#include "change/change.h"
#include "noise/noise.h"

namespace asof::derive {

struct Settings {
  change::Render render = change::Render::InProcess;
  std::string advertisements;  // as noise::read_ad_rules reads them; empty: the default rules
};

// The rows another algorithm made are made again: the parts of the program that compare, and what
// of the settings they depend on. Auto without a browser is as in the process.
std::string algorithm_of(const Settings& settings, bool has_browser,
                         const std::string& program = change::algorithm());

// Of an archive that has none, the default ones. Errc::Invalid names the file and the line.
Result<Settings> read_settings(const archive::Directory& directory);
Result<void> remember(const archive::Directory& directory, change::Render render);
// Errc::Invalid names `file` and the line; empty rules leave the default ones.
Result<void> remember(const archive::Directory& directory, const std::string& advertisements,
                      const std::string& file);

}  // namespace asof::derive
