#include "change/clean.h"

#include <algorithm>
#include <array>

#include "base/digest.h"
#include "base/text.h"
#include "html/name.h"
#include "html/references.h"
#include "html/text_builder.h"
#include "html/tokenizer.h"
#include "noise/noise.h"
#include "url/url.h"

namespace asof::change {
namespace {

using namespace html::literals;

constexpr std::size_t kTextLimit = std::size_t{8} << 20;
constexpr std::size_t kLongestTitle = 4096;
constexpr std::size_t kMostAddresses = 100'000;
constexpr std::size_t kLongestAddress = 8192;

// Where pages say when they were last changed.
constexpr auto kModifiedNames = std::to_array<std::string_view>(
    {"article:modified_time", "og:updated_time", "last-modified", "dcterms.modified",
     "dc.date.modified", "datemodified", "revised"});

std::string attribute_text(const html::Tag& tag, std::string_view name) {
  const html::Attribute* attribute = tag.find(name);
  return attribute == nullptr ? "" : html::decode_attribute_value(attribute->value);
}

// The strings that a style sheet puts into the page: content: "Sold out". Icons have no letters.
void append_generated(std::string& out, std::string_view css) {
  constexpr std::size_t kLetters = 2;
  for (std::size_t at = css.find("content"); at != std::string_view::npos;
       at = css.find("content", at + 1)) {
    std::size_t from = at + 7;
    while (from < css.size() && is_space(css[from])) ++from;
    if (from >= css.size() || css[from] != ':') continue;
    ++from;
    while (from < css.size() && is_space(css[from])) ++from;
    if (from >= css.size() || (css[from] != '"' && css[from] != '\'')) continue;
    const std::size_t end = css.find(css[from], from + 1);
    if (end == std::string_view::npos) return;
    const std::string_view said = css.substr(from + 1, end - from - 1);
    const bool escaped = said.find('\\') != std::string_view::npos;
    if (!escaped && std::ranges::count_if(said, is_alpha) >= static_cast<int>(kLetters)) {
      out.append(said).append("\n");
    }
  }
}

// A sink that keeps what a reader reads.
class Cleaner final {
 public:
  Cleaner(std::string_view page, const noise::AdRules& advertisements, bool drops)
      : page_(page),
        advertisements_(advertisements),
        drops_(drops),
        text_(kTextLimit),
        prose_(kTextLimit),
        title_(kLongestTitle),
        clean_page_(noise::clean_address(page)) {
    base_ = url::parse(page);
  }

  void text(const html::Text& token) {
    if (in_title_ && token.kind == html::TextKind::Rcdata) title_.text(token.raw, token.kind);
    if (hidden_by_ == "style"_name && hidden_depth_ > 0) append_generated(generated_, token.raw);
    const bool shown = token.kind == html::TextKind::Data || token.kind == html::TextKind::Cdata ||
                       token.kind == html::TextKind::Plaintext;
    if (!shown || hidden_depth_ > 0 || scrambled_) return;
    const bool left_out = dropped_depth_ > 0 || (frame_depth_ > 0 && in_link_);
    (left_out ? dropped_bytes_ : kept_bytes_) += token.raw.size();
    if (!left_out) write(token.raw, token.kind);
  }

