// What the tree construction of WHATWG HTML 13.2.6 knows about elements, as far as needed here.
#pragma once

#include "html/name.h"

namespace asof::layout {

bool is_void(html::NameKey name);  // has no end tag: br, img
bool closes_paragraph(html::NameKey name);
bool is_heading(html::NameKey name);
bool is_special(html::NameKey name);     // end tags of inline elements do not reach beyond it
bool is_table_part(html::NameKey name);  // table, caption, colgroup, tbody, tr, td and so on
bool bounds_scope(html::NameKey name);   // no end tag but its own reaches beyond it
// Elements whose content is not shown here: scripts, templates, options.
bool is_dropped(html::NameKey name);
// Shown as one box, whatever it holds: svg, iframe, video.
bool is_replaced(html::NameKey name);

}  // namespace asof::layout
