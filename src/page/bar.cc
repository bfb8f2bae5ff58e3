#include "page/bar.h"

#include <fmt/format.h>

#include <algorithm>

#include "page/escape.h"

namespace asof::page {
namespace {

constexpr double kBarWidth = 600;
constexpr double kBarHeight = 18;

}  // namespace

std::string bar(std::string_view title, std::span<const BarPart> parts) {
  std::string out = fmt::format(
      "<svg class='bar' viewBox='0 0 {} {}' preserveAspectRatio='none' role='img'>"
      "<title>{}</title>",
      kBarWidth, kBarHeight, escaped(title));
  for (const BarPart& part : parts)
    out += fmt::format("<rect class='{}' x='{:.2f}' y='{:.1f}' width='{:.2f}' height='{:.1f}'/>",
                       part.kind, part.from * kBarWidth, part.thin ? kBarHeight / 3 : 0,
                       std::max(0.0, part.to - part.from) * kBarWidth,
                       part.thin ? kBarHeight / 3 : kBarHeight);
  return out + "</svg>";
}

std::string_view bar_style() {
  return R"(
svg.bar{width:100%;max-width:38rem;height:18px}
svg.bar .proven{fill:var(--proven)}svg.bar .attested{fill:var(--attested)}
svg.bar .likely{fill:var(--likely)}svg.bar .conflict{fill:var(--conflict)}
svg.bar .unknown{fill:var(--unknown)}svg.bar .track{fill:var(--line)}
svg.bar .share{fill:var(--attested)}svg.bar .span{fill:var(--ink);opacity:.35}
)";
}

}  // namespace asof::page
