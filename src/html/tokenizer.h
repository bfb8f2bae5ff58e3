// A streaming HTML tokenizer: WHATWG HTML 13.2.5, all states, in one pass and without copying.
//
// A Sink has the five functions text(const Text&), start_tag(const Tag&), end_tag(const Tag&),
// comment(const Comment&) and doctype(const Doctype&); it is a template parameter so that they are
// inlined. Tokens arrive in the order of the source and never overlap; bytes between them ("</>")
// belong to no token. What no token covers a rewriter copies.
//
// A Sink may have a sixth, bool wants_links_only(): while it is true, texts and tags without links
// and titles may be left out (linkless_tag.h).
//
// There is no tree. What the tree construction tells a tokenizer is derived from the tags alone:
// the text states follow the start tags that demand them, and CDATA sections are known where an svg
// or math element is open.
//
// Memory: a copy of the current token while chunks split it, at most `token_limit` and a chunk; a
// character reference is held back up to 1 MiB. A longer tag, comment or doctype is delivered cut
// and its rest skipped. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "html/foreign_content.h"
#include "html/linkless_tag.h"
#include "html/markup_scanner.h"
#include "html/script_scanner.h"
#include "html/tag_scanner.h"
#include "html/token.h"

namespace asof::html {

struct TokenizerOptions {
  std::size_t token_limit = std::size_t{1} << 20;
  bool scripting = false;       // as a browser with scripts on: noscript holds text, not elements
  bool follow_elements = true;  // change state after title, script and so on
  TextKind initial = TextKind::Data;
  std::string_view initial_element = {};  // whose end tag ends `initial`
};

template <class Sink>
class Tokenizer final {
 public:
  // The sink must outlive the tokenizer.
  explicit Tokenizer(Sink& sink, const TokenizerOptions& options = {})
      : sink_(sink), options_(options), state_(options.initial) {
    element_ = options.initial_element;
  }

  void feed(std::string_view chunk) { take(chunk, false); }
  // The last bytes of the document. A whole document given here is never copied.
  void finish(std::string_view chunk = {}) { take(chunk, true); }

 private:
  void take(std::string_view chunk, bool last);
  std::size_t run(std::string_view input, bool last);
  const char* step(const char* p);

  const char* data_state(const char* start);
  const char* markup(const char* p, Markup found);
  const char* tag(const char* p);
  const char* comment(const char* p, Markup found);
  const char* doctype(const char* p);
  const char* raw_text_state(const char* start);
  const char* script_state(const char* start);
  const char* cdata_state(const char* start);

  void follow(const Tag& start_tag);
  bool sink_wants_links_only() const {
    if constexpr (requires(const Sink& sink) { sink.wants_links_only(); })
      return sink_.wants_links_only();
    return false;
  }
  // The source of a token may not be longer.
  std::string_view window(const char* p) const { return from(p).substr(0, options_.token_limit); }
  bool is_over_limit(std::string_view window) const {
    return window.size() >= options_.token_limit;
  }
  void emit_text(const char* begin, const char* end);
  const char* emit_last_text(const char* begin);
  std::string_view from(const char* p) const { return {p, static_cast<std::size_t>(end_ - p)}; }
  std::uint64_t offset_of(const char* p) const {
    return position_ + static_cast<std::uint64_t>(p - begin_);
  }

  Sink& sink_;
  TokenizerOptions options_;

  // Where the tokenizer stands between two calls.
  TextKind state_;
  std::string element_;  // whose end tag ends the present text state
  ScriptScanner script_;
  ForeignContent foreign_;
  MarkupSkipper skipper_;
  std::string carry_;           // the beginning of a token that is not complete
  std::size_t retry_size_ = 0;  // carry_ is not looked at again before it has grown to this
  std::uint64_t position_ = 0;  // offset in the document of the input's first byte

