#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "layout/engine_internal.h"
#include "layout/layout.h"
#include "layout/markup_internal.h"
#include "layout/sheets_internal.h"
#include "url/url.h"

namespace asof::layout {

namespace {

constexpr int kCollapsed = 50;  // pixels: two lines
constexpr std::size_t kShortText = 200;
constexpr std::size_t kLittleText = 500;  // beside a script that is seen to write more

// Sizes of images by address, each looked up once.
class Images final {
 public:
  Images(const Resources& resources, std::string_view base, std::size_t most)
      : resources_(resources), base_(url::parse(base)), most_(most) {}

  std::optional<ImageSize> size(std::string_view source) {
    if (source.starts_with("data:")) return embedded(source);
    const auto address = url::parse(source, base_ ? &*base_ : nullptr);
    if (!address || !resources_) return std::nullopt;
    const std::string href = address->href(false);
    const auto [entry, is_new] = sizes_.try_emplace(href);
    if (!is_new || sizes_.size() > most_) return entry->second;
    if (const auto bytes = resources_(href, ResourceKind::Image))
      entry->second = image_size(*bytes);
    return entry->second;
  }

  bool is_cut() const { return sizes_.size() > most_; }

 private:
  static std::optional<ImageSize> embedded(std::string_view source) {
    const std::size_t comma = source.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const std::string_view content = source.substr(comma + 1);
    if (source.substr(0, comma).find(";base64") == std::string_view::npos) {
      return image_size(content);
    }
    // Attributes are cut; the first bytes are enough, whole groups of four.
    const auto bytes =
        from_base64(content.substr(0, std::min(content.size(), std::size_t{4096}) / 4 * 4));
    return bytes ? image_size(*bytes) : std::nullopt;
  }

  const Resources& resources_;
  std::optional<url::Url> base_;
  std::size_t most_;
  std::unordered_map<std::string, std::optional<ImageSize>> sizes_;
};

// Why the layout should not be believed; empty where it should.
std::string doubt(const Markup& markup, const EngineOutput& output) {
  if (markup.has_frames && output.text < kShortText) return "the page consists of frames";
  if (output.text < kShortText && markup.script_bytes + markup.scripts * 1'000 > 2'000) {
    return "the page is written by scripts";
  }
  if (markup.writes && output.text < kLittleText) return "a script writes into the page";
  if (output.text >= kShortText && output.height < kCollapsed) return "the page collapsed";
  std::size_t text = 0;
  std::size_t flat = 0;
  for (const Node& node : output.nodes) {
    if (!node.is_text()) continue;
    text += node.text.size();
    if (node.box.width <= 0 || node.box.height <= 0) flat += node.text.size();
  }
  if (flat * 2 > text) return "most of the text has no room";
  if (output.grid_text * 2 > output.text) return "the page is laid out by grid";
  return {};
}

}  // namespace

Page lay_out(const Source& source, const Resources& resources, const LayoutOptions& options) {
  Markup markup = clean_markup(source, options);
  StyleSheet sheet = gather_sheets(markup.sheets, markup.base, resources, markup.names, options);
  Images images(resources, markup.base, options.limits.images);
  EngineOutput output =
      run_engine({.html = markup.html,
                  .css = sheet.text,
                  .words = markup.words,
                  .width = options.width,
                  .height = options.height,
                  .image = [&images](std::string_view address) { return images.size(address); }});

  Page page;
  page.base = std::move(markup.base);
  page.title = std::move(markup.title);
  page.reasons = std::move(markup.reasons);
  page.cut = markup.cut;
  for (auto* more : {&sheet.reasons, &output.reasons}) {
    page.reasons.insert(page.reasons.end(), more->begin(), more->end());
  }
  if (images.is_cut()) page.reasons.push_back("images beyond the limit were not looked at");
  const std::string why = doubt(markup, output);
  page.doubtful = !why.empty();
  if (page.doubtful) page.reasons.push_back(why);
  page.nodes = std::move(output.nodes);
  if (page.nodes.empty()) page.nodes.push_back({.end = 1, .name = "html"});
  page.width = std::max(output.width, options.width);
  page.height = output.height;
  // Boxes fixed to the window do not count as height, but are seen where nothing else is.
  if (output.height < kCollapsed) {
    for (const Node& node : page.nodes) page.height = std::max(page.height, node.box.bottom());
  }
  return page;
}

}  // namespace asof::layout
