// The attributes of one start tag: which hold addresses, which must go.
#pragma once

#include <string_view>

#include "html/link_rules.h"
#include "html/token.h"
#include "rewrite/edits.h"
#include "rewrite/html.h"
#include "rewrite/web_references.h"

namespace asof::rewrite {

// Rewrites a page inside an attribute, as edits of it; the page around it knows how.
class InnerPages {
 public:
  virtual ~InnerPages() = default;
  virtual void edit_page(std::string_view page, WebReferences& references, Edits& edits) = 0;

 protected:
  InnerPages() = default;
  InnerPages(const InnerPages&) = default;
  InnerPages& operator=(const InnerPages&) = default;
};

class TagRewriter final {
 public:
  TagRewriter(const HtmlOptions& options, InnerPages& inner, Edits& edits)
      : options_(options), inner_(inner), edits_(edits) {}

  // Adds what is to change in the tag.
  void rewrite(const html::Tag& tag, WebReferences& references);
  // The same for <base>, whose references are relative to the document itself.
  void rewrite_base(const html::Tag& tag, WebReferences& document);

 private:
  void follow(html::LinkRule rule);
  void look_at_others();
  void look_at_link();
  void look_at_unkeyed();
  void target();
  void drop(std::string_view instead = {});
  void replace(std::string_view text);
  void hand_on(const class Meaning& meaning, const Edits& edits);
  void map_one(Use use);
  void map_srcset(Use use);
  void map_list(Use use, bool commas);
  void map_style();
  void map_refresh();
  void map_page();
  Use use_of(html::LinkKind kind) const;
  bool drops_integrity() const;

  const HtmlOptions& options_;
  InnerPages& inner_;
  Edits& edits_;
  // The attribute being looked at.
  const html::Tag* tag_ = nullptr;
  const html::Attribute* attribute_ = nullptr;
  WebReferences* references_ = nullptr;
};

}  // namespace asof::rewrite
