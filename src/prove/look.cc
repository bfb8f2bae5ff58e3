#include "prove/look.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/printable.h"
#include "base/text.h"
#include "prove/page_text.h"
#include "prove/phrase.h"

namespace asof::prove {
namespace {

bool leads_on(const retrieve::Content& content) {
  return content.status >= 300 && content.status < 400 && !content.location.empty();
}

// Why not all of the text is there; empty where it is.
std::string missing_from(const retrieve::Content& content) {
  if (content.cut) return "it is longer than is read";
  return content.remark.empty() ? "" : "it " + content.remark;
}

}  // namespace

std::string_view name_of(Shown shown) {
  switch (shown) {
    case Shown::Visible:
      return "visible";
    case Shown::Hidden:
      return "hidden";
    case Shown::Absent:
      return "absent";
    case Shown::Unreadable:
      return "unreadable";
  }
  return "";
}

std::string text_of(const retrieve::Content& content) {
  if (retrieve::is_html(content)) return visible_text(retrieve::to_utf8(content));
  return retrieve::is_text(content) ? normalised(retrieve::to_utf8(content)) : "";
}

Look look(const retrieve::Content& content, std::string_view phrase) {
  CHECK(!phrase.empty());
  if (leads_on(content))
    return {.reason = fmt::format("it is no page, but leads on to {}; ask about that address",
                                  printable(content.location))};
  if (!retrieve::is_html(content) && !retrieve::is_text(content))
    return {.reason = fmt::format("it is not text, but {}", printable(content.mime))};
  const std::string text = text_of(content);
  const std::size_t at = find_phrase(text, phrase);
  if (at != kNone) return {.shown = Shown::Visible, .excerpt = excerpt(text, at, phrase.size())};
  if (retrieve::is_html(content)) {
    auto places = hidden_places(retrieve::to_utf8(content), phrase);
    if (!places.empty()) return {.shown = Shown::Hidden, .places = std::move(places)};
  }
  // A part without the phrase says nothing about the rest.
  std::string missing = missing_from(content);
  if (!missing.empty()) return {.reason = std::move(missing)};
  return {.shown = Shown::Absent};
}

}  // namespace asof::prove
