#include "certificate/sets.h"

#include <gtest/gtest.h>

#include "certificate/certify.h"
#include "certificate/json.h"

namespace asof::certificate {
namespace {

Span span(std::int64_t from, std::int64_t until) { return {{from * 1000}, {until * 1000}}; }

PageVerdict page(std::string url, std::vector<Span> proven, std::vector<Span> attested = {}) {
  PageVerdict verdict;
  verdict.evidence.url = std::move(url);
  for (const Span& one : proven) verdict.proven.push_back({one, {.status = 200}});
  for (const Span& one : attested) verdict.attested.push_back({one, {.status = 200}});
  return verdict;
}

using Sets = std::vector<std::vector<std::string>>;

TEST(JudgeSets, FindsWhenAllPagesAreProven) {
  const std::vector<PageVerdict> pages = {page("a", {span(0, 10), span(20, 60)}),
                                          page("b", {span(5, 8), span(30, 70)}),
                                          page("c", {span(25, 50)})};
  const auto sets = judge_sets(Sets{{"a", "b"}, {"a", "b", "c"}}, pages);
  ASSERT_EQ(sets.size(), 2u);
  EXPECT_EQ(sets[0].grade, Grade::Proven);
  EXPECT_EQ(sets[0].span, span(30, 60));  // the longest of two
  EXPECT_EQ(sets[1].span, span(30, 50));
  EXPECT_EQ(sets[1].why, "");
}

TEST(JudgeSets, TakesTheWordOfServersWhereBytesAreNotEnough) {
  const std::vector<PageVerdict> pages = {page("a", {span(0, 10)}, {span(0, 40)}),
                                          page("b", {span(20, 50)})};
  const auto sets = judge_sets(Sets{{"a", "b"}}, pages);
  EXPECT_EQ(sets[0].grade, Grade::Attested);
  EXPECT_EQ(sets[0].span, span(20, 40));
}

TEST(JudgeSets, SaysWhyNot) {
  PageVerdict never = page("d", {});
  PageVerdict changed = page("e", {});
  changed.changes.push_back({});
  const std::vector<PageVerdict> pages = {page("a", {span(0, 10)}), page("b", {span(20, 50)}),
                                          never, changed};
  struct {
    std::vector<std::string> set;
    std::string_view says;
  } const cases[] = {
      {{"a", "b"}, "b held no content"},
      {{"a", "x"}, "x was not requested"},
      {{"a", "d"}, "d was never seen twice"},
      {{"e", "a"}, "e was not the same"},
  };
  for (const auto& [set, says] : cases) {
    const auto judged = judge_sets(Sets{set}, pages)[0];
    EXPECT_EQ(judged.grade, Grade::Unknown);
    EXPECT_FALSE(judged.span);
    EXPECT_NE(judged.why.find(says), std::string::npos) << judged.why;
    EXPECT_NE(describe(judged).find(says), std::string::npos);
  }
}

// Against every instant, one by one.
TEST(JudgeSets, AgreesWithAnInstantByInstantSearch) {
  std::uint64_t state = 7;
  const auto below = [&](std::uint64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<PageVerdict> pages;
    for (const char* name : {"a", "b", "c"}) {
      std::vector<Span> spans;
      for (std::int64_t at = 0; at < 30;) {
        const auto from = at + static_cast<std::int64_t>(below(6));
        const auto until = from + static_cast<std::int64_t>(below(9));
        spans.push_back(span(from, until));
        at = until + 1;
      }
      pages.push_back(page(name, spans));
    }
    std::int64_t longest = -1, run = -1;
    for (std::int64_t at = 0; at < 60; ++at) {
      bool all = true;
      for (const PageVerdict& one : pages)
        all = all && std::any_of(one.proven.begin(), one.proven.end(), [&](const Held& held) {
                return held.span.holds(Instant{at * 1000});
              });
      // Two stretches that touch in no instant between them are two.
      const bool apart = std::any_of(pages.begin(), pages.end(), [&](const PageVerdict& one) {
        return std::any_of(one.proven.begin(), one.proven.end(),
                           [&](const Held& held) { return held.span.from.ms == at * 1000; });
      });
      run = !all ? -1 : (apart ? 0 : run + 1);
      longest = std::max(longest, run);
    }
    const auto judged = judge_sets(Sets{{"a", "b", "c"}}, pages)[0];
    ASSERT_EQ(judged.span.has_value(), longest >= 0);
    if (judged.span) EXPECT_EQ((judged.span->until.ms - judged.span->from.ms) / 1000, longest);
  }
}

TEST(JudgeSets, AreWrittenAndReadBack) {
  Evidence evidence{.crawl = "c", .left_out = LeftOut{}};
  evidence.together = {{"http://a.example/", "http://a.example/b"}};
  const Certificate certificate = certify(evidence);
  ASSERT_EQ(certificate.sets.size(), 1u);
  const auto parsed = parse(to_json(certificate));
  ASSERT_TRUE(parsed) << parsed.error().what;
  EXPECT_EQ(parsed->sets, certificate.sets);
  evidence.together.clear();
  EXPECT_EQ(to_json(certify(evidence)).find("\"sets\""), std::string::npos);
}

}  // namespace
}  // namespace asof::certificate