  void start_tag(const html::Tag& tag) {
    if (hidden_depth_ > 0) {
      if (tag.key == hidden_by_) ++hidden_depth_;
      return;
    }
    if (hides(tag) && !tag.self_closing) {
      hidden_by_ = tag.key;
      hidden_depth_ = 1;
      return;
    }
    in_title_ = tag.key == "title"_name && !titled_;
    if (tag.key == "base"_name && !based_) rebase(attribute_text(tag, "href"));
    if (tag.key == "meta"_name || tag.key == "time"_name) note_timestamp(tag);
    if (tag.key == "a"_name) in_link_ = tag.find("href") != nullptr;
    if (tag.key == "select"_name) in_select_ = true;
    if (dropped_depth_ > 0) {
      if (tag.key == dropped_by_) ++dropped_depth_;
      return;
    }
    if (drops_ && is_left_out(tag)) {
      dropped_by_ = tag.key;
      dropped_depth_ = 1;
      return;
    }
    separate(tag.key);
    if (is_frame(tag.key) && !tag.self_closing && drops_) ++frame_depth_;
    if (is_struck(tag.key)) text_.text("[struck out:", html::TextKind::Plaintext);
    if (const html::Attribute* mail = tag.find("data-cfemail"); mail != nullptr) {
      scrambled_ = true;
      write(noise::unscrambled_mail(mail->value), html::TextKind::Plaintext);
    }
    if (frame_depth_ == 0) note_address(tag);
    if (tag.key == "iframe"_name && !nested_) read_nested(attribute_text(tag, "srcdoc"));
  }

  void end_tag(const html::Tag& tag) {
    titled_ = titled_ || in_title_;
    in_title_ = false;
    if (hidden_depth_ > 0) {
      if (tag.key == hidden_by_) --hidden_depth_;
      return;
    }
    scrambled_ = false;
    if (tag.key == "a"_name) in_link_ = false;
    if (tag.key == "select"_name) in_select_ = false;
    if (dropped_depth_ > 0) {
      if (tag.key == dropped_by_) --dropped_depth_;
      return;
    }
    if (is_frame(tag.key) && frame_depth_ > 0) --frame_depth_;
    if (is_struck(tag.key)) text_.text("]", html::TextKind::Plaintext);
    separate(tag.key);
  }

  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}

  // Boilerplate was told from the rest.
  bool plausible() const {
    return dropped_depth_ == 0 && frame_depth_ == 0 && dropped_bytes_ <= kept_bytes_;
  }

  Cleaned take() && {
    cleaned_.cut = cleaned_.cut || text_.cut();
    for (html::TextBuilder* builder : {&text_, &prose_}) {
      builder->separate("p"_name);
      for (const std::string_view line : split(generated_, '\n')) {
        builder->text(line, html::TextKind::Plaintext);
        builder->separate("p"_name);
      }
    }
    const std::string whole = std::move(text_).take();
    cleaned_.prose = std::move(prose_).take();
    if (cleaned_.timestamp.empty()) cleaned_.timestamp = written_timestamp(whole);
    cleaned_.text = noise::without_noise(whole);
    cleaned_.title = noise::without_noise(std::move(title_).take());
    return std::move(cleaned_);
  }

  // "Last modified: ..." in a text; not when it was generated, nor how long ago that is.
  static std::string written_timestamp(std::string_view text) {
    for (const noise::Piece& piece : noise::noise_in(text)) {
      if (piece.rule != "stamp") continue;
      const std::string said = lower(text.substr(piece.begin, piece.end - piece.begin));
      const auto says = [&said](std::string_view word) {
        return said.find(word) != std::string::npos;
      };
      if (said.ends_with("ago") || says("visit") || says("login") || says("generated")) continue;
      if (said.starts_with("last ") || says("updated") || says("modified") || says("revised") ||
          says("geändert") || says("aktualisiert") || says("änderung") || says("mise à jour") ||
          says("actualización")) {
        return said;
      }
    }
    return "";
  }

 private:
  // Of a template, what makes a shadow tree is shown.
  static bool hides(const html::Tag& tag) {
    if (tag.key == "template"_name) {
      return tag.find("shadowrootmode") == nullptr && tag.find("shadowroot") == nullptr;
    }
    return tag.key == "noscript"_name || tag.key == "style"_name || tag.key == "script"_name;
  }
  static bool is_frame(html::NameKey element) {
    return element == "nav"_name || element == "footer"_name;
  }
  static bool is_struck(html::NameKey element) {
    return element == "s"_name || element == "del"_name || element == "strike"_name;
  }

