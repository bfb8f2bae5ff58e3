// The layout engine in the process: litehtml, behind clean markup and flat sheets.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "layout/layout.h"

namespace asof::layout {

struct EngineInput {
  std::string_view html;  // from clean_markup
  std::string_view css;   // from gather_sheets
  std::size_t words = 0;
  int width = 1024;
  int height = 768;
  // The size of the image at an address as written in the page.
  std::function<std::optional<ImageSize>(std::string_view)> image;
};

struct EngineOutput {
  std::vector<Node> nodes;  // boxes still as the engine has them
  int width = 0;
  int height = 0;
  // Of the page's text, in bytes: all; within grids, which the engine does not know.
  std::size_t text = 0;
  std::size_t grid_text = 0;
  std::vector<std::string> reasons;
};

EngineOutput run_engine(const EngineInput& input);

}  // namespace asof::layout
