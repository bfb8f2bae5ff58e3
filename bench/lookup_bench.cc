// lookup_bench FOLDER CAPTURES...: what finding a capture by address and instant costs as a catalog
// grows.
//
// For each number of captures a catalog is made in the folder, five captures of each page, and
// asked for the capture nearest to a random instant of a random page, and for the last one before
// it. Prints tab-separated: captures, CPU seconds to fill, bytes, then of each kind of question the
// median and 99th percentile in microseconds of CPU time, and the B-tree pages it touches.
#include <fmt/format.h>
#include <sqlite3.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "base/text.h"
#include "catalog/writer.h"
#include "page.h"

namespace asof::bench {
namespace {

constexpr std::uint64_t kPerPage = 5;
constexpr std::uint64_t kBatch = 20'000;
constexpr int kLookups = 20'000;
constexpr std::int64_t kDay = 86'400'000;
constexpr std::int64_t kBegin = 1'793'491'200'000;  // 2026-11-01

sqlite3* opened = nullptr;  // the connection the catalog opened last, to ask for its statistics

int remember(sqlite3* connection, const char**, const void*) {
  opened = connection;
  return SQLITE_OK;
}

// Of this thread, so that a busy machine does not count: all it reads is in the page cache.
double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

std::uint64_t pages_touched() {
  std::uint64_t sum = 0;
  for (int counter : {SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS}) {
    int now = 0, highest = 0;
    sqlite3_db_status(opened, counter, &now, &highest, 0);
    sum += static_cast<std::uint64_t>(now);
  }
  return sum;
}

// Zero-padded, so that the pages come in the order of their keys.
std::string path_of(std::uint64_t page) {
  return fmt::format("section-{:02}/article-{:08}-with-a-title.html", page % 1000 / 50, page);
}
std::string key_of(std::uint64_t page) {
  return fmt::format("org,site{:05})/", page / 1000) + path_of(page);
}

catalog::Capture capture_of(std::uint64_t page, std::uint64_t nth, catalog::FileId file, Rng& rng) {
  catalog::Capture row;
  row.urlkey = key_of(page);
  row.url = fmt::format("https://www.site{:05}.org/", page / 1000) + path_of(page);
  row.at = {kBegin + static_cast<std::int64_t>(nth) * kDay +
            static_cast<std::int64_t>(rng.below(3'600'000))};
  row.where = {file, (page * kPerPage + nth) * 9000, 0};
  row.status = 200;
  row.mime = "text/html";
  row.size = 30'000;
  row.length = 9'000;
  std::string content;
  for (int i = 0; i < 4; ++i) {
    std::uint64_t bits = rng.next();
    content.append(reinterpret_cast<const char*>(&bits), sizeof bits);
  }
  row.digest = "sha1:" + base32(content.substr(0, 20));
  row.sha256 = content;
  row.record_id = "urn:uuid:" + hex(content.substr(0, 16));
  for (const std::size_t dash : {17, 22, 27, 32}) row.record_id.insert(dash, 1, '-');
  row.ip = "192.0.2.7";
  return row;
}

Result<void> fill(const std::string& path, std::uint64_t captures) {
  auto catalog = TRY(catalog::Writer::open(path));
  auto file = TRY(catalog.begin_file(
      {.name = "bench.warc.gz", .size = captures * 9000, .format = "warc", .compression = "gzip"}));
  Rng rng(1);
  catalog::Batch batch;
  batch.file = file.id();
  for (std::uint64_t i = 0; i < captures; ++i) {
    batch.captures.push_back(capture_of(i / kPerPage, i % kPerPage, file.id(), rng));
    if (batch.captures.size() < kBatch && i + 1 < captures) continue;
    batch.records = i + 1;
    batch.progress = (i + 1) * 9000;
    TRY(catalog.commit(batch));
    batch.captures.clear();
  }
  return catalog.finish_file(file.id(), captures * 9000, std::string(32, 'x'));
}

struct Answer {
  double median_us = 0, slow_us = 0, pages = 0;
};

template <class Ask>
Result<Answer> ask_often(std::uint64_t captures, Ask ask) {
  Rng rng(2);
  std::vector<double> taken;
  std::uint64_t before = 0;
  for (int i = -1000; i < kLookups; ++i) {  // the first warm the caches up
    if (i == 0) before = pages_touched();
    std::string key = key_of(rng.below(captures / kPerPage));
    Instant at{kBegin + static_cast<std::int64_t>(rng.below(kPerPage * kDay)) + kDay / 8};
    double begin = cpu_seconds();
    auto found = TRY(ask(key, at));
    if (i >= 0) taken.push_back((cpu_seconds() - begin) * 1e6);
    if (!found) return Error{Errc::NotFound, "no capture of " + key};
  }
  double pages = static_cast<double>(pages_touched() - before) / kLookups;
  std::sort(taken.begin(), taken.end());
  return Answer{taken[taken.size() / 2], taken[taken.size() * 99 / 100], pages};
}

Result<void> run(const std::string& folder, std::uint64_t captures) {
  std::string path = folder + "/lookup-" + std::to_string(captures) + ".sqlite";
  std::error_code ignored;
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path + ending, ignored);
  double begin = cpu_seconds();
  TRY(fill(path, captures));
  double filled = cpu_seconds() - begin;
  {
    auto catalog = TRY(catalog::Reader::open(path));
    using Found = Result<std::optional<catalog::Capture>>;
    // What the nearest one is found by.
    auto nearest = TRY(ask_often(captures, [&](const std::string& key, Instant at) -> Found {
      TRY(catalog.at_or_before(key, at));
      return catalog.at_or_after(key, at);
    }));
    auto before = TRY(ask_often(captures, [&](const std::string& key, Instant at) {
      return catalog.at_or_before(key, at);
    }));
    fmt::print("{}\t{:.1f}\t{}\t{:.1f}\t{:.1f}\t{:.1f}\t{:.1f}\t{:.1f}\t{:.1f}\n", captures, filled,
               std::filesystem::file_size(path, ignored), nearest.median_us, nearest.slow_us,
               nearest.pages, before.median_us, before.slow_us, before.pages);
    std::fflush(stdout);
  }
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path + ending, ignored);
  return {};
}

}  // namespace
}  // namespace asof::bench

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: lookup_bench FOLDER CAPTURES...\n");
    return 2;
  }
  sqlite3_auto_extension(reinterpret_cast<void (*)()>(asof::bench::remember));
  for (int i = 2; i < argc; ++i) {
    auto captures = asof::parse_uint(argv[i]);
    if (!captures || *captures < 5) {
      fmt::print(stderr, "lookup_bench: \"{}\" is no number of captures\n", argv[i]);
      return 2;
    }
    auto done = asof::bench::run(argv[1], *captures);
    if (!done) {
      fmt::print(stderr, "lookup_bench: {}\n", done.error().what);
      return 2;
    }
  }
  return 0;
}
