#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "render/browser_process.h"
#include "render/chromium.h"
#include "render/snapshot_internal.h"
#include "support/temp_dir.h"

namespace asof::render {
namespace {

const layout::Resources kNothing = [](std::string_view, layout::ResourceKind) {
  return std::nullopt;
};

const layout::Node* by_id(const layout::Page& page, std::string_view id) {
  for (const layout::Node& node : page.nodes) {
    if (node.attribute("id") == id) return &node;
  }
  return nullptr;
}

std::string all_text(const layout::Page& page) {
  std::string text;
  for (const layout::Node& node : page.nodes) text += node.text;
  return text;
}

// One browser for all of them: starting it takes longest.
class ChromiumTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!Chromium::find()) return;
    auto started = Chromium::start({.patience = std::chrono::seconds(20)});
    if (started)
      browser_ = std::make_unique<Chromium>(std::move(*started));
    else
      ADD_FAILURE() << started.error().what;
  }
  static void TearDownTestSuite() { browser_.reset(); }
  void SetUp() override {
    if (!Chromium::find()) GTEST_SKIP() << "there is no Chromium in PATH: nothing was tested";
    ASSERT_NE(browser_, nullptr);
  }

  static layout::Page page_of(std::string_view html, const layout::Resources& resources = kNothing,
                              std::string_view url = "http://site.test/dir/page") {
    auto page = browser_->lay_out({.html = html, .url = url}, resources);
    if (!page) {
      ADD_FAILURE() << page.error().what;
      return {};
    }
    return *page;
  }

  static inline std::unique_ptr<Chromium> browser_;
};

constexpr std::string_view kColumns = R"(<!doctype html><title>Two columns</title>
<style>body{margin:0} #menu{float:left;width:200px;background:#eee} #main{margin-left:220px}
#lead{font:bold 24px/30px sans-serif} #cells{border-spacing:0;width:600px}</style>
<div id=menu><p>Menu</p></div>
<div id=main><h2 id=lead>Lead</h2><p id=text>Some text with <b>bold</b> words.</p>
<table id=cells><tr><td id=a style="width:100px">a<td id=b>b</table><p hidden>gone</p></div>)";

TEST_F(ChromiumTest, AgreesWithTheLayoutInTheProcess) {
  const layout::Page theirs = page_of(kColumns);
  const layout::Page ours =
      layout::lay_out({.html = kColumns, .url = "http://site.test/dir/page"}, kNothing);
  EXPECT_EQ(theirs.engine, layout::Engine::Chromium);
  EXPECT_EQ(theirs.title, ours.title);
  EXPECT_EQ(theirs.base, ours.base);
  EXPECT_EQ(all_text(theirs), all_text(ours));
  for (const char* id : {"menu", "main", "lead", "text", "cells", "a", "b"}) {
    SCOPED_TRACE(id);
    const layout::Node* left = by_id(theirs, id);
    const layout::Node* right = by_id(ours, id);
    ASSERT_NE(left, nullptr);
    ASSERT_NE(right, nullptr);
    EXPECT_NEAR(left->box.left, right->box.left, 5);
    EXPECT_NEAR(left->box.top, right->box.top, 12);
    EXPECT_NEAR(left->box.width, right->box.width, 8);
    EXPECT_NEAR(left->box.height, right->box.height, 12);
    EXPECT_EQ(left->font_size, right->font_size);
    EXPECT_EQ(left->font_weight, right->font_weight);
    EXPECT_EQ(left->background, right->background);
    EXPECT_EQ(left->is_inline, right->is_inline);
    EXPECT_EQ(theirs.nodes[left->parent].name, ours.nodes[right->parent].name);
  }
}

TEST_F(ChromiumTest, ShowsWhatScriptsWrite) {
  const layout::Page page = page_of(R"(<div id=root></div><script>
      document.getElementById('root').textContent = 'now';
      setTimeout(() => { document.getElementById('root').textContent += ' and later'; }, 2000);
      </script>)");
  EXPECT_EQ(all_text(page), "now and later");
}

TEST_F(ChromiumTest, LaysOutFlexAndGrid) {
  const layout::Page page = page_of(R"(<body style="margin:0"><div style="display:flex">
      <div id=a style="width:300px">a</div><div id=b style="flex:1">b</div></div>)");
  ASSERT_NE(by_id(page, "b"), nullptr);
  EXPECT_EQ(by_id(page, "b")->box.left, 300);
  EXPECT_EQ(by_id(page, "b")->box.width, 724);
}

