#include "cdx/post.h"

#include <string>

#include <gtest/gtest.h>

#include "cdx/post_internal.h"

namespace asof::cdx {
namespace {

struct PostCase {
  const char* rule;
  std::string_view method, url, type, body, keyed, request_body;
};

// What warcio 2.4.11 for JavaScript makes of the same requests, but for the one marked.
constexpr PostCase kPostCases[] = {
    {"form", "POST", "http://a/p", "application/x-www-form-urlencoded", "foo=bar&test=abc",
     "http://a/p?__wb_method=POST&foo=bar&test=abc", "foo=bar&test=abc"},
    {"form with charset, url has a query", "POST", "http://a/p?x=1",
     "application/x-www-form-urlencoded; charset=UTF-8", "b=2",
     "http://a/p?x=1&__wb_method=POST&b=2", "b=2"},
    {"form escapes", "POST", "http://a/p", "application/x-www-form-urlencoded", "a=%C3%A4%26b+c%2F",
     "http://a/p?__wb_method=POST&a=ä%26b+c%2F", "a=%C3%A4%26b+c%2F"},
    {"form with a bad escape", "POST", "http://a/p", "application/x-www-form-urlencoded", "a=%zz",
     "http://a/p?__wb_method=POST&", "a=%zz"},
    {"form not utf-8 escapes", "POST", "http://a/p", "application/x-www-form-urlencoded", "a=%E4",
     "http://a/p?__wb_method=POST&", "a=%E4"},
    {"form raw utf-8", "POST", "http://a/p", "application/x-www-form-urlencoded", "a=ä",
     "http://a/p?__wb_method=POST&a=ä", "a=ä"},
    {"json flat", "POST", "http://a/p", "application/json",
     "{\"a\":\"b\",\"c\":1,\"d\":true,\"e\":null,\"f\":\"\",\"g\":1.50,\"h\":1e21,\"i\":1e-7,\"j\":"
     "-0,\"k\":123456789012345680000}",
     "http://a/"
     "p?__wb_method=POST&a=b&c=1&d=true&e=null&g=1.5&h=1e%2B21&i=1e-7&j=0&k=123456789012345680000",
     "a=b&c=1&d=true&e=null&g=1.5&h=1e%2B21&i=1e-7&j=0&k=123456789012345680000"},
    {"json nested and repeated", "POST", "http://a/p", "application/json",
     "{\"a\":\"1\",\"b\":{\"a\":\"2\",\"c\":[{\"a\":3},4,[5]]},\"a.2_\":\"x\"}",
     "http://a/p?__wb_method=POST&a=1&a.2_=2&a.3_=3&c=4&c.2_=5&a.2_.2_=x",
     "a=1&a.2_=2&a.3_=3&c=4&c.2_=5&a.2_.2_=x"},
    {"json order of keys", "POST", "http://a/p", "application/json",
     "{\"b\":1,\"10\":2,\"9\":3,\"01\":4,\"b\":5}", "http://a/p?__wb_method=POST&9=3&10=2&b=5&01=4",
     "9=3&10=2&b=5&01=4"},
    {"json scalar", "POST", "http://a/p", "application/json", "5", "http://a/p?__wb_method=POST&=5",
     "=5"},
    {"json array", "POST", "http://a/p", "application/json", "[\"x y\",\"z&\"]",
     "http://a/p?__wb_method=POST&=x+y&.2_=z%26", "=x+y&.2_=z%26"},
    {"json unicode", "POST", "http://a/p", "application/json",
     "{\"ä\":\"\\u00e4\\ud83d\\ude00/?\"}", "http://a/p?__wb_method=POST&ä=ä😀%2F%3F",
     "%C3%A4=%C3%A4%F0%9F%98%80%2F%3F"},
    {"json broken", "POST", "http://a/p", "application/json",
     "{\"a\":", "http://a/p?__wb_method=POST&", ""},
    {"text that is json", "POST", "http://a/p", "text/plain", "{\"a\":1}",
     "http://a/p?__wb_method=POST&a=1", "a=1"},
    {"text that is not (ours)", "POST", "http://a/p", "text/plain", "hello",
     "http://a/p?__wb_method=POST&__wb_post_data=aGVsbG8=", "__wb_post_data=aGVsbG8="},
    {"multipart", "POST", "http://a/p", "multipart/form-data; boundary=----XY",
     "------XY\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb "
     "c\r\n------XY\r\nContent-Disposition: form-data; name=\"d\"; filename=\"f\"\r\nContent-Type: "
     "x/y\r\n\r\nzz\r\n------XY\r\nContent-Disposition: form-data; "
     "name=\"a\"\r\n\r\nnew\r\n------XY--\r\n",
     "http://a/p?__wb_method=POST&a=new", "a=new"},
    {"binary", "PUT", "http://a/p", "application/octet-stream", "hello?",
     "http://a/p?__wb_method=PUT&__wb_post_data=aGVsbG8/", "__wb_post_data=aGVsbG8/"},
    {"no type", "POST", "http://a/p", "", "ab",
     "http://a/p?__wb_method=POST&__wb_post_data=YWI=", "__wb_post_data=YWI="},
    {"no body", "HEAD", "http://a/p", "", "",
     "http://a/p?__wb_method=HEAD&__wb_post_data=", "__wb_post_data="},
    {"get", "GET", "http://a/p", "", "x", "http://a/p", ""},
};

TEST(Post, WritesMethodAndBodyIntoTheQuery) {
  for (const auto& [rule, method, url, type, body, keyed, request_body] : kPostCases) {
    SCOPED_TRACE(rule);
    PostKey key = post_key(url, method, type, body);
    EXPECT_EQ(key.url, keyed);
    EXPECT_EQ(key.request_body, request_body);
  }
}

TEST(Post, ReadsTypesInAnyCaseAndQuotedBoundaries) {
  EXPECT_EQ(post_key("u", "POST", "Application/JSON ; x", "{\"a\":1}").request_body, "a=1");
  std::string_view body = "--X Y\r\nname=\"a\"\r\n\r\nb\r\n--X Y--";
  EXPECT_EQ(post_key("u", "POST", "multipart/form-data; Boundary=\"X Y\"; z", body).request_body,
            "a=b");
  EXPECT_EQ(post_key("u", "POST", "multipart/form-data", body).request_body, "");
}

TEST(Post, CutsTheQueryByCharacters) {
  std::string form = "a=" + std::string(5000, 'x');
  EXPECT_EQ(post_key("u", "POST", "application/x-www-form-urlencoded", form).request_body.size(),
            4096u);
  auto cut = [](std::string_view body, std::size_t limit) {
    return post_key("u", "POST", "application/x-www-form-urlencoded", body,
                    {.query = limit, .body = 1000})
        .request_body;
  };
  EXPECT_EQ(cut("\xC3\xA4\xC3\xA4z", 2), "\xC3\xA4\xC3\xA4");
  EXPECT_EQ(cut("a\xF0\x9F\x98\x80z", 2), "a");
  EXPECT_EQ(cut("a\xF0\x9F\x98\x80z", 3), "a\xF0\x9F\x98\x80");
  std::string big(5'000'000, 'y');
  EXPECT_EQ(post_key("u", "POST", "", big).request_body.size(), 4096u);
}

TEST(Post, BoundsWhatItFlattens) {
  EXPECT_TRUE(json_query(std::string(60, '[') + "1" + std::string(60, ']')));
  EXPECT_FALSE(json_query(std::string(70, '[') + "1" + std::string(70, ']')));
  EXPECT_FALSE(json_query(std::string(500'000, '[')));
  std::string many = "[1";
  for (int i = 0; i < 20'000; ++i) many += ",1";
  EXPECT_FALSE(json_query(many + "]"));
}

TEST(Post, PrintsNumbersAsJavaScriptDoes) {
  struct Case {
    double number;
    const char* text;
  };
  for (const auto& [number, text] :
       {Case{0, "0"}, Case{-0.0, "0"}, Case{1, "1"}, Case{-12.5, "-12.5"},
        Case{0.000001, "0.000001"}, Case{0.0000001, "1e-7"}, Case{1.5e-9, "1.5e-9"},
        Case{1e20, "100000000000000000000"}, Case{1e21, "1e+21"}, Case{1.25e30, "1.25e+30"},
        Case{0.1 + 0.2, "0.30000000000000004"}}) {
    EXPECT_EQ(javascript_number(number), text);
  }
}

}  // namespace
}  // namespace asof::cdx
