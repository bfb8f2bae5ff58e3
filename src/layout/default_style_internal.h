// How elements look before any style sheet: WHATWG HTML 15.3, as far as boxes depend on it.
#pragma once

namespace asof::layout {

inline constexpr const char* kDefaultStyle = R"css(
html, address, article, aside, blockquote, body, center, dd, details, dialog, dir, div, dl, dt,
fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, legend,
main, menu, nav, ol, p, pre, search, section, summary, ul { display: block; }
head, link, meta, script, style, title, area, base, datalist, noembed, noframes, param, template,
rp, dialog, source, track { display: none; }
[hidden] { display: none; }
body { margin: 8px; }
a { display: inline; }
p, dl, ol, ul, dir, menu, pre, blockquote, figure { margin-top: 16px; margin-bottom: 16px; }
blockquote, figure { margin-left: 40px; margin-right: 40px; }
ol, ul, dir, menu { padding-left: 40px; }
li { display: list-item; }
dd { margin-left: 40px; }
h1 { font-size: 2em; margin-top: 21px; margin-bottom: 21px; font-weight: bold; }
h2 { font-size: 1.5em; margin-top: 20px; margin-bottom: 20px; font-weight: bold; }
h3 { font-size: 1.17em; margin-top: 18px; margin-bottom: 18px; font-weight: bold; }
h4 { margin-top: 21px; margin-bottom: 21px; font-weight: bold; }
h5 { font-size: 0.83em; margin-top: 22px; margin-bottom: 22px; font-weight: bold; }
h6 { font-size: 0.67em; margin-top: 24px; margin-bottom: 24px; font-weight: bold; }
b, strong, th { font-weight: bold; }
pre, code, kbd, samp, tt { font-family: monospace; }
code, kbd, samp, tt, pre { font-size: 13px; }
pre { white-space: pre; }
small, sub, sup { font-size: 0.83em; }
big { font-size: 1.17em; }
center { text-align: center; }
nobr { white-space: nowrap; }
hr { border-style: solid; border-width: 1px; margin-top: 8px; margin-bottom: 8px; }
table { display: table; border-collapse: separate; border-spacing: 2px; }
caption { display: block; text-align: center; }
thead { display: table-header-group; }
tbody { display: table-row-group; }
tfoot { display: table-footer-group; }
tr { display: table-row; vertical-align: middle; }
col { display: table-column; }
colgroup { display: table-column-group; }
td, th { display: table-cell; padding: 1px; vertical-align: middle; }
th { text-align: center; }
fieldset { border: 2px solid; padding: 6px 12px 10px 12px; margin: 0 2px; }
button { display: inline-block; padding: 1px 6px; border: 2px solid; }
img, svg, math, iframe, video, audio, canvas, embed, select, input { display: inline-block; }
br { display: inline-block; }
)css";

}  // namespace asof::layout
