// assess_bench FOLDER CAPTURES...: what the quality of an archive costs beside the rest of a
// report.
//
// For each number of captures a catalog is made in the folder: five crawls, a day apart, of sites
// of a thousand pages; a third of the captures show something new. Prints tab-separated: captures,
// CPU seconds of the report without its quality, CPU seconds of the quality, and by how many bytes
// a capture the memory of the process grew for it.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "assess/assess.h"
#include "catalog/summary.h"
#include "catalog/writer.h"
#include "page.h"

namespace asof::bench {
namespace {

constexpr std::uint64_t kCrawls = 5;
constexpr std::uint64_t kPerSite = 1000;
constexpr std::uint64_t kBatch = 20'000;
constexpr std::int64_t kDay = 86'400'000;
constexpr std::int64_t kBegin = 1'793'491'200'000;  // 2026-11-01

// Of this thread, so that a busy machine does not count.
double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

double peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

catalog::Capture capture_of(std::uint64_t page, std::uint64_t crawl, std::uint64_t version,
                            catalog::FileId file, Rng& rng) {
  const std::string path =
      fmt::format("section-{:02}/article-{:08}-with-a-title.html", page % 1000 / 50, page);
  catalog::Capture row;
  row.urlkey = fmt::format("org,site{:05})/", page / kPerSite) + path;
  row.url = fmt::format("https://www.site{:05}.org/", page / kPerSite) + path;
  row.at = {kBegin + static_cast<std::int64_t>(crawl) * kDay +
            static_cast<std::int64_t>(rng.below(3'600'000))};
  row.where = {file, page * 9000, 0};
  row.status = 200;
  row.mime = "text/html";
  row.size = 30'000;
  row.length = 9'000;
  row.digest = fmt::format("sha1:{:016}{:016}", page, version);
  row.sha256 = fmt::format("{:016}{:016}", page, version);
  row.fetch_ms = 120;
  return row;
}

Result<void> fill(const std::string& path, std::uint64_t captures) {
  auto catalog = TRY(catalog::Writer::open(path));
  Rng rng(1);
  std::vector<std::uint64_t> versions(captures / kCrawls);
  for (std::uint64_t crawl = 0; crawl < kCrawls; ++crawl) {
    const std::uint64_t size = versions.size() * 9000;
    auto file = TRY(catalog.begin_file({.name = fmt::format("crawl-{}.warc.gz", crawl),
                                        .size = size,
                                        .format = "warc",
                                        .compression = "gzip"}));
    catalog::Batch batch;
    batch.file = file.id();
    for (std::uint64_t page = 0; page < versions.size(); ++page) {
      if (rng.below(3) == 0) ++versions[page];
      batch.captures.push_back(capture_of(page, crawl, versions[page], file.id(), rng));
      if (batch.captures.size() < kBatch && page + 1 < versions.size()) continue;
      batch.records = page + 1;
      batch.progress = (page + 1) * 9000;
      TRY(catalog.commit(batch));
      batch.captures.clear();
    }
    TRY(catalog.finish_file(file.id(), size, std::string(32, static_cast<char>('a' + crawl))));
  }
  TRY(catalog.settle());
  return {};
}

Result<void> measure(const std::string& folder, std::uint64_t captures) {
  const std::string path = folder + "/catalog.sqlite";
  std::filesystem::remove(path);
  // In a process of its own: this one's peak is to be the assessment's.
  const auto child = ::fork();
  if (child == 0) ::_exit(fill(path, captures) ? 0 : 1);
  int status = 0;
  if (::waitpid(child, &status, 0) != child || status != 0)
    return Error{Errc::Io, "the catalog could not be made"};
  auto catalog = TRY(catalog::Reader::open(path));
  const double begun = cpu_seconds();
  TRY(catalog::summarise(catalog));
  TRY(catalog::summarise_changes(catalog, "", 10));
  const double summed = cpu_seconds();
  const double before = peak_bytes();
  TRY(assess::assess(catalog));
  const double done = cpu_seconds();
  fmt::print("{}\t{:.2f}\t{:.2f}\t{:.0f}\n", captures, summed - begun, done - summed,
             (peak_bytes() - before) / static_cast<double>(captures));
  std::fflush(stdout);
  std::filesystem::remove(path);
  return {};
}

}  // namespace
}  // namespace asof::bench

int main(int count, char** words) {
  if (count < 3) {
    std::fprintf(stderr, "assess_bench FOLDER CAPTURES...\n");
    return 2;
  }
  for (int i = 2; i < count; ++i) {
    const auto measured = asof::bench::measure(words[1], std::strtoull(words[i], nullptr, 10));
    if (measured) continue;
    std::fprintf(stderr, "%s\n", measured.error().what.c_str());
    return 2;
  }
  return 0;
}