  // The input of the present call.
  const char* begin_ = nullptr;
  const char* end_ = nullptr;
  bool last_ = false;
  TagScanner tag_scanner_;
};

template <class Sink>
void Tokenizer<Sink>::take(std::string_view chunk, bool last) {
  if (carry_.empty()) {
    const std::size_t used = run(chunk, last);
    carry_.assign(chunk.substr(used));
  } else {
    carry_.append(chunk);
    // A token that many small chunks split would be scanned once for each of them; letting it grow
    // by a quarter first keeps the work linear.
    if (!last && carry_.size() < retry_size_) return;
    carry_.erase(0, run(carry_, last));
  }
  retry_size_ = carry_.size() + carry_.size() / 4;
}

// Tokenizes what is complete and returns its size.
template <class Sink>
std::size_t Tokenizer<Sink>::run(std::string_view input, bool last) {
  begin_ = input.data();
  end_ = begin_ + input.size();
  last_ = last;
  const char* p = begin_;
  while (p != end_) {
    const char* const next = step(p);
    if (next == p) break;
    p = next;
  }
  const auto used = static_cast<std::size_t>(p - begin_);
  position_ += used;
  return used;
}

// Consumes something and returns where to go on; `p` itself where more input is needed first.
template <class Sink>
const char* Tokenizer<Sink>::step(const char* p) {
  if (skipper_.active()) return skipper_.skip(p, end_);
  if (state_ == TextKind::Data) return data_state(p);  // nearly always, and foreseen
  switch (state_) {
    case TextKind::Data:
      break;
    case TextKind::Rcdata:
    case TextKind::Rawtext:
      return raw_text_state(p);
    case TextKind::Script:
      return script_state(p);
    case TextKind::Plaintext:
      return emit_last_text(p);
    case TextKind::Cdata:
      return cdata_state(p);
  }
  return end_;
}

template <class Sink>
const char* Tokenizer<Sink>::data_state(const char* start) {
  const char* p = start;
  const bool links_only = sink_wants_links_only() && foreign_.far();
  for (;;) {
    if (links_only) start = p = skip_linkless_tags(p, end_);
    p = find_byte(p, end_, '<');
    if (p == end_) return emit_last_text(start);
    // Nearly every '<' begins a tag.
    if (end_ - p > 2 && (is_alpha(p[1]) || (p[1] == '/' && is_alpha(p[2])))) {
      emit_text(start, p);
      return tag(p);
    }
    const Markup found = classify_markup(from(p), foreign_.inside(), last_);
    if (found != Markup::Text) {
      emit_text(start, p);
      return markup(p, found);
    }
    ++p;
  }
}

template <class Sink>
const char* Tokenizer<Sink>::markup(const char* p, Markup found) {
  switch (found) {
    case Markup::Tag:
      return tag(p);
    case Markup::Nothing:
      return p + 3;
    case Markup::Comment:
    case Markup::Bogus:
      return comment(p, found);
    case Markup::Doctype:
      return doctype(p);
    case Markup::Cdata:
      state_ = TextKind::Cdata;
      return p + 9;
    case Markup::More:
    case Markup::Text:
      break;
  }
  return p;
}

template <class Sink>
const char* Tokenizer<Sink>::tag(const char* p) {
  const std::string_view source = window(p);
  const char* after = tag_scanner_.scan(source);
  Tag& tag = tag_scanner_.tag();
  tag.begin = offset_of(p);
  if (after == nullptr) {
    // A tag that the document's end cuts off is no tag.
    if (!is_over_limit(source)) return last_ ? end_ : p;
    tag.cut = true;
    skipper_.begin(Markup::Tag, source);
    after = p + source.size();
  }
  if (p[1] == '/') {
    foreign_.end_tag(tag);
    sink_.end_tag(tag);
  } else {
    sink_.start_tag(tag);
    if (options_.follow_elements) follow(tag);
  }
  return after;
}

template <class Sink>
const char* Tokenizer<Sink>::comment(const char* p, Markup found) {
  const std::string_view source = window(p);
  CommentScan scan = found == Markup::Comment ? scan_comment(source) : scan_bogus_comment(source);
  scan.comment.begin = offset_of(p);
  if (scan.end == nullptr) {
    if (!is_over_limit(source) && !last_) return p;
    scan.comment.cut = is_over_limit(source);
    if (scan.comment.cut) skipper_.begin(found, source);
    scan.end = p + source.size();
  }
  sink_.comment(scan.comment);
  return scan.end;
}

template <class Sink>
const char* Tokenizer<Sink>::doctype(const char* p) {
  const std::string_view source = window(p);
  DoctypeScan scan = scan_doctype(source);
  scan.doctype.begin = offset_of(p);
  if (scan.end == nullptr) {
    if (!is_over_limit(source) && !last_) return p;
    if (is_over_limit(source)) skipper_.begin(Markup::Doctype, source);
    scan.end = p + source.size();
  }
  sink_.doctype(scan.doctype);
  return scan.end;
}

template <class Sink>
const char* Tokenizer<Sink>::raw_text_state(const char* start) {
  const char* p = start;
  for (;;) {
    p = find_byte(p, end_, '<');
    if (p == end_) return emit_last_text(start);
    const Match found = match_end_tag(from(p), element_, last_);
    if (found == Match::No) {
      ++p;
      continue;
    }
    emit_text(start, p);
    if (found == Match::More) return p;
    state_ = TextKind::Data;
    return tag(p);
  }
}

template <class Sink>
const char* Tokenizer<Sink>::script_state(const char* start) {
  const auto found = script_.scan(start, end_, element_, last_);
  if (found.at == end_) return emit_last_text(start);
  emit_text(start, found.at);
  if (found.end_tag == Match::More) return found.at;
  script_.reset();
  state_ = TextKind::Data;
  return tag(found.at);
}

template <class Sink>
const char* Tokenizer<Sink>::cdata_state(const char* start) {
  const std::string_view text = from(start);
  const std::size_t close = text.find("]]>");
  if (close != std::string_view::npos) {
    emit_text(start, start + close);
    state_ = TextKind::Data;
    return start + close + 3;
  }
  return emit_last_text(start);
}

// Takes the state that the element wants. Inside svg and math there is only markup.
template <class Sink>
void Tokenizer<Sink>::follow(const Tag& start_tag) {
  if (foreign_.start_tag(start_tag)) return;
  const TextKind kind = text_kind_of(start_tag.key, options_.scripting);
  if (kind == TextKind::Data) return;
  state_ = kind;
  element_ = start_tag.name;
  for (char& c : element_) c = to_lower(c);
}

template <class Sink>
void Tokenizer<Sink>::emit_text(const char* begin, const char* end) {
  if (begin == end) return;
  sink_.text(Text{.raw = {begin, static_cast<std::size_t>(end - begin)},
                  .begin = offset_of(begin),
                  .kind = state_});
}

// Emits the text up to the end of the input, but keeps back what the next chunk may complete.
template <class Sink>
const char* Tokenizer<Sink>::emit_last_text(const char* begin) {
  const std::size_t kept = last_ ? 0 : undecided_end_of_text(from(begin), state_);
  const char* const end = end_ - kept;
  emit_text(begin, end);
  return end;
}

// Tokenizes a whole document.
template <class Sink>
void tokenize(std::string_view document, Sink& sink, const TokenizerOptions& options = {}) {
  Tokenizer<Sink> tokenizer(sink, options);
  tokenizer.finish(document);
}

}  // namespace asof::html
