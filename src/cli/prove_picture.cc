// Drawn from the boxes of the page's layout, as in `asof diff --html`: nothing of an archived page
// runs when the picture is opened.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "block/segment.h"
#include "cli/diff_drawing_internal.h"
#include "cli/prove_internal.h"
#include "layout/layout.h"
#include "page/document.h"
#include "render/chromium.h"

namespace asof::cli {
namespace {

constexpr std::size_t kMostPictures = 4;

constexpr std::string_view kPictureStyle = R"(main{max-width:none}
.frame{background:#fff;overflow:auto;border:1px solid var(--line)}
.page{position:relative;color:#111;font-family:Arial,sans-serif}
.page>*{position:absolute;overflow:hidden}
.page>i{font-style:normal}
.page>u{background:#e4e8ec;text-decoration:none;color:#667;font-size:11px;border:1px dashed #aab}
)";

layout::Resources resources_at(const prove::Archive& archive, Instant at) {
  return [&archive, at](std::string_view url,
                        layout::ResourceKind kind) -> std::optional<std::string> {
    const auto found = retrieve::find(archive.catalog,
                                      {.url = url, .at = at, .choose = retrieve::Choose::Embedded});
    if (!found || !*found) return std::nullopt;
    auto content = archive.library.content(**found);
    if (!content) return std::nullopt;
    return kind == layout::ResourceKind::Image ? std::move(content->bytes)
                                               : retrieve::to_utf8(*content);
  };
}

std::string drawn(const retrieve::Content& content, Instant at, layout::Page laid_out,
                  const layout::Resources& resources) {
  DiffSide side{.label = content.url, .page = std::move(laid_out)};
  side.tree = block::segment(side.page);
  Pictures pictures;
  const std::string drawing = cli::drawing(side, {}, resources, pictures);
  return page::document(
      {.title = "Picture of " + content.url,
       .more_style = std::string(kPictureStyle) + pictures.style(),
       .body_html = fmt::format(
           "<h1>{}</h1>\n<p>As captured at {}. Drawn from the page's layout.</p>\n<div "
           "class=\"frame\"><div class=\"page\" style=\"width:{}px;height:{}px\">{}</div></div>\n",
           page::escaped(content.url), iso8601_seconds(at), side.page.width,
           std::clamp(side.page.height, 1, kTallest), drawing),
       .has_pictures = true});
}

}  // namespace

Pictured pictures_of(const prove::Archive& archive,
                     const std::vector<const prove::Proof*>& proofs) {
  Pictured out;
  std::optional<render::Chromium> browser;
  if (render::Chromium::find())
    if (auto started = render::Chromium::start()) browser.emplace(std::move(*started));
  std::set<std::string> seen;  // contents
  bool by_browser = browser.has_value();
  for (const prove::Proof* proof : proofs) {
    for (const prove::Ground& ground : proof->grounds) {
      const catalog::Capture& holder = ground.original ? *ground.original : ground.capture;
      if (out.pictures.size() == kMostPictures || !seen.insert(holder.sha256).second) continue;
      const auto found = retrieve::resolve(archive.catalog, ground.capture.where);
      if (!found) continue;
      const auto content = archive.library.content(*found);
      if (!content || !retrieve::is_html(*content)) continue;
      const std::string html = retrieve::to_utf8(*content);
      const layout::Source source{.html = html, .url = content->url};
      const auto resources = resources_at(archive, ground.capture.at);
      std::optional<layout::Page> laid_out;
      if (browser)
        if (auto page = browser->lay_out(source, resources)) laid_out = std::move(*page);
      if (!laid_out) {
        by_browser = false;
        laid_out = layout::lay_out(source, resources);
      }
      out.pictures.push_back({fmt::format("picture-{}.html", out.pictures.size() + 1),
                              drawn(*content, ground.capture.at, std::move(*laid_out), resources)});
    }
  }
  if (out.pictures.empty())
    out.about = "There is no picture: none of the captures is an HTML page.";
  else
    out.about = fmt::format(
        "The pictures show how {} lays the captured pages out, with the styles and images that the "
        "archive has of that time.",
        by_browser ? "a browser (Chromium)" : "asof itself, without scripts,");
  return out;
}

}  // namespace asof::cli
