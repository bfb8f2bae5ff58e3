#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/digest.h"
#include "base/text.h"
#include "cli/diff_drawing_internal.h"
#include "page/escape.h"

namespace asof::cli {
namespace {

constexpr std::size_t kNodesDrawn = 20'000;
constexpr std::size_t kLargestPicture = std::size_t{1} << 19;
constexpr std::size_t kAllPictures = std::size_t{1} << 24;

// By its first bytes: what a server called it does not matter to a browser either.
std::string_view image_type(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n")) return "image/png";
  if (bytes.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
  if (bytes.starts_with("GIF8")) return "image/gif";
  if (bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP") return "image/webp";
  return "";
}

// Roughly how wide a text is in ems; a little too wide rather than too narrow.
double ems(std::string_view text) {
  double width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;
    width += byte >= 0xE3 ? 1.0 : is_upper(c) ? .74 : c == ' ' || c == '.' || c == ',' ? .33 : .61;
  }
  return width;
}

// Texts that follow each other in the lines of one element: drawn together, they wrap as they did.
struct Lines {
  layout::NodeId of = layout::kNoNode;
  layout::Box box;
  int font_size = 0;
  int font_weight = 400;
  std::string text;

  bool is_open() const { return of != layout::kNoNode; }
  void add(const layout::Node& node, layout::NodeId element) {
    if (!is_open()) {
      *this = {element, node.box, node.font_size, node.font_weight, node.text};
      return;
    }
    const int right = std::max(box.right(), node.box.right());
    const int bottom = std::max(box.bottom(), node.box.bottom());
    box.left = std::min(box.left, node.box.left);
    box.top = std::min(box.top, node.box.top);
    box.width = right - box.left;
    box.height = bottom - box.top;
    text += ' ' + node.text;
  }

  // The reader's browser has other fonts than the layout had. Letters are made small enough for the
  // text to fit its box, so that no line lies over another.
  std::string close(const Shifts& shifts) {
    if (!is_open()) return "";
    double size = std::clamp(font_size, 1, 200);
    const int rows = std::max(1, static_cast<int>(box.height / (1.1 * size)));
    const double wide = ems(text) * (font_weight >= 600 ? 1.08 : 1) * size;
    // Lines are broken between words, so that all but the last are not quite full.
    const double room = std::max(1, box.width) * (rows == 1 ? 1.02 : .93 * rows);
    if (wide > room) size = std::max(4.0, size * room / wide);
    const layout::Box at = shifted(shifts, box);
    std::string out = fmt::format(
        "<i style=\"{};font-size:{:.1f}px;line-height:{:.1f}px;font-weight:{}{}\">{}</i>",
        place({at.left, at.top, at.width, std::max(box.height, 1)}), size,
        std::max(1.0, static_cast<double>(box.height) / rows), font_weight,
        rows == 1 ? ";white-space:nowrap;overflow:visible" : "", page::escaped(text));
    *this = {};
    return out;
  }
};

// The element in whose lines a text stands.
layout::NodeId element_of_lines(const layout::Page& page, const layout::Node& text) {
  layout::NodeId id = text.parent;
  while (id != layout::kNoNode && page.nodes[id].is_inline) id = page.nodes[id].parent;
  return id == layout::kNoNode ? 0 : id;
}

std::string backgrounds(const layout::Page& page, const Shifts& shifts) {
  std::string out;
  std::size_t drawn = 0;
  for (const layout::Node& node : page.nodes) {
    if (drawn == kNodesDrawn || node.box.top > kTallest) break;
    if ((node.background >> 24) == 0 || node.box.width <= 0 || node.box.height <= 0) continue;
    out += fmt::format("<s style=\"{};background:rgba({},{},{},{:.2f})\"></s>",
                       place(shifted(shifts, node.box)), node.background >> 16 & 255,
                       node.background >> 8 & 255, node.background & 255,
                       (node.background >> 24) / 255.0);
    ++drawn;
  }
  return out;
}

std::string images(const DiffSide& side, const Shifts& shifts, const layout::Resources& resources,
                   Pictures& pictures) {
  std::string out;
  for (const block::Block& block : side.tree.blocks) {
    for (const block::Content& content : block.contents) {
      if (content.kind != block::ContentKind::Image || content.box.top > kTallest) continue;
      const std::string shown = pictures.add(resources, content.address);
      out += fmt::format(
          "<u{} style=\"{}\">{}</u>", shown.empty() ? "" : " class=\"" + shown + "\"",
          place(shifted(shifts, content.box)), shown.empty() ? page::escaped(content.text) : "");
    }
  }
  return out;
}

std::string texts(const layout::Page& page, const Shifts& shifts) {
  std::string out;
  std::size_t drawn = 0;
  Lines lines;
  for (const layout::Node& node : page.nodes) {
    if (drawn == kNodesDrawn || node.box.top > kTallest) break;
    if (!node.is_text()) {
      if (!node.is_inline) out += lines.close(shifts);
      continue;
    }
    const layout::NodeId element = element_of_lines(page, node);
    if (lines.of != element) out += lines.close(shifts);
    lines.add(node, element);
    ++drawn;
  }
  return out + lines.close(shifts);
}

// Where blocks that are in both versions begin, old and new, in the order of both: the most of them
// that can be had without crossing.
std::vector<std::pair<int, int>> common_rows(const Difference& difference) {
  std::vector<std::pair<int, int>> all;
  const delta::Comparison& comparison = difference.comparison;
  for (const block::BlockId id : difference.fresh.tree.leaves()) {
    const block::BlockId old =
        id < comparison.partner.size() ? comparison.partner[id] : block::kNoBlock;
    if (old == block::kNoBlock) continue;
    all.emplace_back(difference.old.tree.blocks[old].box.top,
                     difference.fresh.tree.blocks[id].box.top);
  }
  std::ranges::sort(all);
  // The longest rising subsequence of the new heights: for each length the row it ends with.
  std::vector<std::size_t> ends, before(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto at = std::upper_bound(
        ends.begin(), ends.end(), i,
        [&](std::size_t a, std::size_t b) { return all[a].second < all[b].second; });
    before[i] = at == ends.begin() ? i : *(at - 1);
    if (at == ends.end()) {
      ends.push_back(i);
    } else {
      *at = i;
    }
  }
  std::vector<std::pair<int, int>> rows;
  for (std::size_t i = ends.empty() ? 0 : ends.back(); rows.size() < ends.size(); i = before[i])
    rows.push_back(all[i]);
  std::ranges::reverse(rows);
  return rows;
}

int shifted(const Shifts& shifts, int y) {
  const auto after = std::ranges::upper_bound(shifts, y, {}, &Shift::from);
  return after == shifts.begin() ? y : y + (after - 1)->by;
}

}  // namespace

std::string place(const layout::Box& box) {
  return fmt::format("left:{}px;top:{}px;width:{}px;height:{}px", box.left, box.top,
                     std::max(1, box.width), std::max(1, box.height));
}

std::pair<Shifts, Shifts> aligned(const Difference& difference) {
  Shifts old, fresh;
  int old_by = 0;
  int fresh_by = 0;
  for (const auto& [was, is] : common_rows(difference)) {
    const int apart = (was + old_by) - (is + fresh_by);
    if (apart < 0) {
      old_by -= apart;
      old.push_back({was, old_by});
    } else if (apart > 0) {
      fresh_by += apart;
      fresh.push_back({is, fresh_by});
    }
  }
  return {std::move(old), std::move(fresh)};
}

layout::Box shifted(const Shifts& shifts, const layout::Box& box) {
  const int top = shifted(shifts, box.top);
  const int bottom = box.height > 0 ? shifted(shifts, box.bottom() - 1) + 1 : top;
  return {box.left, top, box.width, bottom - top};
}

std::string Pictures::add(const layout::Resources& resources, const std::string& address) {
  if (address.empty() || !resources) return "";
  const auto bytes = resources(address, layout::ResourceKind::Image);
  if (!bytes || bytes->size() > kLargestPicture) return "";
  const std::string_view type = image_type(*bytes);
  if (type.empty()) return "";
  const auto [known, is_new] = classes_.try_emplace(digest_of(Algorithm::Sha256, *bytes));
  if (!is_new) return known->second;
  if (style_.size() + bytes->size() * 4 / 3 > kAllPictures) return "";
  known->second = fmt::format("p{}", classes_.size());
  style_ += fmt::format(".page>u.{}{{background:url(data:{};base64,{}) 0 0/100% 100%;border:0}}\n",
                        known->second, type, base64(*bytes));
  return known->second;
}

std::string drawing(const DiffSide& side, const Shifts& shifts, const layout::Resources& resources,
                    Pictures& pictures) {
  return backgrounds(side.page, shifts) + images(side, shifts, resources, pictures) +
         texts(side.page, shifts);
}

}  // namespace asof::cli
