#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "base/text.h"
#include "layout/layout.h"

namespace asof::layout {

namespace {

// Wider than this is a lie or an attack; either way no box needs it.
constexpr std::uint32_t kLargestImage = 100'000;

std::uint32_t byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}
std::uint32_t big16(std::string_view bytes, std::size_t at) {
  return byte_at(bytes, at) << 8 | byte_at(bytes, at + 1);
}
std::uint32_t big32(std::string_view bytes, std::size_t at) {
  return big16(bytes, at) << 16 | big16(bytes, at + 2);
}
std::uint32_t little16(std::string_view bytes, std::size_t at) {
  return byte_at(bytes, at + 1) << 8 | byte_at(bytes, at);
}
std::uint32_t little24(std::string_view bytes, std::size_t at) {
  return byte_at(bytes, at + 2) << 16 | little16(bytes, at);
}
std::uint32_t little32(std::string_view bytes, std::size_t at) {
  return little16(bytes, at + 2) << 16 | little16(bytes, at);
}

std::optional<ImageSize> size_of(std::uint32_t width, std::uint32_t height) {
  if (width == 0 || height == 0) return std::nullopt;
  return ImageSize{static_cast<int>(std::min(width, kLargestImage)),
                   static_cast<int>(std::min(height, kLargestImage))};
}

// ITU T.81 B.2.2: the size stands in the frame header, the first of the markers C0 to CF that is
// not a table (C4), an extension (C8) or arithmetic conditioning (CC).
std::optional<ImageSize> jpeg_size(std::string_view bytes) {
  std::size_t at = 2;
  while (at + 9 <= bytes.size()) {
    if (byte_at(bytes, at) != 0xFF) return std::nullopt;
    const std::uint32_t marker = byte_at(bytes, at + 1);
    if (marker == 0xFF) {
      ++at;
      continue;
    }
    const bool frame =
        marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (frame) return size_of(big16(bytes, at + 7), big16(bytes, at + 5));
    const bool alone = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8);
    if (!alone && big16(bytes, at + 2) < 2) return std::nullopt;
    at += alone ? 2 : 2 + big16(bytes, at + 2);
  }
  return std::nullopt;
}

// RFC 9649: simple lossy, simple lossless, extended. All have at least 30 bytes.
std::optional<ImageSize> webp_size(std::string_view bytes) {
  const std::string_view chunk = bytes.substr(12, 4);
  if (chunk == "VP8 ") {
    return size_of(little16(bytes, 26) & 0x3FFF, little16(bytes, 28) & 0x3FFF);
  }
  if (chunk == "VP8L") {
    const std::uint32_t bits = little32(bytes, 21);
    return size_of((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1);
  }
  if (chunk == "VP8X") return size_of(little24(bytes, 24) + 1, little24(bytes, 27) + 1);
  return std::nullopt;
}

std::optional<ImageSize> bmp_size(std::string_view bytes) {
  if (bytes.size() < 26) return std::nullopt;
  if (little32(bytes, 14) == 12) return size_of(little16(bytes, 18), little16(bytes, 20));
  // A negative height means that rows stand top down.
  const std::uint32_t height = little32(bytes, 22);
  return size_of(little32(bytes, 18), height >> 31 != 0 ? 0 - height : height);
}

// The number at the start of a length in pixels or without unit; nothing for percentages.
std::optional<double> pixels(std::string_view text) {
  double value = 0;
  text = trim(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value) || value <= 0) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit == "pt") return value * 4 / 3;
  if (unit.empty() || unit == "px") return value;
  return std::nullopt;
}

std::string_view attribute_of(std::string_view tag, std::string_view name) {
  std::size_t at = 0;
  while ((at = tag.find(name, at)) != std::string_view::npos) {
    const std::size_t before = at;
    at += name.size();
    if (before == 0 || !is_space(tag[before - 1])) continue;
    std::string_view rest = trim(tag.substr(at));
    if (rest.empty() || rest.front() != '=') continue;
    rest = trim(rest.substr(1));
    if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) continue;
    const std::size_t close = rest.find(rest.front(), 1);
    if (close != std::string_view::npos) return rest.substr(1, close - 1);
  }
  return {};
}

std::optional<ImageSize> svg_size(std::string_view bytes) {
  const std::size_t start = bytes.substr(0, 4096).find("<svg");
  if (start == std::string_view::npos) return std::nullopt;
  const std::string_view tag =
      bytes.substr(start, std::min(bytes.find('>', start), start + 4096) - start);
  auto width = pixels(attribute_of(tag, "width"));
  auto height = pixels(attribute_of(tag, "height"));
  if (!width || !height) {
    // SVG 2 §8.2: the view box gives the proportions, and without sizes the size.
    std::string box(attribute_of(tag, "viewBox"));
    std::replace(box.begin(), box.end(), ',', ' ');
    std::vector<double> numbers;
    for (const std::string_view part : split(box, ' ')) {
      double value = 0;
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
      if (error == std::errc{} && std::isfinite(value)) numbers.push_back(value);
    }
    if (numbers.size() != 4 || !(numbers[2] > 0) || !(numbers[3] > 0)) return std::nullopt;
    if (!width && !height) width = numbers[2];
    if (!height) height = *width * numbers[3] / numbers[2];
    if (!width) width = *height * numbers[2] / numbers[3];
  }
  const auto whole = [](double value) {
    return static_cast<std::uint32_t>(std::clamp(std::round(value), 1.0, double{kLargestImage}));
  };
  return size_of(whole(*width), whole(*height));
}

}  // namespace

std::optional<ImageSize> image_size(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n") && bytes.size() >= 24) {
    return size_of(big32(bytes, 16), big32(bytes, 20));
  }
  if ((bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) && bytes.size() >= 10) {
    return size_of(little16(bytes, 6), little16(bytes, 8));
  }
  if (bytes.starts_with("\xFF\xD8")) return jpeg_size(bytes);
  if (bytes.starts_with("RIFF") && bytes.size() >= 30 && bytes.substr(8, 4) == "WEBP") {
    return webp_size(bytes);
  }
  if (bytes.starts_with("BM")) return bmp_size(bytes);
  return svg_size(bytes);
}

}  // namespace asof::layout
