// make_warc FOLDER BYTES [SEED]: writes one WARC file whose records inflate to about BYTES.
// make_warc FOLDER --records N: writes one of N small pages, each with three links to others.
//
// The same arguments always give the same file. Requests, metadata, pages, images, style sheets and
// revisits, as a crawler writes them, one gzip member each. Prints the file's name and sizes.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>

#include "archive/warc_writer.h"
#include "base/text.h"
#include "page.h"

namespace asof::bench {
namespace {

class CrawlClock final : public Clock {
 public:
  Instant now() const override { return *from_civil(2026, 11, 1, 0, 0, 0); }
  std::int64_t elapsed_ms = 0;

 private:
  static constexpr std::int64_t kBegin = 1'793'491'200'000;  // 2026-11-01
};

class Crawl final {
 public:
  Crawl(const std::string& folder, std::uint64_t seed)
      : rng_(seed),
        words_(rng_),
        writer_(folder, clock_, warc::seeded_ids(seed),
                {.prefix = "BENCH", .roll_at = ~std::uint64_t{0}, .encoding = {.level = 6}}) {}

  Result<void> page(std::uint64_t number) {
    clock_.elapsed_ms += static_cast<std::int64_t>(rng_.between(50, 400));
    std::string url = page_url(number);
    std::string body = make_page(rng_, words_, number);
    std::string digest = warc::labelled(Algorithm::Sha1, digest_of(Algorithm::Sha1, body));
    std::string id = writer_.new_id();
    TRY(request(url, id));
    TRY(response(url, id, "text/html; charset=utf-8", body, digest));
    TRY(metadata(url, id, number));
    if (number % 5 == 0) TRY(image(number));
    if (number % 20 == 0) TRY(style(number));
    // Visited again before long, and unchanged.
    if (number % 10 == 0) TRY(revisit(url, id, clock_.now(), digest));
    return {};
  }

  // A page of about 300 bytes, in sites of 1,000.
  Result<void> small_page(std::uint64_t number) {
    clock_.elapsed_ms += 50;
    const auto address = [](std::uint64_t page) {
      return fmt::format("https://www.site{}.example/section-{}/article-{}-with-a-title.html",
                         page / 1000, page / 50 % 20, page);
    };
    std::string body = fmt::format("<html><head><title>Article {}</title></head><body><p>{:x}</p>",
                                   number, rng_.next());
    for (int i = 0; i < 3; ++i)
      body +=
          fmt::format("<a href=\"{}\">x</a>", address(number - number % 1000 + rng_.below(1000)));
    body += "</body></html>";
    return response(address(number), writer_.new_id(), "text/html", body,
                    warc::labelled(Algorithm::Sha1, digest_of(Algorithm::Sha1, body)));
  }

  Result<void> close() { return writer_.close(); }
  std::uint64_t inflated() const { return inflated_; }
  const archive::Written& last() const { return last_; }

 private:
  Result<void> write(warc::Draft draft) {
    draft.date = clock_.now();
    inflated_ += draft.block.size() + 400;
    last_ = TRY(writer_.write(std::move(draft)));
    return {};
  }

  Result<void> request(const std::string& url, const std::string& answer) {
    std::size_t host = url.find("//") + 2;
    std::size_t path = url.find('/', host);
    std::string block = "GET " + url.substr(path) +
                        " HTTP/1.1\r\nHost: " + url.substr(host, path - host) +
                        "\r\nUser-Agent: Mozilla/5.0 (compatible; bench)\r\nAccept: */*\r\n\r\n";
    return write({.type = warc::Type::Request,
                  .target_uri = url,
                  .content_type = std::string(warc::kHttpRequest),
                  .block = block,
                  .concurrent_to = {answer}});
  }

  static std::string head(std::string_view type, std::size_t length, std::uint64_t tag) {
    return fmt::format(
        "HTTP/1.1 200 OK\r\nDate: Sun, 01 Nov 2026 00:00:00 GMT\r\nServer: Apache\r\n"
        "Content-Type: {}\r\nContent-Length: {}\r\nETag: \"{:x}\"\r\n"
        "Last-Modified: Thu, 01 Oct 2026 08:00:00 GMT\r\nCache-Control: max-age=60\r\n\r\n",
        type, length, tag);
  }