  bool is_left_out(const html::Tag& tag) const {
    if (tag.self_closing) return false;
    switch (tag.key) {
      case "div"_name:
      case "aside"_name:
      case "section"_name:
      case "dialog"_name:
      case "form"_name:
      case "ins"_name:
      case "iframe"_name:
        break;
      default:
        return false;
    }
    const std::string marks = attribute_text(tag, "class") + ' ' + attribute_text(tag, "id");
    if (marks.size() <= 1) return false;
    return noise::asks_for_consent(marks) ||
           !noise::advertisement({.marks = marks, .page = page_}, advertisements_).empty();
  }

  void write(std::string_view raw, html::TextKind kind) {
    text_.text(raw, kind);
    if (!in_link_ && !in_select_ && frame_depth_ == 0) prose_.text(raw, kind);
  }
  // Cells stand in lines of their own: a date alone in one is no part of a sentence.
  void separate(html::NameKey element) {
    const bool cell = element == "td"_name || element == "th"_name;
    text_.separate(cell ? "p"_name : element);
    prose_.separate(cell ? "p"_name : element);
  }

  // A document within an attribute.
  void read_nested(const std::string& html) {
    if (html.empty()) return;
    nested_ = true;
    separate("p"_name);
    html::tokenize(html, *this);
    separate("p"_name);
    hidden_depth_ = dropped_depth_ = 0;
    in_link_ = scrambled_ = nested_ = false;
  }

  void rebase(const std::string& href) {
    if (href.empty()) return;
    based_ = true;
    auto moved = url::parse(href, base_ ? &*base_ : nullptr);
    if (moved) base_ = std::move(moved);
  }

  void note_timestamp(const html::Tag& tag) {
    if (!cleaned_.timestamp.empty()) return;
    std::string name = attribute_text(tag, "property");
    for (const std::string_view other : {"name", "itemprop", "http-equiv"}) {
      if (name.empty()) name = attribute_text(tag, other);
    }
    name = lower(name);
    const bool known =
        std::find(kModifiedNames.begin(), kModifiedNames.end(), name) != kModifiedNames.end();
    if (!known) return;
    cleaned_.timestamp = attribute_text(tag, tag.key == "time"_name ? "datetime" : "content");
  }

  void note_address(const html::Tag& tag) {
    switch (tag.key) {
      case "a"_name:
      case "area"_name:
        return add_link(tag);
      case "img"_name:
        return add_image(tag, later_source(tag));
      case "input"_name:
        if (iequals(attribute_text(tag, "type"), "image")) {
          add_image(tag, attribute_text(tag, "src"));
        }
        return;
      case "iframe"_name:
      case "frame"_name:
        return add_frame(tag);
      case "embed"_name:
      case "video"_name:
      case "audio"_name:
      case "source"_name:
        return add_media(tag, "src");
      case "object"_name:
        return add_media(tag, "data");
      default:
        return;
    }
  }

  // What a picture will be once scripts have run, where the page says so.
  static std::string later_source(const html::Tag& tag) {
    for (const std::string_view later : {"data-src", "data-original", "data-lazy-src"}) {
      std::string source = attribute_text(tag, later);
      if (!source.empty()) return source;
    }
    return attribute_text(tag, "src");
  }

  // Absolute; empty where there is none, or it is an advertisement.
  std::string address_of(const html::Tag& tag, const std::string& reference) const {
    if (reference.empty() || reference.size() > kLongestAddress) return {};
    std::string address;
    if (!base_ || !url::resolve(*base_, reference, address)) address = reference;
    const std::string marks = attribute_text(tag, "class") + ' ' + attribute_text(tag, "id");
    const auto number = [&tag](std::string_view which) {
      const auto value = parse_uint(attribute_text(tag, which));
      return value && *value < 100'000 ? static_cast<int>(*value) : 0;
    };
    const noise::Suspect suspect{.address = address,
                                 .marks = marks,
                                 .width = number("width"),
                                 .height = number("height"),
                                 .page = page_};
    return noise::advertisement(suspect, advertisements_).empty() ? address : std::string();
  }

