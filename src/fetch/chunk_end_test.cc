#include <gtest/gtest.h>

#include "base/random.h"
#include "fetch/chunk_end_internal.h"

namespace asof::fetch {
namespace {

struct ChunkCase {
  std::string_view rule, body, after;
};

constexpr ChunkCase kChunkCases[] = {
    {"the last chunk and an empty line are the end", "2\r\nok\r\n0\r\n\r\n", "more"},
    {"extensions do not matter", "2;a=b\r\nok\r\n00;c\r\n\r\n", "more"},
    {"sizes are hexadecimal", "0a\r\n0123456789\r\n0\r\n\r\n", "0\r\n\r\n"},
    {"CR may be missing", "2\nok\n0\n\n", "\n"},
    {"trailers belong to it", "0\r\nA: b\r\nC: d\r\n\r\n", "\r\n"},
    {"bytes that look like the end are not", "7\r\n0\r\n\r\n0\r\r\n0\r\n\r\n", "x"},
    {"what is no size has no end", "x\r\n0\r\n\r\nmore", ""},
    {"nor has a size that is too large", "fffffffffffffffff\r\n0\r\n\r\n", ""},
    {"nor a chunk that is too long", "1\r\nok\r\n0\r\n\r\n", ""},
    {"nor nothing", "", ""},
};

TEST(ChunkEnd, IsFoundHoweverTheBytesAreCut) {
  for (const auto& [rule, body, after] : kChunkCases) {
    SCOPED_TRACE(rule);
    const auto all = std::string(body) + std::string(after);
    for (std::size_t first = 0; first <= all.size(); ++first) {
      for (std::size_t second = first; second <= all.size(); ++second) {
        ChunkEnd end;
        const std::string_view text = all;
        const auto taken = end.take(text.substr(0, first)) +
                           end.take(text.substr(first, second - first)) +
                           end.take(text.substr(second));
        ASSERT_EQ(taken, body.size()) << first << " " << second;
      }
    }
  }
}

TEST(ChunkEnd, IsLookedForOnlyInChunkedBodies) {
  EXPECT_TRUE(is_chunked("HTTP/1.1 200 OK\r\ntransfer-ENCODING:chunked\r\n\r\n"));
  EXPECT_TRUE(is_chunked("HTTP/1.1 200 OK\nTransfer-Encoding : gzip, Chunked \n\n"));
  EXPECT_FALSE(is_chunked("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n"));
  EXPECT_FALSE(is_chunked("HTTP/1.1 200 OK\r\nX-Transfer-Encoding: chunked\r\n\r\n"));
  EXPECT_FALSE(is_chunked(""));
}

}  // namespace
}  // namespace asof::fetch
