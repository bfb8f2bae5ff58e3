#include "http/message.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/result.h"

namespace asof::http {
namespace {

using namespace std::string_view_literals;
using test::fails_with;
using test::is_ok;
using test::must;

struct StatusCase {
  const char* rule;
  std::string_view line;
  int status;
  Version version;
  std::string_view reason;
};

constexpr StatusCase kStatusCases[] = {
    {"the standard form", "HTTP/1.1 200 OK", 200, {1, 1}, "OK"},
    {"reason missing", "HTTP/1.1 404", 404, {1, 1}, ""},
    {"reason missing, blank kept", "HTTP/1.1 404 ", 404, {1, 1}, ""},
    {"reason of several words", "HTTP/1.1 404 Not  Found", 404, {1, 1}, "Not  Found"},
    {"status glued to the version", "HTTP/1.0200", 200, {1, 0}, ""},
    {"status glued to the version, with reason", "HTTP/1.1301 Moved", 301, {1, 1}, "Moved"},
    {"reason glued to the status", "HTTP/1.1 200OK", 200, {1, 1}, "OK"},
    {"lower case", "http/1.1 200 ok", 200, {1, 1}, "ok"},
    {"many blanks", "HTTP/1.1 \t 200   OK  ", 200, {1, 1}, "OK"},
    {"version without minor", "HTTP/2 204", 204, {2, 0}, ""},
    {"no version", "HTTP 200 OK", 200, {1, 0}, "OK"},
    {"no version after the slash", "HTTP/200 OK", 200, {1, 0}, "OK"},
    {"blank after the slash", "HTTP/ 1.1 200 OK", 200, {1, 1}, "OK"},
    {"SHOUTcast", "ICY 200 OK", 200, {1, 0}, "OK"},
    {"8-bit reason", "HTTP/1.1 200 \xC3\xA4\xFF", 200, {1, 1}, "\xC3\xA4\xFF"},
    {"an unheard-of status", "HTTP/1.1 999 No", 999, {1, 1}, "No"},
};

TEST(Response, ReadsStatusLinesAsTheyCome) {
  for (const auto& [rule, line, status, version, reason] : kStatusCases) {
    for (std::string_view end : {"\r\n", "\n", "\r", "\r\r\n"}) {
      SCOPED_TRACE(rule);
      std::string bytes = std::string(line) + std::string(end) + std::string(end) + "body";
      auto response = parse_response(bytes);
      ASSERT_TRUE(is_ok(response));
      EXPECT_EQ(response->status, status);
      EXPECT_EQ(response->version, version);
      EXPECT_EQ(response->reason, reason);
      EXPECT_TRUE(response->complete);
      EXPECT_EQ(bytes.substr(response->size), "body");
    }
  }
}

TEST(Response, WithoutAStatusLineIsAllBody) {
  for (std::string_view bytes :
       {""sv, "<html>\r\n\r\n</html>"sv, "HTT"sv, "\r\n\r\n"sv, "Content-Type: a/b\r\n\r\n"sv}) {
    auto response = parse_response(bytes);
    ASSERT_TRUE(is_ok(response)) << bytes;
    EXPECT_EQ(response->status, std::nullopt) << bytes;
    EXPECT_EQ(response->version, (Version{0, 9})) << bytes;
    EXPECT_EQ(response->size, 0u) << bytes;
  }
}

TEST(Response, RefusesAStatusLineItCannotReadAndSaysWhere) {
  EXPECT_TRUE(fails_with(parse_response("HTTP/1.1 OK\r\n\r\n"), Errc::Corrupt, "offset 9"));
  EXPECT_TRUE(fails_with(parse_response("HTTP/1.1 20\r\n\r\n"), Errc::Corrupt, "offset 9"));
  EXPECT_TRUE(fails_with(parse_response("HTTP/1.1 2000\r\n\r\n"), Errc::Corrupt, "offset 9"));
  EXPECT_TRUE(fails_with(parse_response("\r\nHTTP/1.1\r\n\r\n"), Errc::Corrupt, "offset 10"));
}

struct FieldCase {
  const char* rule;
  std::string_view lines;  // after the status line, with their ends
  std::vector<Field> fields;
};

const FieldCase kFieldCases[] = {
    {"order and case are kept", "B: 1\r\na: 2\r\n", {{"B", "1"}, {"a", "2"}}},
    {"blanks before the colon", "Name \t: v\r\n", {{"Name", "v"}}},
    {"no blank after the colon", "Name:v\r\n", {{"Name", "v"}}},
    {"empty value", "Name:\r\n", {{"Name", ""}}},
    {"only the first colon counts", "Date: 10:20:30\r\n", {{"Date", "10:20:30"}}},
    {"no colon", "garbage\r\nA: b\r\n", {{"", "garbage", true}, {"A", "b"}}},
    {"empty name", ": v\r\n", {{"", "v", true}}},
    {"folded", "A: one\r\n  two\r\nB: c\r\n", {{"A", "one\r\n  two"}, {"B", "c"}}},
    {"folded with a tab and LF", "A: one\n\ttwo\n", {{"A", "one\n\ttwo"}}},
    {"folded twice", "A: 1\r\n 2\r\n 3\r\n", {{"A", "1\r\n 2\r\n 3"}}},
    {"a fold with nothing above", " x: y\r\n", {{"x", "y"}}},
    {"a blank line of spaces is a fold", "A: b\r\n  \r\nC: d\r\n", {{"A", "b"}, {"C", "d"}}},
    {"mixed line ends", "A: b\nC: d\r\nE: f\r\r\n", {{"A", "b"}, {"C", "d"}, {"E", "f"}}},
    {"a lone CR is a byte", "A: b\rC: d\r\n", {{"A", "b\rC: d"}}},
    {"8-bit bytes", "A: \xE9\xFF\r\n", {{"A", "\xE9\xFF"}}},
    {"NUL inside", "A: b\0c\r\n"sv, {{"A", "b\0c"sv}}},
    {"NUL at the end", "A: b\0\r\n"sv, {{"A", "b"}}},
    {"inner blanks of a name", "A b: c\r\n", {{"A b", "c"}}},
};

TEST(Fields, ReadsLinesAsTheyCome) {
  for (const auto& [rule, lines, fields] : kFieldCases) {
    SCOPED_TRACE(rule);
    std::string bytes = "HTTP/1.1 200 OK\r\n" + std::string(lines) + "\r\nbody";
    auto response = parse_response(bytes);
    ASSERT_TRUE(is_ok(response));
    EXPECT_EQ(bytes.substr(response->size), "body");
    ASSERT_EQ(response->fields.size(), fields.size());
    std::size_t i = 0;
    for (const Field& field : response->fields) {
      EXPECT_EQ(field.name, fields[i].name);
      EXPECT_EQ(field.value, fields[i].value);
      EXPECT_EQ(field.odd, fields[i].odd);
      ++i;
    }
  }
}

TEST(Fields, ReadsLoneCarriageReturnsWhenTheFirstLineEndsInOne) {
  auto response = must(parse_response("HTTP/1.0 200 OK\rA: b\rC: d\r\nE: f\r e2\r\rbody"));
  ASSERT_EQ(response.fields.size(), 3u);
  EXPECT_EQ(response.fields.find("A"), "b");
  EXPECT_EQ(response.fields.find("C"), "d");
  EXPECT_EQ(unfold(*response.fields.find("E")), "f e2");
  EXPECT_TRUE(response.complete);
}

TEST(Fields, AreFoundFirstAndAll) {
  auto response = must(parse_response("HTTP/1.1 200\nA: 1\nB: x\na: 2\nA : 3\n: 4\n\n"));
  const Fields& fields = response.fields;
  EXPECT_EQ(fields.find("a"), "1");
  EXPECT_EQ(fields.find_all("A"), (std::vector<std::string_view>{"1", "2", "3"}));
  EXPECT_EQ(fields.find("c"), std::nullopt);
  EXPECT_EQ(fields.find(""), std::nullopt);
}

TEST(Fields, UnfoldToOneSpace) {
  EXPECT_EQ(unfold("a \r\n\t b\n c"), "a b c");
  EXPECT_EQ(unfold("plain  text"), "plain  text");
}

TEST(Response, OfAPrefixIsIncomplete) {
  auto response = must(parse_response("HTTP/1.1 200 OK\r\nA: b\r\nC: d"));
  EXPECT_FALSE(response.complete);
  EXPECT_EQ(response.fields.find("C"), "d");
}

TEST(Response, HasLimits) {
  std::string big = "HTTP/1.1 200 OK\r\nA: " + std::string(2000, 'x') + "\r\n\r\n";
  EXPECT_TRUE(is_ok(parse_response(big, {.bytes = big.size()})));
  EXPECT_TRUE(fails_with(parse_response(big, {.bytes = big.size() - 1}), Errc::Limit));
  EXPECT_TRUE(fails_with(parse_response(big.substr(0, 1500), {.bytes = 1000}), Errc::Limit));
  std::string many = "HTTP/1.1 200 OK\n";
  for (int i = 0; i < 11; ++i) many += "a:b\n";
  EXPECT_TRUE(fails_with(parse_response(many + "\n", {.fields = 10}), Errc::Limit));
  EXPECT_TRUE(is_ok(parse_response(many + "\n", {.fields = 11})));
}

struct RequestCase {
  const char* rule;
  std::string_view line;
  std::string_view method, target;
  Version version;
};

constexpr RequestCase kRequestCases[] = {
    {"the standard form", "GET /a?b HTTP/1.1", "GET", "/a?b", {1, 1}},
    {"absolute target", "POST http://a/b HTTP/1.0", "POST", "http://a/b", {1, 0}},
    {"spaces in the target", "GET /a b c HTTP/1.1", "GET", "/a b c", {1, 1}},
    {"HTTP/0.9", "GET /", "GET", "/", {0, 9}},
    {"many blanks", "GET  /  HTTP/2 ", "GET", "/", {2, 0}},
    {"target that looks like a version", "GET HTTP/1.1", "GET", "", {1, 1}},
};

TEST(Request, ReadsRequestLinesAsTheyCome) {
  for (const auto& [rule, line, method, target, version] : kRequestCases) {
    SCOPED_TRACE(rule);
    std::string bytes = std::string(line) + "\r\nHost: a\r\n\r\nbody";
    auto request = parse_request(bytes);
    ASSERT_TRUE(is_ok(request));
    EXPECT_EQ(request->method, method);
    EXPECT_EQ(request->target, target);
    EXPECT_EQ(request->version, version);
    EXPECT_EQ(request->fields.find("host"), "a");
    EXPECT_EQ(bytes.substr(request->size), "body");
  }
}

TEST(Request, RefusesWhatIsNone) {
  EXPECT_TRUE(fails_with(parse_request(""), Errc::Corrupt, "offset 0"));
  EXPECT_TRUE(fails_with(parse_request("GET\r\n\r\n"), Errc::Corrupt, "offset 3"));
  EXPECT_TRUE(fails_with(parse_request("<html> <body>\r\n\r\n"), Errc::Corrupt, "method"));
}

TEST(HeadEnd, IsTheSameByteByByteAsAtOnce) {
  std::vector<std::string> messages;
  for (std::string_view end : {"\r\n", "\n", "\r", "\r\r\n"}) {
    std::string e(end);
    messages.push_back("HTTP/1.1 200 OK" + e + "A: b" + e + " c" + e + e + "body\r\n\r\n");
    messages.push_back(e + "HTTP/1.1 200 OK" + e + e);
    messages.push_back("HTTP/1.1 200 OK" + e + "A: b" + e);
    messages.push_back("<html>" + e + e);
  }
  messages.push_back("HTTP/1.1 200 OK\rA: b\r\r\nbody");
  for (const std::string& message : messages) {
    HeadEnd at_once(HeadEnd::Kind::Response);
    auto whole = must(at_once.find(message, true));
    HeadEnd by_byte(HeadEnd::Kind::Response);
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i <= message.size() && !found; ++i) {
      found = must(by_byte.find(std::string_view(message).substr(0, i), i == message.size()));
    }
    EXPECT_EQ(found, whole) << testing::PrintToString(message);
  }
}

TEST(HeadEnd, NeedsNoMoreBytesThanTheHeadWhereLinesEndInLf) {
  std::string_view head = "HTTP/1.1 200 OK\r\nA: b\r\n\r\n";
  HeadEnd finder(HeadEnd::Kind::Response);
  EXPECT_EQ(must(finder.find(head.substr(0, head.size() - 1), false)), std::nullopt);
  EXPECT_EQ(must(finder.find(head, false)), head.size());
}

TEST(HeadEnd, StopsAtItsLimit) {
  HeadEnd finder(HeadEnd::Kind::Response, 100);
  std::string bytes = "HTTP/1.1 200 OK\r\nA: ";
  while (bytes.size() <= 100) {
    EXPECT_TRUE(is_ok(finder.find(bytes, false)));
    bytes += 'x';
  }
  EXPECT_TRUE(fails_with(finder.find(bytes, false), Errc::Limit));
}

}  // namespace
}  // namespace asof::http
