#include "layout/page.h"

namespace asof::layout {

std::string_view Node::attribute(std::string_view wanted) const {
  for (const Attribute& attribute : attributes) {
    if (attribute.name == wanted) return attribute.value;
  }
  return {};
}

std::string_view name_of(Engine engine) {
  return engine == Engine::Chromium ? "chromium" : "in-process";
}

}  // namespace asof::layout
