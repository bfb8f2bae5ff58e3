#include "http/fields.h"

#include <gtest/gtest.h>

#include "http/link.h"
#include "http/mime.h"

namespace asof::http {
namespace {

using namespace std::string_view_literals;

Fields fields_of(std::initializer_list<Field> list) {
  Fields fields;
  for (const Field& field : list) fields.add(field);
  return fields;
}

struct TypeCase {
  const char* rule;
  std::string_view value, essence, charset;
};

constexpr TypeCase kTypeCases[] = {
    {"plain", "text/html", "text/html", ""},
    {"lower-cased", "Text/HTML; Charset=UTF-8", "text/html", "UTF-8"},
    {"double quotes", "text/html; charset=\"utf-8\"", "text/html", "utf-8"},
    {"single quotes, doubled semicolon", "text/html;;charset='utf-8'", "text/html", "utf-8"},
    {"repeated type", "text/html, text/html", "text/html", ""},
    {"repeated with charset", "text/html, text/html; charset=a", "text/html", "a"},
    {"comma for semicolon", "text/html, charset=a", "text/html", "a"},
    {"first charset wins", "text/html; charset=a; charset=b", "text/html", "a"},
    {"blanks around =", "text/html; charset = a", "text/html", "a"},
    {"forgotten semicolon", "text/html charset=a", "text/html", "a"},
    {"semicolon in quotes", "text/html; x=\"a;charset=b\"; charset=c", "text/html", "c"},
    {"quote never closed", "text/html; charset=\"a", "text/html", "a"},
    {"no charset value", "text/html; charset=", "text/html", ""},
    {"charset alone", "charset=a", "", "a"},
    {"no slash", "html", "", ""},
    {"nothing before the slash", "/html", "", ""},
    {"nothing after the slash", "text/", "", ""},
    {"bytes that no type has", "text/h\xFFml", "", ""},
    {"empty", "", "", ""},
    {"structured suffix", "application/ld+json", "application/ld+json", ""},
    {"quoted as a whole", "\"text/html\"", "text/html", ""},
};

TEST(ContentType, IsReadThroughGarbage) {
  for (const auto& [rule, value, essence, charset] : kTypeCases) {
    SCOPED_TRACE(rule);
    ContentType type = parse_content_type(value);
    EXPECT_EQ(type.essence, essence);
    EXPECT_EQ(type.charset, charset);
  }
}

TEST(ContentType, OfSeveralFieldsIsTheLastValid) {
  using F = Field;
  auto type = [](std::initializer_list<Field> list) { return content_type(fields_of(list)); };
  EXPECT_EQ(type({}), (ContentType{}));
  EXPECT_EQ(type({F{"Content-Type", "a/b"}, F{"content-type", "c/d"}}), (ContentType{"c/d", ""}));
  EXPECT_EQ(type({F{"Content-Type", "a/b"}, F{"Content-Type", "x"}}), (ContentType{"a/b", ""}));
  EXPECT_EQ(type({F{"Content-Type", "a/b;charset=c"}, F{"Content-Type", "a/b"}}),
            (ContentType{"a/b", "c"}));
  EXPECT_EQ(type({F{"Content-Type", "a/b;charset=c"}, F{"Content-Type", "d/e"}}),
            (ContentType{"d/e", ""}));
}

TEST(ContentLength, ToleratesDuplicatesAndReportsConflicts) {
  auto length = [](std::initializer_list<std::string_view> values) {
    Fields fields;
    for (auto value : values) fields.add({"Content-Length", value});
    return content_length(fields);
  };
  EXPECT_EQ(length({}), (ContentLength{}));
  EXPECT_EQ(length({"5"}), (ContentLength{5, false, false}));
  EXPECT_EQ(length({"5", "5"}), (ContentLength{5, false, false}));
  EXPECT_EQ(length({"5, 5"}), (ContentLength{5, false, false}));
  EXPECT_EQ(length({"5", "6"}), (ContentLength{std::nullopt, true, false}));
  EXPECT_EQ(length({"x"}), (ContentLength{std::nullopt, false, true}));
  EXPECT_EQ(length({"-5"}), (ContentLength{std::nullopt, false, true}));
  EXPECT_EQ(length({"x", "7"}), (ContentLength{7, false, true}));
  EXPECT_EQ(length({"99999999999999999999"}), (ContentLength{std::nullopt, false, true}));
}

TEST(Codings, AreListedInOrder) {
  Fields fields = fields_of({{"Content-Encoding", "X-GZip, identity,, br;q=1"},
                             {"content-encoding", "\"Deflate\""},
                             {"Transfer-Encoding", " gzip ,Chunked"}});
  EXPECT_EQ(content_codings(fields), (std::vector<std::string>{"gzip", "br", "deflate"}));
  EXPECT_EQ(transfer_codings(fields), (std::vector<std::string>{"gzip", "chunked"}));
}

TEST(EntityTag, IsTakenAsSentOrNotAtAll) {
  const auto of = [](const std::string& value) {
    return etag(parse_response("HTTP/1.1 200 OK\r\n" + value + "\r\n")->fields);
  };
  EXPECT_EQ(of("ETag:  W/\"a b\" \r\n"), "W/\"a b\"");
  EXPECT_EQ(of("ETag: \"caf\xc3\xa9\"\r\n"), "\"caf\xc3\xa9\"");
  EXPECT_EQ(of("ETag: \"caf\xe9\"\r\n"), "");
  EXPECT_EQ(of(""), "");
}

TEST(EntityTag, IsReadQuotedOrNot) {
  struct Case {
    std::string_view value, opaque;
    bool weak;
  };
  for (const auto& [value, opaque, weak] :
       {Case{"\"a\"", "a", false}, Case{"W/\"a\"", "a", true}, Case{"w/\"a\"", "a", true},
        Case{"a", "a", false}, Case{"W/a", "a", true}, Case{" \"a b\" ", "a b", false},
        Case{"\"a", "a", false}, Case{"\"a\"b\"", "a\"b", false}}) {
    auto tag = parse_etag(value);
    ASSERT_TRUE(tag) << value;
    EXPECT_EQ(tag->opaque, opaque);
    EXPECT_EQ(tag->weak, weak);
  }
  EXPECT_FALSE(parse_etag(""));
  EXPECT_FALSE(parse_etag("\"\""));
  EXPECT_FALSE(parse_etag("W/"));
}

TEST(EntityTag, ComparesAsTheTableOfTheStandard) {
  EntityTag strong1{"1", false}, weak1{"1", true}, weak2{"2", true};
  EXPECT_TRUE(weak_equal(weak1, weak1));
  EXPECT_FALSE(weak_equal(weak1, weak2));
  EXPECT_TRUE(weak_equal(weak1, strong1));
}

TEST(Directions, AreReadFromTheirFields) {
  EXPECT_EQ(location(fields_of({{"Location", ""}, {"location", " /a\r\n b "}})), "/a b");
  EXPECT_EQ(location(fields_of({})), std::nullopt);
  Instant now{1'000'000};
  auto retry = [&](std::string_view value) {
    return retry_after(fields_of({{"Retry-After", value}}), now);
  };
  EXPECT_EQ(retry("120"), Instant{1'120'000});
  EXPECT_EQ(retry("Thu, 01 Jan 1970 01:00:00 GMT"), Instant{3'600'000});
  EXPECT_EQ(retry("-5"), std::nullopt);
  EXPECT_EQ(retry("soon"), std::nullopt);
  EXPECT_EQ(retry("99999999999999999999999"), Instant{now.ms + 3660LL * 86'400'000});
  EXPECT_EQ(last_modified(fields_of({{"Last-Modified", "Thu, 01 Jan 1970 00:00:01 GMT"}})),
            Instant{1000});
}

TEST(Link, ReadsSeveralWithParameters) {
  auto links = parse_links(
      "<http://a/?x=1,2>; rel=\"original Memento\"; title=\"a, \\\"b\\\"; c\", "
      "</t>;rel=timegate;anchor=\"#x\" , junk, <c>;REL=next;rel=prev");
  ASSERT_EQ(links.size(), 3u);
  EXPECT_EQ(links[0].target, "http://a/?x=1,2");
  EXPECT_EQ(links[0].relations(), (std::vector<std::string>{"original", "memento"}));
  EXPECT_EQ(links[0].parameter("title"), "a, \"b\"; c");
  EXPECT_EQ(links[1].target, "/t");
  EXPECT_EQ(links[1].anchor(), "#x");
  EXPECT_EQ(links[1].relations(), (std::vector<std::string>{"timegate"}));
  EXPECT_EQ(links[2].relations(), (std::vector<std::string>{"next"})) << "the first rel counts";
}

TEST(Link, SkipsWhatItCannotRead) {
  EXPECT_TRUE(parse_links("").empty());
  EXPECT_TRUE(parse_links("junk; rel=next").empty());
  EXPECT_TRUE(parse_links("<never closed; rel=next").empty());
  EXPECT_EQ(parse_links("\"a,b\", <x>").size(), 1u);
  auto open_quote = parse_links("<x>; rel=\"next, <y>");
  ASSERT_EQ(open_quote.size(), 1u);
  EXPECT_EQ(open_quote[0].parameter("rel"), "next, <y>");
  EXPECT_EQ(parse_links("<a>;;crossorigin;=x;rel=next")[0].parameters.size(), 2u);
}

struct SniffCase {
  const char* rule;
  std::string_view bytes, type;
};

constexpr SniffCase kSniffCases[] = {
    {"nothing", "", ""},
    {"html by doctype", "\xEF\xBB\xBF \n<!DOCTYPE html><p>", "text/html"},
    {"html by tag", "<HTML lang=en>", "text/html"},
    {"html by comment", "<!-- x -->", "text/html"},
    {"a tag must end", "<applet>", "text/plain"},
    {"xml", "<?xml version='1.0'?><a/>", "text/xml"},
    {"pdf", "%PDF-1.7", "application/pdf"},
    {"png", "\x89PNG\r\n\x1A\n....", "image/png"},
    {"gif", "GIF89a..", "image/gif"},
    {"jpeg", "\xFF\xD8\xFF\xE0", "image/jpeg"},
    {"webp", "RIFF\x10\x20\x30\x40WEBPVP8 ", "image/webp"},
    {"riff of another kind", "RIFF\x01\x02\x03\x04WAVE", "application/octet-stream"},
    {"short riff", "RIFF", "text/plain"},
    {"gzip", "\x1F\x8B\x08\x00", "application/gzip"},
    {"zip", "PK\x03\x04", "application/zip"},
    {"json object", " {\n \"a\": 1}", "application/json"},
    {"json array", "[1, 2]", "application/json"},
    {"a bracket is not json", "[section]\n", "text/plain"},
    {"text", "Hello \xC3\xA4", "text/plain"},
    {"utf-16", "\xFF\xFEH\0i\0"sv, "text/plain"},
    {"bytes", "\0\1\2"sv, "application/octet-stream"},
};

TEST(Sniff, TellsTypesByTheirFirstBytes) {
  for (const auto& [rule, bytes, type] : kSniffCases) EXPECT_EQ(sniff_type(bytes), type) << rule;
}

}  // namespace
}  // namespace asof::http
