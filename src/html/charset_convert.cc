#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>

#include "base/text.h"
#include "html/charset.h"

namespace asof::html {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// iconv's name where it differs. Browsers read each of these encodings as the superset that the
// vendors made of it.
struct ConverterName {
  std::string_view encoding;
  const char* converter;
};
constexpr ConverterName kConverters[] = {
    {"big5", "BIG5-HKSCS"},     {"euc-jp", "EUC-JP-MS"},    {"euc-kr", "UHC"},
    {"gbk", "GB18030"},         {"ibm866", "CP866"},        {"iso-8859-8-i", "ISO-8859-8"},
    {"shift_jis", "CP932"},     {"windows-874", "CP874"},   {"x-mac-cyrillic", "MAC-UK"},
    {"windows-1250", "CP1250"}, {"windows-1251", "CP1251"}, {"windows-1253", "CP1253"},
    {"windows-1254", "CP1254"}, {"windows-1255", "CP1255"}, {"windows-1256", "CP1256"},
    {"windows-1257", "CP1257"}, {"windows-1258", "CP1258"},
};

constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

class Converter final {
 public:
  explicit Converter(const char* encoding) : handle_(iconv_open("UTF-8", encoding)) {}
  ~Converter() {
    if (usable()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  // POSIX makes the handle an unspecified pointer type whose failure is (iconv_t)-1.
  bool usable() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }

  std::string convert(std::string_view bytes, std::size_t limit) {
    std::string out;
    out.reserve(std::min(bytes.size() + bytes.size() / 4, limit));
    std::array<char, 16384> buffer;
    // iconv's signature lacks a const; it does not write to its input.
    char* in = const_cast<char*>(bytes.data());
    std::size_t left = bytes.size();
    while (left > 0 && out.size() < limit) {
      char* to = buffer.data();
      std::size_t room = buffer.size();
      const std::size_t done = iconv(handle_, &in, &left, &to, &room);
      const int problem = done == static_cast<std::size_t>(-1) ? errno : 0;
      out.append(buffer.data(), buffer.size() - room);
      if (problem == EILSEQ && left > 0) {
        out += kReplacement;
        ++in;
        --left;
      } else if (problem == EINVAL) {
        out += kReplacement;  // the text ends inside a character
        break;
      }
    }
    return out;
  }

 private:
  iconv_t handle_;
};

template <class Meaning>
std::string from_single_bytes(std::string_view bytes, std::size_t limit, Meaning meaning) {
  std::string out;
  out.reserve(std::min(bytes.size() + bytes.size() / 8, limit));
  for (char c : bytes) {
    if (out.size() >= limit) break;
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      append_utf8(out, meaning(byte));
    }
  }
  return out;
}

std::string from_windows_1252(std::string_view bytes, std::size_t limit) {
  return from_single_bytes(bytes, limit, [](unsigned char byte) {
    return byte < 0xA0 ? char32_t{kWindows1252[byte - 0x80U]} : char32_t{byte};
  });
}

std::string from_utf16(std::string_view bytes, bool little, std::size_t limit) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(little ? second << 8 | first : first << 8 | second);
  };
  std::string out;
  std::size_t at = bytes.size() >= 2 && unit(0) == 0xFEFF ? 2 : 0;
  for (; at + 1 < bytes.size() && out.size() < limit; at += 2) {
    char32_t code = unit(at);
    if (code >= 0xD800 && code <= 0xDFFF) {
      const char32_t low = at + 3 < bytes.size() ? unit(at + 2) : 0;
      const bool pair = code < 0xDC00 && low >= 0xDC00 && low <= 0xDFFF;
      code = pair ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
      if (pair) at += 2;
    }
    append_utf8(out, code);
  }
  if (at < bytes.size() && out.size() < limit) out += kReplacement;
  return out;
}

}  // namespace

std::string to_utf8(std::string_view bytes, std::string_view encoding, std::size_t limit) {
  if (encoding == "utf-8") {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    bytes = bytes.substr(0, limit);
    return is_utf8(bytes) ? std::string(bytes) : asof::to_utf8(bytes);
  }
  if (encoding == "utf-16le" || encoding == "utf-16be") {
    return from_utf16(bytes, encoding == "utf-16le", limit);
  }
  if (encoding == "replacement") return std::string(bytes.empty() ? "" : kReplacement);
  if (encoding == "x-user-defined") {
    return from_single_bytes(bytes, limit,
                             [](unsigned char byte) { return char32_t{0xF700U + byte}; });
  }
  if (encoding == "windows-1252" || !encoding_of_label(encoding)) {
    return from_windows_1252(bytes, limit);
  }
  std::string name(encoding);
  for (const auto& row : kConverters) {
    if (row.encoding == encoding) name = row.converter;
  }
  Converter converter(name.c_str());
  return converter.usable() ? converter.convert(bytes, limit) : from_windows_1252(bytes, limit);
}

}  // namespace asof::html
