#include "html/links.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/text.h"
#include "html/css.h"
#include "html/link_rules.h"
#include "html/references.h"
#include "html/srcset.h"
#include "html/text_builder.h"
#include "html/tokenizer.h"

namespace asof::html {

using namespace literals;

namespace {

constexpr int kDeepestSrcdoc = 2;
constexpr std::size_t kTitleLimit = 4096;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestCodebase = 512;
// References are parts of the page, but a codebase may multiply.
constexpr std::size_t kMostReferenceBytes = std::size_t{64} << 20;

bool is_never_fetched(std::string_view reference) {
  switch (to_lower(reference.front())) {
    case 'a':
      return istarts_with(reference, "about:");
    case 'b':
      return istarts_with(reference, "blob:");
    case 'd':
      return istarts_with(reference, "data:");
    case 'j':
      return istarts_with(reference, "javascript:");
    case 'm':
      return istarts_with(reference, "mailto:");
    case 's':
      return istarts_with(reference, "sms:");
    case 't':
      return istarts_with(reference, "tel:");
    default:
      return false;
  }
}

bool is_absolute(std::string_view reference) {
  return reference.starts_with('/') || reference.find("://") < reference.find('/');
}

// A sink that fills a Document.
class Extractor final {
 public:
  Extractor(std::string_view source, const ExtractOptions& options, int depth)
      : source_(source),
        options_(options),
        depth_(depth),
        title_(kTitleLimit),
        text_(options.text_limit) {
    // Links are rarely denser.
    constexpr std::size_t kBytesPerLink = 256;
    constexpr std::size_t kMostExpected = 1000;
    if (options_.links)
      document_.links.reserve(std::min(source.size() / kBytesPerLink, kMostExpected));
  }

  // Whose links alone are wanted reads no text, but that of a style element in svg.
  bool wants_links_only() const { return !options_.text && !in_foreign_style_; }

  void text(const Text& token) {
    switch (token.kind) {
      case TextKind::Data:
      case TextKind::Cdata:
      case TextKind::Plaintext:
        if (in_foreign_style_) style_text(token);
        if (options_.text && hidden_depth_ == 0) text_.text(token.raw, token.kind);
        return;
      case TextKind::Rcdata:
        if (in_title_) title_.text(token.raw, token.kind);
        return;
      case TextKind::Rawtext:
        if (in_style_) style_text(token);
        return;
      case TextKind::Script:
        return;
    }
  }

  void start_tag(const Tag& tag) {
    if (options_.text) enter(tag);
    switch (tag.key) {
      case "title"_name:
        // A title inside svg is an ordinary element: no text of kind Rcdata follows it.
        in_title_ = !seen_title_;
        break;
      case "style"_name:
        in_style_ = true;
        in_foreign_style_ = !tag.self_closing;
        break;
      case "base"_name:
        if (document_.base_href.empty()) document_.base_href = attribute_text(tag, "href"_name);
        return;
      case "link"_name:
        note_canonical(tag);
        break;
      case "meta"_name:
        meta(tag);
        break;
      case "html"_name:
        if (document_.lang.empty()) document_.lang = attribute_text(tag, "lang"_name);
        if (document_.lang.empty()) document_.lang = attribute_text(tag, "xml:lang"_name);
        break;
      default:
        break;
    }
    if (!options_.links) return;
    for (const auto& attribute : tag.attributes) {
      // Most are one of these.
      if (attribute.key == "class"_name || attribute.key == "title"_name) continue;
      const auto rule = rule_of(tag, attribute);
      if (rule && !tag.is_repeated(attribute)) follow(tag, attribute, *rule);
    }
  }

  void end_tag(const Tag& tag) {
    if (tag.key == "title"_name) {
      seen_title_ = seen_title_ || in_title_;
      in_title_ = false;
    } else if (tag.key == "style"_name) {
      in_style_ = false;
      in_foreign_style_ = false;
    }
    if (options_.text) leave(tag);
  }

  void comment(const Comment&) {}
  void doctype(const Doctype&) {}

  Document take() && {
    document_.title = std::move(title_).take();
    document_.cut = document_.cut || text_.cut();
    document_.text = std::move(text_).take();
    return std::move(document_);
  }

