#include "layout/metrics_internal.h"

#include <array>
#include <cmath>

#include "base/text.h"

namespace asof::layout {

namespace {

// Thousandths of the font size, as faces of the Helvetica kind have them: few classes are enough,
// since only sums over words matter.
constexpr int kNarrow = 260;
constexpr int kLower = 530;
constexpr int kCapital = 680;
constexpr int kWide = 850;
constexpr int kFull = 1'000;

constexpr std::array<int, 128> make_widths() {
  std::array<int, 128> widths{};
  for (auto& width : widths) width = kLower;
  for (char c = 'A'; c <= 'Z'; ++c) widths[static_cast<std::size_t>(c)] = kCapital;
  for (const char c : {'i', 'j', 'l', '.', ',', ':', ';', '!', '\'', '|', 'I', ' '}) {
    widths[static_cast<std::size_t>(c)] = kNarrow;
  }
  for (const char c : {'f', 't', 'r', '(', ')', '[', ']', '/', '-', '"'}) {
    widths[static_cast<std::size_t>(c)] = 320;
  }
  for (const char c : {'m', 'w', 'M', 'W', '@', '%'}) widths[static_cast<std::size_t>(c)] = kWide;
  return widths;
}
constexpr std::array<int, 128> kWidths = make_widths();

}  // namespace

int text_width(std::string_view text, const Face& face) {
  long thousandths = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 && byte < 0xC0) continue;  // counted with its first byte
    if (byte >= 0xE3) {
      thousandths += kFull;  // ideographs and emoji
    } else if (face.monospaced) {
      thousandths += 600;
    } else {
      thousandths += byte < 0x80 ? kWidths[byte] : kLower;
    }
  }
  if (face.weight >= 600 && !face.monospaced) thousandths += thousandths / 15;
  return static_cast<int>(std::min(thousandths * face.size / 1000, 1'000'000L));
}

}  // namespace asof::layout
