// PathMapper: captures by path, as Wayback Machines have it (path_address.h).
//
//   https://example.org/a.png, an image  ->  /web/20220601000000im_/https://example.org/a.png
#pragma once

#include <string>
#include <string_view>

#include "base/time.h"
#include "rewrite/mapper.h"

namespace asof::rewrite {

struct PathMapperOptions {
  std::string prefix;  // what precedes the path: "http://127.0.0.1:8081", or nothing
  std::string collection;
  Instant at;
  std::string page_modifier;  // of the page being rewritten: pages it links to get the same
};

class PathMapper final : public Mapper {
 public:
  explicit PathMapper(const PathMapperOptions& options);

  std::string map(std::string_view absolute_url, Use use) const override;
  bool keeps_relative() const override { return false; }

 private:
  std::string head_;  // "/web/20220601000000"
  std::string page_modifier_;
};

// "im_" for images, "cs_" style sheets, "js_" scripts, "if_" frames, "oe_" others, "" pages.
std::string_view modifier_of(Use use);

}  // namespace asof::rewrite
