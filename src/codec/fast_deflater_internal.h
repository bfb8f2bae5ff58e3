// FastDeflater: gzip members made by ISA-L. Part of MemberDeflater, which is what to use.
#pragma once

#include <isa-l.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/room_internal.h"

namespace asof::codec {

class FastDeflater final {
 public:
  explicit FastDeflater(std::string_view codes);  // of train_codes(), or empty

  std::string deflate(std::string_view content);

 private:
  std::optional<std::string> deflate_ready(std::string_view content, isal_hufftables& codes,
                                           std::size_t most);
  std::string deflate_long(std::string_view content);

  // All of it is kept between members: to find memory and clear it took a fifth of the time.
  isal_zstream stream_{};
  isal_hufftables short_codes_{};
  std::optional<isal_hufftables> page_codes_;
  std::vector<std::uint8_t> level_room_;
  Room room_;
};

}  // namespace asof::codec
