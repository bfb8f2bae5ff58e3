#include "html/foreign_content.h"

#include "base/text.h"

namespace asof::html {

using namespace literals;

namespace {

// Stand for the two integration points whose names are too long for a key.
constexpr NameKey kForeignObject = "foreignobj"_name;
constexpr NameKey kAnnotationXml = "annotation"_name << 1;

// The key under which a tag is remembered.
NameKey open_key(const Tag& tag) {
  if (tag.key != kNoKey) return tag.key;
  if (iequals(tag.name, "foreignobject")) return kForeignObject;
  if (iequals(tag.name, "annotation-xml")) return kAnnotationXml;
  return kNoKey;
}

bool is_integration_point(NameKey root, NameKey key) {
  if (root == "svg"_name) {
    return key == "desc"_name || key == "title"_name || key == kForeignObject;
  }
  return key == "mi"_name || key == "mo"_name || key == "mn"_name || key == "ms"_name ||
         key == "mtext"_name || key == kAnnotationXml;
}

bool ends_foreign_content(NameKey key) {
  switch (key) {
    case "b"_name:
    case "big"_name:
    case "blockquote"_name:
    case "body"_name:
    case "br"_name:
    case "center"_name:
    case "code"_name:
    case "dd"_name:
    case "div"_name:
    case "dl"_name:
    case "dt"_name:
    case "em"_name:
    case "embed"_name:
    case "h1"_name:
    case "h2"_name:
    case "h3"_name:
    case "h4"_name:
    case "h5"_name:
    case "h6"_name:
    case "head"_name:
    case "hr"_name:
    case "i"_name:
    case "img"_name:
    case "li"_name:
    case "listing"_name:
    case "menu"_name:
    case "meta"_name:
    case "nobr"_name:
    case "ol"_name:
    case "p"_name:
    case "pre"_name:
    case "ruby"_name:
    case "s"_name:
    case "small"_name:
    case "span"_name:
    case "strong"_name:
    case "strike"_name:
    case "sub"_name:
    case "sup"_name:
    case "table"_name:
    case "tt"_name:
    case "u"_name:
    case "ul"_name:
    case "var"_name:
      return true;
    default:
      return false;
  }
}

}  // namespace

void ForeignContent::push(NameKey key) {
  if (depth_ < kDeepest) open_[depth_++] = key;
}

// Closes what is open up to the innermost integration point.
void ForeignContent::leave() {
  while (inside()) --depth_;
}

bool ForeignContent::start_tag_in_or_near(const Tag& tag) {
  if (!inside()) {
    if (!is_root(tag.key)) return false;
    if (!tag.self_closing) push(tag.key);
    return true;
  }
  if (ends_foreign_content(tag.key)) {
    leave();
    return false;
  }
  if (tag.self_closing) return true;
  const NameKey key = open_key(tag);
  if (is_root(key) || is_integration_point(open_[depth_ - 1], key)) push(key);
  return true;
}

void ForeignContent::end_tag_inside(const Tag& tag) {
  const NameKey key = open_key(tag);
  for (std::size_t i = depth_; key != kNoKey && i > 0; --i) {
    if (open_[i - 1] != key) continue;
    depth_ = i - 1;
    return;
  }
  // Strictly, an end tag without an open element is ignored. Without a tree, leaving is the safer
  // guess: an svg that is never closed must not swallow the states of the page after it.
  if (ends_foreign_content(tag.key)) leave();
}

}  // namespace asof::html
