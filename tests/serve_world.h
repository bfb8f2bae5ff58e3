// ServeWorld: a small archive whose every capture is known, and `asof serve` on it, asked from
// outside.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/json_read.h"
#include "base/text.h"
#include "codec/gzip.h"
#include "support/child.h"
#include "support/http_client.h"
#include "support/process.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::test {

struct Captured {
  std::string url;
  std::string at;  // 2020-01-01T00:00:00Z
  std::string status = "200 OK";
  std::string type = "text/html";
  std::string body = {};
  std::string more = {};  // further fields of the answer, each with CRLF
};

// One response record, as a gzip member.
inline std::string warc_record(const Captured& one) {
  static std::uint64_t number = 0;
  const std::string block = "HTTP/1.1 " + one.status + "\r\nContent-Type: " + one.type + "\r\n" +
                            one.more + "Content-Length: " + std::to_string(one.body.size()) +
                            "\r\n\r\n" + one.body;
  std::string id = std::to_string(++number);
  id.insert(0, 12 - id.size(), '0');
  return codec::MemberDeflater().deflate(
      "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-" + id +
      ">\r\nWARC-Date: " + one.at + "\r\nWARC-Target-URI: " + one.url +
      "\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: " +
      std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n");
}

// The captures of the archive. The front page changes at each; nothing else does.
inline std::vector<Captured> world_captures() {
  const std::string moment = "2021-01-01T00:00:00Z";
  return {
      {.url = "http://example.org/", .at = "2020-01-01T00:00:00Z", .body = "<p>one"},
      {.url = "http://example.org/", .at = "2020-06-01T12:00:00Z", .body = "<p>two"},
      {.url = "http://example.org/", .at = "2021-01-01T00:00:00Z", .body = "<p>three"},
      {.url = "http://example.org/", .at = "2022-03-05T06:07:08Z", .body = "<p>four"},
      {.url = "http://example.org/once", .at = "2021-05-05T05:05:05Z", .body = "<p>once"},
      {.url = "http://example.org/moved",
       .at = moment,
       .status = "302 Found",
       .more = "Location: /once\r\n"},
      {.url = "http://example.org/gone", .at = moment, .status = "404 Not Found", .body = "gone"},
      {.url = "http://example.org/failed", .at = moment, .status = "503 Busy", .body = "busy"},
      {.url = "http://example.org/text",
       .at = moment,
       .type = "text/plain",
       .body = std::string(3000, 'x')},
      {.url = "http://example.org/picture.png",
       .at = moment,
       .type = "image/png",
       .body = "0123456789"},
      {.url = "http://example.org/path/", .at = moment, .body = "<p>folder"},
      {.url = "http://example.org/path/a.php", .at = moment, .body = "<p>a"},
      {.url = "http://example.org/path2", .at = moment, .body = "<p>beside"},
      {.url = "http://sub.example.org/x", .at = moment, .body = "<p>sub"},
      {.url = "http://other.net/", .at = moment, .body = "<p>other"},
  };
}

class ServeWorld {
 public:
  explicit ServeWorld(const std::vector<Captured>& captures = world_captures()) { add(captures); }

  // Imports further captures, in a file of their own.
  void add(const std::vector<Captured>& captures) {
    std::string bytes;
    for (const Captured& one : captures) bytes += warc_record(one);
    const auto file = temp_ / ("captures" + std::to_string(++files_) + ".warc.gz");
    write_file(file, bytes);
    const Ran ran = run({.words = {ASOF_PROGRAM, "import", file.string(), "--archive", archive(),
                                   "--copy", "--no-compare"}});
    CHECK(ran.code == 0);
  }

  void start(std::vector<std::string> more = {}) {
    std::vector<std::string> words = {ASOF_PROGRAM, "serve",       "--archive", archive(), "--json",
                                      "--listen",   "127.0.0.1:0", "--threads", "2"};
    words.insert(words.end(), more.begin(), more.end());
    child_ = std::make_unique<Child>(Command{.words = words});
    while (child_->out().find('\n') == std::string::npos) {
      CHECK(!child_->ended());
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    const json::Document document = must(json::parse(child_->out()));
    own_ = must(must(document.root().at("url")).text());
    content_ = must(must(document.root().at("replay")).text());
  }

  std::string archive() const { return (temp_ / "archive").string(); }
  std::filesystem::path file(std::string_view name) const { return temp_ / name; }
  const std::string& own() const { return own_; }
  const std::string& content() const { return content_; }
  Child& child() { return *child_; }

  // Sends a request to the origin that a URL, or a path of the own origin, lies on.
  HttpReply ask(const std::string& url, const std::string& fields = "",
                const std::string& method = "GET") const {
    const std::string& origin = url.starts_with(content_) ? content_ : own_;
    const std::string target = url.starts_with(origin) ? url.substr(origin.size()) : url;
    HttpClient client(origin + "/");
    client.send(method + " " + target + " HTTP/1.1\r\nHost: " + origin.substr(7) + "\r\n" + fields +
                "\r\n");
    return client.reply(method != "HEAD");
  }
  // The address of a memento of an example.org page, by its path.
  std::string memento(const std::string& digits, const std::string& path,
                      const std::string& modifier = "") const {
    return content_ + "/archive/" + digits + modifier + "/http://example.org" + path;
  }

 private:
  const TempDir temp_;
  int files_ = 0;
  std::string own_, content_;
  std::unique_ptr<Child> child_;
};

inline bool has(std::string_view text, std::string_view part) { return text.find(part) != kNone; }

// The links of a Link field or a TimeMap: address, relation, datetime.
struct MementoLink {
  std::string address, relation, datetime, all;
};
inline std::vector<MementoLink> links_of(std::string_view text) {
  std::vector<MementoLink> links;
  while (true) {
    const std::size_t open = text.find('<'), close = text.find('>');
    if (open == kNone || close == kNone) return links;
    const std::size_t end = std::min(text.find(", <", close), text.find(",\n", close));
    const std::string_view rest = text.substr(close, end == kNone ? kNone : end - close);
    const auto value = [&](std::string_view name) {
      const std::size_t at = rest.find(std::string(name) + "=\"");
      if (at == kNone) return std::string();
      const std::size_t from = at + name.size() + 2;
      return std::string(rest.substr(from, rest.find('"', from) - from));
    };
    links.push_back({std::string(text.substr(open + 1, close - open - 1)), value("rel"),
                     value("datetime"), std::string(rest)});
    if (end == kNone) return links;
    text.remove_prefix(end + 1);
  }
}

}  // namespace asof::test
