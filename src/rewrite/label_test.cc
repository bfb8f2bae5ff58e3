#include "rewrite/label.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "rewrite/host_mapper.h"
#include "rewrite/path_mapper.h"
#include "url/url.h"

namespace asof::rewrite {
namespace {

const Instant kTime = *parse_digits("20220601000000");

Origin origin(std::string_view url) {
  const auto found = origin_of(url::parse(url)->href());
  EXPECT_TRUE(found) << url;
  return found->origin;
}

std::string label(std::string_view url, LabelTable& table, Policy policy = Policy::Default) {
  return encode_label({.at = kTime, .policy = policy, .origin = origin(url)}, table);
}

// The client script is held to the same table by tests/client_script_test.mjs.
TEST(Label, WritesOriginsAndReadsThem) {
  LabelTable table;
  std::ifstream rows(ASOF_SOURCE "/tests/data/replay_labels.tsv");
  int count = 0;
  for (std::string row; std::getline(rows, row); ++count) {
    const std::string url = row.substr(0, row.find('\t'));
    const std::string expected = row.substr(row.find('\t') + 1);
    const std::string text = label(url, table);
    if (expected == "hash") {
      EXPECT_TRUE(text.starts_with("t20220601000000h-")) << text;
    } else {
      EXPECT_EQ(text, expected) << url;
    }
    const auto read = decode_label(text, table);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->origin, origin(url)) << text;
    EXPECT_EQ(read->at, kTime);
    EXPECT_EQ(read->policy, Policy::Default);
  }
  EXPECT_GT(count, 20);
}

TEST(Label, CarriesThePolicy) {
  LabelTable table;
  for (auto policy :
       {Policy::Nearest, Policy::Recent, Policy::FirstAfter, Policy::Pattern, Policy::Likelihood}) {
    for (auto url : {"https://example.org:8443/", "http://[::1]/", "http://a.-b.example/"}) {
      const std::string text = label(url, table, policy);
      EXPECT_EQ(text[15], static_cast<char>(policy));
      const auto read = decode_label(text, table);
      ASSERT_TRUE(read) << text;
      EXPECT_EQ(read->policy, policy);
      EXPECT_EQ(read->origin, origin(url));
    }
  }
}

TEST(Label, HashesWhatItCannotHold) {
  LabelTable table;
  const std::string long_host = "http://" + std::string(50, 'a') + ".example.org/";
  for (const std::string& url :
       {long_host, std::string("http://a..b/"), std::string("http://a.-b.example/"),
        std::string("https://example.org./"), std::string("http://a-/"), std::string("http://a!b/"),
        std::string("https://[1111:2222:3333:4444:5555:6666:7777:8888]:65535/")}) {
    const Policy policy = url.starts_with("https://[") ? Policy::Nearest : Policy::Default;
    const std::string text = label(url, table, policy);
    EXPECT_LE(text.size(), kLongestLabel);
    EXPECT_NE(text.find("h-"), std::string::npos) << text;
    EXPECT_EQ(text.find("t20220601000000"), 0u);
    const auto read = decode_label(text, table);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->origin, origin(url)) << text;
    EXPECT_FALSE(decode_label(text, LabelTable())) << "another table does not know it";
  }
}

TEST(Label, RefusesNonsense) {
  LabelTable table;
  for (auto text : {"",
                    "t",
                    "www",
                    "t20220601000000",
                    "t20220601000000-",
                    "t20220601000000s",
                    "x20220601000000-a",
                    "t20221301000000-a",
                    "t20220230000000-a",
                    "t20220601250000-a",
                    "t2022060100000-a-b",
                    "t20220601000000-a-",
                    "t20220601000000-a.b",
                    "t20220601000000x-a",
                    "t20220601000000c-a",
                    "t20220601000000c080-a",
                    "t20220601000000c80-a",
                    "t20220601000000c65536-a",
                    "t20220601000000sc443-a",
                    "t20220601000000nn-a",
                    "t20220601000000-1-2",
                    "t20220601000000v-1-2",
                    "t20220601000000v-01-2-3-4-5-6-7-8",
                    "t20220601000000v-1-2-3-4-5-6-1--2",
                    "t20220601000000h-abc",
                    "t20220601000000-a b",
                    "t20220601000000-x--",
                    "t20220601000000-%61",
                    "t20220601000000-a\xC3\xBC"
                    "b"}) {
    EXPECT_FALSE(decode_label(text, table)) << text;
  }
  EXPECT_TRUE(decode_label("T20220601000000-A", table)) << "hosts have no case";
}

