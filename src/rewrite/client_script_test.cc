#include "rewrite/client_script.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "html/references.h"
#include "html/tokenizer.h"

namespace asof::rewrite {
namespace {

const Instant kTime = *parse_digits("20220601000000");

// What the script reads: the attribute as a browser gives it.
struct TagReader {
  std::string src;
  std::string config;
  void text(const html::Text&) {}
  void start_tag(const html::Tag& tag) {
    src = html::decode_attribute_value(tag.find("src")->value);
    config = html::decode_attribute_value(tag.find("data-asof")->value);
  }
  void end_tag(const html::Tag&) {}
  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}
};

TagReader read(const std::string& tag) {
  TagReader reader;
  html::tokenize(tag, reader);
  return reader;
}

TEST(ClientScript, IsSmallAndAscii) {
  for (const auto script : {client_script(), worker_script()}) {
    EXPECT_LT(script.size(), 20'000u);
    EXPECT_TRUE(std::ranges::all_of(script, [](char c) { return c > 0; }));
  }
}

TEST(ClientScript, IsToldWhereItRunsByHost) {
  const auto tag = read(client_tag(
      "/c.js?a&b", {.url = "https://a.org/\"'<&?x",
                    .at = kTime,
                    .host = HostMapperOptions{.at = kTime, .policy = Policy::Recent, .port = 8080},
                    .path_prefix = "http://localhost:8080/web/",
                    .reader = "http://localhost:8080"}));
  EXPECT_EQ(tag.src, "/c.js?a&b");
  EXPECT_EQ(tag.config,
            "{\"mode\":\"host\",\"u\":\"https://a.org/\\\"'<&?x\",\"s\":\"http\","
            "\"d\":\".localhost:8080\",\"t\":\"20220601000000r\","
            "\"p\":\"http://localhost:8080/web/\",\"m\":\"\",\"r\":\"http://"
            "localhost:8080\"}");
}

TEST(ClientScript, IsToldWhereItRunsByPath) {
  const auto tag = read(client_tag(
      "/c.js",
      {.url = "https://a.org/", .at = kTime, .path_prefix = "/web/", .page_modifier = "mp_"}));
  EXPECT_EQ(tag.config,
            "{\"mode\":\"path\",\"u\":\"https://a.org/\",\"t\":\"20220601000000\",\"p\":\"/web/\","
            "\"m\":\"mp_\",\"r\":\"\"}");
}

TEST(ClientScript, IsLoadedByAWorkersFirstLine) {
  EXPECT_EQ(worker_line("/w.js", {.url = "https://a.org/", .at = kTime, .path_prefix = "/web/"}),
            "try{self.asof={\"mode\":\"path\",\"u\":\"https://a.org/\",\"t\":\"20220601000000\","
            "\"p\":\"/web/\",\"m\":\"\",\"r\":\"\"};importScripts(\"/w.js\")}catch(e){};");
}

}  // namespace
}  // namespace asof::rewrite
