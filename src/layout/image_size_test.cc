#include <gtest/gtest.h>

#include <string>

#include "layout/layout.h"

namespace asof::layout {
namespace {

using namespace std::string_literals;

struct ImageCase {
  const char* rule;
  std::string bytes;
  int width;
  int height;
};

const ImageCase kImages[] = {
    {"PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\x02\0\0\0\x20"s, 258, 32},
    {"GIF", "GIF89a\x10\x01\x20\0"s, 272, 32},
    {"JPEG behind other segments",
     "\xFF\xD8\xFF\xE0\0\x04xx\xFF\xC4\0\x03x\xFF\xC2\0\x11\x08\0\x20\1\x10\3"s, 272, 32},
    {"BMP", "BM"s + std::string(12, '\0') + "\x28\0\0\0\x10\0\0\0\xE0\xFF\xFF\xFF"s, 16, 32},
    {"WebP, lossy", "RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x10\0\x20\0"s, 16, 32},
    {"WebP, lossless", "RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x0f\xC0\x07\0\0\0\0\0\0"s, 16, 32},
    {"WebP, extended", "RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x0f\0\0\x1f\0\0"s, 16, 32},
    {"SVG", "<?xml version='1.0'?><svg xmlns='x' height=\"32px\" width='16'>", 16, 32},
    {"SVG by its view box", "<svg viewBox='0,0 16 32'>", 16, 32},
    {"SVG by one side and its proportions", "<svg width='16' viewBox='0 0 2 4'>", 16, 32},
};

TEST(ImageSize, IsReadFromTheFirstBytes) {
  for (const auto& [rule, bytes, width, height] : kImages) {
    SCOPED_TRACE(rule);
    const auto size = image_size(bytes);
    ASSERT_TRUE(size.has_value());
    EXPECT_EQ(size->width, width);
    EXPECT_EQ(size->height, height);
  }
}

TEST(ImageSize, OfCutImagesIsNothingOrRight) {
  for (const auto& [rule, bytes, width, height] : kImages) {
    SCOPED_TRACE(rule);
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
      const auto size = image_size(std::string_view(bytes).substr(0, cut));
      EXPECT_TRUE(!size || (size->width > 0 && size->height > 0)) << cut;
    }
  }
}

TEST(ImageSize, OfNonsenseIsNothing) {
  for (const char* bytes : {"", "GIF89a\0\0\0\0", "text", "<svg>", "<svg width='-1' height='nan'>",
                            "<svg viewBox='0 0 0 0'>", "\xFF\xD8\xFF"}) {
    EXPECT_FALSE(image_size(bytes).has_value()) << bytes;
  }
}

}  // namespace
}  // namespace asof::layout
