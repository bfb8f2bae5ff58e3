#include "warc/reader.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include "base/file.h"
#include "base/text.h"
#include "warc/draft.h"

namespace asof::warc {
namespace {

struct Read {
  std::vector<std::string> blocks;  // "type uri block" of every sound record
  std::vector<std::string> cut;     // and of every other one
  std::vector<Flaw> flaws;          // what is wrong with those
  std::vector<Damage> damages;
  std::vector<Position> positions;
  bool by_record = true;
};

Read read_all(std::string_view bytes, Position from = {}) {
  MemorySource source(bytes);
  Read result;
  Reader reader(
      source, [&](const Damage& d) { result.damages.push_back(d); }, from);
  for (;;) {
    auto next = reader.next();
    EXPECT_TRUE(next) << next.error().what;
    if (!next || *next == nullptr) break;
    std::string block =
        std::string(name_of((*next)->type())) + " " + std::string((*next)->target_uri()) + " ";
    Position at = reader.position();
    for (;;) {
      auto piece = reader.read();
      EXPECT_TRUE(piece);
      if (!piece || piece->empty()) break;
      block += *piece;
    }
    auto end = reader.finish();
    EXPECT_TRUE(end);
    EXPECT_EQ(end->sound, end->flaw == Flaw::None);
    if (!end->sound) {
      result.cut.push_back(std::move(block));
      result.flaws.push_back(end->flaw);
      continue;
    }
    result.blocks.push_back(std::move(block));
    result.positions.push_back(at);
  }
  result.by_record = reader.by_record();
  return result;
}

std::vector<std::string> records(bool gzip) {
  Encoder encoder({.compression = gzip ? Compression::Gzip : Compression::None});
  auto ids = seeded_ids(7);
  Instant date = *parse_iso8601("2026-11-15T09:30:00.123Z");
  std::string info = warc_fields({{"software", "asof"}, {"format", "WARC File Format 1.1"}});
  std::vector<std::string> out;
  out.push_back(encoder.encode({.type = Type::Warcinfo,
                                .id = ids(),
                                .date = date,
                                .content_type = std::string(kWarcFields),
                                .block = info,
                                .filename = "a.warc.gz"}));
  out.push_back(encoder.encode(
      {.id = ids(),
       .date = date,
       .target_uri = "http://example.org/",
       .content_type = std::string(kHttpResponse),
       .block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>one</title>"}));
  out.push_back(encoder.encode({.id = ids(),
                                .date = date,
                                .target_uri = "http://example.org/2",
                                .content_type = std::string(kHttpResponse),
                                .block = "HTTP/1.1 200 OK\r\n\r\nsecond\r\n\r\n"}));
  return out;
}

std::string join(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += part;
  return all;
}

TEST(WarcReader, ReadsWhatTheEncoderWrites) {
  for (bool gzip : {false, true}) {
    auto parts = records(gzip);
    Read all = read_all(join(parts));
    ASSERT_EQ(all.blocks.size(), 3u);
    EXPECT_TRUE(all.damages.empty());
    EXPECT_EQ(all.blocks[1],
              "response http://example.org/ HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
              "<title>one</title>");
    EXPECT_EQ(all.positions[2].offset, parts[0].size() + parts[1].size());
    EXPECT_EQ(read_all(join(parts), all.positions[2]).blocks.size(), 1u);
  }
}

TEST(Encoder, ABlocksDigestMayBeKnownBeforehand) {
  const std::string block = "HTTP/1.1 200 OK\r\n\r\nhello";
  Draft draft{.id = "urn:uuid:1",
              .date = *parse_iso8601("2026-01-02T03:04:05Z"),
              .target_uri = "http://example.org/",
              .content_type = std::string(kHttpResponse),
              .block = block};
  for (const Algorithm algorithm : {Algorithm::Sha256, Algorithm::Sha1}) {
    Encoder encoder({.compression = Compression::None, .block_digest = algorithm});
    draft.block_sha256.clear();
    const std::string taken = encoder.encode(draft);
    EXPECT_NE(taken.find(labelled(algorithm, digest_of(algorithm, block))), std::string::npos);
    draft.block_sha256 = digest_of(Algorithm::Sha256, block);
    EXPECT_EQ(encoder.encode(draft), taken);
  }
}

// Cut at every byte, a file gives the records that are whole, the beginning of the one that is not,
// and one error unless the cut falls between records.
TEST(WarcReader, ATruncatedFileGivesAPrefixAndOneError) {
  for (bool gzip : {false, true}) {
    auto parts = records(gzip);
    std::string all = join(parts);
    auto whole = read_all(all).blocks;
    for (std::size_t cut = 0; cut < all.size(); ++cut) {
      Read got = read_all(std::string_view(all).substr(0, cut));
      std::size_t complete = 0, sum = 0;
      for (; complete < parts.size() && sum + parts[complete].size() <= cut; ++complete)
        sum += parts[complete].size();
      EXPECT_EQ(got.damages.size(), cut == sum ? 0u : 1u) << "cut at " << cut << " gzip " << gzip;
      // A plain record that lacks only its closing line ends is whole.
      const bool whole_but_open =
          !gzip && complete < parts.size() && cut + 4 >= sum + parts[complete].size() && cut != sum;
      complete += whole_but_open;
      ASSERT_EQ(got.blocks.size(), complete) << "cut at " << cut << " gzip " << gzip;
      for (std::size_t i = 0; i < complete; ++i) EXPECT_EQ(got.blocks[i], whole[i]);
      // What is there of a record whose head came is kept, and marked.
      ASSERT_LE(got.cut.size(), got.damages.size()) << cut;
      for (const std::string& rest : got.cut) {
        EXPECT_TRUE(whole[complete].starts_with(rest)) << cut;
        EXPECT_EQ(got.flaws[0], Flaw::Short);
      }
      const std::size_t head = all.find("\r\n\r\n", sum) + 4;
      if (!gzip && cut > sum && !whole_but_open)
        EXPECT_EQ(got.cut.size(), cut >= head ? 1u : 0u) << cut;
      // Of a member a few bytes short nearly all can be unpacked.
      if (gzip && cut != sum && cut + 8 >= sum + parts[complete].size())
        EXPECT_EQ(got.cut, std::vector{whole[complete]}) << cut;
    }
  }
}

TEST(WarcReader, AFlippedBitHarmsOneRecordAtMostAndNeverSilently) {
  auto parts = records(true);
  std::string all = join(parts);
  auto whole = read_all(all).blocks;
  std::size_t kept = 0;
  for (std::size_t bit = 0; bit < all.size() * 8; ++bit) {
    std::string broken = all;
    broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ (1 << (bit % 8)));
    Read got = read_all(broken);
    std::size_t hit = 0;
    for (std::size_t sum = parts[0].size(); sum <= bit / 8; sum += parts[++hit].size()) {
    }
    std::vector<std::string> others = whole;
    if (got.damages.empty()) {
      EXPECT_EQ(got.blocks, whole) << "bit " << bit;
    } else {
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(hit));
      EXPECT_EQ(got.blocks, others)
          << "bit " << bit << " of record " << hit << ": " << got.damages[0].what << " at "
          << to_string(got.damages[0].where);
      EXPECT_EQ(got.damages.size(), 1u) << "bit " << bit;
      // What can still be read of the record is kept, and marked.
      EXPECT_LE(got.cut.size(), 1u) << "bit " << bit;
      kept += got.cut.size();
    }
  }
  EXPECT_GT(kept, all.size());  // of eight times as many
}

TEST(WarcReader, ReadsAFileCompressedAsAWhole) {
  std::string plain = join(records(false));
  std::string whole = codec::MemberDeflater(6).deflate(plain);
  Read got = read_all(whole);
  EXPECT_EQ(got.blocks.size(), 3u);
  EXPECT_TRUE(got.damages.empty());
  EXPECT_FALSE(got.by_record);
  EXPECT_EQ(got.positions[1].offset, 0u);
  Read again = read_all(whole, got.positions[1]);
  ASSERT_EQ(again.blocks.size(), 2u);
  EXPECT_EQ(again.blocks[0], got.blocks[1]);
}

TEST(WarcReader, FindsARecordBehindAMillionThatOnlyLookLikeOne) {
  const auto plain = records(false);
  for (const bool gzip : {true, false}) {
    const auto pack = [&](const std::string& text) {
      return gzip ? codec::MemberDeflater(6).deflate(text)
                  : codec::FrameCompressor(3).compress(text);
    };
    std::string file = pack(plain[0]);
    // More than is ever looked at as a whole.
    for (int i = 0; i < 2'500'000; ++i)
      file += gzip ? std::string_view("\x1f\x8b\x08\x00", 4) : "\x28\xb5\x2f\xfd";
    file += pack(plain[1]);
    const Read got = read_all(file);
    EXPECT_EQ(got.blocks.size(), 2u) << gzip;
    EXPECT_EQ(got.damages.size(), 1u) << gzip;
  }
}

TEST(WarcReader, EmptyMembersBetweenRecordsDoNoHarm) {
  auto parts = records(true);
  parts.insert(parts.begin() + 1, codec::MemberDeflater(6).deflate(""));
  const Read got = read_all(join(parts));
  EXPECT_EQ(got.blocks.size(), 3u);
  EXPECT_TRUE(got.damages.empty());
  EXPECT_TRUE(got.by_record);
}

TEST(WarcReader, ReadsZstdFramesWithAndWithoutDictionary) {
  auto parts = records(false);
  std::string dictionary = join(parts);
  for (bool with : {false, true}) {
    std::string file;
    ZSTD_CCtx* engine = ZSTD_createCCtx();
    if (with) {
      std::uint32_t size = static_cast<std::uint32_t>(dictionary.size());
      file = "\x5d\x2a\x4d\x18";
      for (int i = 0; i < 4; ++i) file += static_cast<char>(size >> (8 * i));
      file += dictionary;
    }
    for (const std::string& part : parts) {
      std::string frame(ZSTD_compressBound(part.size()), '\0');
      std::size_t n =
          with ? ZSTD_compress_usingDict(engine, frame.data(), frame.size(), part.data(),
                                         part.size(), dictionary.data(), dictionary.size(), 3)
               : ZSTD_compressCCtx(engine, frame.data(), frame.size(), part.data(), part.size(), 3);
      file += frame.substr(0, n);
    }
    ZSTD_freeCCtx(engine);
    Read got = read_all(file);
    EXPECT_EQ(got.blocks.size(), 3u) << with;
    EXPECT_TRUE(got.damages.empty()) << with << got.damages[0].what;
    // From its middle on, too.
    const Read rest = read_all(file, got.positions[1]);
    ASSERT_EQ(rest.blocks.size(), 2u) << with;
    EXPECT_EQ(rest.blocks[0], got.blocks[1]);
    // Cut anywhere: a prefix of the records and one error, none where a frame ends.
    std::size_t silent = 0;
    for (std::size_t size = 1; size < file.size(); ++size) {
      const Read cut = read_all(file.substr(0, size));
      ASSERT_LE(cut.blocks.size(), 2u) << size;
      EXPECT_TRUE(std::equal(cut.blocks.begin(), cut.blocks.end(), got.blocks.begin())) << size;
      EXPECT_LE(cut.damages.size(), 1u) << size;
      silent += cut.damages.empty();
    }
    EXPECT_EQ(silent, with ? 3u : 2u);
  }
}

TEST(WarcReader, ALargeMemberFlowsThroughABoundedBuffer) {
  std::string large(70 << 20, 'x');
  Encoder encoder({});
  auto ids = seeded_ids(1);
  std::string file = encoder.encode({.id = ids(), .target_uri = "http://a/", .block = large});
  std::size_t first = file.size();
  file += encoder.encode({.id = ids(), .target_uri = "http://b/", .block = "small"});
  Read got = read_all(file);
  ASSERT_EQ(got.blocks.size(), 2u);
  EXPECT_EQ(got.blocks[0].size(), large.size() + sizeof("response http://a/ ") - 1);
  // Not in the middle: a run of one letter survives many a flipped bit there.
  file[first - 1] ^= 1;
  got = read_all(file);
  EXPECT_EQ(got.damages.size(), 1u);
  EXPECT_EQ(got.blocks.size(), 1u);
}

TEST(WarcReader, GoesOnAfterGarbage) {
  auto parts = records(false);
  Read got = read_all(parts[0] + "garbage\r\nmore\r\n" + parts[1] + parts[2]);
  EXPECT_EQ(got.blocks.size(), 3u);
  ASSERT_EQ(got.damages.size(), 1u);
  EXPECT_EQ(got.damages[0].where.offset, parts[0].size());
  auto zipped = records(true);
  got = read_all(zipped[0] + "garbage" + zipped[1] + zipped[2]);
  EXPECT_EQ(got.blocks.size(), 3u);
  EXPECT_EQ(got.damages.size(), 1u);
}

std::string with_length(std::string record, const std::string& length) {
  const std::size_t at = record.find("Content-Length: ") + 16;
  return record.replace(at, record.find("\r\n", at) - at, length);
}

// Plain, each record a member, and all in one: the record is what lies between its head and the
// next, whatever its length says.
TEST(WarcReader, ARecordOfAWrongLengthIsKeptAsFarAsItGoes) {
  const auto parts = records(false);
  const std::string right = read_all(parts[1]).blocks[0];
  const std::size_t length =
      right.size() - std::string_view("response http://example.org/ ").size();
  std::vector<std::string> lengths;
  for (int off : {-40, -7, -1, 1, 3, 7, 60, 100'000})
    lengths.push_back(std::to_string(static_cast<int>(length) + off));
  lengths.push_back("18446744073709551615");
  lengths.push_back("99999999999999999999999");
  const auto pack = [](const std::string& text) { return codec::MemberDeflater(6).deflate(text); };
  for (const std::string& stated : lengths) {
    const std::string wrong = with_length(parts[1], stated);
    for (const std::string& file :
         {parts[0] + wrong + parts[2], pack(parts[0]) + pack(wrong) + pack(parts[2]),
          pack(parts[0] + wrong + parts[2])}) {
      SCOPED_TRACE(stated + " in " + std::to_string(file.size()));
      const Read got = read_all(file);
      ASSERT_EQ(got.blocks.size(), 2u);
      ASSERT_EQ(got.cut.size(), 1u);
      EXPECT_EQ(got.cut[0], right);
      EXPECT_NE(got.flaws[0], Flaw::Damaged);
      EXPECT_EQ(got.damages.size(), 1u);
    }
    const Read alone = read_all(wrong);
    ASSERT_EQ(alone.cut.size(), 1u) << stated;
    EXPECT_TRUE(alone.cut[0].starts_with(right)) << stated;
  }
}

TEST(WarcReader, ALengthThatCannotBeIsNamedAsSuch) {
  for (const char* length : {"18446744073709551615", "99999999999999999999999", "5000000000000"}) {
    for (bool gzip : {false, true}) {
      const std::string wrong = with_length(records(false)[1], length);
      const Read got = read_all(gzip ? codec::MemberDeflater(6).deflate(wrong) : wrong);
      ASSERT_EQ(got.damages.size(), 1u);
      EXPECT_TRUE(got.damages[0].what.starts_with("the record's Content-Length of " +
                                                  std::string(length) +
                                                  " is more than the file can hold; "))
          << got.damages[0].what;
    }
  }
}

TEST(WarcReader, HeadsMayEndInTwoCarriageReturns) {
  auto parts = records(false);
  std::string odd = parts[1];
  const std::size_t head = odd.find("\r\n\r\n") + 4;
  for (std::size_t at = 0, n = head; (at = odd.find("\r\n", at)) < n; at += 3, ++n)
    odd.insert(at, "\r");
  for (const std::string& file : {parts[0] + odd + parts[2], odd}) {
    const Read got = read_all(file);
    EXPECT_TRUE(got.damages.empty());
    EXPECT_EQ(got.blocks, read_all(file == odd ? parts[1] : join(parts)).blocks);
  }
}

TEST(WarcReader, WhatIsNothingOfOursIsToldFromWhatIsDamaged) {
  const auto parts = records(false);
  for (const auto& [bytes, foreign] : std::initializer_list<std::pair<std::string, bool>>{
           {"Dear reader,\nthis is a letter.\n", true},
           {codec::MemberDeflater(6).deflate("a letter, packed\n"), true},
           {"WAR", false},
           {"WARC/1", false},
           {parts[1].substr(0, 40), false},
           {"WARC/1.1\r\nWARC-Type: response\r\n\r\nno length", false},
           {codec::MemberDeflater(6).deflate(parts[1]).substr(0, 30), false},
       }) {
    const Read got = read_all(bytes);
    ASSERT_EQ(got.damages.size(), 1u) << bytes;
    EXPECT_EQ(got.damages[0].foreign, foreign) << bytes << got.damages[0].what;
    const std::string said = nothing_read("x.warc", "WARC or ARC", &got.damages[0]);
    EXPECT_EQ(said.starts_with("x.warc is not a WARC or ARC file: "), foreign) << said;
    if (!foreign) EXPECT_EQ(said.find("no record starts here"), std::string::npos) << said;
  }
}

TEST(WarcReader, ADictionaryThatIsMissingIsNamed) {
  const auto parts = records(false);
  std::string samples;
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 500; ++i) {
    samples += parts[1] + std::to_string(i * 7919);
    sizes.push_back(parts[1].size() + std::to_string(i * 7919).size());
  }
  const auto dictionary = codec::train_dictionary(samples, sizes);
  ASSERT_TRUE(dictionary);
  const Read got = read_all(codec::FrameCompressor(3, *dictionary).compress(parts[1]));
  ASSERT_EQ(got.damages.size(), 1u);
  EXPECT_FALSE(got.damages[0].foreign);
  EXPECT_NE(got.damages[0].what.find("which is not here"), std::string::npos);
}

// Counts how often it is asked: each time, a reader has moved its window.
class CountedSource final : public Source {
 public:
  explicit CountedSource(std::string_view bytes) : bytes_(bytes) {}
  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> into) const override {
    ++reads;
    return bytes_.read_at(offset, into);
  }
  std::uint64_t size() const override { return bytes_.size(); }
  const std::string& name() const override { return bytes_.name(); }

  mutable std::size_t reads = 0;

 private:
  MemorySource bytes_;
};

TEST(WarcReader, FindsTheNextRecordInOnePass) {
  std::string lines, heads;
  for (int i = 0; i < 1'000'000; ++i) lines += "1,2,3\n";
  for (int i = 0; i < 2'000; ++i) heads += "WARC/1.0\nX: a\n";
  const std::string good = records(false)[1];
  for (const std::string& bytes : {
           "WARC/1.0\r\nContent-Length: 100\r\n\r\n" + lines + good,  // a length too small
           "WARC/1.0\r\n" + lines + "\r\n" + good,                    // a head without end
           heads + lines + "\r\n\r\n" + good,                         // many of them
       }) {
    CountedSource source(bytes);
    std::size_t sound = 0, damages = 0;
    Reader reader(source, [&](const Damage&) { ++damages; });
    for (;;) {
      auto next = reader.next();
      ASSERT_TRUE(next);
      if (*next == nullptr) break;
      auto end = reader.finish();
      ASSERT_TRUE(end);
      sound += end->sound;
    }
    EXPECT_EQ(sound, 1u);
    EXPECT_GT(damages, 0u);
    EXPECT_LT(source.reads, 40u) << bytes.substr(0, 30);  // of 6 MB, in windows of 2 MB
  }
}

TEST(WarcReader, ReadsArcWithBlanksInUrls) {
  Read got = read_all(
      "filedesc://a.arc 127.0.0.1 20080430204825 text/plain 75\n1 0 InternetArchive\n"
      "URL IP-address Archive-date Content-type Archive-length\n\n"
      "http://example.com/a b 93.184.216.34 20140402000000 text/html 6\nHello!\n");
  ASSERT_EQ(got.blocks.size(), 2u);
  EXPECT_EQ(got.blocks[1], "response http://example.com/a b Hello!");
}

TEST(WarcReader, ReadsTheHeaderLinesOfOldArcFiles) {
  struct Case {
    std::string fields;
    std::string date;  // as far as it is known
    std::string ip;
  };
  for (const auto& [fields, date, ip] : std::initializer_list<Case>{
           {"1.2.3.4 20041201103059 text/html 6", "2004-12-01T10:30:59Z", "1.2.3.4"},
           {"1.2.3.4 2004120110 text/html 6", "2004-12-01T10:00Z", "1.2.3.4"},
           {"1.2.3.4 200412011030591 text/html 6", "2004-12-01T10:30:59Z", "1.2.3.4"},
           {"1.2.3.4 200412011030591234 text/html 6", "2004-12-01T10:30:59Z", "1.2.3.4"},
           {"1.2.3.4 20041201103059GMT text/html 6", "2004-12-01T10:30:59Z", "1.2.3.4"},
           {"1.2.3.4 3e8c5f2a text/html 6", "none", "1.2.3.4"},
           {"1.2.3.4 3E8C5F2A00000001 text/html 6", "none", "1.2.3.4"},
           {"1.2.3.4 20041301103059 text/html 6", "none", "1.2.3.4"},
           {"None 20041201103059 text/html 6", "2004-12-01T10:30:59Z", ""},
           {"- - - 6", "none", ""},
           {"20041201103059 1.2.3.4 text/html 6", "2004-12-01T10:30:59Z", "1.2.3.4"},
           {"6 text/html 20041201103059 1.2.3.4", "2004-12-01T10:30:59Z", "1.2.3.4"},
           {"text/html None 20041201103059 6", "2004-12-01T10:30:59Z", ""},
           {"20041201103059 1.2.3.4 text/html 200 abc - 17 a.arc 6", "2004-12-01T10:30:59Z",
            "1.2.3.4"},
           {"1.2.3.4 20041201103059 text/html 200 abc - 17 a.arc 6", "2004-12-01T10:30:59Z",
            "1.2.3.4"},
       }) {
    SCOPED_TRACE(fields);
    const std::string file = "filedesc://a.arc 0.0.0.0 20041201000000 text/plain 2\n1 \n" +
                             ("http://a.example/x y " + fields + "\nHello!\n");
    const Read got = read_all(file + file.substr(file.find("http")));
    EXPECT_TRUE(got.damages.empty());
    ASSERT_EQ(got.blocks.size(), 3u);
    EXPECT_EQ(got.blocks[1], "response http://a.example/x y Hello!");
    Record record;
    std::string why;
    ASSERT_TRUE(record.parse_arc(file.substr(file.find("http")), why));
    const auto period = record.period();
    EXPECT_EQ(period ? iso8601_known(period->first, period->width()) : "none", date);
    EXPECT_EQ(record.find("WARC-IP-Address"), ip);
    if (fields != "- - - 6") EXPECT_EQ(record.find("Content-Type"), "text/html");
  }
  for (const char* line :
       {"http://a.example/ is 12 years old", "note: 1.2.3.4 is up since 2004 6",
        "http://a.example/ 1.2.3.4 20041201103059 text/html", "a: b c d e f g h i j"})
    EXPECT_FALSE(starts_like_arc(line)) << line;
}

TEST(WarcReader, TextIsNoArchive) {
  Read got = read_all("Dear reader,\nthis is a letter.\n");
  EXPECT_EQ(got.blocks.size(), 0u);
  EXPECT_EQ(got.damages.size(), 1u);
}

}  // namespace
}  // namespace asof::warc
