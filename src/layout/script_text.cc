#include "layout/script_text_internal.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace asof::layout {
namespace {

// What loads something else, and shows no text.
constexpr auto kLoaded =
    std::to_array<std::string_view>({"script", "link", "img", "style", "iframe", "meta", "object"});
constexpr auto kSet =
    std::to_array<std::string_view>({".innerHTML", ".outerHTML", ".textContent", ".innerText"});

// Calls `visit` with what follows each place where `what` stands, until it says true.
template <class Visit>
bool any_after(std::string_view script, std::string_view what, Visit visit) {
  for (std::size_t at = script.find(what); at != std::string_view::npos;
       at = script.find(what, at + 1)) {
    if (visit(script.substr(at + what.size()))) return true;
  }
  return false;
}

// "= ..." or "+= ...", but not a comparison: something is put there. Empty strings empty it.
bool is_assigned(std::string_view rest) {
  rest = rest.substr(std::min(rest.find_first_not_of(" \t\n+"), rest.size()));
  if (!rest.starts_with('=') || rest.starts_with("==")) return false;
  rest = rest.substr(std::min(rest.find_first_not_of(" \t\n", 1), rest.size()));
  return !rest.starts_with("\"\"") && !rest.starts_with("''");
}

// The first name in the first string is that of a thing loaded: "script", "<script", "%3Cscript".
bool loads(std::string_view rest) {
  rest = rest.substr(0, 60);
  rest = rest.substr(std::min(rest.find_first_of("\"'`"), rest.size()));
  std::string start = lower(rest.substr(std::min<std::size_t>(1, rest.size())));
  for (const std::string_view bracket : {"<", "%3c", "\\x3c", "&lt;"}) {
    if (start.starts_with(bracket)) start.erase(0, bracket.size());
  }
  return std::ranges::any_of(kLoaded,
                             [&](std::string_view name) { return start.starts_with(name); });
}

}  // namespace

bool writes_text(std::string_view script) {
  if (std::ranges::any_of(kSet, [&](std::string_view property) {
        return any_after(script, property, is_assigned);
      })) {
    return true;
  }
  const auto shows = [](std::string_view rest) { return !loads(rest); };
  return script.find("insertAdjacentHTML(") != std::string_view::npos ||
         script.find("createTextNode(") != std::string_view::npos ||
         any_after(script, "document.write", shows) || any_after(script, "createElement(", shows);
}

}  // namespace asof::layout