  Result<void> response(const std::string& url, const std::string& id, std::string_view type,
                        const std::string& body, const std::string& digest) {
    std::string block = head(type, body.size(), rng_.next()) + body;
    return write({.type = warc::Type::Response,
                  .id = id,
                  .target_uri = url,
                  .content_type = std::string(warc::kHttpResponse),
                  .block = block,
                  .payload_digest = digest,
                  .ip_address = "192.0.2.7"});
  }

  Result<void> metadata(const std::string& url, const std::string& about, std::uint64_t number) {
    std::string block = warc::warc_fields({{"via", page_url(number / 2)},
                                           {"hopsFromSeed", "LL"},
                                           {"fetchTimeMs", std::to_string(rng_.below(900))}});
    return write({.type = warc::Type::Metadata,
                  .target_uri = url,
                  .content_type = std::string(warc::kWarcFields),
                  .block = block,
                  .concurrent_to = {about}});
  }

  Result<void> image(std::uint64_t number) {
    std::string body(rng_.between(5'000, 50'000), '\0');
    for (std::size_t i = 0; i + 8 <= body.size(); i += 8) {
      std::uint64_t bits = rng_.next();
      std::memcpy(body.data() + i, &bits, sizeof bits);
    }
    std::string url = "https://www.site" + std::to_string(number / 400) + ".example/image/" +
                      std::to_string(number) + ".jpg";
    return response(url, writer_.new_id(), "image/jpeg", body,
                    warc::labelled(Algorithm::Sha1, digest_of(Algorithm::Sha1, body)));
  }

  Result<void> style(std::uint64_t number) {
    std::string body;
    for (int i = 0; i < 200; ++i)
      body += "." + words_.word(rng_) + " { margin: " + std::to_string(rng_.below(40)) +
              "px; background: url(/image/" + std::to_string(rng_.below(100'000)) + ".png) }\n";
    std::string url = "https://www.site" + std::to_string(number / 400) + ".example/style/" +
                      std::to_string(number) + ".css";
    return response(url, writer_.new_id(), "text/css", body,
                    warc::labelled(Algorithm::Sha1, digest_of(Algorithm::Sha1, body)));
  }

  Result<void> revisit(const std::string& url, const std::string& original, Instant at,
                       const std::string& digest) {
    clock_.elapsed_ms += 50;
    std::string block = head("text/html; charset=utf-8", 0, rng_.next());
    return write({.type = warc::Type::Revisit,
                  .target_uri = url,
                  .content_type = std::string(warc::kHttpResponse),
                  .block = block,
                  .payload_digest = digest,
                  .truncated = "length",
                  .profile = std::string(warc::kIdenticalPayload),
                  .refers_to = original,
                  .refers_to_uri = url,
                  .refers_to_date = at});
  }

  CrawlClock clock_;
  Rng rng_;
  Vocabulary words_;
  archive::WarcWriter writer_;
  archive::Written last_;
  std::uint64_t inflated_ = 0;
};

Result<void> run(const std::string& folder, std::uint64_t bytes, std::uint64_t seed,
                 std::uint64_t records) {
  Crawl crawl(folder, seed);
  std::uint64_t pages = 0;
  while (pages < records) TRY(crawl.small_page(pages++));
  while (crawl.inflated() < bytes) TRY(crawl.page(pages++));
  TRY(crawl.close());
  fmt::print("{}/{}\t{} pages\t{} bytes\t{} inflated\n", folder, crawl.last().file, pages,
             crawl.last().offset + crawl.last().length, crawl.inflated());
  return {};
}

}  // namespace
}  // namespace asof::bench

int main(int argc, char** argv) {
  const bool small = argc == 4 && std::string_view(argv[2]) == "--records";
  auto bytes = asof::parse_uint(argc > 2 ? argv[small ? 3 : 2] : "");
  auto seed = asof::parse_uint(argc > 3 && !small ? argv[3] : "1");
  if (!bytes || !seed) {
    fmt::print(stderr,
               "usage: make_warc FOLDER BYTES [SEED]\n       make_warc FOLDER --records N\n");
    return 2;
  }
  auto done = asof::bench::run(argv[1], small ? 0 : *bytes, *seed, small ? *bytes : 0);
  if (!done) fmt::print(stderr, "make_warc: {}\n", done.error().what);
  return done ? 0 : 2;
}
