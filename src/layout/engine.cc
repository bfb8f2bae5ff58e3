#include "layout/engine_internal.h"

#include <litehtml/litehtml.h>

#include <exception>

#include "layout/litehtml_internal.h"

namespace asof::layout {

namespace {

void explain(const Budget& budget, std::vector<std::string>& reasons) {
  if (budget.selections <= 0) {
    reasons.push_back("style rules took too long to match: some were not applied");
  }
  if (budget.renders <= 0) {
    reasons.push_back("boxes nested too deeply in each other: some were not laid out");
  }
  if (budget.floats > kMostFloats) {
    reasons.push_back("only the first " + std::to_string(kMostFloats) + " floats were floated");
  }
  if (budget.table_is_too_large) reasons.push_back("a table was too large for columns");
}

}  // namespace

EngineOutput run_engine(const EngineInput& input) {
  EngineOutput output;
  Workshop workshop;
  Faces faces;
  try {
    with_document(input, workshop, faces, [&](litehtml::document& document) {
      output.width = bounded(document.width());
      output.height = bounded(document.height());
      read_page(*document.root(), faces, output);
    });
  } catch (const std::exception& error) {
    output.nodes.clear();
    output.reasons.push_back(std::string("the layout engine failed: ") + error.what());
  }
  if (output.nodes.empty() && output.reasons.empty()) {
    output.reasons.push_back("the layout engine built no page");
  }
  explain(workshop.budget, output.reasons);
  return output;
}

}  // namespace asof::layout
