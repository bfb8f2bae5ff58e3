// Checksums of a catalog's pages.
//
// Each page of 4096 bytes ends in 8 bytes that SQLite leaves to us: XXH3 of the rest, seeded with
// the page's number. A layer below SQLite puts them there when a page is written to the file and
// compares them when one is read, so that a damaged page is an error (SQLITE_IOERR_DATA) and never
// an answer. The write-ahead log has checksums of its own.
//
// A database says in its header whether its pages have such bytes; those that do not are read and
// written as they are.
#pragma once

namespace asof::catalog {

inline constexpr int kSumBytes = 8;

// The name of that layer, for sqlite3_open_v2. Any thread may ask.
const char* summed_vfs();

}  // namespace asof::catalog
