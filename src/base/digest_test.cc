#include "base/digest.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "base/text.h"

namespace asof {
namespace {

std::string noise(std::size_t size) {
  Rng rng(3);
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(rng.next());
  return bytes;
}

void expect_both(std::string_view first, std::string_view second) {
  const auto both = sha256_of_both(first, second);
  EXPECT_EQ(both.first, digest_of(Algorithm::Sha256, first)) << first.size();
  EXPECT_EQ(both.second, digest_of(Algorithm::Sha256, second)) << second.size();
}

TEST(Digest, OfTheStandardsExample) {
  const auto [abc, nothing] = sha256_of_both("abc", "");
  EXPECT_EQ(hex(abc), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(nothing), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect_both({}, {});
}

TEST(Digest, BothAreAsByThemselvesWhateverTheirLengthsAndPlaces) {
  const std::string bytes = noise(1000);
  const std::string_view all = bytes;
  for (std::size_t size = 0; size <= 300; ++size) {
    for (const std::size_t begin : {0, 1, 2, 3, 5, 8, 13, 16, 31, 63, 64, 65}) {
      expect_both(all.substr(begin, size), all.substr(0, begin + size));
      expect_both(all.substr(0, begin), all.substr(begin, size));
    }
  }
}

TEST(Digest, BothOfLongOnes) {
  const std::string bytes = noise(3'000'000);
  Rng rng(4);
  for (int turn = 0; turn < 20; ++turn) {
    const std::size_t begin = rng.below(bytes.size());
    const std::string_view tail = std::string_view(bytes).substr(begin);
    expect_both(bytes, tail);
    expect_both(tail, bytes);
  }
}

}  // namespace
}  // namespace asof
