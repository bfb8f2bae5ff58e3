#include "lab/navigate_file.h"

#include <gtest/gtest.h>

namespace asof::lab {
namespace {

constexpr const char* kWorld = R"({"cycle":24,
  "source":{"name":"/","at":10,"captures":[{"at":10,"digest":"a"}],"pattern":{"rates":[2,1],"importance":[0.5,1]}},
  "links":[{"name":"/x","captures":[{"at":14,"digest":"c","last_modified":9.5},{"at":9,"digest":"b"}],
            "pattern":{"rates":[1]}},
           {"name":"/never","captures":[],"pattern":{"rates":[1]}}]})";

TEST(NavigateFile, AnswersEveryLinkByEveryPolicy) {
  const auto world = parse_navigate_world(kWorld);
  ASSERT_TRUE(world) << world.error().what;
  // Its Last-Modified proves that the later capture shows what stood there at 10.
  EXPECT_EQ(navigate_json(*world),
            R"({"source":{"name":"/","at":10},"links":[
{"name":"/x","nearest":{"capture":0,"at":9,"digest":"b"},"recent":{"capture":0,"at":9,"digest":"b"},"first-after":{"capture":1,"at":14,"digest":"c"},"pattern":{"capture":0,"at":9,"digest":"b"},"likelihood":{"capture":1,"at":14,"digest":"c","probability":1}},
{"name":"/never","nearest":null,"recent":null,"first-after":null,"pattern":null,"likelihood":null}
]}
)");
  EXPECT_NE(navigate_table(*world).find("certain"), std::string::npos);
}

struct Wrong {
  const char* rule;
  const char* from;
  const char* to;
  const char* said;
};

TEST(NavigateFile, NamesTheFieldAndItsValue) {
  const Wrong cases[] = {
      {"a rate below zero", "\"rates\":[2,1]", "\"rates\":[2,-1]",
       "source.pattern.rates[1]: -1 is below zero"},
      {"no slots", "\"rates\":[2,1]", "\"rates\":[]",
       "source.pattern.rates: a pattern needs at least one slot"},
      {"as many importances as rates", "[0.5,1]", "[0.5]",
       "source.pattern.importance: 1 numbers for 2 rates"},
      {"importance above one", "[0.5,1]", "[0.5,2]", "source.pattern.importance[1]: 2 is above 1"},
      {"no cycle", "\"cycle\":24,", "", "the document: 'cycle' is missing"},
      {"a cycle of nothing", "\"cycle\":24", "\"cycle\":0", "cycle: 0 is not above zero"},
      {"two at one time", "\"at\":14", "\"at\":9", "links[0].captures: two captures at 9"},
      {"time is a number", "\"at\":14", "\"at\":\"noon\"",
       "links[0].captures[0].at: \"noon\" is not a number"},
      {"a digest is text", "\"digest\":\"c\"", "\"digest\":7",
       "links[0].captures[0].digest: 7 is not text"},
      {"a source was captured", "[{\"at\":10,\"digest\":\"a\"}]", "[]",
       "source: 'captures' is empty"},
  };
  for (const Wrong& c : cases) {
    SCOPED_TRACE(c.rule);
    std::string text = kWorld;
    const auto at = text.find(c.from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string(c.from).size(), c.to);
    const auto world = parse_navigate_world(text);
    ASSERT_FALSE(world);
    EXPECT_EQ(world.error().what, c.said);
  }
}

}  // namespace
}  // namespace asof::lab
