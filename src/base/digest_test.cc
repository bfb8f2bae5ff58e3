#include "base/digest.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace asof {
namespace {

TEST(Digest, OfTheStandardsExample) {
  EXPECT_EQ(hex(digest_of(Algorithm::Sha256, "abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(digest_of(Algorithm::Sha256, "")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Digest, PiecesGiveWhatTheWholeGives) {
  Hasher hasher(Algorithm::Sha256);
  hasher.update("a");
  hasher.update("");
  hasher.update("bc");
  EXPECT_EQ(hasher.finish(), digest_of(Algorithm::Sha256, "abc"));
  EXPECT_EQ(hasher.finish(), digest_of(Algorithm::Sha256, "")) << "it starts anew";
}

}  // namespace
}  // namespace asof
