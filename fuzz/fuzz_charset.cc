// modules: base html
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "base/text.h"
#include "html/charset.h"

// Whatever the encoding, what comes out is UTF-8. The first byte chooses one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  constexpr std::string_view kEncodings[] = {
      "utf-8",      "windows-1252", "utf-16le",     "utf-16be",       "gbk",         "gb18030",
      "big5",       "euc-jp",       "shift_jis",    "iso-2022-jp",    "euc-kr",      "koi8-u",
      "iso-8859-8", "windows-1255", "windows-1258", "x-user-defined", "replacement", "macintosh"};
  const auto detected = asof::html::detect_charset(bytes);
  if (!asof::html::encoding_of_label(detected.name)) std::abort();
  if (!asof::is_utf8(asof::html::to_utf8(bytes, detected.name))) std::abort();
  const auto chosen = kEncodings[data[0] % std::size(kEncodings)];
  if (!asof::is_utf8(asof::html::to_utf8(bytes, chosen))) std::abort();
  return 0;
}
