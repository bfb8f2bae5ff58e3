// The text of a page as a reader sees it, and where else in its source a phrase stands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace asof::prove {

// What a reader of the page sees, normalised. `html` is UTF-8. Left out is what the markup hides:
// scripts, comments, attributes, the title, elements with `hidden` or a style that hides them.
// Style sheets are not looked at.
std::string visible_text(std::string_view html);

// The places of a page, other than the text that is seen, where a normalised phrase stands: "a
// comment", "the attribute alt". Each once, in the order of the page.
std::vector<std::string> hidden_places(std::string_view html, std::string_view phrase);

}  // namespace asof::prove
