// Passing over tags without taking them apart.
//
// Few tags of a page hold a reference or change how what follows is read. Who looks for links alone
// passes over the others for a fraction of what it costs to scan them.
#pragma once

namespace asof::html {

// The first '<' from `p` on that may mean something to who looks for links and titles, or `end`.
// What is passed over are whole tags and the texts between them. `p` stands where there is text,
// outside of svg and math.
const char* skim(const char* p, const char* end);

}  // namespace asof::html
