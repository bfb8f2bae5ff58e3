// What DOMSnapshot.captureSnapshot answers, as a Page.
#pragma once

#include <array>
#include <string_view>

#include "base/result.h"
#include "layout/page.h"

namespace asof::render {

// The styles to ask for, in this order.
inline constexpr std::array<const char*, 7> kSnapshotStyles = {
    "display",          "visibility", "font-size", "font-weight",
    "background-color", "position",   "overflow"};

// `message` is the whole answer. Fails where it is not what it should be.
Result<layout::Page> read_snapshot(std::string_view message);

}  // namespace asof::render
