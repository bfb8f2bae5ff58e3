// The parts of the in-process engine: how litehtml's elements are made, asked and read.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "layout/engine_internal.h"
#include "layout/metrics_internal.h"

namespace litehtml {
class css;
class document;
class document_container;
class element;
}  // namespace litehtml

namespace asof::layout {

// Farther from the page's corner is nothing; sums of several stay far inside an int.
inline constexpr int kFarthest = 1'000'000;
inline constexpr int kLargestFont = 400;
inline constexpr long kMostFloats = 1'000;

constexpr int bounded(int value) {
  return value < -kFarthest ? -kFarthest : value > kFarthest ? kFarthest : value;
}

// What may still be done for one page.
struct Budget {
  long selections = 20'000'000;
  long renders = 400'000;
  long floats = 0;
  bool table_is_too_large = false;

  bool select(long cost) { return (selections -= cost) > 0; }
  bool render(long cost) { return (renders -= cost) > 0; }
};

using ElementPtr = std::shared_ptr<litehtml::element>;
using DocumentPtr = std::shared_ptr<litehtml::document>;

// What the elements of one page share. It must outlive them.
class Workshop final {
 public:
  Workshop();
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  // An element whose work is counted.
  ElementPtr make(std::string_view name, const DocumentPtr& document);

  Budget budget;

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

// The faces asked for so far; a font is its place in the list, from 1.
using Faces = std::vector<Face>;
const Face& face_of(const Faces& faces, std::size_t font);

// Parses, lays out and calls `use`, unless the engine builds no page.
void with_document(const EngineInput& input, Workshop& workshop, Faces& faces,
                   const std::function<void(litehtml::document&)>& use);

// From the engine's elements to nodes.
void read_page(litehtml::element& root, const Faces& faces, EngineOutput& output);

}  // namespace asof::layout
