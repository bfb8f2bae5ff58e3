#include "delta/json.h"

#include <gtest/gtest.h>

#include "delta/tree_test_world.h"
#include "support/result.h"

namespace asof::delta {
namespace {

using asof::test::fails_with;
using asof::test::must;
using test::tree_of;

Delta example() {
  return compare(tree_of("page\n  a: one two three | [x](http://x/)\n  b: four five six seven\n"
                         "  c: rain over the weekend | in the whole of the north\n  d: last\n"),
                 tree_of("page\n  n: new & <neat> \"thing\"\n  a: one two 3 | ![p](http://p/)\n"
                         "  c: rain over the weekend\n  e: in the whole of the north\n"
                         "  b: four five six seven\n"))
      .delta;
}

TEST(DeltaJson, ReadsBackWhatItWrote) {
  const Delta delta = example();
  EXPECT_GE(delta.operations.size(), 3U);
  EXPECT_GE(delta.edits.size(), 2U);
  const std::string json = to_json(delta);
  EXPECT_EQ(to_json(must(from_json(json))), json);
}

TEST(DeltaJson, SaysWhatIsWrong) {
  const struct {
    const char* json;
    const char* says;
  } cases[] = {
      {"", "not JSON"},
      {"[]", "\"delta\" is missing"},
      {R"({"delta":99,"operations":[],"edits":[],"frame":[]})", "another version"},
      {R"({"delta":2,"operations":[],"edits":[]})", "\"frame\" is missing"},
      {R"({"delta":2,"operations":[{"op":"burn","from":[],"to":[]}],"edits":[],"frame":[]})",
       "\"op\" is unknown: burn"},
      {R"({"delta":2,"operations":[],"edits":[{"op":"delete","block":"a","old":-1}],"frame":[]})",
       "\"old\" is not a whole number"},
      {R"({"delta":2,"operations":[],"edits":[],"frame":[["a"]]})", "list of pairs"},
  };
  for (const auto& row : cases) {
    const auto result = from_json(row.json);
    ASSERT_TRUE(fails_with(result, Errc::Invalid)) << row.json;
    EXPECT_NE(result.error().what.find(row.says), std::string::npos) << result.error().what;
  }
}

TEST(DeltaXml, EscapesWhatXmlCannotHold) {
  Delta delta;
  delta.edits.push_back({"a",
                         Edit::Insert,
                         0,
                         0,
                         {},
                         {block::ContentKind::Link, "<a> & \x01 \xFF", "http://x/?a=\"&b", {}}});
  const std::string xml = to_xml(delta);
  EXPECT_NE(xml.find("<link href=\"http://x/?a=&quot;&amp;b\">&lt;a&gt; &amp; \xEF\xBF\xBD "
                     "\xEF\xBF\xBD</link>"),
            std::string::npos)
      << xml;
}

}  // namespace
}  // namespace asof::delta
