// Which attribute of which element is a reference, and of what kind. The one list of them: links.h
// collects what it names, a rewriter replaces it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "html/links.h"
#include "html/token.h"

namespace asof::html {

// How the value of an attribute holds references.
enum class ValueForm : std::uint8_t {
  One,      // the value is the reference
  Srcset,   // srcset.h
  List,     // separated by white space, in archives of objects also by commas
  Style,    // declarations: css.h
  Html,     // a document of its own: srcdoc
  Refresh,  // refresh_reference()
};

struct LinkRule {
  LinkKind kind = LinkKind::Anchor;
  ValueForm form = ValueForm::One;
};

// The rule for an attribute of a start tag, or nothing where it holds no reference. The href of a
// base element, against which the others are resolved, is none.
std::optional<LinkRule> rule_of(const Tag& tag, const Attribute& attribute);

// The value of the tag's first attribute of this key, decoded and trimmed; empty if there is none.
std::string attribute_text(const Tag& tag, NameKey key);

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
