#include "crawl/visit_record.h"

#include <gtest/gtest.h>

namespace asof::crawl {
namespace {

std::string kept_request(std::string request) {
  VisitRecord visit;
  visit.url = "https://example.org/";
  visit.request = std::move(request);
  int made = 0;
  const auto drafts = drafts_of(visit, [&] { return "<urn:x:" + std::to_string(++made) + ">"; });
  for (const warc::Draft& draft : drafts.value())
    if (draft.type == warc::Type::Request) return std::string(draft.block);
  return "";
}

TEST(VisitRecord, KeepsRequestsWithoutCredentials) {
  EXPECT_EQ(kept_request("GET / HTTP/1.1\r\nHost: a\r\nauthorization: Basic YTpi\r\n"
                         "Cookie: b=c\r\nProxy-Authorization: Digest d\r\n\r\n"),
            "GET / HTTP/1.1\r\nHost: a\r\nauthorization: (not kept)\r\n"
            "Cookie: b=c\r\nProxy-Authorization: (not kept)\r\n\r\n");
}

TEST(VisitRecord, KeepsOtherRequestsAsTheyAre) {
  for (const char* request : {"GET /Authorization:x HTTP/1.1\r\nHost: a\r\n\r\n",
                              "GET / HTTP/1.0\r\n\r\n", "GET /\r\nAuthorization", "GET /"})
    EXPECT_EQ(kept_request(request), request);
}

}  // namespace
}  // namespace asof::crawl