  void add(std::vector<std::string>& list, std::string what) {
    if (list.size() < kMostAddresses) {
      list.push_back(std::move(what));
    } else {
      cleaned_.cut = true;
    }
  }
  void add_link(const html::Tag& tag) {
    const std::string reference = attribute_text(tag, "href");
    const std::string address = address_of(tag, reference);
    if (address.empty()) return;
    // Resolving drops the fragment, in which a scrambled mail address stands.
    std::string clean = noise::clean_address(reference);
    if (!clean.starts_with("mailto:")) clean = noise::clean_address(address);
    // A place on the page itself is the same wherever the page is kept.
    if (clean == clean_page_) clean = "#";
    add(cleaned_.links, std::move(clean));
  }
  void add_image(const html::Tag& tag, const std::string& reference) {
    const std::string address = address_of(tag, reference);
    if (address.empty()) return;
    const std::string alt = attribute_text(tag, "alt");
    add(cleaned_.images, noise::picture_name(address) + ' ' + alt);
    const bool later = reference != attribute_text(tag, "src");
    if (later || !alt.empty()) cleaned_.media.push_back({address, alt});
  }
  void add_frame(const html::Tag& tag) {
    const std::string address = address_of(tag, attribute_text(tag, "src"));
    if (!address.empty()) add(cleaned_.images, noise::clean_address(address));
  }
  void add_media(const html::Tag& tag, std::string_view name) {
    const std::string address = address_of(tag, attribute_text(tag, name));
    if (address.empty()) return;
    add(cleaned_.images, noise::clean_address(address));
    cleaned_.media.push_back({address, {}});
  }

  std::string_view page_;
  const noise::AdRules& advertisements_;
  const bool drops_;
  html::TextBuilder text_;
  html::TextBuilder prose_;
  html::TextBuilder title_;
  std::string generated_;  // by style sheets, a line each
  const std::string clean_page_;
  bool in_title_ = false;
  bool titled_ = false;
  std::optional<url::Url> base_;
  bool based_ = false;
  Cleaned cleaned_;
  html::NameKey hidden_by_ = html::kNoKey;
  html::NameKey dropped_by_ = html::kNoKey;
  std::size_t hidden_depth_ = 0;
  std::size_t dropped_depth_ = 0;
  std::size_t frame_depth_ = 0;  // of <nav> and <footer>
  bool in_link_ = false;
  bool in_select_ = false;
  bool scrambled_ = false;  // a mail address follows that is written already
  bool nested_ = false;     // in a document within an attribute
  std::size_t dropped_bytes_ = 0;
  std::size_t kept_bytes_ = 0;
};

}  // namespace

std::string Cleaned::digest() const {
  Hasher hasher(Algorithm::Sha256);
  hasher.update(title);
  hasher.update(std::string_view("\0", 1));
  hasher.update(text);
  for (const auto* list : {&links, &images}) {
    hasher.update(std::string_view("\0", 1));
    for (const std::string& address : *list) {
      hasher.update(address);
      hasher.update("\n");
    }
  }
  return hasher.finish();
}

Cleaned clean_html(std::string_view html, std::string_view url,
                   const noise::AdRules& advertisements) {
  for (const bool drops : {true, false}) {
    Cleaner cleaner(url, advertisements, drops);
    html::Tokenizer<Cleaner> tokenizer(cleaner);
    tokenizer.finish(html);
    if (!drops || cleaner.plausible()) return std::move(cleaner).take();
  }
  return {};
}

Cleaned clean_text(std::string_view text) {
  return {.text = noise::without_noise(text), .timestamp = Cleaner::written_timestamp(text)};
}

}  // namespace asof::change