// Any host that the URL parser makes of random characters comes back.
TEST(Label, IsUndoneForAnyHost) {
  LabelTable table;
  Rng random(7);
  constexpr std::string_view kCharacters = "ab-.-.09xn_!";
  int hosts = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string host;
    for (auto size = 1 + random.below(70); size > 0; --size)
      host += kCharacters[random.below(kCharacters.size())];
    const std::string port = round % 3 == 0 ? ":" + std::to_string(random.below(65536)) : "";
    const auto url = url::parse((round % 2 == 0 ? "http://" : "https://") + host + port + "/");
    if (!url || !url->host) continue;
    ++hosts;
    const Label wanted{.at = {static_cast<std::int64_t>(random.below(4'000'000'000)) * 1000},
                       .policy = round % 5 == 0 ? Policy::Recent : Policy::Default,
                       .origin = origin_of(url->href())->origin};
    const std::string text = encode_label(wanted, table);
    ASSERT_LE(text.size(), kLongestLabel);
    ASSERT_FALSE(text.ends_with('-'));
    const auto read = decode_label(text, table);
    ASSERT_TRUE(read) << host << " " << text;
    ASSERT_EQ(*read, wanted) << text;
    ASSERT_EQ(encode_label(*read, table), text);
  }
  EXPECT_GT(hosts, 10'000);
}

TEST(LabelTable, ForgetsTheOldest) {
  LabelTable table(2);
  std::vector<std::string> labels;
  for (auto url : {"http://a./", "http://b./", "http://c./"}) labels.push_back(label(url, table));
  EXPECT_FALSE(decode_label(labels[0], table));
  EXPECT_TRUE(decode_label(labels[1], table));
  EXPECT_TRUE(decode_label(labels[2], table));
}

TEST(LabelTable, IsSafeOnManyThreads) {
  LabelTable table;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&table] {
      for (int i = 0; i < 200; ++i) {
        const auto text = label("http://a" + std::to_string(i) + "./", table);
        EXPECT_TRUE(decode_label(text, table));
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST(Label, IsFoundInTheHostField) {
  EXPECT_EQ(label_of_host("t1-a.localhost:8080", "localhost"), "t1-a");
  EXPECT_EQ(label_of_host("T1-a.LocalHost", "localhost"), "T1-a");
  EXPECT_EQ(label_of_host("t1-a.replay.example.", "replay.example"), "t1-a");
  for (auto host : {"localhost", "localhost:80", ".localhost", "a.b.localhost", "t1-alocalhost",
                    "a.example", "", ":"}) {
    EXPECT_FALSE(label_of_host(host, "localhost")) << host;
  }
}

TEST(HostMapper, ReplacesTheOrigin) {
  LabelTable table;
  const HostMapper mapper({.at = kTime, .policy = Policy::Recent, .port = 8080}, table);
  EXPECT_EQ(mapper.map("https://u:p@a.org/x?y=http://b/#z", Use::Image),
            "http://t20220601000000rs-a-org.localhost:8080/x?y=http://b/#z");
  EXPECT_EQ(mapper.map("ftp://a.org/", Use::Page), "ftp://a.org/");
  const HostMapper server({.at = kTime, .scheme = "https", .domain = "replay.example"}, table);
  EXPECT_EQ(server.map("http://a.org/", Use::Page),
            "https://t20220601000000-a-org.replay.example/");
}

TEST(PathMapper, ChoosesTheModifierByUse) {
  const PathMapper mapper({.prefix = "http://127.0.0.1:8081",
                           .collection = "web",
                           .at = kTime,
                           .page_modifier = "mp_"});
  const std::string head = "http://127.0.0.1:8081/web/20220601000000";
  const std::string url = "https://a.org/x?y";
  EXPECT_EQ(mapper.map(url, Use::Page), head + "mp_/" + url);
  EXPECT_EQ(mapper.map(url, Use::Frame), head + "if_/" + url);
  EXPECT_EQ(mapper.map(url, Use::Image), head + "im_/" + url);
  EXPECT_EQ(mapper.map(url, Use::Style), head + "cs_/" + url);
  EXPECT_EQ(mapper.map(url, Use::Script), head + "js_/" + url);
  EXPECT_EQ(mapper.map(url, Use::Other), head + "oe_/" + url);
}

}  // namespace
}  // namespace asof::rewrite
