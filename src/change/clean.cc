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

// A sink that keeps what a reader reads.
class Cleaner final {
 public:
  Cleaner(std::string_view page, const noise::AdRules& advertisements, bool drops)
      : page_(page),
        advertisements_(advertisements),
        drops_(drops),
        text_(kTextLimit),
        title_(kLongestTitle) {
    base_ = url::parse(page);
  }

  void text(const html::Text& token) {
    if (in_title_ && token.kind == html::TextKind::Rcdata) title_.text(token.raw, token.kind);
    const bool shown = token.kind == html::TextKind::Data || token.kind == html::TextKind::Cdata ||
                       token.kind == html::TextKind::Plaintext;
    if (!shown || hidden_depth_ > 0) return;
    (dropped_depth_ > 0 ? dropped_bytes_ : kept_bytes_) += token.raw.size();
    if (dropped_depth_ == 0) text_.text(token.raw, token.kind);
  }

  void start_tag(const html::Tag& tag) {
    if (hidden_depth_ > 0) {
      if (tag.key == hidden_by_) ++hidden_depth_;
      return;
    }
    if (hides(tag.key) && !tag.self_closing) {
      hidden_by_ = tag.key;
      hidden_depth_ = 1;
      return;
    }
    in_title_ = tag.key == "title"_name && !titled_;
    if (tag.key == "base"_name && !based_) rebase(attribute_text(tag, "href"));
    if (tag.key == "meta"_name || tag.key == "time"_name) note_timestamp(tag);
    if (dropped_depth_ > 0) {
      if (tag.key == dropped_by_) ++dropped_depth_;
      return;
    }
    if (drops_ && is_boilerplate(tag)) {
      dropped_by_ = tag.key;
      dropped_depth_ = 1;
      return;
    }
    text_.separate(tag.key);
    note_address(tag);
  }

  void end_tag(const html::Tag& tag) {
    titled_ = titled_ || in_title_;
    in_title_ = false;
    if (hidden_depth_ > 0) {
      if (tag.key == hidden_by_) --hidden_depth_;
    } else if (dropped_depth_ > 0) {
      if (tag.key == dropped_by_) --dropped_depth_;
    } else {
      text_.separate(tag.key);
    }
  }

  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}

  // Boilerplate was told from the rest.
  bool plausible() const { return dropped_depth_ == 0 && dropped_bytes_ <= kept_bytes_; }

  Cleaned take() && {
    cleaned_.cut = cleaned_.cut || text_.cut();
    const std::string whole = std::move(text_).take();
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
  static bool hides(html::NameKey element) {
    return element == "template"_name || element == "noscript"_name || element == "style"_name ||
           element == "script"_name;
  }

  bool is_boilerplate(const html::Tag& tag) const {
    if (tag.self_closing) return false;
    switch (tag.key) {
      case "nav"_name:
      case "footer"_name:
        return true;
      case "div"_name:
      case "aside"_name:
      case "section"_name:
      case "ins"_name:
      case "iframe"_name:
        break;
      default:
        return false;
    }
    const std::string marks = attribute_text(tag, "class") + ' ' + attribute_text(tag, "id");
    return marks.size() > 1 &&
           !noise::advertisement({.marks = marks, .page = page_}, advertisements_).empty();
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
        return add(cleaned_.links, tag, "href");
      case "img"_name:
      case "iframe"_name:
      case "embed"_name:
      case "video"_name:
      case "audio"_name:
      case "frame"_name:
        return add(cleaned_.images, tag, "src");
      case "input"_name:
        if (iequals(attribute_text(tag, "type"), "image")) add(cleaned_.images, tag, "src");
        return;
      case "object"_name:
        return add(cleaned_.images, tag, "data");
      default:
        return;
    }
  }

  void add(std::vector<std::string>& list, const html::Tag& tag, std::string_view name) {
    const std::string reference = attribute_text(tag, name);
    if (reference.empty() || reference.size() > kLongestAddress) return;
    if (list.size() >= kMostAddresses) {
      cleaned_.cut = true;
      return;
    }
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
    if (noise::advertisement(suspect, advertisements_).empty())
      list.push_back(noise::clean_address(address));
  }

  std::string_view page_;
  const noise::AdRules& advertisements_;
  const bool drops_;
  html::TextBuilder text_;
  html::TextBuilder title_;
  bool in_title_ = false;
  bool titled_ = false;
  std::optional<url::Url> base_;
  bool based_ = false;
  Cleaned cleaned_;
  html::NameKey hidden_by_ = html::kNoKey;
  html::NameKey dropped_by_ = html::kNoKey;
  std::size_t hidden_depth_ = 0;
  std::size_t dropped_depth_ = 0;
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
