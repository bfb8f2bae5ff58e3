#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "archive/warc_writer.h"
#include "base/digest.h"
#include "cdx/crawl_log.h"
#include "codec/gzip.h"
#include "durability.h"
#include "support/result.h"
#include "warc/draft.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHost = "http://world.example";

class CrawlClock final : public Clock {
 public:
  explicit CrawlClock(Instant start) : now_(start) {}
  Instant now() const override { return now_; }
  void pass(std::int64_t ms) { now_.ms += ms; }

 private:
  Instant now_;
};

std::string url_of(int page) { return fmt::format("{}/section/{}/page{}", kHost, page % 7, page); }

std::string html_of(int page, int edition, int pages) {
  std::mt19937_64 random(static_cast<std::uint64_t>(page * 31 + edition));
  std::string text;
  for (int i = 0; i < 120; ++i) text += fmt::format("word{} ", random() % 3000);
  std::string links;
  for (int i = 1; i <= 6; ++i)
    links += fmt::format("<a href=\"{}\">to {}</a><img src=\"/i/{}.png\">\n",
                         url_of((page * i + i) % pages), i, random() % 50);
  return fmt::format(
      "<html><head><title>Page {} in edition {}</title></head><body>{}{}</body></html>", page,
      edition, text, links);
}

// One crawl: pages of an edition, in files of its own. A page of an earlier edition that stayed the
// same becomes a revisit of it.
class Crawler final {
 public:
  Crawler(const fs::path& folder, int pages) : folder_(folder.string()), pages_(pages) {}

  std::string crawl(const std::string& prefix, int day, int edition, bool gzip) {
    CrawlClock clock(*from_civil(2026, 11, day, 8, 0, 0));
    archive::WarcWriter writer(
        folder_, clock, warc::seeded_ids(static_cast<std::uint64_t>(day)),
        {.prefix = prefix,
         .encoding = {.compression = gzip ? warc::Compression::Gzip : warc::Compression::None,
                      .level = 1},
         .about = {{"software", "durability"}, {"isPartOf", prefix}, {"robots", "obey"}}});
    std::string file;
    for (int page = 0; page < pages_; ++page) {
      file = write_page(writer, clock, page, edition);
      clock.pass(700);
    }
    must(writer.close());
    return folder_ + "/" + file;
  }

 private:
  struct Original {
    std::string id, digest;
    Instant at;
  };

  std::string write_page(archive::WarcWriter& writer, const CrawlClock& clock, int page,
                         int edition) {
    const bool redirect = page % 11 == 5;
    // Every third page is edited; of the others some answer 304 and some send the same bytes.
    const int edited = page % 3 == 0 ? edition : 0;
    const std::string body = redirect ? "" : html_of(page, edited, pages_);
    const std::string digest = warc::labelled(Algorithm::Sha1, digest_of(Algorithm::Sha1, body));
    const std::string key = fmt::format("{} {}", page, digest);
    const auto known = originals_.find(key);
    const bool same = !redirect && known != originals_.end();
    const bool unmodified = same && page % 2 == 0;
    std::string head = redirect     ? fmt::format("HTTP/1.1 302 Found\r\nLocation: {}\r\n\r\n",
                                                  url_of((page + 1) % pages_))
                       : unmodified ? "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n"
                                    : "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    const std::string block = same ? head : head + body;
    warc::Draft draft{.type = same ? warc::Type::Revisit : warc::Type::Response,
                      .id = writer.new_id(),
                      .date = clock.now(),
                      .target_uri = url_of(page),
                      .content_type = std::string(warc::kHttpResponse),
                      .block = block,
                      .payload_digest = unmodified ? "" : digest,
                      .ip_address = "192.0.2.7"};
    if (same) {
      draft.profile = unmodified ? warc::kNotModified : warc::kIdenticalPayload;
      draft.refers_to_uri = url_of(page);
      draft.refers_to_date = known->second.at;
      if (page % 4 < 2) draft.refers_to = known->second.id;
    }
    const auto written = must(writer.write(draft));
    write_beside(writer, draft, page);
    if (!same) originals_[key] = {draft.id, digest, draft.date};
    return written.file;
  }

