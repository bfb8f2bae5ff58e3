#include "ingest/lookahead.h"

#include <gtest/gtest.h>

#include "codec/gzip.h"
#include "ingest/item.h"
#include "warc/draft.h"

namespace asof::ingest {
namespace {

// A file of records of many sizes, larger than several segments.
std::string made_up_file(std::size_t records) {
  warc::Encoder encoder({});
  auto ids = warc::seeded_ids(1);
  std::string file;
  std::uint64_t state = 1;
  for (std::size_t i = 0; i < records; ++i) {
    std::string block;
    std::size_t size = i % 50 == 7 ? 400'000 : 2'000 + i * 37 % 9'000;
    while (block.size() < size) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      block.append(reinterpret_cast<const char*>(&state), sizeof state);
    }
    file += encoder.encode({.type = warc::Type::Resource,
                            .id = ids(),
                            .date = Instant{1'700'000'000'000},
                            .target_uri = "http://example.com/" + std::to_string(i),
                            .content_type = "application/octet-stream",
                            .block = block});
  }
  return file;
}

// Everything a reader says of a file, as text.
std::string told(const Source& source, unsigned threads) {
  std::string text;
  StretchReader reader(source, {}, {.threads = threads});
  for (;;) {
    auto stretch = reader.next();
    EXPECT_TRUE(stretch);
    if (!stretch || !*stretch) return text;
    for (const Item& item : (*stretch)->items)
      text += std::to_string(item.position.offset) + " " + std::to_string(item.length) + " " +
              std::string(item.record.target_uri()) + " " +
              std::to_string(std::hash<std::string>()(item.block)) + "\n";
    for (const warc::Damage& damage : (*stretch)->damage)
      text += std::to_string(damage.where.offset) + " " + damage.what + "\n";
  }
}

TEST(Lookahead, OffersMembersAsTheyFollowEachOther) {
  std::string file = made_up_file(300);
  MemorySource source(file);
  Lookahead lookahead(source, 0, 2);
  codec::MemberInflater inflater;
  std::size_t offered = 0, members = 0;
  for (std::size_t at = 0; at < file.size(); ++members) {
    auto expected = inflater.inflate(std::string_view(file).substr(at), std::size_t{64} << 20);
    ASSERT_TRUE(expected);
    auto member = lookahead.at(at);
    if (member) {
      ++offered;
      EXPECT_EQ(member->length, expected->length);
      EXPECT_TRUE(member->content == expected->content) << at;
    }
    at += expected->length;
  }
  EXPECT_EQ(offered, members);
}

TEST(Lookahead, ChangesNothingForAReader) {
  std::string whole = made_up_file(300);
  std::vector<std::string> files = {whole, whole.substr(0, whole.size() / 2), "", "no gzip at all"};
  for (std::size_t at : {std::size_t{100}, whole.size() / 3, whole.size() - 5}) {
    files.push_back(whole);
    files.back()[at] = static_cast<char>(files.back()[at] ^ 1);
  }
  files.push_back(whole.substr(0, 300'000) + std::string(700'000, 'x') + whole);
  files.push_back(codec::MemberDeflater().deflate(whole));  // members inside a member
  for (const std::string& file : files) {
    MemorySource source(file);
    std::string expected = told(source, 1);
    for (unsigned threads : {2u, 5u}) EXPECT_EQ(told(source, threads), expected) << file.size();
  }
}

TEST(Lookahead, IsNotHeldUpByFalseStarts) {
  std::string file;
  while (file.size() < (std::size_t{3} << 20)) file += std::string("\x1f\x8b\x08\x00\x00\x00", 6);
  MemorySource source(file);
  Lookahead lookahead(source, 0, 2);
  for (std::uint64_t at : {std::uint64_t{0}, std::uint64_t{6}, std::uint64_t{2'000'000}})
    EXPECT_FALSE(lookahead.at(at));
  EXPECT_FALSE(lookahead.at(0)) << "going back";
}

TEST(Lookahead, MayBeLeftBehindAtAnyTime) {
  std::string file = made_up_file(300);
  MemorySource source(file);
  for (std::uint64_t at = 0; at < file.size(); at += 100'003) {
    Lookahead lookahead(source, 0, 3);
    lookahead.at(at);
  }
}

}  // namespace
}  // namespace asof::ingest