TEST_F(ChromiumTest, TakesStylesScriptsAndImagesFromTheResourcesOnly) {
  std::vector<std::string> asked;
  const layout::Resources resources =
      [&asked](std::string_view url, layout::ResourceKind kind) -> std::optional<std::string> {
    asked.emplace_back(url);
    if (kind == layout::ResourceKind::StyleSheet) return "p{width:123px}";
    if (kind == layout::ResourceKind::Script) return "document.title = 'set by a script';";
    return "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>";
  };
  const layout::Page page = page_of(
      "<link rel=stylesheet href=/a.css><script src=//other.test/b.js></script>"
      "<p id=p>x</p><img id=i src=c.svg>",
      resources);
  std::sort(asked.begin(), asked.end());
  EXPECT_EQ(asked, (std::vector<std::string>{"http://other.test/b.js", "http://site.test/a.css",
                                             "http://site.test/dir/c.svg"}));
  EXPECT_EQ(page.title, "set by a script");
  ASSERT_NE(by_id(page, "p"), nullptr);
  EXPECT_EQ(by_id(page, "p")->box.width, 123);
  ASSERT_NE(by_id(page, "i"), nullptr);
  EXPECT_EQ(by_id(page, "i")->box.width, 40);
}

TEST_F(ChromiumTest, StaysOnThePageWhateverItTries) {
  const layout::Page page = page_of(R"(<p>here</p><iframe src=http://a.test/></iframe><script>
      alert('stop'); fetch('http://127.0.0.1:1/').catch(() => {});
      setTimeout(() => { location = 'http://elsewhere.test/'; }, 10);</script>
      <meta http-equiv=refresh content="1;url=/next">)");
  EXPECT_EQ(all_text(page).substr(0, 4), "here");
}

// A server on this machine that must never be spoken to.
class Listener final {
 public:
  Listener() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    works_ = bind(socket_, plain, size) == 0 && listen(socket_, 8) == 0 &&
             getsockname(socket_, plain, &size) == 0;
    port_ = ntohs(address.sin_port);
  }
  ~Listener() { close(socket_); }
  bool works() const { return works_; }
  int port() const { return port_; }
  bool was_asked() const { return accept(socket_, nullptr, nullptr) >= 0; }

 private:
  int socket_;
  bool works_ = false;
  int port_ = 0;
};

TEST_F(ChromiumTest, LetsNothingReachTheNetwork) {
  const Listener listener;
  ASSERT_TRUE(listener.works());
  const std::string host = "127.0.0.1:" + std::to_string(listener.port());
  const layout::Page page = page_of(
      "<link rel=preconnect href=http://" + host + "><link rel=dns-prefetch href=//" + host +
      "><link rel=stylesheet href=http://" + host + "/a.css><img src=http://" + host +
      "/a.png><iframe src=http://" + host + "/f></iframe><p>here<script>" + "new WebSocket('ws://" +
      host + "/'); fetch('http://" + host + "/x').catch(() => {});" + "new EventSource('http://" +
      host + "/e'); navigator.sendBeacon('http://" + host +
      "/b'); new Worker(URL.createObjectURL(new Blob([`fetch('http://" + host +
      "/w').catch(() => {})`])));</script>");
  EXPECT_EQ(all_text(page), "here");
  EXPECT_FALSE(listener.was_asked());
}

TEST_F(ChromiumTest, EndsPagesThatNeverDo) {
  auto impatient = Chromium::start({.patience = std::chrono::milliseconds(1500)});
  ASSERT_TRUE(impatient.has_value()) << impatient.error().what;
  const auto hung = impatient->lay_out(
      {.html = "<p>x<script>for(;;);</script>", .url = "http://a.test/"}, kNothing);
  EXPECT_FALSE(hung.has_value());
  const auto next = impatient->lay_out({.html = "<p>next", .url = "http://a.test/"}, kNothing);
  ASSERT_TRUE(next.has_value()) << next.error().what;
  EXPECT_EQ(all_text(*next), "next");
  EXPECT_EQ(impatient->starts(), 2);
}

TEST(ChromiumStart, SaysWhatItCouldNotStart) {
  EXPECT_FALSE(Chromium::start({.program = "/nonexistent/browser"}).has_value());
  EXPECT_FALSE(Chromium::start({.program = "/bin/true"}).has_value());
}

TEST(Snapshot, RefusesWhatIsNone) {
  for (const char* message :
       {"", "{", "{}", "[]", R"({"result":{}})", R"({"result":{"strings":[],"documents":[]}})",
        R"({"result":{"strings":[],"documents":[{"title":"x"}]}})"}) {
    EXPECT_FALSE(read_snapshot(message).has_value()) << message;
  }
}

TEST(BrowserProcess, LeavesNoProfileBehindWhereItsOwnerIsKilled) {
  const auto program = Chromium::find();
  if (!program) GTEST_SKIP() << "there is no Chromium in PATH: nothing was tested";
  const test::TempDir scratch;
  const pid_t owner = fork();
  if (owner == 0) {
    setenv("TMPDIR", scratch.path().c_str(), 1);
    const auto browser = BrowserProcess::start(*program, 800, 600);
    // It has a profile now; what the owner would do at its end never happens.
    const bool made = browser.has_value() && !std::filesystem::is_empty(scratch.path());
    if (made) raise(SIGKILL);
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(owner, &status, 0), owner);
  ASSERT_TRUE(WIFSIGNALED(status));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!std::filesystem::is_empty(scratch.path()) &&
         std::chrono::steady_clock::now() < deadline) {
    usleep(20'000);
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

}  // namespace
}  // namespace asof::render
