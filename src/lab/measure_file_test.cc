#include "lab/measure_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json_read.h"

namespace asof::lab {
namespace {

std::string page_with(const std::string& fields) {
  return R"({"observation":[0,10],"sites":[{"name":"s","pages":[{"name":"p",)" + fields + "}]}]}";
}

struct Mistake {
  const char* rule;
  std::string text;
  std::string what;  // a part of the sentence
};

TEST(MeasureFile, NamesTheFieldAndTheValueOfAMistake) {
  const std::string still = R"("changes":[],"captures":[])";
  const Mistake mistakes[] = {
      {"not JSON", "{", "not JSON"},
      {"not an object", "[]", "the document: [] is not an object"},
      {"no observation", R"({"sites":[]})", "'observation' is missing"},
      {"one end", R"({"observation":[1],"sites":[]})", "observation: has 1 numbers"},
      {"an empty observation", R"({"observation":[3,3],"sites":[]})",
       "observation: its end 3 is not after its start 3"},
      {"backwards", R"({"observation":[3,2],"sites":[]})",
       "observation: its end 2 is not after its start 3"},
      {"text for a number", R"({"observation":[0,"1"],"sites":[]})",
       "observation[1]: \"1\" is not a number"},
      {"no sites", R"({"observation":[0,1]})", "'sites' is missing"},
      {"an unknown field", R"({"observation":[0,1],"sites":[],"asof":1})",
       "'asof' is not known here"},
      {"a query that is no number", R"({"observation":[0,1],"sites":[],"queries":[true]})",
       "queries[0]: true is not a number"},
      {"a huge time", R"({"observation":[0,1],"sites":[],"as_of":1e200})",
       "as_of: 1e+200 is above"},
      {"a site without name", R"({"observation":[0,1],"sites":[{"pages":[]}]})",
       "sites[0]: 'name' is missing"},
      {"a site without pages", R"({"observation":[0,1],"sites":[{"name":"s"}]})",
       "sites[0]: 'pages' is missing"},
      {"a site twice",
       R"({"observation":[0,1],"sites":[{"name":"s","pages":[]},{"name":"s","pages":[]}]})",
       "sites[1].name: 's' is already the name at sites[0].name"},
      {"no captures", page_with(R"("changes":[])"), "sites[0].pages[0]: 'captures' is missing"},
      {"no changes", page_with(R"("captures":[])"), "sites[0].pages[0]: 'changes' is missing"},
      {"a page's importance below zero", page_with(still + R"(,"importance":-1)"),
       "sites[0].pages[0].importance: -1 is below zero"},
      {"an unknown field of a page", page_with(still + R"(,"rate":1)"),
       "sites[0].pages[0]: 'rate' is not known here"},
      {"a change's importance below zero",
       page_with(R"("captures":[],"changes":[{"at":1,"importance":-0.5}])"),
       "sites[0].pages[0].changes[0].importance: -0.5 is below zero"},
      {"a change without its time", page_with(R"("captures":[],"changes":[{"importance":1}])"),
       "sites[0].pages[0].changes[0]: 'at' is missing"},
      {"an unknown field of a change", page_with(R"("captures":[],"changes":[{"at":1,"on":1}])"),
       "sites[0].pages[0].changes[0]: 'on' is not known here"},
      {"a capture before the observation", page_with(R"("changes":[],"captures":[-0.5])"),
       "sites[0].pages[0].captures[0]: -0.5 is outside the observation, 0 to 10"},
      {"a capture after the observation", page_with(R"("changes":[],"captures":[1,10.5])"),
       "sites[0].pages[0].captures[1]: 10.5 is outside the observation, 0 to 10"},
  };
  for (const Mistake& mistake : mistakes) {
    SCOPED_TRACE(mistake.rule);
    const auto file = parse_measure_file(mistake.text);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, Errc::Invalid);
    EXPECT_NE(file.error().what.find(mistake.what), std::string::npos) << file.error().what;
  }
}

TEST(MeasureFile, SortsWhatComesInAnyOrder) {
  const auto file = parse_measure_file(
      page_with(R"("captures":[10,0,5],"changes":[{"at":7},{"at":-1,"importance":0.5}])"));
  ASSERT_TRUE(file) << file.error().what;
  const quality::PageTrack& page = file->sites[0][0];
  EXPECT_EQ(page.captures, (std::vector<Time>{0, 5, 10}));
  ASSERT_EQ(page.changes.size(), 2u);
  EXPECT_EQ(page.changes[0].at, -1);
  EXPECT_EQ(page.changes[0].importance, .5);
  EXPECT_EQ(page.changes[1].importance, 1);
  EXPECT_EQ(page.weight, 1);
}

TEST(MeasureFile, LooksAtTheMiddleWhereItIsNotToldWhen) {
  EXPECT_EQ(parse_measure_file(R"({"observation":[2,10],"sites":[]})")->as_of, 6);
  EXPECT_EQ(parse_measure_file(R"({"observation":[2,10],"as_of":3,"sites":[]})")->as_of, 3);
}

TEST(MeasureFile, PrintsEveryFieldOfTheContract) {
  const auto file = parse_measure_file(
      R"({"observation":[0,4],"queries":[1],"sites":[{"name":"s","pages":[
          {"name":"seen","importance":1,"changes":[{"at":1,"importance":1}],"captures":[0,1]},
          {"name":"unseen","importance":3,"changes":[{"at":1,"importance":1}],"captures":[]}]}]})");
  ASSERT_TRUE(file) << file.error().what;
  const auto json = nlohmann::json::parse(measured_json(*file, measure(*file)));
  const nlohmann::json expected = nlohmann::json::parse(
      R"({"blur":{"total":0.125,"pages":{"seen":0.125}},
          "completeness":{"pages":{"seen":1.0,"unseen":0.0},"sites":{"s":0.25},"archive":0.25,
                          "global":0.25,"unweighted":0.5},
          "coherence":{"queries":[{"site":"s","at":1.0,"weight":1.0,"count":1.0}],
                       "sites":{"s":1.0},"archive":1.0},
          "sharp_pages":0,"uncaptured":["unseen"]})");
  EXPECT_EQ(json, expected) << json.dump();
}

TEST(MeasureFile, LeavesOutWhatHasNoValue) {
  const auto file = parse_measure_file(page_with(R"("changes":[],"captures":[])"));
  ASSERT_TRUE(file);
  const Measured measured = measure(*file);
  const auto json = nlohmann::json::parse(measured_json(*file, measured));
  EXPECT_TRUE(json["completeness"]["pages"].empty());
  EXPECT_TRUE(json["completeness"]["archive"].is_null());
  EXPECT_TRUE(json["coherence"]["archive"].is_null());
  EXPECT_NE(measured_table(*file, measured).find("1 never captured"), std::string::npos);
}

}  // namespace
}  // namespace asof::lab
