// FastDeflater: gzip members made by ISA-L. Part of MemberDeflater, which is what to use.
#pragma once

#include <isa-l.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/room_internal.h"

namespace asof::codec {

class FastDeflater final {
 public:
  FastDeflater();

  std::string deflate(std::string_view content);

 private:
  std::string deflate_short(std::string_view content);
  std::string deflate_long(std::string_view content);

  // All of it is kept between members: to find memory and clear it took a fifth of the time.
  isal_zstream stream_{};
  isal_hufftables short_codes_{};
  std::vector<std::uint8_t> level_room_;
  Room room_;
};

}  // namespace asof::codec
