#include "layout/element_rules_internal.h"

namespace asof::layout {

using html::NameKey;
using namespace html::literals;

bool is_void(NameKey name) {
  switch (name) {
    case "area"_name:
    case "base"_name:
    case "basefont"_name:
    case "bgsound"_name:
    case "br"_name:
    case "col"_name:
    case "embed"_name:
    case "hr"_name:
    case "image"_name:
    case "img"_name:
    case "input"_name:
    case "link"_name:
    case "meta"_name:
    case "param"_name:
    case "source"_name:
    case "track"_name:
    case "wbr"_name:
      return true;
    default:
      return false;
  }
}

bool is_heading(NameKey name) {
  return name == "h1"_name || name == "h2"_name || name == "h3"_name || name == "h4"_name ||
         name == "h5"_name || name == "h6"_name;
}

bool closes_paragraph(NameKey name) {
  switch (name) {
    case "address"_name:
    case "article"_name:
    case "aside"_name:
    case "blockquote"_name:
    case "center"_name:
    case "dd"_name:
    case "details"_name:
    case "dialog"_name:
    case "dir"_name:
    case "div"_name:
    case "dl"_name:
    case "dt"_name:
    case "fieldset"_name:
    case "figcaption"_name:
    case "figure"_name:
    case "footer"_name:
    case "form"_name:
    case "header"_name:
    case "hgroup"_name:
    case "hr"_name:
    case "li"_name:
    case "listing"_name:
    case "main"_name:
    case "menu"_name:
    case "nav"_name:
    case "ol"_name:
    case "p"_name:
    case "plaintext"_name:
    case "pre"_name:
    case "search"_name:
    case "section"_name:
    case "summary"_name:
    case "table"_name:
    case "ul"_name:
    case "xmp"_name:
      return true;
    default:
      return is_heading(name);
  }
}

bool is_table_part(NameKey name) {
  switch (name) {
    case "table"_name:
    case "caption"_name:
    case "colgroup"_name:
    case "col"_name:
    case "tbody"_name:
    case "thead"_name:
    case "tfoot"_name:
    case "tr"_name:
    case "td"_name:
    case "th"_name:
      return true;
    default:
      return false;
  }
}

bool bounds_scope(NameKey name) {
  return name == "table"_name || name == "td"_name || name == "th"_name || name == "caption"_name ||
         name == "object"_name || name == "marquee"_name || name == "applet"_name;
}

bool is_special(NameKey name) {
  return closes_paragraph(name) || is_table_part(name) || name == "button"_name ||
         name == "object"_name || name == "marquee"_name || name == "applet"_name ||
         name == "textarea"_name || name == "select"_name;
}

bool is_dropped(NameKey name) {
  switch (name) {
    case "script"_name:
    case "template"_name:
    case "noscript"_name:
    case "noframes"_name:
    case "noembed"_name:
    case "datalist"_name:
    case "style"_name:
    case "title"_name:
      return true;
    default:
      return false;
  }
}

bool is_replaced(NameKey name) {
  switch (name) {
    case "svg"_name:
    case "math"_name:
    case "iframe"_name:
    case "video"_name:
    case "audio"_name:
    case "canvas"_name:
    case "select"_name:
      return true;
    default:
      return false;
  }
}

}  // namespace asof::layout
