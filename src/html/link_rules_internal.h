// Which attribute of which element is a reference, and of what kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "html/links.h"
#include "html/token.h"

namespace asof::html {

// How the value of an attribute holds references.
enum class ValueForm : std::uint8_t { One, Srcset, List, Style, Html };

struct LinkRule {
  LinkKind kind = LinkKind::Anchor;
  ValueForm form = ValueForm::One;
};

// The rule for an attribute of a start tag other than link, meta, base and param; nothing for the
// attributes that hold no references.
std::optional<LinkRule> rule_of(const Tag& tag, const Attribute& attribute);

// The kind of a <link> by its rel and type, decoded.
LinkKind kind_of_rel(std::string_view rel, std::string_view type);
// Whether a white-space separated list holds the token, which is in lower case.
bool has_token(std::string_view list, std::string_view token);

// The reference of <meta http-equiv=refresh content=...>; empty where the page reloads itself.
std::string_view refresh_reference(std::string_view content);
// The label in a content type: "text/html; charset=utf-8". WHATWG HTML 2.6.4.
std::string_view charset_of_content(std::string_view content);
// Whether a <meta> of this name or property holds a reference.
bool is_reference_meta(std::string_view name);

}  // namespace asof::html
