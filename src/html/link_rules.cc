#include "html/link_rules.h"

#include <array>

#include "base/text.h"
#include "html/references.h"

namespace asof::html {

using namespace literals;

namespace {

constexpr std::array<std::string_view, 27> kKindNames = {
    "anchor",        "area",       "image",     "image-set", "style",   "script",     "frame",
    "media",         "object",     "embed",     "form",      "icon",    "manifest",   "prefetch",
    "feed",          "alternate",  "canonical", "related",   "refresh", "import",     "css-url",
    "svg-reference", "background", "cite",      "ping",      "hint",    "speculative"};

using Rule = std::optional<LinkRule>;
Rule one(LinkKind kind) { return LinkRule{kind, ValueForm::One}; }

Rule rule_of_href(const Tag& tag) {
  switch (tag.key) {
    case "a"_name:
      return one(LinkKind::Anchor);
    case "area"_name:
      return one(LinkKind::Area);
    case "image"_name:
    case "feimage"_name:
      return one(LinkKind::Image);
    case "script"_name:
      return one(LinkKind::Script);
    case "link"_name:
      return one(kind_of_rel(attribute_text(tag, "rel"_name), attribute_text(tag, "type"_name)));
    case "base"_name:
      return std::nullopt;
    default:
      return one(LinkKind::SvgReference);
  }
}

Rule rule_of_src(NameKey element) {
  switch (element) {
    case "img"_name:
    case "image"_name:
    case "input"_name:
    case "amp-img"_name:
      return one(LinkKind::Image);
    case "script"_name:
      return one(LinkKind::Script);
    case "iframe"_name:
    case "frame"_name:
    case "amp-iframe"_name:
    case "portal"_name:
      return one(LinkKind::Frame);
    case "video"_name:
    case "audio"_name:
    case "source"_name:
    case "track"_name:
    case "bgsound"_name:
      return one(LinkKind::Media);
    case "embed"_name:
      return one(LinkKind::Embed);
    default:
      return one(LinkKind::Speculative);
  }
}

Rule rule_of_meta(const Tag& tag) {
  if (iequals(attribute_text(tag, "http-equiv"_name), "refresh")) {
    return LinkRule{LinkKind::Refresh, ValueForm::Refresh};
  }
  for (NameKey key : {"name"_name, "property"_name, "itemprop"_name}) {
    if (is_reference_meta(attribute_text(tag, key))) return one(LinkKind::Speculative);
  }
  return std::nullopt;
}

// The parameters in which plug-ins were told what to play.
Rule rule_of_param(const Tag& tag) {
  const std::string name = lower(attribute_text(tag, "name"_name));
  if (name == "movie" || name == "src" || name == "url" || name == "filename" || name == "data") {
    return one(LinkKind::Embed);
  }
  return std::nullopt;
}

bool is_object(NameKey element) { return element == "object"_name || element == "applet"_name; }

// Attributes in which scripts find what to load later. The names are customs, not a standard.
Rule rule_of_lazy(std::string_view name) {
  constexpr std::array<std::string_view, 15> kLazy = {
      "data-src",        "data-original", "data-lazy-src", "data-lazy",      "data-bg",
      "data-background", "data-image",    "data-img",      "data-url",       "data-href",
      "data-poster",     "data-full",     "data-large",    "data-thumbnail", "data-hi-res-src"};
  constexpr std::array<std::string_view, 3> kLazySets = {"data-srcset", "data-lazy-srcset",
                                                         "data-original-set"};
  if (!istarts_with(name, "data-")) return std::nullopt;
  for (auto lazy : kLazy) {
    if (iequals(name, lazy)) return one(LinkKind::Speculative);
  }
  for (auto lazy : kLazySets) {
    if (iequals(name, lazy)) return LinkRule{LinkKind::Speculative, ValueForm::Srcset};
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(LinkKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

LinkRole role_of(LinkKind kind) {
  switch (kind) {
    case LinkKind::Anchor:
    case LinkKind::Area:
    case LinkKind::Form:
    case LinkKind::Feed:
    case LinkKind::Alternate:
    case LinkKind::Canonical:
    case LinkKind::Related:
    case LinkKind::Refresh:
    case LinkKind::Cite:
      return LinkRole::Navigation;
    case LinkKind::Speculative:
      return LinkRole::Speculative;
    case LinkKind::Ping:
    case LinkKind::Hint:
      return LinkRole::None;
    default:
      return LinkRole::Embed;
  }
}

std::optional<LinkRule> rule_of(const Tag& tag, const Attribute& attribute) {
  const NameKey element = tag.key;
  switch (attribute.key) {
    case "href"_name:
    case "xlink:href"_name:
      return rule_of_href(tag);
    case "src"_name:
      return rule_of_src(element);
    case "srcset"_name:
      return LinkRule{LinkKind::ImageSet, ValueForm::Srcset};
    case "style"_name:
      return LinkRule{LinkKind::CssUrl, ValueForm::Style};
    case "srcdoc"_name:
      if (element == "iframe"_name) return LinkRule{LinkKind::Frame, ValueForm::Html};
      return std::nullopt;
    case "lowsrc"_name:
    case "dynsrc"_name:
    case "poster"_name:
      return one(LinkKind::Image);
    case "background"_name:
      return one(LinkKind::Background);
    case "cite"_name:
    case "longdesc"_name:
      return one(LinkKind::Cite);
    case "profile"_name:
      if (element == "head"_name) return LinkRule{LinkKind::Cite, ValueForm::List};
      return std::nullopt;
    case "action"_name:
      if (element == "form"_name) return one(LinkKind::Form);
      return std::nullopt;
    case "formaction"_name:
      return one(LinkKind::Form);
    case "data"_name:
    case "code"_name:
      if (is_object(element)) return one(LinkKind::Object);
      return std::nullopt;
    case "archive"_name:
      if (is_object(element)) return LinkRule{LinkKind::Object, ValueForm::List};
      return std::nullopt;
    case "ping"_name:
      return LinkRule{LinkKind::Ping, ValueForm::List};
    case "manifest"_name:
      if (element == "html"_name) return one(LinkKind::Manifest);
      return std::nullopt;
    case "icon"_name:
      if (element == "menuitem"_name || element == "command"_name) return one(LinkKind::Icon);
      return std::nullopt;
    case "content"_name:
      return element == "meta"_name ? rule_of_meta(tag) : std::nullopt;
    case "value"_name:
      return element == "param"_name ? rule_of_param(tag) : std::nullopt;
    case kNoKey:
      if (element == "link"_name && iequals(attribute.name, "imagesrcset")) {
        return LinkRule{LinkKind::ImageSet, ValueForm::Srcset};
      }
      return rule_of_lazy(attribute.name);
    default:
      if (attribute.name.size() > 6 && attribute.name[4] == '-')
        return rule_of_lazy(attribute.name);
      return std::nullopt;
  }
}

std::string attribute_text(const Tag& tag, NameKey key) {
  const auto* attribute = tag.find(key);
  if (attribute == nullptr) return {};
  return std::string(trim(decode_attribute_value(attribute->value)));
}

bool has_token(std::string_view list, std::string_view token) {
  std::size_t at = 0;
  while (at < list.size()) {
    while (at < list.size() && is_space(list[at])) ++at;
    const std::size_t begin = at;
    while (at < list.size() && !is_space(list[at])) ++at;
    if (iequals(list.substr(begin, at - begin), token)) return true;
  }
  return false;
}

LinkKind kind_of_rel(std::string_view rel, std::string_view type) {
  const auto is = [&](std::string_view token) { return has_token(rel, token); };
  if (is("stylesheet")) return LinkKind::Style;
  if (is("canonical")) return LinkKind::Canonical;
  if (is("icon") || is("apple-touch-icon") || is("apple-touch-icon-precomposed") ||
      is("apple-touch-startup-image") || is("mask-icon") || is("fluid-icon") || is("image_src")) {
    return LinkKind::Icon;
  }
  if (is("manifest")) return LinkKind::Manifest;
  if (is("preload") || is("modulepreload") || is("prefetch") || is("prerender")) {
    return LinkKind::Prefetch;
  }
  if (is("preconnect") || is("dns-prefetch")) return LinkKind::Hint;
  if (is("alternate") || is("feed")) {
    const std::string kind = lower(type);
    const bool feed = kind.find("rss") != std::string::npos ||
                      kind.find("atom") != std::string::npos ||
                      kind.find("feed+json") != std::string::npos || is("feed");
    return feed ? LinkKind::Feed : LinkKind::Alternate;
  }
  if (is("amphtml") || is("shortlink")) return LinkKind::Alternate;
  return LinkKind::Related;
}

// WHATWG HTML 4.2.5.3: a number, a separator, perhaps "url=", perhaps quotes.
std::string_view refresh_reference(std::string_view content) {
  std::string_view rest = trim(content);
  const std::size_t before = rest.size();
  while (!rest.empty() && (is_digit(rest.front()) || rest.front() == '.')) rest.remove_prefix(1);
  if (rest.size() == before) return {};
  rest = trim(rest);
  if (rest.starts_with(';') || rest.starts_with(',')) rest = trim(rest.substr(1));
  if (istarts_with(rest, "url")) {
    const std::string_view after = trim(rest.substr(3));
    if (after.starts_with('=')) rest = trim(after.substr(1));
  }
  if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
    const char quote = rest.front();
    rest.remove_prefix(1);
    rest = rest.substr(0, rest.find(quote));
  }
  return trim(rest);
}

std::string_view charset_of_content(std::string_view content) {
  for (std::size_t at = 0; at + 7 <= content.size(); ++at) {
    if (!istarts_with(content.substr(at), "charset")) continue;
    std::string_view rest = trim(content.substr(at + 7));
    if (!rest.starts_with('=')) continue;
    rest = trim(rest.substr(1));
    if (rest.empty()) return {};
    const char quote = rest.front();
    if (quote == '"' || quote == '\'') {
      const std::size_t close = rest.find(quote, 1);
      return close == std::string_view::npos ? std::string_view() : rest.substr(1, close - 1);
    }
    std::size_t size = 0;
    while (size < rest.size() && rest[size] != ';' && !is_space(rest[size])) ++size;
    return rest.substr(0, size);
  }
  return {};
}

bool is_reference_meta(std::string_view name) {
  constexpr std::array<std::string_view, 21> kNames = {"og:image",
                                                       "og:image:url",
                                                       "og:image:secure_url",
                                                       "og:video",
                                                       "og:video:url",
                                                       "og:video:secure_url",
                                                       "og:audio",
                                                       "og:audio:url",
                                                       "og:url",
                                                       "og:logo",
                                                       "twitter:image",
                                                       "twitter:image:src",
                                                       "twitter:player",
                                                       "twitter:player:stream",
                                                       "msapplication-tileimage",
                                                       "msapplication-config",
                                                       "thumbnail",
                                                       "thumbnailurl",
                                                       "contenturl",
                                                       "image",
                                                       "sailthru.image.full"};
  for (auto known : kNames) {
    if (iequals(name, known)) return true;
  }
  return false;
}

}  // namespace asof::html
