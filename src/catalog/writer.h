// Writer: brings rows into the catalog of an archive and keeps what is derived from them up to
// date.
//
// Raw rows are written in batches by one writer; settle() then brings the derived tables (originals
// of revisits, versions, sites, crawls, paths) up to date. They are a function of the raw rows:
// settling bit by bit, in any order, killed and resumed, gives what rebuild() gives. Everything can
// be made again from the WARC files.
//
// A Writer belongs to one thread at a time. Any method may fail with Busy (another writer), Full
// (no space), Io.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/change.h"
#include "catalog/derived.h"
#include "catalog/reader.h"
#include "catalog/rows.h"

namespace asof::catalog {

class Writer final {
 public:
  // Creates the file where it is missing and migrates an older one. Invalid: not a catalog, or a
  // newer one.
  static Result<Writer> open(const std::filesystem::path& path);
  // Puts one catalog, closed and whole, in the place of another, which may be missing or broken. If
  // the program dies meanwhile, the old one or the new one is there, each with all its rows.
  static Result<void> replace(const std::filesystem::path& old, const std::filesystem::path& fresh);

  // What is there now, with the rows of this Writer; lives as long as the Writer.
  const Reader& reader() const { return reader_; }

  // -- raw rows

  // Names a file about to be imported. A file known already is returned as it is, so that an
  // import can go on at its `progress`; otherwise name, base, size, format and compression count.
  Result<File> begin_file(const File& file);
  // All rows of the batch and the file's progress, or nothing. Rows that are there already are
  // replaced, so a batch may be committed twice. Rows are written in the order of their keys: a
  // batch of thousands writes each page of the large tables for many of them.
  Result<void> commit(const Batch& batch);
  Result<void> finish_file(FileId file, std::uint64_t size, std::string_view sha256);
  Result<void> remove_file(FileId file);  // with all rows read from it
  Result<void> add_log(const std::vector<LogEntry>& entries);

  // -- derived rows

  Result<SettleResult> settle(const OnStep& on_step = {});
  // Originals, versions and pages now; sites, crawls and paths are left for settle(). For a writer
  // that goes on: what concerns a whole site or crawl is worth doing once, at the end.
  Result<void> settle_pages();
  Result<SettleResult> rebuild(const OnStep& on_step = {});

  // -- changes between versions, made by a program that can lay pages out

  // Touches the pages with changes that another algorithm made; how many pages are touched then.
  Result<std::uint64_t> touch_other_algorithms(std::string_view algorithm);
  // All of the batch or nothing.
  Result<void> put_changes(const std::vector<PageChanges>& batch);

 private:
  explicit Writer(Reader reader) : reader_(std::move(reader)) {}
  Database& database() { return *reader_.database_; }

  Reader reader_;
};

}  // namespace asof::catalog
