#include "capture/capture.h"

#include <gtest/gtest.h>

#include "capture/answer_field.h"
#include "capture/block.h"
#include "url/surt.h"

namespace asof::capture {
namespace {

const Instant kAt = *parse_iso8601("2026-11-15T09:30:00.125Z");

warc::IdSource counted_ids() {
  return [made = 0]() mutable { return "urn:x:" + std::to_string(++made); };
}

Notes all_notes() {
  return {.via = "https://example.org/",
          .hops = "LE",
          .seed = true,
          .fetch_ms = 12,
          .purpose = "revisit",
          .why = "its turn",
          .turn = TurnCount{7, 5, kAt},
          .about = "https://example.org",
          .rate = 0.25,
          .weight = 2.5,
          .importance = 0.125,
          .requisite = "https://example.org/",
          .received = 4096,
          .none = NoAnswer{-2, "no answer"}};
}

TEST(Notes, AreReadAsTheyWereWritten) {
  const Notes notes = all_notes();
  const std::string block = to_block(notes);
  const Notes read = read_notes("https://example.org/a", block);
  EXPECT_EQ(to_block(read), block);
  EXPECT_EQ(read.turn->ended, 5u);
  EXPECT_EQ(read.turn->at, kAt);
  EXPECT_EQ(read.none->status, -2);
  EXPECT_EQ(read.received, 4096u);
}

TEST(Notes, TakeTheFirstOfAFieldInAnyCaseAndLeaveOutWhatIsNoNumber) {
  const Notes notes =
      read_notes("https://example.org/",
                 "# comment: 1\r\nVIA: http://a/\r\nvia: http://b/\r\n"
                 "pathFromSeed: LL\r\nrate: -1\r\nturn: 1 2\r\nfetchTimeMs: soon\r\n");
  EXPECT_EQ(notes.via, "http://a/");
  EXPECT_EQ(notes.hops, "LL");
  EXPECT_FALSE(notes.rate);
  EXPECT_FALSE(notes.turn);
  EXPECT_FALSE(notes.fetch_ms);
  EXPECT_FALSE(notes.none);
}

TEST(Notes, CannotBeGivenALineFromOutside) {
  Notes notes{.none = NoAnswer{-1, "broken\r\nseed: "}};
  EXPECT_FALSE(read_notes("https://example.org/", to_block(notes)).seed);
}

TEST(Notes, OfACrawlThatEndedHoldHowItEnded) {
  Notes notes;
  notes.end = CrawlEnd{.ended = "done",
                       .reason = "",
                       .known = 12,
                       .not_followed = {{"outside", 120}, {"excluded", 3}},
                       .clock = "set back"};
  const Notes read = read_notes("urn:asof:crawl:x", to_block(notes));
  ASSERT_TRUE(read.end);
  EXPECT_EQ(read.end->ended, "done");
  EXPECT_EQ(read.end->known, 12u);
  EXPECT_EQ(read.end->not_followed, notes.end->not_followed);
  EXPECT_EQ(read.end->clock, "set back");
}

// A record written and read again.
Capture read_back(const warc::Draft& draft) {
  std::string head;
  warc::Encoder encoder({.compression = warc::Compression::None});
  encoder.encode(draft, &head);
  warc::Record record;
  std::string why;
  EXPECT_TRUE(record.parse_warc(head, why)) << why;
  return *read_record(record, {.block = draft.block});
}

Capture made(std::string_view message, std::string request) {
  Capture capture{.url = "https://example.org/a", .at = kAt, .notes = all_notes()};
  capture.key = url::surt_key(capture.url);
  Exchange exchange{.request = std::move(request), .kind = Kind::Response, .ip = "192.0.2.1"};
  exchange.protocol = "http/1.1";
  exchange.answer = read_answer(capture.url, message, {.at = kAt});
  exchange.payload_digest = warc::labelled(Algorithm::Sha256, exchange.answer.sha256);
  capture.exchanges.push_back(std::move(exchange));
  return capture;
}

constexpr std::string_view kPage =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: \"1\"\r\n"
    "Last-Modified: Sun, 15 Nov 2026 09:00:00 GMT\r\nLink: </next>; rel=next\r\n"
    "X-Robots-Tag: nofollow\r\nContent-Length: 45\r\n\r\n"
    "<title>One</title><a href=b>b</a><img src=c> ";

TEST(Capture, ThatWasNotStoredKeepsItsDigestAndHowMuchItMatters) {
  Capture capture = made(kPage, "GET /a HTTP/1.1\r\n\r\n");
  Exchange& exchange = capture.exchanges.front();
  exchange.kind = Kind::Revisit;
  exchange.revisit = {.profile = std::string(warc::kNotStored),
                      .refers_to = "urn:x:9",
                      .url = capture.url,
                      .at = kAt,
                      .weighed = Weighed{.importance = .000394, .matters = .25}};
  std::string block;
  const auto drafts =
      records_of(capture, {kPage.substr(0, kPage.find("<title>"))}, counted_ids(), block);
  const Capture read = read_back(drafts[2]);
  EXPECT_EQ(read.exchanges.front().payload_digest, exchange.payload_digest);
  const Revisit& revisit = read.exchanges.front().revisit;
  ASSERT_TRUE(revisit.is_not_stored() && revisit.weighed);
  EXPECT_EQ(revisit.weighed->importance, .000394);
  EXPECT_EQ(revisit.weighed->matters, .25);
  EXPECT_EQ(read.exchanges.front().answer.etag, "\"1\"");
}

TEST(Capture, IsReadFromItsRecordsAsItWasMade) {
  Capture capture = made(kPage, "GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n");
  std::string block;
  const auto drafts = records_of(capture, {kPage}, counted_ids(), block);
  ASSERT_EQ(drafts.size(), 3u);
  const Capture notes = read_back(drafts[0]);
  EXPECT_EQ(notes.url, capture.url);
  EXPECT_EQ(notes.at, capture.at);
  EXPECT_EQ(notes.key, capture.key);
  EXPECT_EQ(notes.concurrent_to, capture.concurrent_to);
  EXPECT_EQ(to_block(*notes.notes), block);
  const Capture request = read_back(drafts[1]);
  EXPECT_EQ(request.exchanges.front().request, capture.exchanges.front().request);
  EXPECT_EQ(request.exchanges.front().kind, Kind::None);

  const Capture answer = read_back(drafts[2]);
  const Exchange& read = answer.exchanges.front();
  const Exchange& kept = capture.exchanges.front();
  EXPECT_EQ(read.kind, Kind::Response);
  EXPECT_EQ(read.record.id, kept.record.id);
  EXPECT_EQ(read.payload_digest, kept.payload_digest);
  EXPECT_EQ(read.ip, kept.ip);
  EXPECT_EQ(read.protocol, kept.protocol);
  EXPECT_EQ(read.answer.sha256, kept.answer.sha256);
  EXPECT_EQ(read.answer.size, 45u);
  EXPECT_TRUE(read.is_whole());
  EXPECT_EQ(read.answer.etag, "\"1\"");
  EXPECT_EQ(read.answer.last_modified, kept.answer.last_modified);
  EXPECT_EQ(read.answer.last_modified_field, "Sun, 15 Nov 2026 09:00:00 GMT");
  EXPECT_TRUE(read.answer.says_nofollow());
  ASSERT_EQ(read.answer.links.size(), 1u);
  EXPECT_EQ(read.answer.links[0].url, "https://example.org/next");
  ASSERT_TRUE(read.answer.page);
  EXPECT_EQ(read.answer.page->title, "One");
  ASSERT_EQ(read.answer.page->links.size(), 2u);
  EXPECT_EQ(read.answer.page->links[1].url, "https://example.org/c");
}

TEST(Capture, OfARevisitRefersToItsOriginalAndHasNoBody) {
  Capture capture = made(kPage, "GET /a HTTP/1.1\r\n\r\n");
  Exchange& exchange = capture.exchanges.front();
  exchange.kind = Kind::Revisit;
  exchange.truncated = "length";
  exchange.revisit = {.profile = std::string(warc::kIdenticalPayload),
                      .refers_to = "urn:x:original",
                      .url = "https://example.org/b",
                      .at = kAt};
  leave_out_body(exchange);
  std::string block;
  const std::string_view head = kPage.substr(0, kPage.find("\r\n\r\n") + 4);
  const auto drafts = records_of(capture, {head}, counted_ids(), block);
  const Exchange read = read_back(drafts.back()).exchanges.front();
  EXPECT_EQ(read.kind, Kind::Revisit);
  EXPECT_TRUE(read.revisit.is_identical());
  EXPECT_EQ(read.revisit.refers_to, "urn:x:original");
  EXPECT_EQ(read.revisit.url, "https://example.org/b");
  EXPECT_EQ(read.revisit.at, kAt);
  EXPECT_FALSE(read.is_whole());
  EXPECT_EQ(read.answer.size, exchange.answer.size);
  EXPECT_EQ(read.answer.sha256, "");
  EXPECT_FALSE(read.answer.page);
}

constexpr std::string_view kUnmodified =
    "HTTP/1.1 304 Not Modified\r\nETag: \"50%25\"\r\nX-Odd: \xe9\t\x01\r\n\r\n";

Capture unmodified() {
  Capture capture = made(kUnmodified, "GET /a HTTP/1.1\r\n\r\n");
  Exchange& exchange = capture.exchanges.front();
  exchange.kind = Kind::Revisit;
  exchange.payload_digest.clear();
  exchange.revisit = {.profile = std::string(warc::kNotModified), .refers_to = "urn:x:original"};
  return capture;
}

// Players show the original's head and body for a revisit without a block, and nothing for a 304.
TEST(Capture, OfA304HasItsHeadInAField) {
  Capture capture = unmodified();
  std::string block;
  const auto drafts = records_of(capture, {kUnmodified}, counted_ids(), block);
  EXPECT_EQ(drafts.back().block, "");
  EXPECT_EQ(drafts.back().payload_digest, "");
  const Exchange read = read_back(drafts.back()).exchanges.front();
  EXPECT_EQ(read.answer.status, 304);
  EXPECT_EQ(read.answer.etag, "\"50%25\"");
  EXPECT_TRUE(read.revisit.is_not_modified());
}

TEST(Capture, OfA304IsReadFromItsBlockAsWell) {
  Capture capture = unmodified();
  std::string block;
  auto drafts = records_of(capture, {kUnmodified}, counted_ids(), block);
  drafts.back().extra.clear();
  drafts.back().block = kUnmodified;
  const Exchange read = read_back(drafts.back()).exchanges.front();
  EXPECT_EQ(read.answer.status, 304);
  EXPECT_EQ(read.answer.etag, "\"50%25\"");
}

TEST(AnswerField, GivesTheBytesAgain) {
  std::string all = "HTTP/1.1 304\r\n";
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  all += '\n';
  const auto field = to_answer_field(all);
  ASSERT_TRUE(field);
  for (const char c : *field) EXPECT_TRUE(c >= 0x20 && c < 0x7f);
  EXPECT_EQ(from_answer_field(*field), all);
  EXPECT_EQ(from_answer_field("a%4"), "a%4");
  EXPECT_EQ(from_answer_field("%zz%"), "%zz%");
}

TEST(AnswerField, IsNotMadeOfWhatIsNoHeadOrTooLong) {
  EXPECT_FALSE(to_answer_field(""));
  EXPECT_FALSE(to_answer_field("HTTP/1.1 304 Not Modified"));
  EXPECT_FALSE(to_answer_field("ICY 304\r\n\r\n"));
  EXPECT_FALSE(to_answer_field("HTTP/1.1 304\r\n" + std::string(40'000, 'a') + "\r\n"));
}

TEST(Capture, OfALongBlockIsTheSameWhetherItIsHeldOrPassesBy) {
  std::string message = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/early>e</a>";
  message.append(kKeptBlock, ' ');
  message += "<a href=/late>l</a>";
  Capture capture = made(message, "");
  std::string notes;
  const auto drafts = records_of(capture, {message}, counted_ids(), notes);
  std::string head;
  warc::Encoder({.compression = warc::Compression::None}).encode(drafts.back(), &head);
  warc::Record record;
  std::string why;
  ASSERT_TRUE(record.parse_warc(head, why)) << why;
  BlockReader reader(record, {.check = false});
  for (std::size_t at = 0; at < message.size(); at += 100'000)
    reader.push(std::string_view(message).substr(at, 100'000));
  reader.finish();
  const std::string block = reader.take_block();
  ASSERT_TRUE(reader.rest());
  const auto passed = read_record(record, {.block = block, .rest = &*reader.rest()});
  const Answer& a = capture.exchanges.front().answer;
  const Answer& b = passed->exchanges.front().answer;
  EXPECT_EQ(a.sha256, b.sha256);
  EXPECT_EQ(a.size, b.size);
  EXPECT_EQ(a.whole, b.whole);
  ASSERT_TRUE(a.page && b.page);
  EXPECT_TRUE(a.page->cut && b.page->cut);
  EXPECT_EQ(a.page->links.size(), 1u);
  EXPECT_EQ(b.page->links.size(), 1u);
}

TEST(BlockReader, FindsDigestsThatDoNotMatch) {
  const auto fault = [](std::string_view block_digest, std::string_view payload_digest) {
    constexpr std::string_view kBlock = "HTTP/1.1 200 OK\r\n\r\nbody";
    warc::Record record;
    std::string why;
    const std::string head =
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\n"
        "Content-Type: application/http\r\nContent-Length: 23\r\nWARC-Block-Digest: " +
        std::string(block_digest) + "\r\nWARC-Payload-Digest: " + std::string(payload_digest) +
        "\r\n\r\n";
    EXPECT_TRUE(record.parse_warc(head, why)) << why;
    BlockReader reader(record, {.check = true});
    reader.push(kBlock);
    reader.finish();
    return reader.fault();
  };
  const std::string body = warc::labelled(Algorithm::Sha256, digest_of(Algorithm::Sha256, "body"));
  const std::string sha1 = warc::labelled(Algorithm::Sha1, digest_of(Algorithm::Sha1, "body"));
  EXPECT_EQ(fault("unknown:1", body), "");
  EXPECT_EQ(fault("unknown:1", sha1), "");
  EXPECT_EQ(fault("unknown:1", "sha256:00"), "the payload does not match its WARC-Payload-Digest");
  EXPECT_EQ(fault(body, body), "the block does not match its WARC-Block-Digest");
}

std::string kept_request(std::string request) {
  Capture capture{.url = "https://example.org/", .at = kAt};
  capture.exchanges.push_back({.request = std::move(request)});
  std::string notes;
  const auto drafts = records_of(capture, {""}, counted_ids(), notes);
  return std::string(drafts.front().block);
}

TEST(Capture, KeepsRequestsWithoutCredentials) {
  EXPECT_EQ(kept_request("GET / HTTP/1.1\r\nHost: a\r\nauthorization: Basic YTpi\r\n"
                         "Cookie: b=c\r\nProxy-Authorization: Digest d\r\n\r\n"),
            "GET / HTTP/1.1\r\nHost: a\r\nauthorization: (not kept)\r\n"
            "Cookie: b=c\r\nProxy-Authorization: (not kept)\r\n\r\n");
}

TEST(Capture, KeepsOtherRequestsAsTheyAre) {
  for (const char* request : {"GET /Authorization:x HTTP/1.1\r\nHost: a\r\n\r\n",
                              "GET / HTTP/1.0\r\n\r\n", "GET /\r\nAuthorization", "GET /"})
    EXPECT_EQ(kept_request(request), request);
}

}  // namespace
}  // namespace asof::capture
