// import_bench FILE: what importing costs beside tokenizing, on one core.
//
// Takes the HTML pages of a WARC file into memory and times, in CPU seconds of one thread and
// taking turns: the tokenizer alone; links; the digest; everything the catalog keeps of a page.
// Prints MB of HTML per second, tab-separated, best of the rounds.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "base/digest.h"
#include "base/file.h"
#include "html/links.h"
#include "html/tokenizer.h"
#include "http/fields.h"
#include "http/message.h"
#include "ingest/item.h"
#include "keep/rows.h"

namespace asof::bench {
namespace {

constexpr std::uint64_t kMost = std::uint64_t{128} << 20;
constexpr int kRounds = 9;

struct NullSink {
  void text(const html::Text& t) { seen += t.raw.size(); }
  void start_tag(const html::Tag& t) { seen += t.attributes.size(); }
  void end_tag(const html::Tag&) { ++seen; }
  void comment(const html::Comment&) { ++seen; }
  void doctype(const html::Doctype&) { ++seen; }
  std::size_t seen = 0;
};

double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

struct Pages {
  std::vector<ingest::Stretch> stretches;  // of nothing but pages
  std::vector<std::string_view> bodies;    // views into them
  std::uint64_t bytes = 0;
};

Result<Pages> load(const std::string& path) {
  auto source = TRY(FileSource::open(path));
  ingest::StretchReader reader(source);
  Pages pages;
  while (pages.bytes < kMost) {
    auto stretch = TRY(reader.next());
    if (!stretch) break;
    std::erase_if(stretch->items, [](const ingest::Item& item) {
      if (item.rest || item.record.type() != warc::Type::Response) return true;
      const auto response = http::parse_response(item.block);
      if (!response || response->status != 200) return true;
      // Only bodies that need no decoding, so that all rows read the same bytes.
      return http::content_type(response->fields).essence != "text/html" ||
             response->fields.find("Transfer-Encoding").has_value() ||
             response->fields.find("Content-Encoding").has_value();
    });
    stretch->damage.clear();
    for (const ingest::Item& item : stretch->items) pages.bytes += item.block.size();
    pages.stretches.push_back(std::move(*stretch));
  }
  for (const ingest::Stretch& stretch : pages.stretches)
    for (const ingest::Item& item : stretch.items) {
      const auto response = http::parse_response(item.block);
      pages.bodies.push_back(std::string_view(item.block).substr(response->size));
    }
  if (pages.bodies.empty()) return Error{Errc::Invalid, path + " holds no plain HTML pages"};
  return pages;
}

struct Row {
  const char* name;
  std::function<std::uint64_t()> work;  // returns something that depends on the work
  double best = 1e9;
};

Result<void> run(const std::string& path) {
  Pages pages = TRY(load(path));
  auto each = [&](auto use) {
    return [&pages, use] {
      std::uint64_t sum = 0;
      for (std::string_view body : pages.bodies) sum += use(body);
      return sum;
    };
  };
  std::vector<Row> rows = {
      {"tokenizer alone", each([](std::string_view body) {
         NullSink sink;
         html::tokenize(body, sink);
         return sink.seen;
       })},
      {"links", each([](std::string_view body) { return html::extract(body).links.size(); })},
      {"SHA-256",
       each([](std::string_view body) { return digest_of(Algorithm::Sha256, body).size(); })},
      {"all an import keeps of a page", [&] {
         std::uint64_t sum = 0;
         for (const ingest::Stretch& stretch : pages.stretches) {
           catalog::Batch batch;
           keep::add_rows(stretch, 1, batch);
           sum += batch.documents.size();
         }
         return sum;
       }}};
  std::uint64_t sink = 0;
  for (int round = 0; round < kRounds; ++round)
    for (Row& row : rows) {
      double begin = cpu_seconds();
      sink += row.work();
      row.best = std::min(row.best, cpu_seconds() - begin);
    }
  fmt::print("# {} pages, {:.1f} MB of HTML ({})\n", pages.bodies.size(),
             static_cast<double>(pages.bytes) / 1e6, sink == 0 ? "nothing" : "checked");
  for (const Row& row : rows)
    fmt::print("{}\t{:.0f}\t{:.2f}\n", row.name, static_cast<double>(pages.bytes) / 1e6 / row.best,
               rows[0].best / row.best);
  return {};
}

}  // namespace
}  // namespace asof::bench

int main(int argc, char** argv) {
  auto done = asof::bench::run(argc > 1 ? argv[1] : "");
  if (!done) fmt::print(stderr, "import_bench: {}\n", done.error().what);
  return done ? 0 : 2;
}
