// asof diff --json and --xml. docs/formats/delta.md describes both.
#include <fmt/format.h>

#include "base/digest.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/diff_internal.h"
#include "delta/json.h"

namespace asof::cli {
namespace {

constexpr int kAnswerVersion = 1;

// Files are compared under one name, so that their links are alike; people know them by their own.
const std::string& address_of(const LoadedSide& side) {
  return side.content.url.starts_with("file://") ? side.label : side.content.url;
}

json::Object side_object(const LoadedSide& side) {
  const auto at = side.content.at;
  return json::Object{{"label", side.label},
                      {"url", address_of(side)},
                      {"at", at ? json::Value(*at) : json::Value(nullptr)},
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

bool is_same_capture(const LoadedSide& old, const LoadedSide& fresh) {
  return old.label == fresh.label && !old.content.url.starts_with("file://");
}

std::string diff_json(const LoadedSide& old, const LoadedSide& fresh,
                      const Difference& difference) {
  json::Object json;
  json.add("version", kAnswerVersion)
      .add("old", side_object(old))
      .add("new", side_object(fresh))
      .add("same_capture", is_same_capture(old, fresh))
      .add("importance", json::Value::significant(difference.importance, 6))
      .add("matters", json::Value::significant(difference.matters, 6))
      .add("replaced", difference.replaced)
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

std::string diff_xml(const LoadedSide& old, const LoadedSide& fresh, const Difference& difference) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<diff version=\"{}\" importance=\"{:.6g}\""
      " matters=\"{:.6g}\" replaced=\"{}\"{}{}"
      " engine=\"{}\">\n",
      kAnswerVersion, difference.importance, difference.matters, difference.replaced,
      delta::xml_attribute("stage", change::name_of(difference.stage)),
      delta::xml_attribute("reason", difference.reason),
      layout::name_of(difference.fresh.page.engine));
  const auto side = [&](std::string_view name, const LoadedSide& of) {
    out += fmt::format("<{}{}", name, delta::xml_attribute("url", address_of(of)));
    if (of.content.at) out += delta::xml_attribute("at", iso8601(*of.content.at));
    out += fmt::format("{} sha256=\"{}\"/>\n", delta::xml_attribute("mime", of.content.mime),
                       hex(of.sha256()));
  };
  side("old", old);
  side("new", fresh);
  return out + delta::to_xml(difference.comparison.delta) + "</diff>\n";
}

}  // namespace asof::cli
