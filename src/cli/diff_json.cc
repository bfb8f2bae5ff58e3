// asof diff --json.
#include "base/digest.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/diff_internal.h"
#include "delta/json.h"

namespace asof::cli {
namespace {

json::Object side_object(const LoadedSide& side) {
  const Instant at = side.content.at;
  return json::Object{{"label", side.label},
                      {"url", side.content.url},
                      {"at", at.ms == 0 ? json::Value(nullptr) : json::Value(at)},
                      {"mime", side.content.mime},
                      {"sha256", hex(side.sha256())}};
}

json::Array notes_array(const Difference& difference) {
  json::Array notes = json::array_of(difference.notes);
  for (const DiffSide* side : {&difference.old, &difference.fresh}) {
    for (const std::string& note : side->notes) notes.add(side->label + ": " + note);
  }
  return notes;
}

json::Array blocks_array(const Difference& difference) {
  return json::array_of(difference.estimate.blocks, [](const auto& block) {
    return json::Object{{"name", block.name},
                        {"version", block.is_old ? "old" : "new"},
                        {"weight", json::Value::significant(block.weight, 6)},
                        {"change", json::Value::significant(block.change, 6)}};
  });
}

}  // namespace

std::string diff_json(const LoadedSide& old, const LoadedSide& fresh,
                      const Difference& difference) {
  json::Object json;
  json.add("old", side_object(old))
      .add("new", side_object(fresh))
      .add("importance", json::Value::significant(difference.importance, 6))
      .add("stage", change::name_of(difference.stage))
      .add("reason", difference.reason)
      .add("notes", notes_array(difference));
  if (!difference.laid_out) return json.add("delta", nullptr).text() + "\n";
  json.add("engine", layout::name_of(difference.fresh.page.engine))
      .add("old_side", json::Value::significant(difference.estimate.old_side, 6))
      .add("new_side", json::Value::significant(difference.estimate.new_side, 6))
      .add("blocks", blocks_array(difference))
      .add("delta", json::Value::raw(delta::to_json(difference.comparison.delta)));
  return json.text() + "\n";
}

}  // namespace asof::cli
