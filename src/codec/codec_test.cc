#include <brotli/encode.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "base/random.h"
#include "codec/gzip.h"
#include "codec/stream.h"
#include "codec/zstd.h"

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

TEST(Codec, ShortMembersHoldWhatWentInAndAreNeverMuchLarger) {
  Rng rng(8);
  std::string noise(4096, '\0');
  for (char& c : noise) c = static_cast<char>(rng.next());
  MemberDeflater deflater(MemberDeflater::kFast);
  MemberInflater inflater;
  for (std::size_t size = 0; size <= noise.size(); ++size) {
    const std::string half = noise.substr(0, size / 2) + std::string(size - size / 2, 'z');
    for (const std::string& content : {noise.substr(0, size), sample().substr(0, size), half}) {
      const std::string member = deflater.deflate(content);
      const auto found = inflater.inflate(member, content.size());
      ASSERT_TRUE(found) << size;
      EXPECT_TRUE(found->content == content) << size;
      EXPECT_EQ(found->length, member.size());
      EXPECT_LE(member.size(), size + 64);
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

// Pages of one site: the same around different text.
std::vector<std::string> pages(int count) {
  Rng random(7);
  std::vector<std::string> pages;
  for (int i = 0; i < count; ++i) {
    std::string page = "<html><head><title>Page " + std::to_string(i) + "</title>";
    Rng menu(1);
    for (int j = 0; j < 200; ++j) page += "<a>" + std::to_string(menu.below(1'000'000)) + "</a>";
    for (int j = 0; j < 50; ++j) page += " " + std::to_string(random.below(1'000'000));
    pages.push_back(page);
  }
  return pages;
}

std::optional<std::string> dictionary_of(const std::vector<std::string>& samples) {
  std::string bytes;
  std::vector<std::size_t> sizes;
  for (const std::string& sample : samples) {
    bytes += sample;
    sizes.push_back(sample.size());
  }
  return train_dictionary(bytes, sizes);
}

TEST(Codec, FramesHoldWhatWentInWithAndWithoutADictionary) {
  const auto samples = pages(120);
  const auto dictionary = dictionary_of(samples);
  ASSERT_TRUE(dictionary);
  EXPECT_TRUE(is_dictionary(*dictionary));
  EXPECT_EQ(dictionary, dictionary_of(samples));
  for (const auto& [level, with] : {std::pair(3, false),
                                    {3, true},
                                    {FrameCompressor::kFast, false},
                                    {FrameCompressor::kFast, true}}) {
    const std::string used = with ? *dictionary : "";
    FrameCompressor compressor(level, used);
    FrameDecompressor decompressor(used);
    for (const std::string& text : {std::string(), sample(), pages(130).back()}) {
      const std::string frame = compressor.compress(text);
      EXPECT_EQ(frame, FrameCompressor(level, used).compress(text));
      const auto back = decompressor.decompress(frame + "more", 1 << 20);
      ASSERT_TRUE(back);
      EXPECT_EQ(back->content, text);
      EXPECT_EQ(back->length, frame.size());
      EXPECT_FALSE(text.size() > 1 && decompressor.decompress(frame, text.size() - 1));
      for (std::size_t cut = 0; cut < frame.size(); ++cut)
        EXPECT_FALSE(decompressor.decompress(frame.substr(0, cut), 1 << 20)) << cut;
      auto stream = Stream::open(Coding::Zstd, used);
      std::string whole(text.size() + 1, ' ');
      std::string_view input = frame;
      auto read = stream->read(input, whole);
      ASSERT_TRUE(read) << read.error().what;
      EXPECT_EQ(whole.substr(0, *read), text);
    }
  }
}

TEST(Codec, FastMembersHoldWhateverTheyWereMadeOf) {
  Rng rng(9);
  std::string noise(2 << 20, '\0');
  for (char& c : noise) c = static_cast<char>(rng.next());
  const std::string page = pages(30).back();
  MemberInflater inflater;
  MemberDeflater deflater(MemberDeflater::kFast);
  for (const std::string& content :
       {page, page + page, sample(), noise, noise.substr(0, 1 << 20), noise.substr(0, 5000),
        page + noise.substr(0, page.size() / 2), std::string(3 << 20, 'y'), std::string()}) {
    const std::string member = deflater.deflate(content);
    const auto found = inflater.inflate(member, content.size());
    ASSERT_TRUE(found) << content.size();
    EXPECT_TRUE(found->content == content) << content.size();
    EXPECT_EQ(found->length, member.size());
    EXPECT_EQ(deflater.deflate(content), member);
    EXPECT_LE(member.size(), content.size() + content.size() / 100 + 64);
  }
}

TEST(Codec, ADictionaryMakesFramesSmaller) {
  const std::string dictionary = *dictionary_of(pages(120));
  const std::string page = pages(130).back();
  for (const int level : {FrameCompressor::kFast, 1, 3, 9})
    EXPECT_LT(FrameCompressor(level, dictionary).compress(page).size(),
              FrameCompressor(level).compress(page).size() * 3 / 4)
        << level;
}

TEST(Codec, AFlippedBitOfAFrameIsNoticed) {
  const std::string dictionary = *dictionary_of(pages(120));
  const std::string text = pages(130).back();
  const std::string frame = FrameCompressor(3, dictionary).compress(text);
  FrameDecompressor decompressor(dictionary);
  for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
    std::string damaged = frame;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    const auto back = decompressor.decompress(damaged, 1 << 20);
    EXPECT_TRUE(!back || back->content == text) << bit;
  }
  EXPECT_FALSE(FrameDecompressor().decompress(frame, 1 << 20));
}

TEST(Codec, SaysWhatWholeDataNeed) {
  const std::string dictionary = *dictionary_of(pages(120));
  const std::string frame = FrameCompressor(3, dictionary).compress(sample());
  std::string room(1 << 20, ' ');
  auto stream = Stream::open(Coding::Zstd);
  std::string_view input = frame;
  const auto without = stream->read(input, room);
  ASSERT_FALSE(without);
  EXPECT_NE(without.error().what.find("were compressed with dictionary "), std::string::npos)
      << without.error().what;
  // A frame of a window of 256 MiB.
  const std::string wide("\x28\xb5\x2f\xfd\x00\x90\x01\x00\x00", 9);
  stream->restart();
  input = wide;
  const auto large = stream->read(input, room);
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().what.find("more than 128 MiB"), std::string::npos) << large.error().what;
}

TEST(Codec, AStreamBeginsAgain) {
  for (const Coding coding : {Coding::Gzip, Coding::Zstd}) {
    const std::string packed = coding == Coding::Gzip ? MemberDeflater(6).deflate(sample())
                                                      : FrameCompressor(3).compress(sample());
    auto stream = Stream::open(coding);
    std::string room(sample().size() + 1, ' ');
    for (const std::size_t given : {packed.size() / 2, packed.size(), packed.size()}) {
      stream->restart();
      std::string_view input = std::string_view(packed).substr(0, given);
      ASSERT_TRUE(stream->read(input, room));
      EXPECT_EQ(stream->ended(), given == packed.size());
    }
    EXPECT_EQ(room.substr(0, sample().size()), sample());
  }
}

TEST(Codec, MakesNoDictionaryOfNothing) {
  EXPECT_FALSE(dictionary_of({}));
  EXPECT_FALSE(dictionary_of({"one"}));
  EXPECT_FALSE(is_dictionary("any bytes at all"));
  EXPECT_FALSE(is_dictionary(""));
}

}  // namespace
}  // namespace asof::codec
