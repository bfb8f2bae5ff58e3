// asof diff --apply: the new version's blocks, from the old version and a delta.
#include <fmt/format.h>

#include <map>

#include "base/file.h"
#include "base/json.h"
#include "cli/diff_internal.h"
#include "cli/print_internal.h"
#include "delta/json.h"

namespace asof::cli {
namespace {

constexpr std::uint64_t kLongestDelta = std::uint64_t{1} << 28;

json::Array outline_json(const delta::Outline& outline) {
  return json::array_of(outline, [](const delta::Shown& block) {
    const auto contents = json::array_of(block.contents, [](const block::Content& content) {
      json::Object one{{"kind", block::name_of(content.kind)}, {"text", content.text}};
      if (content.kind != block::ContentKind::Text) one.add("address", content.address);
      return one;
    });
    return json::Object{{"name", block.name}, {"parent", block.parent}, {"contents", contents}};
  });
}

// A line for each block, below it one for each of its contents; what is inside is indented.
std::string outline_text(const delta::Outline& outline) {
  std::map<std::string_view, std::size_t> depths;
  std::string out;
  for (const delta::Shown& block : outline) {
    const std::size_t depth = block.parent.empty() ? 0 : depths[block.parent] + 1;
    depths[block.name] = depth;
    out += formatted("{:{}}{}\n", "", 2 * depth, block.name);
    for (const block::Content& content : block.contents) {
      out +=
          formatted("{:{}}{}: {}", "", 2 * depth + 4, block::name_of(content.kind), content.text);
      if (!content.address.empty()) out += formatted(" <{}>", content.address);
      out += '\n';
    }
  }
  return out;
}

}  // namespace

Result<int> run_apply(const Arguments& arguments, const change::Options& options) {
  const std::string& file = arguments.get("--apply");
  if (arguments.operands().size() != 1) {
    return Error{Errc::Invalid,
                 "--apply DELTA.json needs one version, the old one: a file, a "
                 "record (crawl.warc.gz@48213) or a capture (URL@TIME)"};
  }
  const std::string text = TRY(read_whole(file, kLongestDelta));
  const auto delta = delta::from_json(text);
  if (!delta) {
    return Error{Errc::Invalid,
                 file + ": " + delta.error().what + "; it must be what asof diff --json prints"};
  }
  const LoadedSide old = TRY(load_side(arguments.operands()[0], arguments.get("--archive")));
  // Compared with itself, a version is laid out and divided as it was for the delta.
  const Difference difference = TRY(compare_sides(old, old, options));
  if (!difference.laid_out) {
    return Error{Errc::Invalid, old.label + ": it is not a page, so it has no blocks"};
  }
  const block::BlockTree& tree = difference.old.tree;
  const auto fresh = delta::apply(delta::outline_of(tree, delta::first_names(tree)), *delta);
  if (!fresh) {
    return Error{Errc::Invalid,
                 fmt::format("{} does not fit {}: it was made from another version, or by another "
                             "--render engine",
                             file, old.label)};
  }
  if (arguments.has("--json")) {
    fmt::print("{}\n", outline_json(*fresh).text());
  } else {
    fmt::print("{}", outline_text(*fresh));
  }
  return 0;
}

}  // namespace asof::cli
