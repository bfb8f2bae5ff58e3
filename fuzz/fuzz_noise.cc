// modules: base url html noise
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "noise/noise.h"

using namespace asof::noise;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t at = 0;
  for (const Piece& piece : noise_in(text)) {
    if (piece.begin < at || piece.end <= piece.begin || piece.end > size) std::abort();
    if (piece.rule.empty()) std::abort();
    at = piece.end;
  }
  if (without_noise(text).size() > 2 * size) std::abort();
  const std::string once = clean_address(text);
  if (once.size() > size || clean_address(once) != once) std::abort();
  const std::string_view half = text.substr(0, size / 2);
  advertisement({.address = text, .marks = half, .width = 728, .height = 90, .page = half});
  return 0;
}
