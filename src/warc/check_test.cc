#include "warc/check.h"

#include <gtest/gtest.h>

#include "warc/digest_field.h"

namespace asof::warc {
namespace {

TEST(WarcCheck, ADigestIsTakenWhereItCanBeOne) {
  struct Case {
    std::string digest;
    bool taken;
  };
  for (const auto& [digest, taken] : std::initializer_list<Case>{
           {"sha1:GRNIYCOA4CO45DE3OMTQ7XKGUL3WDW4G", true},
           {"SHA-1:" + std::string(40, 'a'), true},
           {"sha256:" + std::string(64, '0'), true},
           {"sha256:" + std::string(52, 'A'), true},
           {"md5:" + std::string(32, 'f'), true},
           {"sha512:" + std::string(128, '1'), true},
           {"blake3:abc-DEF", true},  // unknown here: nobody knows its length
           {"sha1:ABC", false},
           {"sha1:", false},
           {"GRNIYCOA4CO45DE3OMTQ7XKGUL3WDW4G", false},
           {"sha256:GRNIYCOA4CO45DE3OMTQ7XKGUL3WDW4G", false},
           {"sha1:\x1b[31mBAD", false},
           {"\x1b[31m:BAD", false},
           {"blake3:a b", false},
       }) {
    Record record;
    std::string why;
    ASSERT_TRUE(record.parse_warc(
        "WARC/1.1\r\nContent-Length: 0\r\nWARC-Payload-Digest: " + digest + "\r\n\r\n", why));
    EXPECT_EQ(payload_digest(record), taken ? digest : "") << digest;
  }
}

}  // namespace
}  // namespace asof::warc
