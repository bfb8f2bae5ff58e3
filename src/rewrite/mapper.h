// Mapper: what stands in a replayed page in place of an address of the web.
//
// The rewriter knows where addresses stand in a page; a mapper knows how captures are addressed.
// Two kinds exist, host_mapper.h and path_mapper.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace asof::rewrite {

// What the browser does with an address.
enum class Use : std::uint8_t { Page, Frame, Image, Style, Script, Other };

class Mapper {
 public:
  virtual ~Mapper() = default;

  // The text for an absolute http or https URL, serialised, with or without fragment. The URL
  // itself means that nothing is to change; the page then keeps its bytes. ASCII only.
  virtual std::string map(std::string_view absolute_url, Use use) const = 0;

  // Whether a relative URL of a page leads to the right place as it stands, because each archived
  // origin is an origin in replay, too.
  virtual bool keeps_relative() const = 0;
};

}  // namespace asof::rewrite
