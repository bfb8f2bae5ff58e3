#include "base/json.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "base/json_read.h"

namespace asof::json {
namespace {

TEST(Json, WritesEveryKindOfValueInTheOrderGiven) {
  const std::string name = "a\"b\n";
  const std::optional<int> none;
  EXPECT_EQ(Object()
                .add("z", 1)
                .add("text", name)
                .add("view", std::string_view("x"))
                .add("literal", "y")
                .add("flag", true)
                .add("whole", std::numeric_limits<std::uint64_t>::max())
                .add("negative", -3)
                .add("number", 0.1)
                .add("even", 2.0)
                .add("fixed", Value::fixed(1.0 / 3, 3))
                .add("significant", Value::significant(2.0 / 3, 6))
                .add("at", Instant{0})
                .add("none", none)
                .add("some", std::optional<Instant>(Instant{1}))
                .add("null", nullptr)
                .add("raw", Value::raw("[1]"))
                .text(),
            R"({"z":1,"text":"a\"b\n","view":"x","literal":"y","flag":true,)"
            R"("whole":18446744073709551615,"negative":-3,"number":0.1,"even":2,"fixed":0.333,)"
            R"("significant":0.666667,"at":"1970-01-01T00:00:00.000Z","none":null,)"
            R"("some":"1970-01-01T00:00:00.001Z","null":null,"raw":[1]})");
}

TEST(Json, NestsObjectsAndArrays) {
  EXPECT_EQ(Object().text(), "{}");
  EXPECT_EQ(Array().text(), "[]");
  const std::vector<std::string> names = {"a", "b"};
  EXPECT_EQ(array_of(names).text(), R"(["a","b"])");
  const Array objects =
      array_of(names, [](const std::string& name) { return Object().add(name, 1); });
  EXPECT_EQ(Object().add("all", objects).add("one", Object().add("k\"", 2)).text(),
            R"({"all":[{"a":1},{"b":1}],"one":{"k\"":2}})");
}

TEST(Json, PutsMembersOnLinesWhereAsked) {
  EXPECT_EQ(Array(Layout::Lines).add(Object().add("a", 1)).add(2).text(), "[\n{\"a\":1},\n2\n]");
  EXPECT_EQ(Object(Layout::Lines).add("a", 1).add("b", 2).text(), "{\n\"a\":1,\n\"b\":2\n}");
  EXPECT_EQ(Array(Layout::Lines).text(), "[\n]");
}

TEST(Json, NamesTheLineAndColumnOfWhatIsNoJson) {
  const auto wrong = parse("{\"a\": 1,\n \"b\": }");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, Errc::Invalid);
  EXPECT_NE(wrong.error().what.find("line 2, column 7"), std::string::npos) << wrong.error().what;
  EXPECT_FALSE(parse(std::string(10'000, '[') + std::string(10'000, ']')));
  EXPECT_FALSE(parse(""));
}

TEST(Json, NamesTheWayToAWrongValue) {
  const auto document = parse(R"({"pages":[{"rate":1},{"rate":"x"}],"names":{"b":1,"a":2}})");
  ASSERT_TRUE(document);
  const auto pages = document->root().at("pages");
  ASSERT_TRUE(pages);
  const auto items = pages->items();
  ASSERT_TRUE(items);
  EXPECT_EQ(*(*items)[0].number_or("rate", 0), 1);
  EXPECT_EQ((*items)[1].number_or("rate", 0).error().what, "pages[1].rate: \"x\" is not a number");
  EXPECT_EQ(document->root("body").at("x").error().what, "body: 'x' is missing");
  const auto names = document->root().at("names");
  const auto entries = names->entries();
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 2u);
  EXPECT_EQ((*entries)[0].first, "a");
  EXPECT_EQ((*entries)[1].second.path(), "names.b");
  EXPECT_EQ(pages->entries().error().what.substr(0, 7), "pages: ");
}

}  // namespace
}  // namespace asof::json
