// The candidates of a srcset attribute: WHATWG HTML 4.8.4.3.10.
#pragma once

#include <string_view>
#include <vector>

namespace asof::html {

// The references, in order, as parts of `srcset`; descriptors are ignored, valid or not.
std::vector<std::string_view> srcset_references(std::string_view srcset);

}  // namespace asof::html
