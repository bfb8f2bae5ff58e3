// storing ARCHIVE...: what storing by threshold saves on archives whose versions are compared, and
// what it loses.
//
// The rule of `asof crawl --store`, by what the changes mattered: a version is stored once the
// changes since the last stored one reach the threshold together. Per archive and threshold, tab
// separated: share of the changed versions stored, of their bytes, and of their importance: what is
// missing of it belongs to versions that are not stored.
#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "archive/directory.h"
#include "catalog/reader.h"
#include "pattern/indexing.h"

namespace asof::bench {
namespace {

struct Changes {
  std::vector<double> matters, importance, bytes;
};

struct Stored {
  double versions = 0, bytes = 0, importance = 0;

  void add(const Changes& page, std::size_t i) {
    ++versions;
    bytes += page.bytes[i];
    importance += page.importance[i];
  }
};

Result<std::map<std::string, Changes>> changes_in(const catalog::Reader& catalog) {
  std::map<std::string, Changes> pages;
  Result<void> failed;
  TRY(catalog.changes("", [&](const catalog::Change& change) {
    const auto capture = catalog.capture_at(change.fresh.where);
    if (!capture) failed = capture.error();
    if (!capture || !*capture || (*capture)->status != 200) return failed.has_value();
    Changes& page = pages[change.fresh.url];
    page.matters.push_back(change.matters);
    page.importance.push_back(change.importance);
    page.bytes.push_back(static_cast<double>((*capture)->size));
    return true;
  }));
  TRY(failed);
  return pages;
}

Stored stored_at(const std::map<std::string, Changes>& pages, double threshold) {
  Stored stored;
  for (const auto& [url, page] : pages)
    for (const std::size_t i : pattern::indexed_versions(page.matters, threshold))
      stored.add(page, i);
  return stored;
}

Result<void> measure(const std::string& path) {
  const auto directory = TRY(archive::Directory::open(path, archive::Directory::Access::Read));
  const auto catalog = TRY(catalog::Reader::open(directory.catalog_path()));
  const auto pages = TRY(changes_in(catalog));
  const Stored all = stored_at(pages, 0);
  fmt::print("{}\t{} changed versions of {} pages\t{:.1f} MB\n", path, all.versions, pages.size(),
             all.bytes / 1e6);
  const auto share = [](double part, double whole) { return whole == 0 ? 1 : part / whole; };
  for (const double threshold : {1e-6, .05, .1, .2, .3, .5, .7, .8, .9}) {
    const Stored stored = stored_at(pages, threshold);
    fmt::print("{}\t{:.3f}\t{:.3f}\t{:.3f}\n", threshold, share(stored.versions, all.versions),
               share(stored.bytes, all.bytes), share(stored.importance, all.importance));
  }
  return {};
}

}  // namespace
}  // namespace asof::bench

int main(int count, char** paths) {
  for (int i = 1; i < count; ++i)
    if (const auto done = asof::bench::measure(paths[i]); !done) {
      std::fprintf(stderr, "storing: %s\n", done.error().what.c_str());
      return 2;
    }
  return count < 2 ? 2 : 0;
}
