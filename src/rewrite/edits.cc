#include "rewrite/edits.h"

#include <utility>

#include "base/text.h"
#include "html/references.h"

namespace asof::rewrite {
namespace {

bool needs_escape(char c, Enclosure enclosure) {
  switch (enclosure) {
    case Enclosure::Double:
      return c == '&' || c == '"';
    case Enclosure::Single:
      return c == '&' || c == '\'';
    case Enclosure::Element:
      return c == '&' || c == '<';
    case Enclosure::Bare:
      return is_space(c) || std::string_view("&\"'`=<>").find(c) != kNone;
  }
  return false;
}

}  // namespace

void Edits::add(std::size_t begin, std::size_t end, std::string text) {
  if (!edits_.empty() && begin < edits_.back().end) return;
  edits_.push_back({begin, end, std::move(text)});
}

std::string Edits::apply(std::string_view text) const {
  std::size_t size = text.size();
  for (const auto& edit : edits_) size += edit.text.size();
  std::string out;
  out.reserve(size);
  std::size_t copied = 0;
  for (const auto& edit : edits_) {
    out += text.substr(copied, edit.begin - copied);
    out += edit.text;
    copied = edit.end;
  }
  out += text.substr(copied);
  return out;
}

std::string escape(std::string_view text, Enclosure enclosure) {
  // A bare value of nothing would take the next attribute for its value.
  if (text.empty() && enclosure == Enclosure::Bare) return "\"\"";
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    if (!needs_escape(c, enclosure)) {
      out += c;
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += "&#" + std::to_string(static_cast<int>(c)) + ";";
    }
  }
  return out;
}

Meaning::Meaning(std::string_view raw, bool in_attribute) : raw_(raw), text_(raw) {
  if (html::needs_decoding(raw)) decode(in_attribute);
}

void Meaning::decode(bool in_attribute) {
  std::size_t at = 0;
  while (at < raw_.size()) {
    std::size_t taken = 1;
    if (raw_[at] == '&') {
      taken = html::append_reference(decoded_, raw_.substr(at), in_attribute);
      if (taken == 0) decoded_ += '&';
    } else if (raw_[at] == '\r') {
      decoded_ += '\n';
      if (at + 1 < raw_.size() && raw_[at + 1] == '\n') taken = 2;
    } else if (raw_[at] == '\0') {
      append_utf8(decoded_, 0xFFFD);
    } else {
      decoded_ += raw_[at];
    }
    places_.resize(decoded_.size(), at);
    at += taken == 0 ? 1 : taken;
  }
  places_.push_back(raw_.size());
  text_ = decoded_;
}

bool Meaning::is_inside_reference(std::size_t at) const {
  return !places_.empty() && at > 0 && places_[at] == places_[at - 1];
}

void Meaning::hand_on(const Edits& edits, std::size_t offset, Enclosure enclosure,
                      Edits& out) const {
  for (const auto& edit : edits.list()) {
    // "&bne;" is two characters; an edit of one of them would lose the other.
    if (is_inside_reference(edit.begin) || is_inside_reference(edit.end)) continue;
    const bool whole = edit.begin == 0 && edit.end == text_.size();
    if (edit.text.empty() && enclosure == Enclosure::Bare && !whole) {
      out.add(offset + place(edit.begin), offset + place(edit.end), "");
      continue;
    }
    out.add(offset + place(edit.begin), offset + place(edit.end), escape(edit.text, enclosure));
  }
}

}  // namespace asof::rewrite
