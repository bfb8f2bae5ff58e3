#include "rewrite/tag_rewriter.h"

#include <string>
#include <utility>

#include "base/text.h"
#include "html/srcset.h"
#include "rewrite/css.h"

namespace asof::rewrite {

using namespace html::literals;
using html::attribute_text;
using html::has_token;
using html::LinkKind;
using html::ValueForm;

namespace {

Enclosure enclosure_of(const html::Attribute& attribute) {
  return static_cast<Enclosure>(attribute.quote);
}

bool is_hint(std::string_view token) {
  return iequals(token, "preconnect") || iequals(token, "dns-prefetch");
}

Use use_of_preload(const html::Tag& tag) {
  const std::string as = lower(attribute_text(tag, "as"_name));
  const std::string rel = attribute_text(tag, "rel"_name);
  if (as == "style") return Use::Style;
  if (as == "script" || as == "worker" || has_token(rel, "modulepreload")) return Use::Script;
  if (as == "image") return Use::Image;
  if (as == "document" || has_token(rel, "prerender")) return Use::Page;
  return Use::Other;
}

}  // namespace

void TagRewriter::rewrite(const html::Tag& tag, WebReferences& references) {
  tag_ = &tag;
  references_ = &references;
  for (const auto& attribute : tag.attributes) {
    // Most are one of these.
    if (attribute.key == "class"_name || attribute.key == "id"_name ||
        attribute.key == "title"_name || !attribute.has_value) {
      continue;
    }
    attribute_ = &attribute;
    const auto rule = rule_of(tag, attribute);
    if (rule) {
      if (!tag.is_repeated(attribute)) follow(*rule);
    } else {
      look_at_others();
    }
  }
}

void TagRewriter::rewrite_base(const html::Tag& tag, WebReferences& document) {
  tag_ = &tag;
  references_ = &document;
  for (const auto& attribute : tag.attributes) {
    if (!attribute.has_value || tag.is_repeated(attribute)) continue;
    attribute_ = &attribute;
    if (attribute.key == "href"_name) map_one(Use::Page);
    if (attribute.key == "target"_name) target();
  }
}

void TagRewriter::follow(html::LinkRule rule) {
  if (rule.kind == LinkKind::Speculative) return look_at_others();
  if (rule.kind == LinkKind::Ping || rule.kind == LinkKind::Hint) return drop();
  switch (rule.form) {
    case ValueForm::One:
      // The name of a class is no address.
      if (attribute_->key == "code"_name) return;
      return map_one(use_of(rule.kind));
    case ValueForm::Srcset:
      return map_srcset(use_of(rule.kind));
    case ValueForm::List:
      return map_list(use_of(rule.kind), rule.kind == LinkKind::Object);
    case ValueForm::Style:
      return map_style();
    case ValueForm::Refresh:
      return map_refresh();
    case ValueForm::Html:
      return map_page();
  }
}

Use TagRewriter::use_of(LinkKind kind) const {
  switch (kind) {
    case LinkKind::Image:
    case LinkKind::ImageSet:
    case LinkKind::Icon:
    case LinkKind::Background:
    case LinkKind::SvgReference:
      return Use::Image;
    case LinkKind::Style:
      return Use::Style;
    case LinkKind::Script:
      return Use::Script;
    case LinkKind::Frame:
      return Use::Frame;
    case LinkKind::Prefetch:
      return use_of_preload(*tag_);
    default:
      return role_of(kind) == html::LinkRole::Navigation ? Use::Page : Use::Other;
  }
}

// Attributes that hold no reference by the rules for links, but matter in replay.
void TagRewriter::look_at_others() {
  switch (attribute_->key) {
    case "target"_name:
    case "formtarget"_name:
      return target();
    case "integrity"_name:
      return drops_integrity() ? drop() : void();
    case "csp"_name:
      return tag_->key == "iframe"_name ? drop() : void();
    case "rel"_name:
      return tag_->key == "link"_name ? look_at_link() : void();
    case "content"_name: {
      if (tag_->key != "meta"_name) return;
      const std::string equivalent = lower(attribute_text(*tag_, "http-equiv"_name));
      if (equivalent == "content-security-policy") return drop();
      if (equivalent == "x-dns-prefetch-control") return drop("off");
      // Where a request comes from decides which version answers it.
      if (iequals(attribute_text(*tag_, "name"_name), "referrer")) return drop("unsafe-url");
      return;
    }
    case "codebase"_name:
      return map_one(Use::Other);
    case "fill"_name:
    case "stroke"_name:
    case "filter"_name:
    case "mask"_name:
    case "clip-path"_name:
    case "marker-mid"_name:
    case "marker-end"_name:
    case "cursor"_name:
      return map_style();
    case html::kNoKey:
      return look_at_unkeyed();
    default:
      return;
  }
}

void TagRewriter::look_at_unkeyed() {
  const std::string_view name = attribute_->name;
  if (iequals(name, "crossorigin")) {
    // No cookies are kept, so nothing answers a request that insists on them.
    if (iequals(trim(Meaning(attribute_->value).text()), "use-credentials")) drop("anonymous");
  } else if (iequals(name, "attributionsrc") || iequals(name, "referrerpolicy")) {
    drop();
  } else if (iequals(name, "marker-start")) {
    map_style();
  }
}

// A link that is a hint and something else loses the hint only.
void TagRewriter::look_at_link() {
  const Meaning meaning(attribute_->value);
  if (!has_token(meaning.text(), "preconnect") && !has_token(meaning.text(), "dns-prefetch")) {
    return;
  }
  std::string others;
  for (std::string_view rest = trim(meaning.text()); !rest.empty(); rest = trim(rest)) {
    const std::string_view token = rest.substr(0, rest.find_first_of(" \t\n\f\r"));
    rest.remove_prefix(token.size());
    if (is_hint(token)) continue;
    if (!others.empty()) others += ' ';
    others += token;
  }
  if (!others.empty()) drop(others);
}

void TagRewriter::target() {
  if (options_.targets == Targets::Keep) return;
  const Meaning meaning(attribute_->value);
  const std::string name = lower(trim(meaning.text()));
  const bool nested = options_.targets == Targets::Nested;
  if (name == "_top") return replace(nested ? "_parent" : "_self");
  if (name == "_blank" || (name == "_parent" && !nested)) replace("_self");
}

bool TagRewriter::drops_integrity() const {
  if (tag_->key == "script"_name) return options_.scripts_change;
  if (tag_->key != "link"_name) return false;
  const auto kind = html::kind_of_rel(attribute_text(*tag_, "rel"_name), {});
  if (kind == LinkKind::Style) return true;
  if (kind != LinkKind::Prefetch) return false;
  const Use use = use_of_preload(*tag_);
  return use == Use::Style || (use == Use::Script && options_.scripts_change);
}

void TagRewriter::replace(std::string_view text) {
  if (tag_->is_repeated(*attribute_)) return;
  const std::size_t begin = tag_->offset_of(attribute_->value);
  edits_.add(begin, begin + attribute_->value.size(), escape(text, enclosure_of(*attribute_)));
}

void TagRewriter::drop(std::string_view instead) {
  if (attribute_->value.empty()) return;
  replace(instead);
  ++references_->tally().dropped;
}

void TagRewriter::hand_on(const Meaning& meaning, const Edits& edits) {
  meaning.hand_on(edits, tag_->offset_of(attribute_->value), enclosure_of(*attribute_), edits_);
}

void TagRewriter::map_one(Use use) {
  const Meaning meaning(attribute_->value);
  const bool in_codebase = use == Use::Other && attribute_->key != "codebase"_name &&
                           (tag_->key == "object"_name || tag_->key == "applet"_name);
  const std::string codebase = in_codebase ? attribute_text(*tag_, "codebase"_name) : std::string();
  const auto text = codebase.empty() ? references_->map(meaning.text(), use)
                                     : references_->within(codebase).map(meaning.text(), use);
  if (text) replace(*text);
}

void TagRewriter::map_srcset(Use use) {
  const Meaning meaning(attribute_->value);
  Edits edits;
  for (auto reference : html::srcset_references(meaning.text())) {
    const auto text = references_->map(reference, use);
    if (!text) continue;
    const auto begin = static_cast<std::size_t>(reference.data() - meaning.text().data());
    // A comma at the end of an address would separate.
    edits.add(begin, begin + reference.size(),
              text->ends_with(',') ? text->substr(0, text->size() - 1) + "%2C" : *text);
  }
  hand_on(meaning, edits);
}

void TagRewriter::map_list(Use use, bool commas) {
  const Meaning meaning(attribute_->value);
  const std::string_view list = meaning.text();
  Edits edits;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t begin = at;
    while (at < list.size() && !is_space(list[at]) && !(commas && list[at] == ',')) ++at;
    auto text = references_->map(list.substr(begin, at - begin), use);
    if (text) edits.add(begin, at, *std::move(text));
    ++at;
  }
  hand_on(meaning, edits);
}

void TagRewriter::map_style() {
  const Meaning meaning(attribute_->value);
  if (meaning.text().find('(') == kNone) return;
  Edits edits;
  edit_css(meaning.text(), 0, *references_, edits);
  if (!edits.empty() && !tag_->is_repeated(*attribute_)) hand_on(meaning, edits);
}

void TagRewriter::map_refresh() {
  const Meaning meaning(attribute_->value);
  const std::string_view reference = html::refresh_reference(meaning.text());
  if (reference.empty()) return;
  auto text = references_->map(reference, Use::Page);
  if (!text) return;
  const auto begin = static_cast<std::size_t>(reference.data() - meaning.text().data());
  Edits edits;
  edits.add(begin, begin + reference.size(), *std::move(text));
  hand_on(meaning, edits);
}

void TagRewriter::map_page() {
  const Meaning meaning(attribute_->value);
  Edits edits;
  inner_.edit_page(meaning.text(), *references_, edits);
  hand_on(meaning, edits);
}

}  // namespace asof::rewrite
