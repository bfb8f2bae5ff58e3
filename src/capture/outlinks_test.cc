#include "capture/outlinks.h"

#include <gtest/gtest.h>

namespace asof::capture {
namespace {

// One line per link: hop letter, context, address.
std::string lines(const Links& links) {
  std::string text;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Links::Item link = links[i];
    text += hop_letter(link.kind);
    text.append(" ").append(link.context).append(" ").append(link.url) += '\n';
  }
  return text;
}

std::string heritrix(std::string_view block) {
  return lines(read_outlinks(warc::TextFields(block)));
}

TEST(Outlinks, OfHeritrixHaveALetterAndAContext) {
  EXPECT_EQ(heritrix("via: http://a.example/\r\n"
                     "outlink: http://b.example L a/@href\r\n"
                     "OUTLINK: http://b.example/i.png E img/@src\r\n"
                     "outlink: http://b.example/moved R Location:\r\n"
                     "outlink: http://b.example/maybe.js X =script_misc\r\n"
                     "outlink: http://b.example/favicon.ico I x\r\n"
                     "outlink: http://b.example/listed M sitemap\r\n"),
            "L a/@href http://b.example/\n"
            "E img/@src http://b.example/i.png\n"
            "R Location: http://b.example/moved\n"
            "X =script_misc http://b.example/maybe.js\n"
            "X x http://b.example/favicon.ico\n"
            "L sitemap http://b.example/listed\n");
}

TEST(Outlinks, OfHeritrixThatLeadNowhereAreLeftOut) {
  EXPECT_EQ(heritrix("outlink: dns:b.example P -\r\n"
                     "outlink: /relative L a/@href\r\n"
                     "outlink: \r\n"
                     "outlink\r\n"
                     "outlink: http://b.example/plain\r\n"),
            "L  http://b.example/plain\n");
  EXPECT_EQ(heritrix("outlink: http://b.example/" + std::string(kLongestOutlink, 'x') + " L a\r\n"),
            "");
}

TEST(Outlinks, AreBounded) {
  std::string block;
  for (std::size_t i = 0; i < kMostOutlinks + 5; ++i) block += "outlink: http://b.example/ L a\r\n";
  EXPECT_EQ(read_outlinks(warc::TextFields(block)).size(), kMostOutlinks);
}

std::string wat(std::string_view html) {
  return R"({"Container":{},"Envelope":{"Payload-Metadata":{"HTTP-Response-Metadata":)"
         R"({"Headers":{},"HTML-Metadata":)" +
         std::string(html) + "}}}}";
}

TEST(Outlinks, OfWatFilesBecomeAbsolute) {
  const auto links = read_wat(
      "http://a.example/b/c",
      wat(R"({"Head":{"Link":[{"path":"LINK@/href","url":"s.css","rel":"StyleSheet"},)"
          R"({"path":"LINK@/href","url":"/next","rel":"next"}],)"
          R"("Scripts":[{"path":"SCRIPT@/src","url":"//c.example/j.js"}]},)"
          R"("Links":[{"path":"A@/href","text":"t","url":"d?e#f"},{"path":"IMG@/src","url":"i.png"},)"
          R"({"path":"A@/onclick","url":"/maybe"},{"path":"FORM@/action","url":"/s","method":"get"}]})"));
  ASSERT_TRUE(links);
  EXPECT_EQ(lines(*links),
            "E link/@href http://a.example/b/s.css\n"
            "L link/@href http://a.example/next\n"
            "E script/@src http://c.example/j.js\n"
            "L a/@href http://a.example/b/d?e#f\n"
            "E img/@src http://a.example/b/i.png\n"
            "X a/@onclick http://a.example/maybe\n"
            "L form/@action http://a.example/s\n");
  const auto based =
      read_wat("http://a.example/b/c",
               wat(R"({"Head":{"Base":"../x/"},"Links":[{"path":"A@/href","url":"y"}]})"));
  ASSERT_TRUE(based);
  EXPECT_EQ(lines(*based), "L a/@href http://a.example/x/y\n");
}

TEST(Outlinks, OfWatFilesThatAreNotAsTheyShouldBeAreNone) {
  const char* none[] = {"",
                        "{",
                        R"({"HTML-Metadata":{"Links":[]}})",
                        R"("HTML-Metadata")",
                        R"({"Envelope":"HTML-Metadata"})",
                        R"({"Envelope":{"HTML-Metadata":[]}})"};
  for (const char* block : none) EXPECT_FALSE(read_wat("http://a.example/", block)) << block;
  const char* empty[] = {"{}", R"({"Links":5})", R"({"Links":[5,null,"x",{},{"url":7}]})",
                         R"({"Head":[],"Links":{"url":"x"}})", R"({"Head":{"Base":3}})"};
  for (const char* html : empty) {
    const auto links = read_wat("http://a.example/", wat(html));
    EXPECT_TRUE(links && links->empty()) << html;
  }
  EXPECT_FALSE(read_wat("http://a.example/", "\"HTML-Metadata\"" + std::string(100'000, '[')));
  const auto deep = std::string(100'000, '[');
  EXPECT_FALSE(read_wat("http://a.example/", wat(R"({"Links":)" + deep)));
}

}  // namespace
}  // namespace asof::capture
