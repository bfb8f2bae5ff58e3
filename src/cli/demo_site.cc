#include <fmt/format.h>

#include <map>
#include <random>

#include "archive/warc_writer.h"
#include "base/digest.h"
#include "cli/demo_site_internal.h"
#include "warc/draft.h"

namespace asof::cli {
namespace {

constexpr std::string_view kHost = "https://daily.example";
constexpr int kArticles = 24;

// A clock that a crawl moves on by itself.
class CrawlClock final : public Clock {
 public:
  explicit CrawlClock(Instant start) : now_(start) {}
  Instant now() const override { return now_; }
  void pass(std::int64_t ms) { now_.ms += ms; }

 private:
  Instant now_;
};

struct Page {
  std::string url, type, body, etag;
  int status = 200;
  std::string location;
};

std::string page_html(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n"
      "<link rel=\"stylesheet\" href=\"/style.css\"></head>\n<body><header><a href=\"/\">The Daily "
      "Example</a></header>\n<main><h1>{}</h1>\n{}</main></body></html>\n",
      title, title, body);
}

std::string article(int number, int edition, std::mt19937_64& random) {
  static constexpr const char* kWords[] = {"council", "river",  "market",  "bridge", "library",
                                           "train",   "school", "harvest", "museum", "harbour"};
  std::string text;
  for (int paragraph = 0; paragraph < 4; ++paragraph) {
    text += "<p>";
    for (int i = 0; i < 30; ++i) text += fmt::format("{} ", kWords[random() % 10]);
    text += "</p>\n";
  }
  if (edition > 0) text += fmt::format("<p><em>Corrected in edition {}.</em></p>\n", edition);
  return page_html(
      fmt::format("Story {}", number),
      text + fmt::format("<a href=\"/story/{}\">next</a> <img src=\"/logo.gif\" alt=\"\">\n",
                         (number + 1) % kArticles));
}

// The site at the time of a crawl: every fifth story is corrected between the two.
std::vector<Page> site(int crawl, std::uint64_t seed) {
  std::vector<Page> pages;
  std::string list;
  for (int i = 0; i < kArticles; ++i)
    list += fmt::format("<li><a href=\"/story/{}\">Story {}</a></li>\n", i, i);
  std::string front = fmt::format("<p>Edition {}</p><ul>\n{}</ul><a href=\"/about\">About us</a>\n",
                                  crawl + 1, list);
  pages.push_back({"/", "text/html; charset=utf-8", page_html("The Daily Example", front), ""});
  pages.push_back({"/style.css", "text/css",
                   "body{font:16px serif;background:url(/logo.gif) no-repeat}\n", "\"s1\""});
  pages.push_back({"/logo.gif", "image/gif",
                   std::string("GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0!\xf9\x04\x01\0\0\0\0,"
                               "\0\0\0\0\x01\0\x01\0\0\x02\x02"
                               "D\x01\0;",
                               43),
                   "\"g1\""});
  for (int i = 0; i < kArticles; ++i) {
    std::mt19937_64 random(seed * 1000 + static_cast<std::uint64_t>(i));
    int edition = i % 5 == 0 ? crawl : 0;
    pages.push_back({fmt::format("/story/{}", i), "text/html; charset=utf-8",
                     article(i, edition, random), fmt::format("\"story-{}-{}\"", i, edition)});
  }
  pages.push_back({"/about", "text/html",
                   page_html("About us", "<p>A newspaper that edits itself.</p>"), "\"a1\""});
  pages.push_back({"/old", "text/html", "", "", 301, "/about"});
  pages.push_back(
      {"/lost", "text/html", page_html("Not found", "<p>No such page.</p>"), "", 404, ""});
  return pages;
}

std::string http_head(const Page& page, Instant now, int status) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\n", status,
                                 status == 200   ? "OK"
                                 : status == 304 ? "Not Modified"
                                 : status == 301 ? "Moved Permanently"
                                                 : "Not Found",
                                 http_date(now));
  if (!page.etag.empty()) head += fmt::format("ETag: {}\r\n", page.etag);
  if (!page.location.empty()) head += fmt::format("Location: {}\r\n", page.location);
  if (status != 304)
    head += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", page.type, page.body.size());
  return head + "\r\n";
}

struct Original {
  std::string id, digest;
  Instant at;
};

Result<void> write_page(archive::WarcWriter& writer, CrawlClock& clock, const Page& page,
                        std::map<std::string, Original>& originals) {
  std::string url = std::string(kHost) + page.url;
  std::string digest = warc::labelled(Algorithm::Sha256, digest_of(Algorithm::Sha256, page.body));
  auto known = originals.find(url);
  bool same = known != originals.end() && known->second.digest == digest;
  bool not_modified = same && !page.etag.empty();
  std::string block = http_head(page, clock.now(), not_modified ? 304 : page.status);
  if (!same) block += page.body;
  std::string request = fmt::format(
      "GET {} HTTP/1.1\r\nHost: daily.example\r\nUser-Agent: asof-demo\r\n\r\n", page.url);
  std::string id = writer.new_id();
  warc::Draft draft{.type = same ? warc::Type::Revisit : warc::Type::Response,
                    .id = id,
                    .date = clock.now(),
                    .target_uri = url,
                    .content_type = std::string(warc::kHttpResponse),
                    .block = block,
                    .payload_digest = not_modified ? "" : digest,
                    .ip_address = "192.0.2.80"};
  if (same) {
    draft.profile = not_modified ? warc::kNotModified : warc::kIdenticalPayload;
    draft.refers_to = known->second.id;
    draft.refers_to_uri = url;
    draft.refers_to_date = known->second.at;
  }
  TRY(writer.write(draft));
  TRY(writer.write({.type = warc::Type::Request,
                    .date = clock.now(),
                    .target_uri = url,
                    .content_type = std::string(warc::kHttpRequest),
                    .block = request,
                    .concurrent_to = {id}}));
  bool seed = page.url == "/";
  std::string notes = warc::warc_fields({{"via", seed ? "" : std::string(kHost) + "/"},
                                         {"hopsFromSeed", seed ? "" : "L"},
                                         {"fetchTimeMs", "40"}});
  TRY(writer.write({.type = warc::Type::Metadata,
                    .date = clock.now(),
                    .target_uri = url,
                    .content_type = std::string(warc::kWarcFields),
                    .block = notes,
                    .concurrent_to = {id}}));
  if (!same) originals[url] = {id, digest, clock.now()};
  return {};
}

}  // namespace

Result<std::vector<std::string>> write_demo_crawls(const std::string& folder, std::uint64_t seed) {
  TRY(make_directories(folder));
  std::map<std::string, Original> originals;
  warc::IdSource ids = warc::seeded_ids(seed);
  for (int crawl = 0; crawl < 2; ++crawl) {
    CrawlClock clock(*from_civil(2026, 11, 12 + 3 * crawl, 9, 30, 0));
    archive::WarcWriter writer(folder, clock, ids,
                               {.prefix = fmt::format("DAILY-{}", crawl + 1),
                                .about = {{"software", "asof demo"},
                                          {"format", "WARC File Format 1.1"},
                                          {"isPartOf", "the-daily-example"},
                                          {"robots", "obey"}}});
    for (const Page& page : site(crawl, seed)) {
      TRY(write_page(writer, clock, page, originals));
      clock.pass(1500);
    }
    TRY(writer.close());
  }
  auto names = TRY(list_files(folder));
  std::vector<std::string> paths;
  for (const std::string& name : names)
    if (name.ends_with(".warc.gz")) paths.push_back(folder + "/" + name);
  return paths;
}

}  // namespace asof::cli