 private:
  static bool hides_text(NameKey element) {
    return element == "template"_name || element == "noscript"_name || element == "style"_name ||
           element == "script"_name;
  }

  void enter(const Tag& tag) {
    if (hidden_depth_ > 0) {
      if (tag.key == hidden_by_) ++hidden_depth_;
    } else if (hides_text(tag.key) && !tag.self_closing) {
      hidden_by_ = tag.key;
      hidden_depth_ = 1;
    } else {
      text_.separate(tag.key);
    }
  }

  void leave(const Tag& tag) {
    if (hidden_depth_ == 0) {
      text_.separate(tag.key);
    } else if (tag.key == hidden_by_) {
      --hidden_depth_;
    }
  }

  bool has_room_for(std::string_view reference) {
    const bool fits = document_.links.size() < options_.most_links &&
                      reference.size() <= options_.longest_reference &&
                      reference_bytes_ + reference.size() <= kMostReferenceBytes;
    if (fits) {
      reference_bytes_ += reference.size();
    } else {
      document_.cut = true;
    }
    return fits;
  }

  void add(const Tag& tag, const Attribute& attribute, LinkKind kind, std::string_view reference,
           bool nofollow = false) {
    reference = trim(reference);
    if (!options_.links || reference.empty() || is_never_fetched(reference)) return;
    if (kind == LinkKind::Speculative && !options_.speculative) return;
    if (!has_room_for(reference)) return;
    const std::uint64_t begin = tag.offset_of(attribute.value);
    document_.links.push_back({.reference = kept(reference),
                               .element = tag.name.substr(0, kLongestName),
                               .attribute = attribute.name.substr(0, kLongestName),
                               .kind = kind,
                               .nofollow = nofollow,
                               .begin = begin,
                               .end = begin + attribute.value.size()});
  }

  // The same bytes, where they outlive this.
  std::string_view kept(std::string_view reference) {
    const std::less_equal<const char*> before;
    if (before(source_.data(), reference.data()) &&
        before(reference.data() + reference.size(), source_.data() + source_.size()))
      return reference;
    return document_.decoded.emplace_front(reference);
  }

  void follow(const Tag& tag, const Attribute& attribute, LinkRule rule) {
    // Most values need no decoding and are copied once, into the link.
    std::string decoded;
    std::string_view text = attribute.value;
    if (needs_decoding(text)) {
      append_attribute_value(decoded, text);
      text = decoded;
    }
    switch (rule.form) {
      case ValueForm::One:
        return follow_one(tag, attribute, rule.kind, text);
      case ValueForm::Srcset:
        for (auto reference : srcset_references(text)) add(tag, attribute, rule.kind, reference);
        return;
      case ValueForm::List:
        return follow_list(tag, attribute, rule.kind, text);
      case ValueForm::Style:
        if (text.find('(') == std::string_view::npos) return;
        for (const auto& css : css_links(text, options_.most_links)) {
          add(tag, attribute, rule.kind, css.reference);
        }
        return;
      case ValueForm::Refresh:
        return add(tag, attribute, rule.kind, refresh_reference(text));
      case ValueForm::Html:
        return follow_html(tag, attribute, text);
    }
  }

  void follow_one(const Tag& tag, const Attribute& attribute, LinkKind kind,
                  std::string_view text) {
    if (kind == LinkKind::Object) {
      return add(tag, attribute, kind, in_codebase(codebase_of(tag), text));
    }
    const auto* rel = role_of(kind) == LinkRole::Navigation ? tag.find("rel"_name) : nullptr;
    const bool nofollow =
        rel != nullptr && (has_token(rel->value, "nofollow") || has_token(rel->value, "ugc") ||
                           has_token(rel->value, "sponsored"));
    add(tag, attribute, kind, text, nofollow);
  }

  void follow_list(const Tag& tag, const Attribute& attribute, LinkKind kind,
                   std::string_view text) {
    const bool commas = kind == LinkKind::Object;
    const std::string codebase = commas ? codebase_of(tag) : std::string();
    std::size_t at = 0;
    while (at < text.size() && document_.links.size() < options_.most_links) {
      const std::size_t begin = at;
      while (at < text.size() && !is_space(text[at]) && !(commas && text[at] == ',')) ++at;
      const std::string_view reference = text.substr(begin, at - begin);
      add(tag, attribute, kind, in_codebase(codebase, reference));
      ++at;
    }
  }

