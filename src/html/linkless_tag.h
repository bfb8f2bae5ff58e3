// Skips tags without links, and does not take them apart.
//
// Few tags of a page hold a reference or change how the rest is read. When only links and titles
// are wanted, the others are skipped, for a fraction of what it costs to scan them.
#pragma once

namespace asof::html {

// The first '<' from `p` on that may begin or end a tag with a link, a title or a style sheet, or
// `end`. Only whole tags and the text between them are skipped. `p` stands in text, outside of svg
// and math. In "<p class="x">text <b>bold</b> <a href=y>" it is the '<' of "<a".
const char* skip_linkless_tags(const char* p, const char* end);

}  // namespace asof::html
