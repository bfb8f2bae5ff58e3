#include <brotli/encode.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "base/random.h"
#include "codec/gzip.h"
#include "codec/stream.h"

namespace asof::codec {
namespace {

// Decodes with input and output cut into pieces of the sizes given.
Result<std::string> decode(Coding coding, std::string_view input, std::size_t in, std::size_t out,
                           std::string_view* rest = nullptr) {
  auto stream = TRY(Stream::open(coding));
  std::string result;
  std::string buffer(out, '\0');
  while (!stream.ended()) {
    std::string_view piece = input.substr(0, in);
    std::size_t before = piece.size();
    std::size_t made = TRY(stream.read(piece, buffer));
    input.remove_prefix(before - piece.size());
    result.append(buffer, 0, made);
    if (made == 0 && before == piece.size() && !stream.ended())
      return Error{Errc::Corrupt, "unexpected end"};
  }
  if (rest != nullptr) *rest = input;
  return result;
}

std::string sample() {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "line " + std::to_string(i * i % 1009) + "\n";
  return text;
}

TEST(Codec, DecodesEveryCodingInPiecesOfAnySize) {
  std::string text = sample();
  std::string brotli(BrotliEncoderMaxCompressedSize(text.size()), '\0');
  std::size_t size = brotli.size();
  BrotliEncoderCompress(5, 22, BROTLI_MODE_TEXT, text.size(),
                        reinterpret_cast<const std::uint8_t*>(text.data()), &size,
                        reinterpret_cast<std::uint8_t*>(brotli.data()));
  brotli.resize(size);
  std::string zstd(ZSTD_compressBound(text.size()), '\0');
  zstd.resize(ZSTD_compress(zstd.data(), zstd.size(), text.data(), text.size(), 3));
  std::string gzip = MemberDeflater(6).deflate(text);
  std::string raw = gzip.substr(10, gzip.size() - 18);
  const std::pair<Coding, std::string> cases[] = {
      {Coding::Gzip, gzip}, {Coding::Deflate, raw}, {Coding::Brotli, brotli}, {Coding::Zstd, zstd}};
  for (const auto& [coding, bytes] : cases) {
    for (std::size_t in : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
      auto whole = decode(coding, bytes, in, 501);
      ASSERT_TRUE(whole) << whole.error().what;
      EXPECT_EQ(*whole, text);
    }
    for (std::size_t cut = 0; cut < bytes.size(); cut += 97)
      EXPECT_FALSE(decode(coding, bytes.substr(0, cut), 64, 4096)) << cut;
  }
}

TEST(Codec, MembersOfEveryLevelHoldWhatWentIn) {
  Rng rng(7);
  std::string noise(3 << 20, '\0');
  for (char& c : noise) c = static_cast<char>(rng.next());
  const std::string contents[] = {"",
                                  "x",
                                  sample(),
                                  std::string(5 << 20, 'y'),
                                  noise,
                                  noise.substr(0, 1 << 20),
                                  noise + sample()};
  MemberInflater inflater;
  for (const int level : {MemberDeflater::kFast, 1, 6, 12}) {
    MemberDeflater deflater(level);
    for (const std::string& content : contents) {
      const std::string member = deflater.deflate(content);
      const auto found = inflater.inflate(member, content.size() + 1);
      ASSERT_TRUE(found) << level << ": " << content.size();
      EXPECT_TRUE(found->content == content) << level << ": " << content.size();
      EXPECT_EQ(found->length, member.size());
      EXPECT_LT(member.size(), content.size() + content.size() / 100 + 64);
      EXPECT_EQ(deflater.deflate(content), member);
    }
  }
}

TEST(Codec, SaysInPlainWordsWhatIsDamaged) {
  std::string altered = MemberDeflater(6).deflate(sample());
  altered[altered.size() - 8] ^= 1;  // of the checksum
  auto read = decode(Coding::Gzip, altered, altered.size(), 1 << 20);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().what, "the compressed data do not match their checksum");
  for (const Coding coding : {Coding::Gzip, Coding::Deflate, Coding::Brotli, Coding::Zstd}) {
    read = decode(coding, std::string(64, '\xff'), 64, 4096);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().what, "the compressed data are damaged and cannot be unpacked");
  }
}

TEST(Codec, StopsAtTheEndOfAMember) {
  MemberDeflater deflater;
  std::string two = deflater.deflate("first") + deflater.deflate("second");
  std::string_view rest;
  EXPECT_EQ(*decode(Coding::Gzip, two, 1000, 1000, &rest), "first");
  MemberInflater inflater;
  auto second = inflater.inflate(rest, 100);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->content, "second");
  EXPECT_EQ(second->length, rest.size());
}

TEST(Codec, AFlippedBitOfAMemberIsNoticedOrHarmless) {
  std::string text = sample();
  std::string member = MemberDeflater(6).deflate(text);
  MemberInflater inflater;
  std::size_t noticed = 0;
  for (std::size_t bit = 0; bit < member.size() * 8; bit += 3) {
    std::string broken = member;
    broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ (1 << (bit % 8)));
    auto result = inflater.inflate(broken, text.size() * 2);
    if (!result || result->length != member.size()) {
      ++noticed;
    } else {
      EXPECT_EQ(result->content, text) << bit;
    }
  }
  EXPECT_GT(noticed, member.size() * 2);
}

TEST(Codec, InflatesNoMoreThanAsked) {
  std::string member = MemberDeflater(6).deflate(std::string(8 << 20, 'x'));
  MemberInflater inflater;
  EXPECT_FALSE(inflater.inflate(member, 1 << 20));
  EXPECT_TRUE(inflater.inflate(member, 8 << 20));
}

}  // namespace
}  // namespace asof::codec
