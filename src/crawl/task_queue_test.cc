#include "crawl/task_queue.h"

#include <gtest/gtest.h>

namespace asof::crawl {
namespace {

TEST(TaskQueue, ATaskThatIsNotDueKeepsNoOtherBack) {
  TaskQueue queue;
  queue.push_back({.url = "late", .due = 20});
  queue.push_back({.url = "soon", .due = 10});
  queue.push_front({.url = "later", .due = 30});
  EXPECT_EQ(queue.first_due(0), 10);
  EXPECT_FALSE(queue.take_due(0, 9));
  EXPECT_EQ(queue.take_due(0, 10)->url, "soon");
  EXPECT_FALSE(queue.take_due(0, 10));
  EXPECT_EQ(queue.take_due(0, 30)->url, "later");
  EXPECT_EQ(queue.take_due(0, 30)->url, "late");
  EXPECT_EQ(queue.first_due(0), kNever);
}

TEST(TaskQueue, EachSiteHasItsOwnOrder) {
  TaskQueue queue;
  queue.push_back({.site = 3, .url = "three"});
  queue.push_back({.site = 1, .url = "one"});
  EXPECT_EQ(queue.size(), 2u);
  EXPECT_EQ(queue.first_due(0), kNever);
  EXPECT_EQ(queue.first_due(7), kNever);
  EXPECT_FALSE(queue.take_due(0, 0));
  EXPECT_EQ(queue.take_due(1, 0)->url, "one");
  EXPECT_EQ(queue.take_due(3, 0)->url, "three");
  EXPECT_EQ(queue.size(), 0u);
}

TEST(TaskQueue, FindsTheRequestThatARecordAnswers) {
  TaskQueue queue;
  queue.push_back({.kind = Task::Kind::Robots, .url = "r", .origin = "http://a", .redirects = 1});
  queue.push_back({.kind = Task::Kind::Robots, .url = "r", .origin = "https://a", .redirects = 2});
  queue.push_back({.kind = Task::Kind::Audit, .url = "p", .page = 5});
  EXPECT_FALSE(queue.take_same({.kind = Task::Kind::Sitemap, .url = "r"}));
  EXPECT_EQ(queue.take_same({.kind = Task::Kind::Audit, .url = "p"})->page, 5u);
  EXPECT_EQ(
      queue.take_same({.kind = Task::Kind::Robots, .url = "r", .origin = "https://a"})->redirects,
      2u);
  EXPECT_EQ(queue.size(), 1u);
}

}  // namespace
}  // namespace asof::crawl