  void follow_html(const Tag& tag, const Attribute& attribute, std::string_view text) {
    if (depth_ >= kDeepestSrcdoc) return;
    Extractor inner(
        text,
        {.text = false, .speculative = options_.speculative, .most_links = options_.most_links},
        depth_ + 1);
    tokenize(text, inner);
    const Document found = std::move(inner).take();
    for (const auto& link : found.links)
      add(tag, attribute, link.kind, link.reference, link.nofollow);
  }

  static std::string codebase_of(const Tag& tag) {
    std::string base = attribute_text(tag, "codebase"_name);
    if (base.size() > kLongestCodebase) base.clear();
    if (!base.empty() && !base.ends_with('/')) base += '/';
    return base;
  }

  // What an object or applet names is relative to its codebase.
  static std::string in_codebase(const std::string& codebase, std::string_view reference) {
    reference = trim(reference);
    if (reference.empty() || is_absolute(reference)) return std::string(reference);
    return codebase + std::string(reference);
  }

  void note_canonical(const Tag& tag) {
    if (document_.canonical.empty() && has_token(attribute_text(tag, "rel"_name), "canonical")) {
      document_.canonical = attribute_text(tag, "href"_name);
    }
  }

  void meta(const Tag& tag) {
    if (const auto* charset = tag.find("charset"_name)) {
      if (document_.charset_meta.empty()) {
        document_.charset_meta = trim(decode_attribute_value(charset->value));
      }
    }
    const auto* content = tag.find("content"_name);
    if (content == nullptr) return;
    const std::string text = decode_attribute_value(content->value);
    const std::string equivalent = attribute_text(tag, "http-equiv"_name);
    if (iequals(equivalent, "content-type") && document_.charset_meta.empty()) {
      document_.charset_meta = charset_of_content(text);
    } else if (iequals(equivalent, "content-language") && document_.lang.empty()) {
      document_.lang = trim(text);
    }
    const std::string name = attribute_text(tag, "name"_name);
    if (iequals(name, "robots") || iequals(name, options_.robots_name)) robots(text);
    if (iequals(name, "description") && document_.description.empty()) {
      document_.description = trim(text);
    }
  }

  void robots(std::string_view content) {
    for (auto part : split(content, ',')) {
      const std::string word = lower(trim(part));
      if (word == "noindex" || word == "none") document_.robots.noindex = true;
      if (word == "nofollow" || word == "none") document_.robots.nofollow = true;
      if (word == "noarchive") document_.robots.noarchive = true;
    }
  }

  void style_text(const Text& token) {
    if (!options_.links) return;
    for (auto& css : css_links(token.raw, options_.most_links)) {
      if (is_never_fetched(css.reference)) continue;
      if (!has_room_for(css.reference)) continue;
      document_.links.push_back(
          {.reference = document_.decoded.emplace_front(std::move(css.reference)),
           .element = "style",
           .attribute = "text",
           .kind = css.is_import ? LinkKind::Import : LinkKind::CssUrl,
           .begin = token.begin + css.begin,
           .end = token.begin + css.end});
    }
  }

  const std::string_view source_;
  const ExtractOptions options_;
  const int depth_;
  Document document_;
  std::size_t reference_bytes_ = 0;
  TextBuilder title_;
  TextBuilder text_;
  bool in_title_ = false;
  bool seen_title_ = false;
  bool in_style_ = false;
  bool in_foreign_style_ = false;
  NameKey hidden_by_ = kNoKey;
  std::size_t hidden_depth_ = 0;
};

}  // namespace

void Link::place(std::string& out) const {
  out.assign(element);
  out += "/@";
  out += attribute;
  for (char& c : out) c = to_lower(c);
}

Document extract(std::string_view document, const ExtractOptions& options) {
  Extractor extractor(document, options, 0);
  tokenize(document, extractor);
  return std::move(extractor).take();
}

}  // namespace asof::html
