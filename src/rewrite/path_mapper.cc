#include "rewrite/path_mapper.h"

namespace asof::rewrite {

PathMapper::PathMapper(const PathMapperOptions& options)
    : head_(options.prefix + "/" + options.collection + "/" + digits14(options.at)),
      page_modifier_(options.page_modifier) {}

std::string PathMapper::map(std::string_view absolute_url, Use use) const {
  const std::string_view modifier = use == Use::Page ? page_modifier_ : modifier_of(use);
  std::string out;
  out.reserve(head_.size() + modifier.size() + 1 + absolute_url.size());
  out += head_;
  out += modifier;
  out += '/';
  out += absolute_url;
  return out;
}

std::string_view modifier_of(Use use) {
  switch (use) {
    case Use::Page:
      return "";
    case Use::Frame:
      return "if_";
    case Use::Image:
      return "im_";
    case Use::Style:
      return "cs_";
    case Use::Script:
      return "js_";
    case Use::Other:
      return "oe_";
  }
  return "";
}

}  // namespace asof::rewrite
