#include "prove/page_text.h"

#include <algorithm>

#include "base/text.h"
#include "html/references.h"
#include "html/text_builder.h"
#include "html/tokenizer.h"
#include "prove/open_elements.h"
#include "prove/phrase.h"

namespace asof::prove {
namespace {

// Pages are cut at this size before they come here.
constexpr std::size_t kLongestText = std::size_t{64} << 20;

class VisibleText final {
 public:
  void start_tag(const html::Tag& tag) {
    open_.start(tag);
    separate(tag);
  }
  void end_tag(const html::Tag& tag) {
    open_.end(tag);
    separate(tag);
  }
  void text(const html::Text& text) {
    if (open_.hidden_by().empty()) text_.text(text.raw, text.kind);
  }
  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}

  std::string take() && { return normalised(std::move(text_).take()); }

 private:
  void separate(const html::Tag& tag) {
    if (open_.hidden_by().empty()) text_.separate(tag.key);
  }

  OpenElements open_;
  html::TextBuilder text_{kLongestText};
};

class HiddenPlaces final {
 public:
  explicit HiddenPlaces(std::string_view phrase) : phrase_(phrase) {}

  void start_tag(const html::Tag& tag) {
    for (const html::Attribute& attribute : tag.attributes)
      if (!attribute.value.empty())
        look("the attribute " + html::decode_name(attribute.name),
             html::decode_attribute_value(attribute.value));
    open_.start(tag);
    follow(tag);
  }
  void end_tag(const html::Tag& tag) {
    open_.end(tag);
    follow(tag);
  }
  void text(const html::Text& text) {
    if (!place_.empty()) text_.text(text.raw, text.kind);
  }
  void comment(const html::Comment& comment) { look("a comment", comment.content); }
  void doctype(const html::Doctype&) {}

  std::vector<std::string> take() && {
    finish();
    return std::move(places_);
  }

 private:
  // Texts of one hidden element belong together, whatever other elements are in it.
  void follow(const html::Tag& tag) {
    if (open_.hidden_by() != place_) finish();
    place_ = open_.hidden_by();
    if (!place_.empty()) text_.separate(tag.key);
  }
  void finish() {
    if (!place_.empty()) look(std::string(place_), std::move(text_).take());
    text_ = html::TextBuilder(kLongestText);
  }
  void look(const std::string& place, std::string_view text) {
    if (find_phrase(normalised(text), phrase_) == kNone) return;
    if (std::ranges::find(places_, place) == places_.end()) places_.push_back(place);
  }

  std::string_view phrase_;
  OpenElements open_;
  std::string_view place_;  // where the texts being read stand; empty: in the open
  html::TextBuilder text_{kLongestText};
  std::vector<std::string> places_;
};

}  // namespace

std::string visible_text(std::string_view html) {
  VisibleText sink;
  html::Tokenizer tokenizer(sink);
  tokenizer.finish(html);
  return std::move(sink).take();
}

std::vector<std::string> hidden_places(std::string_view html, std::string_view phrase) {
  HiddenPlaces sink(phrase);
  html::Tokenizer tokenizer(sink);
  tokenizer.finish(html);
  return std::move(sink).take();
}

}  // namespace asof::prove
