// lay_out: an HTML page to boxes, in the process, without scripts and without the network.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "layout/page.h"

namespace asof::layout {

struct Source {
  std::string_view html;  // UTF-8
  std::string_view url;
};

enum class ResourceKind : std::uint8_t { StyleSheet, Image, Script };
// Where styles and images come from: the content of an absolute URL as of the page's capture, its
// codings undone; nothing where it is not at hand. Style sheets and scripts are UTF-8. Scripts are
// asked for only by engines that run them.
using Resources = std::function<std::optional<std::string>(std::string_view url, ResourceKind)>;

struct Limits {
  std::size_t html = std::size_t{8} << 20;  // bytes; more is cut
  std::size_t nodes = 100'000;              // elements and texts
  std::size_t depth = 200;
  std::size_t attributes = 64;                     // of one element
  std::size_t style_bytes = std::size_t{4} << 20;  // of all sheets
  std::size_t style_sheets = 64;
  std::size_t images = 2'000;
  // Elements times rules that may match; beyond it the later rules are dropped.
  std::size_t matches = 20'000'000;
};

struct LayoutOptions {
  int width = 1024;
  int height = 768;  // of the window, for media queries and percentages
  Limits limits;
};

// Never fails: whatever the bytes, a page comes back, with the reasons why it is not whole.
Page lay_out(const Source& source, const Resources& resources, const LayoutOptions& options = {});

// Pixel size of an image from its first bytes (PNG, GIF, JPEG, WebP, BMP, SVG's width and height).
struct ImageSize {
  int width = 0;
  int height = 0;
};
std::optional<ImageSize> image_size(std::string_view bytes);

}  // namespace asof::layout
