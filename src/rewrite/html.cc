#include "rewrite/html.h"

#include <optional>

#include "base/text.h"
#include "html/tokenizer.h"
#include "rewrite/charset_internal.h"
#include "rewrite/css.h"
#include "rewrite/edits.h"
#include "rewrite/import_map.h"
#include "rewrite/tag_rewriter.h"
#include "rewrite/web_references.h"

namespace asof::rewrite {

using namespace html::literals;

namespace {

// Pages in srcdoc, and noscript inside noscript; beyond, references are left.
constexpr int kDeepest = 8;

// As a browser with scripts on, and with tags of any length.
constexpr html::TokenizerOptions kReading = {.token_limit = kNone, .scripting = true};

// Finds the first <base> with an address, which counts for all of the page.
struct BaseFinder {
  std::optional<std::string> href;

  bool wants_links_only() const { return true; }
  void text(const html::Text&) {}
  void start_tag(const html::Tag& tag) {
    if (tag.key == "base"_name && !href && tag.find("href"_name) != nullptr)
      href = html::attribute_text(tag, "href"_name);
  }
  void end_tag(const html::Tag&) {}
  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}
};

bool may_have_base(std::string_view page) {
  for (std::size_t at = page.find('<'); at != kNone; at = page.find('<', at + 1)) {
    if (istarts_with(page.substr(at + 1, 4), "base")) return true;
  }
  return false;
}

WebReferences page_references(std::string_view page, const WebReferences& document) {
  if (!may_have_base(page)) return document;
  BaseFinder finder;
  html::tokenize(page, finder, kReading);
  return finder.href ? document.within(*finder.href) : document;
}

enum class ScriptKind : std::uint8_t { Code, ImportMap, Speculation };

ScriptKind script_kind(const html::Tag& tag) {
  const std::string type = lower(html::attribute_text(tag, "type"_name));
  if (type == "importmap") return ScriptKind::ImportMap;
  return type == "speculationrules" ? ScriptKind::Speculation : ScriptKind::Code;
}

bool is_blank(std::string_view text) { return trim(text).empty(); }

// A sink that notes what is to change.
class PageRewriter final : public InnerPages {
 public:
  // `part`: the text is part of a page, so that nothing is inserted and <base> does not count.
  PageRewriter(std::string_view page, const HtmlOptions& options, const WebReferences& document,
               int depth, bool part)
      : page_(page),
        options_(options),
        document_(document),
        references_(part ? document : page_references(page, document)),
        tags_(options, *this, edits_),
        depth_(depth),
        inserted_(part || options.insert.empty()) {}

  Edits run() && {
    html::tokenize(page_, *this, kReading);
    insert_at(page_.size());
    return std::move(edits_);
  }

  // Of a style element in svg the text matters, and where the head begins everything does.
  bool wants_links_only() const { return inserted_ && !in_foreign_style_; }

  void text(const html::Text& token) {
    if (!inserted_) insert_before(token);
    switch (token.kind) {
      case html::TextKind::Rawtext:
        if (element_ == "style"_name) edit_css(token.raw, token.begin, references_, edits_);
        if (element_ == "noscript"_name) noscript(token);
        return;
      case html::TextKind::Script:
        return script(token);
      case html::TextKind::Data:
        if (in_foreign_style_) foreign_style(token);
        return;
      case html::TextKind::Cdata:
        if (in_foreign_style_) edit_css(token.raw, token.begin, references_, edits_);
        return;
      case html::TextKind::Rcdata:
      case html::TextKind::Plaintext:
        return;
    }
  }

  void start_tag(const html::Tag& tag) {
    if (!inserted_ && tag.key != "html"_name && tag.key != "head"_name) insert_at(tag.begin);
    element_ = tag.key;
    if (tag.key == "style"_name) in_foreign_style_ = !tag.self_closing;
    if (tag.key == "script"_name) script_ = script_kind(tag);
    if (tag.key == "base"_name) {
      tags_.rewrite_base(tag, document_);
    } else {
      tags_.rewrite(tag, references_);
    }
    if (!inserted_ && tag.key == "head"_name) insert_at(tag.end());
  }

  void end_tag(const html::Tag& tag) {
    insert_at(tag.begin);
    if (tag.key == "style"_name) in_foreign_style_ = false;
  }

  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}

  void edit_page(std::string_view page, WebReferences& references, Edits& edits) override {
    if (depth_ >= kDeepest) return;
    edits = PageRewriter(page, options_, references, depth_ + 1, false).run();
  }

 private:
  void insert_at(std::size_t at) {
    if (inserted_) return;
    inserted_ = true;
    edits_.add(at, at, std::string(options_.insert));
  }

  // Blanks before the head belong nowhere; a byte order mark must stay first.
  void insert_before(const html::Text& token) {
    const bool marked = token.begin == 0 && token.raw.starts_with("\xEF\xBB\xBF");
    const std::size_t skipped = marked ? 3 : 0;
    if (!is_blank(token.raw.substr(skipped))) insert_at(token.begin + skipped);
  }

  // With scripts on this is text, and where it ends depends on that; a browser without scripts
  // still reads markup in it.
  void noscript(const html::Text& token) {
    if (depth_ >= kDeepest) return;
    const Edits inner = PageRewriter(token.raw, options_, references_, depth_ + 1, true).run();
    for (const auto& edit : inner.list())
      edits_.add(token.begin + edit.begin, token.begin + edit.end, edit.text);
  }

  void script(const html::Text& token) {
    if (script_ == ScriptKind::ImportMap) {
      edit_import_map(token.raw, token.begin, references_, edits_);
    } else if (script_ == ScriptKind::Speculation && !is_blank(token.raw)) {
      edits_.add(token.begin, token.begin + token.raw.size(), "{}");
      ++references_.tally().dropped;
    }
  }

  void foreign_style(const html::Text& token) {
    const Meaning meaning(token.raw, false);
    Edits inner;
    edit_css(meaning.text(), 0, references_, inner);
    meaning.hand_on(inner, token.begin, Enclosure::Element, edits_);
  }

  std::string_view page_;
  const HtmlOptions& options_;
  WebReferences document_;    // against the page's own address
  WebReferences references_;  // against its base
  Edits edits_;
  TagRewriter tags_;
  int depth_;
  bool inserted_;
  bool in_foreign_style_ = false;
  html::NameKey element_ = html::kNoKey;  // the last start tag: whose text comes
  ScriptKind script_ = ScriptKind::Code;
};

}  // namespace

HtmlResult rewrite_html(std::string_view html, const Mapper& mapper, const HtmlOptions& options) {
  HtmlResult result;
  const std::string_view charset = page_charset(html, options.charset);
  std::string converted;
  if (!keeps_ascii(charset)) {
    converted = html::to_utf8(html, charset);
    html = converted;
    result.charset_changed = true;
  }
  Tally tally;
  const WebReferences references(mapper, options.base, legacy_charset(charset), tally);
  result.text = PageRewriter(html, options, references, 0, false).run().apply(html);
  result.mapped = tally.mapped;
  result.dropped = tally.dropped;
  result.cut = tally.cut;
  return result;
}

}  // namespace asof::rewrite
