// Settings: how changes are compared in an archive. What was chosen once is remembered by the
// archive (DIR/render, DIR/advertisements, DIR/weights-by-hand), so that making its catalog again
// gives the same rows.
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
  std::string by_hand;         // as change::read_hand_weights reads them; empty: no such weights
};

// Rules as a file has them.
struct Rules {
  std::string text;  // empty: what is the case without any
  std::string file;  // where an error says they stand
};
// What is chosen anew; the rest stays as it was.
struct Choices {
  std::optional<change::Render> render;
  std::optional<Rules> advertisements;
  std::optional<Rules> by_hand;
};

// The rows another algorithm made are made again: the parts of the program that compare, and what
// of the settings they depend on. Auto without a browser is as in the process.
std::string algorithm_of(const Settings& settings, bool has_browser,
                         const std::string& program = change::algorithm());

// Of an archive that has none, the default ones. Errc::Invalid names the file and the line.
Result<Settings> read_settings(const archive::Directory& directory);
// Errc::Invalid names the file and the line of the first mistake.
Result<void> check(const Choices& chosen);
// Nothing is written where one of them is wrong.
Result<void> remember(const archive::Directory& directory, const Choices& chosen);

}  // namespace asof::derive
