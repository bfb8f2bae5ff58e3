#include "certificate/json.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "certificate/evidence_test_world.h"
#include "support/result.h"

namespace asof::certificate {
namespace {

using test::fails_with;

Certificate example(int rules = kRules) {
  Evidence evidence{.crawl = "a.example-20261115093000",
                    .strategy = "sharc-unified",
                    .software = "asof",
                    .operator_name = "a \"library\"\n<b>",
                    .robots = "obey",
                    .ended = "done"};
  evidence.files = {{"x.warc.gz", 1234, std::string(64, 'a'), false},
                    {"old.warc.gz", 99, std::string(64, 'b'), true}};
  evidence.faults = {{"x.warc.gz", 77, "", "the record is damaged"}};
  for (int i = 0; i < 20; ++i)
    evidence.pages.push_back(page({whole(0, 1, "a", "\"x\""), not_modified(10, 11, "\"x\""),
                                   audit(whole(12, 13, "a", "\"x\""))},
                                  "http://a.example/" + std::to_string(i)));
  auto modified = whole(9, 9.5, "c");
  modified.modified = second(7);
  modified.record = {
      .file = 1, .offset = 5, .length = 6, .id = "urn:uuid:1", .block_digest = "sha256:2"};
  evidence.pages.push_back(page({whole(2, 3, "b"), modified}, "http://a.example/é"));
  evidence.pages.push_back(page({failed(2, 3)}, "http://b.example/"));
  evidence.pages.back().rate = 1.0 / 3;
  evidence.pages.push_back(page({whole(2, 3, "b")}, "http://c.example/"));
  auto original = not_modified(4, 5, "\"z\"");
  original.original =
      Original{"http://c.example/", {.file = 1, .id = "urn:uuid:9"}, body("q"), {.etag = "\"z\""}};
  evidence.pages.push_back(page({original}, "http://c.example/2"));
  evidence.pages.push_back(
      page({whole(0, 1, "a", "\"x\""), whole(3, 4, "b", "\"x\"")}, "http://d.example/"));
  return certify(evidence, usual_rules(rules));
}

TEST(CertificateJson, ReadsBackWhatItWrote) {
  const auto json = to_json(example());
  const auto parsed = parse(json);
  ASSERT_TRUE(test::is_ok(parsed));
  EXPECT_EQ(to_json(*parsed), json);
  EXPECT_EQ(parsed->pages[20].changes, example().pages[20].changes);
  EXPECT_EQ(parsed->pages[23].evidence.sightings, example().pages[23].evidence.sightings);
  EXPECT_EQ(parsed->files, example().files);
  EXPECT_EQ(parsed->sites.size(), example().sites.size());
}

TEST(CertificateJson, SaysByWhichRulesItWasMade) {
  EXPECT_NE(to_json(example()).find("\"version\":3,"), std::string::npos);
  EXPECT_NE(to_json(example()).find("\"rules\":{\"version\":2,"), std::string::npos);
  const auto parsed = parse(to_json(example(1)));
  ASSERT_TRUE(test::is_ok(parsed));
  EXPECT_EQ(parsed->rules, usual_rules(1));
  EXPECT_EQ(to_json(*parsed), to_json(example(1)));
}

TEST(CertificateJson, WasOfVersionTwoWhereTheCrawlSaidWhatItLeftOut) {
  auto certificate = example(1);
  EXPECT_NE(to_json(certificate).find("\"version\":1,"), std::string::npos);
  certificate.left_out = LeftOut{.known = 40, .refused = 2, .links = {{"outside", 17}}};
  const auto json = to_json(certificate);
  EXPECT_NE(json.find("\"version\":2,"), std::string::npos);
  const auto parsed = parse(json);
  ASSERT_TRUE(test::is_ok(parsed));
  EXPECT_EQ(parsed->left_out, certificate.left_out);
  EXPECT_EQ(to_json(*parsed), json);
}

TEST(CertificateJson, SaysWhatIsWrongAndWhere) {
  const auto json = to_json(example());
  const auto with = [&json](std::string_view from, std::string_view to) {
    auto text = json;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const struct {
    std::string rule, text, says;
  } cases[] = {
      {"not JSON", json.substr(0, json.size() / 2), "not JSON"},
      {"an array", "[]", "the document is not an object"},
      {"another format", with("asof-certificate", "asof-certificatf"), "format"},
      {"another version", with("\"version\":3", "\"version\":4"), "version"},
      {"rules it has not", with("\"rules\":{\"version\":2", "\"rules\":{\"version\":9"),
       "rules.version"},
      {"a version it has not", with("\"version\":3", "\"version\":2"), "left_out is missing"},
      {"another assumption", with("no change was", "a change was"), "assumption"},
      {"a key misspelt", with("\"strategy\"", "\"strategi\""), "strategy is missing"},
      {"a key too many", with("{\"format\"", "{\"extra\":1,\"format\""), "extra is unknown"},
      {"a grade that is none", with("\"grade\":\"proven\"", "\"grade\":\"proved\""),
       "pages[0].grade is none of the words"},
      {"no time", with("\"sent\":\"1970", "\"sent\":\"197x"), "sites[2].wrong[0].sent"},
      {"a span upside down", with("\"within\":[\"1970", "\"within\":[\"1980"),
       "within is not a pair"},
      {"a file that is not listed", with("\"record\":{\"file\":0", "\"record\":{\"file\":2"),
       "not listed"},
      {"a trust that does not follow", with("\"granted\":true", "\"granted\":false"),
       "contradicts"},
      {"rules that are none", with("\"confidence\":0.95", "\"confidence\":1"), "rules.confidence"},
      {"a negative number", with("\"weight\":1,", "\"weight\":-1,"), "weight"},
  };
  for (const auto& [rule, text, says] : cases) {
    SCOPED_TRACE(rule);
    EXPECT_TRUE(fails_with(parse(text), Errc::Invalid, says));
  }
}

TEST(CertificateJson, RefusesWhatIsNestedTooDeeply) {
  EXPECT_TRUE(fails_with(parse(std::string(100'000, '[')), Errc::Invalid));
  EXPECT_TRUE(
      fails_with(parse(std::string(50, '[') + std::string(50, ']')), Errc::Invalid, "deep"));
}

}  // namespace
}  // namespace asof::certificate
