#include <litehtml/litehtml.h>

#include <algorithm>

#include "base/text.h"
#include "layout/default_style_internal.h"
#include "layout/litehtml_internal.h"

namespace asof::layout {

namespace {

constexpr std::size_t kMostTexts = 60'000;  // words beyond it are placed several at once

// What the engine asks of whoever shows the page. Nothing is drawn.
class Container final : public litehtml::document_container {
 public:
  Container(const EngineInput& input, Workshop& workshop, Faces& faces)
      : input_(input), workshop_(workshop), faces_(faces) {
    words_at_once_ = 1 + input.words / kMostTexts;
  }

  litehtml::uint_ptr create_font(const char* name, int size, int weight, litehtml::font_style,
                                 unsigned int, litehtml::font_metrics* metrics) override {
    size = std::clamp(size, 0, kLargestFont);
    const std::string_view family = name == nullptr ? "" : name;
    faces_.push_back({size, std::clamp(weight, 1, 1'000), family.find("mono") != family.npos});
    metrics->ascent = size * 9 / 10;
    metrics->descent = size / 4;
    metrics->height = metrics->ascent + metrics->descent;
    metrics->x_height = size / 2;
    metrics->draw_spaces = false;
    return faces_.size();
  }
  void delete_font(litehtml::uint_ptr) override {}
  int text_width(const char* text, litehtml::uint_ptr font) override {
    return layout::text_width(text, face_of(faces_, font));
  }
  int pt_to_px(int pt) const override { return bounded(pt) * 4 / 3; }
  int get_default_font_size() const override { return 16; }
  const char* get_default_font_name() const override { return "sans-serif"; }

  void get_image_size(const char* source, const char*, litehtml::size& size) override {
    const auto known = source == nullptr ? std::nullopt : input_.image(source);
    // A browser shows a small frame where an image is missing; the words in its place count.
    constexpr int kMissing = 16;
    size.width = known ? known->width : kMissing;
    size.height = known ? known->height : kMissing;
  }

  void link(const std::shared_ptr<litehtml::document>& document,
            const litehtml::element::ptr&) override {
    if (is_styled_) return;
    is_styled_ = true;
    document->add_stylesheet(std::string(input_.css).c_str(), "", "");
  }

  void get_client_rect(litehtml::position& client) const override {
    client = {0, 0, input_.width, input_.height};
  }
  void get_media_features(litehtml::media_features& media) const override {
    media.type = litehtml::media_type_screen;
    media.width = media.device_width = input_.width;
    media.height = media.device_height = input_.height;
    media.color = 8;
    media.resolution = 96;
  }

  ElementPtr create_element(const char* name, const litehtml::string_map&,
                            const DocumentPtr& document) override {
    const std::string_view tag = name;
    return tag == "link" ? nullptr : workshop_.make(tag, document);
  }

  void split_text(const char* text, const std::function<void(const char*)>& on_word,
                  const std::function<void(const char*)>& on_space) override {
    std::string word;
    std::size_t words = 0;
    const auto flush = [&] {
      if (!word.empty()) on_word(word.c_str());
      word.clear();
      words = 0;
    };
    for (const char* at = text; *at != '\0'; ++at) {
      const auto byte = static_cast<unsigned char>(*at);
      if (is_space(*at)) {
        const bool goes_on =
            ++words < words_at_once_ && !word.empty() && at[1] != '\0' && !is_space(at[1]);
        if (goes_on) {
          word.push_back(' ');
          continue;
        }
        flush();
        const char space[2] = {*at, '\0'};
        on_space(space);
        continue;
      }
      // Lines may break before any ideograph.
      if (byte >= 0xE3 && byte < 0xF0 && ++words > words_at_once_) {
        flush();
        words = 1;
      }
      word.push_back(*at);
    }
    flush();
  }

  void draw_text(litehtml::uint_ptr, const char*, litehtml::uint_ptr, litehtml::web_color,
                 const litehtml::position&) override {}
  void draw_list_marker(litehtml::uint_ptr, const litehtml::list_marker&) override {}
  void load_image(const char*, const char*, bool) override {}
  void draw_background(litehtml::uint_ptr, const litehtml::background_paint&) override {}
  void draw_borders(litehtml::uint_ptr, const litehtml::borders&, const litehtml::position&,
                    bool) override {}
  void set_caption(const char*) override {}
  void set_base_url(const char*) override {}
  void on_anchor_click(const char*, const litehtml::element::ptr&) override {}
  void set_cursor(const char*) override {}
  void transform_text(std::string&, litehtml::text_transform) override {}
  void import_css(std::string& text, const std::string&, std::string&) override { text.clear(); }
  void set_clip(const litehtml::position&, const litehtml::border_radiuses&, bool, bool) override {}
  void del_clip() override {}
  void get_language(std::string& language, std::string& culture) const override {
    language = "en";
    culture = "";
  }

 private:
  const EngineInput& input_;
  Workshop& workshop_;
  Faces& faces_;
  std::size_t words_at_once_ = 1;
  bool is_styled_ = false;
};

}  // namespace

const Face& face_of(const Faces& faces, std::size_t font) {
  static const Face kNone;
  return font == 0 || font > faces.size() ? kNone : faces[font - 1];
}

void with_document(const EngineInput& input, Workshop& workshop, Faces& faces,
                   const std::function<void(litehtml::document&)>& use) {
  Container container(input, workshop, faces);
  litehtml::context styles;
  styles.load_master_stylesheet(kDefaultStyle);
  const std::string html(input.html);
  const auto document = litehtml::document::createFromUTF8(html.c_str(), &container, &styles);
  if (!document || !document->root()) return;
  document->render(input.width);
  use(*document);
}

}  // namespace asof::layout
