#include "catalog/page_sums_internal.h"

#include <sqlite3.h>
#include <xxhash.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <new>

#include "base/check.h"

namespace asof::catalog {
namespace {

constexpr int kPage = 4096;
constexpr int kSummed = kPage - kSumBytes;
constexpr int kReservedAt = 20;  // in the header of page 1: how many bytes of each page are ours
constexpr char kMagic[] = "SQLite format 3";  // with its null

using Page = std::array<unsigned char, kPage>;

// What SQLite sees of a database file; the real one lies behind it in memory.
struct SummedFile {
  sqlite3_file base;
  bool sums;
};
constexpr int kOwnBytes = (sizeof(SummedFile) + alignof(std::max_align_t) - 1) /
                          alignof(std::max_align_t) * alignof(std::max_align_t);

SummedFile& summed(sqlite3_file* file) { return *reinterpret_cast<SummedFile*>(file); }
sqlite3_file* real(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + kOwnBytes);
}

bool is_page(int size, sqlite3_int64 offset) { return size == kPage && offset % kPage == 0; }

XXH64_canonical_t sum_of(const unsigned char* page, sqlite3_int64 offset) {
  XXH64_canonical_t sum;
  const auto number = static_cast<XXH64_hash_t>(offset / kPage);
  XXH64_canonicalFromHash(&sum, XXH3_64bits_withSeed(page, kSummed, number));
  return sum;
}

bool is_right(const unsigned char* page, sqlite3_int64 offset) {
  const XXH64_canonical_t sum = sum_of(page, offset);
  return std::memcmp(&sum, page + kSummed, kSumBytes) == 0;
}

// The beginning of the file goes by: SQLite reads it before anything else.
void look_at_header(SummedFile& file, const unsigned char* bytes, int size, sqlite3_int64 offset) {
  if (offset != 0 || size <= kReservedAt || std::memcmp(bytes, kMagic, sizeof kMagic) != 0) return;
  file.sums = bytes[kReservedAt] == kSumBytes;
}

// The byte that says "no sums" must not be the one that is damaged.
bool has_lost_its_sums(const unsigned char* first) {
  Page page;
  std::memcpy(page.data(), first, kPage);
  page[kReservedAt] = kSumBytes;
  return is_right(page.data(), 0);
}

int read(sqlite3_file* file, void* into, int size, sqlite3_int64 offset) {
  const int code = real(file)->pMethods->xRead(real(file), into, size, offset);
  if (code != SQLITE_OK) return code;
  const auto* bytes = static_cast<const unsigned char*>(into);
  look_at_header(summed(file), bytes, size, offset);
  if (!is_page(size, offset)) return code;
  if (!summed(file).sums) return offset == 0 && has_lost_its_sums(bytes) ? SQLITE_IOERR_DATA : code;
  return is_right(bytes, offset) ? code : SQLITE_IOERR_DATA;
}

int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
  const auto* bytes = static_cast<const unsigned char*>(from);
  look_at_header(summed(file), bytes, size, offset);
  if (!summed(file).sums || !is_page(size, offset))
    return real(file)->pMethods->xWrite(real(file), from, size, offset);
  // In a copy: the page is SQLite's, and the log's checksum is over it as it is.
  Page page;
  std::memcpy(page.data(), bytes, kSummed);
  const XXH64_canonical_t sum = sum_of(bytes, offset);
  std::memcpy(page.data() + kSummed, &sum, kSumBytes);
  return real(file)->pMethods->xWrite(real(file), page.data(), kPage, offset);
}

int close(sqlite3_file* file) { return real(file)->pMethods->xClose(real(file)); }

// Passes a call on to the real file.
template <auto Method, class... Values>
int pass(sqlite3_file* file, Values... values) {
  return (real(file)->pMethods->*Method)(real(file), values...);
}

// Version 2, without the calls that map the file: those would pass the sums by.
constexpr sqlite3_io_methods kMethods = {
    .iVersion = 2,
    .xClose = close,
    .xRead = read,
    .xWrite = write,
    .xTruncate = pass<&sqlite3_io_methods::xTruncate>,
    .xSync = pass<&sqlite3_io_methods::xSync>,
    .xFileSize = pass<&sqlite3_io_methods::xFileSize>,
    .xLock = pass<&sqlite3_io_methods::xLock>,
    .xUnlock = pass<&sqlite3_io_methods::xUnlock>,
    .xCheckReservedLock = pass<&sqlite3_io_methods::xCheckReservedLock>,
    .xFileControl = pass<&sqlite3_io_methods::xFileControl>,
    .xSectorSize = pass<&sqlite3_io_methods::xSectorSize>,
    .xDeviceCharacteristics = pass<&sqlite3_io_methods::xDeviceCharacteristics>,
    .xShmMap = pass<&sqlite3_io_methods::xShmMap>,
    .xShmLock = pass<&sqlite3_io_methods::xShmLock>,
    .xShmBarrier = [](sqlite3_file* file) { real(file)->pMethods->xShmBarrier(real(file)); },
    .xShmUnmap = pass<&sqlite3_io_methods::xShmUnmap>,
    .xFetch = nullptr,
    .xUnfetch = nullptr};

// Journals, logs and temporary files are opened as if nobody stood between.
int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* got) {
  auto* base = static_cast<sqlite3_vfs*>(vfs->pAppData);
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return base->xOpen(base, name, file, flags, got);
  auto* own = new (file) SummedFile{};
  const int code = base->xOpen(base, name, real(file), flags, got);
  // A file without methods is not closed.
  own->base.pMethods = real(file)->pMethods != nullptr ? &kMethods : nullptr;
  return code;
}

// The default layer with another way to open files. Its other calls do not look at pAppData.
sqlite3_vfs make() {
  sqlite3_vfs* base = sqlite3_vfs_find(nullptr);
  CHECK(base != nullptr);
  sqlite3_vfs vfs = *base;
  vfs.pNext = nullptr;
  vfs.zName = "asof-sums";
  vfs.szOsFile = kOwnBytes + base->szOsFile;
  vfs.pAppData = base;
  vfs.xOpen = open;
  return vfs;
}

}  // namespace

// SQLite keeps a list of such layers for the whole process: it is entered once.
const char* summed_vfs() {
  static sqlite3_vfs vfs = make();
  static const int registered = sqlite3_vfs_register(&vfs, 0);
  CHECK(registered == SQLITE_OK);
  return vfs.zName;
}

}  // namespace asof::catalog
