#include "html/text_builder.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "html/eight_bytes.h"
#include "html/references.h"

namespace asof::html {

using namespace literals;

namespace {

enum Class : std::uint8_t { kPlain, kSpace, kAmpersand, kMaybeNoBreakSpace };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t i = 0; i <= ' '; ++i) classes[i] = kSpace;  // controls separate, too
  classes['&'] = kAmpersand;
  classes[0xC2] = kMaybeNoBreakSpace;
  return classes;
}
constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

// Passes over eight bytes at a time while they are plain or single spaces between such. Stops on a
// plain byte or on what is none, never after a space.
std::size_t skip_plain(std::string_view raw, std::size_t at) {
  const std::size_t begin = at;
  while (raw.size() - at > 8) {
    const EightBytes bytes = load_eight(raw.data() + at);
    const EightBytes following = load_eight(raw.data() + at + 1);
    const EightBytes stops = mark_below(bytes, ' ') | mark_equal(bytes, '&') |
                             mark_equal(bytes, 0xC2) | mark_equal(bytes | following, ' ');
    if (stops != 0) {
      at += first_mark(stops);
      break;
    }
    at += 8;
  }
  return at > begin && raw[at - 1] == ' ' ? at - 1 : at;
}

bool is_block(NameKey element) {
  switch (element) {
    case "address"_name:
    case "article"_name:
    case "aside"_name:
    case "blockquote"_name:
    case "body"_name:
    case "br"_name:
    case "caption"_name:
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
    case "frameset"_name:
    case "h1"_name:
    case "h2"_name:
    case "h3"_name:
    case "h4"_name:
    case "h5"_name:
    case "h6"_name:
    case "head"_name:
    case "header"_name:
    case "hgroup"_name:
    case "hr"_name:
    case "html"_name:
    case "legend"_name:
    case "li"_name:
    case "listing"_name:
    case "main"_name:
    case "menu"_name:
    case "nav"_name:
    case "ol"_name:
    case "optgroup"_name:
    case "option"_name:
    case "p"_name:
    case "plaintext"_name:
    case "pre"_name:
    case "search"_name:
    case "section"_name:
    case "summary"_name:
    case "table"_name:
    case "tbody"_name:
    case "tfoot"_name:
    case "thead"_name:
    case "tr"_name:
    case "ul"_name:
    case "xmp"_name:
      return true;
    default:
      return false;
  }
}

}  // namespace

void TextBuilder::separate(NameKey element) {
  if (gap_ == Gap::Line) return;
  if (is_block(element)) {
    gap_ = Gap::Line;
  } else if (element == "td"_name || element == "th"_name) {
    widen(Gap::Space);
  }
}

void TextBuilder::text(std::string_view raw, TextKind kind) {
  const bool references = kind == TextKind::Data || kind == TextKind::Rcdata;
  std::size_t at = 0;
  while (at < raw.size() && !cut_) {
    // Words with one space between them are the rule, and are copied together.
    const std::size_t begin = at;
    const auto plain = [&](std::size_t i) {
      return i < raw.size() && kClasses[static_cast<unsigned char>(raw[i])] == kPlain;
    };
    if (plain(at)) at = skip_plain(raw, at);
    while (plain(at)) {
      ++at;
      if (at < raw.size() && raw[at] == ' ' && plain(at + 1)) ++at;
    }
    if (at != begin) append(raw.substr(begin, at - begin));
    if (at == raw.size()) return;
    switch (kClasses[static_cast<unsigned char>(raw[at])]) {
      case kSpace:
        widen(Gap::Space);
        do ++at;
        while (at < raw.size() && kClasses[static_cast<unsigned char>(raw[at])] == kSpace);
        break;
      case kAmpersand: {
        const std::size_t taken = references ? reference(raw.substr(at)) : 0;
        if (taken == 0) append("&");
        at += taken == 0 ? 1 : taken;
        break;
      }
      default:
        if (at + 1 < raw.size() && raw[at + 1] == '\xA0') {
          widen(Gap::Space);
          at += 2;
        } else {
          append(raw.substr(at, 1));
          ++at;
        }
    }
  }
}

std::size_t TextBuilder::reference(std::string_view raw) {
  decoded_.clear();
  const std::size_t taken = append_reference(decoded_, raw, false);
  if (taken == 0) return 0;
  // What was decoded is text that is not decoded again, but its white space folds.
  text(decoded_, TextKind::Cdata);
  return taken;
}

void TextBuilder::append(std::string_view words) {
  if (cut_) return;
  if (out_.size() + words.size() >= limit_) {
    cut_ = true;
    // Up to the last whole word that fits.
    const std::size_t room = limit_ - std::min(limit_, out_.size() + 1);
    const std::size_t end = words.substr(0, room).rfind(' ');
    if (end == std::string_view::npos) return;
    words = words.substr(0, end);
  }
  if (gap_ != Gap::None && !out_.empty()) out_ += gap_ == Gap::Line ? '\n' : ' ';
  gap_ = Gap::None;
  out_ += words;
}

}  // namespace asof::html
