#include "html/charset.h"

#include <utility>

#include "base/text.h"
#include "html/link_rules.h"

namespace asof::html {
namespace {

constexpr std::size_t kPrescanned = 1024;

struct Pair {
  std::string name;
  std::string_view value;
};

// Reads the beginning of a page as the prescan does, which is not as the tokenizer does: it knows
// comments and attributes and nothing else.
class Prescan final {
 public:
  explicit Prescan(std::string_view text) : text_(text) {}

  std::string_view run() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] != '<') continue;
      if (starts("<!--")) {
        const std::size_t end = text_.find("-->", at_ + 2);
        if (end == std::string_view::npos) return {};
        at_ = end + 2;
      } else if (starts("<meta") && at_ + 5 < text_.size() &&
                 (is_space(text_[at_ + 5]) || text_[at_ + 5] == '/')) {
        at_ += 5;
        const std::string_view found = meta();
        if (!found.empty()) return found;
      } else if (is_tag()) {
        while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '>') ++at_;
        while (attribute()) {
        }
      } else if (starts("<!") || starts("</") || starts("<?")) {
        at_ = text_.find('>', at_);
        if (at_ == std::string_view::npos) return {};
      }
    }
    return {};
  }

 private:
  bool starts(std::string_view wanted) const { return istarts_with(text_.substr(at_), wanted); }
  bool is_tag() const {
    const std::size_t name = at_ + (starts("</") ? 2 : 1);
    return name < text_.size() && is_alpha(text_[name]);
  }

  // "Get an attribute"; nothing at the tag's end or the text's.
  std::optional<Pair> attribute() {
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == '/')) ++at_;
    if (at_ >= text_.size() || text_[at_] == '>') return std::nullopt;
    Pair pair;
    while (at_ < text_.size() && (text_[at_] != '=' || pair.name.empty())) {
      const char c = text_[at_];
      if (c == '/' || c == '>') return pair;
      if (is_space(c)) break;
      pair.name += to_lower(c);
      ++at_;
    }
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    if (at_ >= text_.size() || text_[at_] != '=') return pair;
    ++at_;
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    if (at_ >= text_.size()) return std::nullopt;
    if (text_[at_] == '"' || text_[at_] == '\'') {
      const std::size_t close = text_.find(text_[at_], at_ + 1);
      if (close == std::string_view::npos) {
        at_ = text_.size();
        return std::nullopt;
      }
      pair.value = text_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
      return pair;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '>') ++at_;
    pair.value = text_.substr(begin, at_ - begin);
    return pair;
  }

  // The encoding a <meta> declares, or empty. Of a repeated attribute the first counts.
  std::string_view meta() {
    bool seen_equivalent = false;
    bool seen_content = false;
    bool seen_charset = false;
    bool is_content_type = false;
    std::string_view from_content;
    std::string_view from_charset;
    while (const auto pair = attribute()) {
      if (pair->name == "http-equiv" && !std::exchange(seen_equivalent, true)) {
        is_content_type = iequals(pair->value, "content-type");
      } else if (pair->name == "content" && !std::exchange(seen_content, true)) {
        from_content = charset_of_content(pair->value);
      } else if (pair->name == "charset" && !std::exchange(seen_charset, true)) {
        from_charset = pair->value;
      }
    }
    const std::string_view label = seen_charset      ? from_charset
                                   : is_content_type ? from_content
                                                     : std::string_view();
    const auto name = encoding_of_label(label);
    if (!name) return {};
    // A page whose <meta> can be read as ASCII is not in UTF-16, whatever it says.
    if (*name == "utf-16le" || *name == "utf-16be") return "utf-8";
    if (*name == "x-user-defined") return "windows-1252";
    return *name;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// The encoding of an XML declaration at the very start.
std::string_view xml_declaration(std::string_view text) {
  if (!text.starts_with("<?xml")) return {};
  text = text.substr(0, text.find('>'));
  const std::size_t at = text.find("encoding");
  if (at == std::string_view::npos) return {};
  text = trim(text.substr(at + 8));
  if (!text.starts_with('=')) return {};
  text = trim(text.substr(1));
  if (text.empty() || (text.front() != '"' && text.front() != '\'')) return {};
  const std::size_t close = text.find(text.front(), 1);
  if (close == std::string_view::npos) return {};
  const auto name = encoding_of_label(text.substr(1, close - 1));
  if (!name) return {};
  return name->starts_with("utf-16") ? "utf-8" : *name;
}

std::string_view byte_order_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return "utf-8";
  if (bytes.starts_with("\xFF\xFE")) return "utf-16le";
  if (bytes.starts_with("\xFE\xFF")) return "utf-16be";
  return {};
}

}  // namespace

std::string_view prescan_charset(std::string_view bytes) {
  using namespace std::string_view_literals;
  const std::string_view beginning = bytes.substr(0, kPrescanned);
  if (beginning.starts_with("<\0?\0x\0"sv)) return "utf-16le";
  if (beginning.starts_with("\0<\0?\0x"sv)) return "utf-16be";
  const std::string_view found = Prescan(beginning).run();
  return found.empty() ? xml_declaration(beginning) : found;
}

Charset detect_charset(std::string_view bytes, std::string_view header_label) {
  if (const auto name = byte_order_mark(bytes); !name.empty()) {
    return {std::string(name), CharsetSource::Bom};
  }
  if (const auto name = encoding_of_label(header_label)) {
    return {std::string(*name), CharsetSource::Header};
  }
  if (const auto name = prescan_charset(bytes); !name.empty()) {
    return {std::string(name), CharsetSource::Meta};
  }
  const std::string_view name = sniff_charset(bytes);
  return {std::string(name),
          name == "windows-1252" ? CharsetSource::Default : CharsetSource::Sniffed};
}

}  // namespace asof::html
