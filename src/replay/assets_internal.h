// Scripts and style sheets of the reading page.
#pragma once

#include <string_view>

namespace asof::replay {

struct Asset {
  std::string_view name;
  std::string_view type;
  std::string_view text;
};

const Asset* find_asset(std::string_view name);  // null where there is none

}  // namespace asof::replay
