// What export_wacz() writes beside its output, and the files it has to write anew: other tools read
// no zstd, so that such files go into a WACZ as gzip members.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "catalog/reader.h"

namespace asof::ingest {

// A file beside the output that goes away by itself.
class Spool final {
 public:
  static Result<Spool> create(std::string path);
  Spool(Spool&& other) noexcept;
  ~Spool();

  Result<void> write(std::string_view bytes) { return sink_.write(bytes); }
  Result<void> truncate(std::uint64_t size) { return sink_.truncate(size); }
  std::uint64_t size() const { return sink_.written(); }
  const std::string& path() const { return path_; }

 private:
  Spool(std::string path, FileSink sink) : path_(std::move(path)), sink_(std::move(sink)) {}
  std::string path_;
  FileSink sink_;
};

// Where records are now that were written anew. Their number is not bounded, so the list of them is
// a file, too.
class Moved final {
 public:
  struct Place {
    std::uint64_t offset = 0, length = 0;
  };

  explicit Moved(Spool list) : list_(std::move(list)) {}

  // Writes the sound records of a file to `out`, one gzip member each.
  Result<void> rewrite(catalog::FileId file, const Source& source, Spool& out);
  // Once all are rewritten. Nothing for a file that was not.
  Result<std::optional<Place>> find(catalog::FileId file, std::uint64_t offset);

 private:
  Result<void> flush();

  Spool list_;
  std::string unwritten_;
  std::uint64_t count_ = 0;                                                  // rows in the list
  std::map<catalog::FileId, std::pair<std::uint64_t, std::uint64_t>> rows_;  // of a file: from, to
  std::optional<FileSource> read_;
};

}  // namespace asof::ingest
