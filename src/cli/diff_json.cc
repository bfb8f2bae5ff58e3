// asof diff --json.
#include <fmt/format.h>

#include "base/digest.h"
#include "base/text.h"
#include "cli/diff_internal.h"
#include "delta/json.h"

namespace asof::cli {
namespace {

std::string json_side(const LoadedSide& side) {
  return fmt::format("{{\"label\":{},\"url\":{},\"at\":{},\"mime\":{},\"sha256\":\"{}\"}}",
                     json_quote(side.label), json_quote(side.content.url),
                     side.content.at.ms == 0 ? "null" : json_quote(iso8601(side.content.at)),
                     json_quote(side.content.mime), hex(side.sha256()));
}

std::string json_notes(const Difference& difference) {
  std::vector<std::string> notes = difference.notes;
  for (const DiffSide* side : {&difference.old, &difference.fresh}) {
    for (const std::string& note : side->notes) notes.push_back(side->label + ": " + note);
  }
  std::string out;
  for (const std::string& note : notes) out += (out.empty() ? "" : ",") + json_quote(note);
  return out;
}

std::string json_blocks(const Difference& difference) {
  std::string blocks;
  for (const auto& block : difference.estimate.blocks) {
    blocks +=
        fmt::format("{}{{\"name\":{},\"version\":\"{}\",\"weight\":{:.6g},\"change\":{:.6g}}}",
                    blocks.empty() ? "" : ",", json_quote(block.name), block.is_old ? "old" : "new",
                    block.weight, block.change);
  }
  return blocks;
}

}  // namespace

std::string diff_json(const LoadedSide& old, const LoadedSide& fresh,
                      const Difference& difference) {
  const std::string verdict = fmt::format(
      "{{\"old\":{},\"new\":{},\"importance\":{:.6g},\"stage\":\"{}\",\"reason\":{},\"notes\":[{}]",
      json_side(old), json_side(fresh), difference.importance, change::name_of(difference.stage),
      json_quote(difference.reason), json_notes(difference));
  if (!difference.laid_out) return verdict + ",\"delta\":null}\n";
  return verdict + fmt::format(
                       ",\"engine\":\"{}\",\"old_side\":{:.6g},\"new_side\":{:.6g},\"blocks\":[{}],"
                       "\"delta\":{}}}\n",
                       layout::name_of(difference.fresh.page.engine), difference.estimate.old_side,
                       difference.estimate.new_side, json_blocks(difference),
                       delta::to_json(difference.comparison.delta));
}

}  // namespace asof::cli