  // The request, every ninth time with a body of its own, and how the crawler came here.
  void write_beside(archive::WarcWriter& writer, const warc::Draft& answer, int page) {
    const bool post = page % 9 == 4;
    const std::string request = fmt::format(
        "{} /section/page{} HTTP/1.1\r\nHost: world.example\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n{}",
        post ? "POST" : "GET", page, post ? fmt::format("q={}", page) : "");
    must(writer.write({.type = warc::Type::Request,
                       .date = answer.date,
                       .target_uri = answer.target_uri,
                       .content_type = std::string(warc::kHttpRequest),
                       .block = request,
                       .concurrent_to = {answer.id}}));
    const std::string notes = warc::warc_fields(
        {{"via", page == 0 ? "" : url_of(page / 2)}, {"hopsFromSeed", page == 0 ? "" : "LL"}});
    must(writer.write({.type = warc::Type::Metadata,
                       .date = answer.date,
                       .target_uri = answer.target_uri,
                       .content_type = std::string(warc::kWarcFields),
                       .block = notes,
                       .concurrent_to = {answer.id}}));
  }

  const std::string folder_;
  const int pages_;
  std::map<std::string, Original> originals_;
};

// A stretch in the middle lost, and garbage somewhere before it.
void damage(const std::string& path) {
  std::string bytes = read_file(path);
  bytes.erase(bytes.size() / 2, 700);
  bytes.insert(bytes.size() / 3, "this was never part of the file");
  write_file(path, bytes);
}

std::string write_log(const fs::path& path, int pages) {
  std::string text;
  Instant at = *from_civil(2026, 11, 3, 8, 0, 0);
  for (int page = 0; page < pages; ++page, at.ms += 900) {
    cdx::append_log_line(text, {.logged = at,
                                .status = page % 11 == 5 ? 302 : 200,
                                .size = 1000,
                                .url = url_of(page),
                                .hops = page == 0 ? "" : "LE",
                                .via = page == 0 ? "" : url_of(page / 2),
                                .mime = "text/html",
                                .thread = 1,
                                .fetch_begin = Instant{at.ms - 40},
                                .fetch_ms = 30});
    text += '\n';
    if (page % 50 == 20) text += "this is no line of a log\n";
  }
  return write_file(path, text).string();
}

// The WARC files of another crawl in one file, as the program itself makes it.
std::string write_wacz(const fs::path& path, const Paths& warcs) {
  TempDir elsewhere;
  const std::string archive = (elsewhere / "archive").string();
  Ran ran = asof(joined({"import", "--archive", archive}, warcs));
  EXPECT_EQ(ran.code, 0) << ran.err;
  ran = asof({"export", "wacz", "--archive", archive, "--now", "20261115", "--out", path.string()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  return path.string();
}

}  // namespace

Paths write_world(const fs::path& folder, int pages) {
  fs::create_directories(folder / "inside");
  Crawler crawler(folder, pages);
  Paths paths;
  paths.push_back(crawler.crawl("FIRST", 1, 0, true));
  paths.push_back(crawler.crawl("SECOND", 3, 1, true));
  paths.push_back(crawler.crawl("DAMAGED", 5, 2, true));
  damage(paths.back());
  Crawler small(folder, std::max(3, pages / 5));
  paths.push_back(small.crawl("PLAIN", 7, 3, false));
  const std::string plain = read_file(paths.back());
  paths.push_back(write_file(folder / "whole.warc.gz", codec::MemberDeflater().deflate(plain)));
  damage(paths[3]);
  paths.push_back(write_log(folder / "crawl.log", pages));
  Crawler inside(folder / "inside", std::max(3, pages / 4));
  const std::string one = inside.crawl("INSIDE-1", 9, 0, true);
  const std::string two = inside.crawl("INSIDE-2", 10, 1, true);
  paths.push_back(write_wacz(folder / "inside.wacz", {one, two}));
  return paths;
}

}  // namespace asof::test
