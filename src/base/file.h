// Files: reading at offsets, appending with sync, and the small set of directory operations the
// archive needs. Every error names the file and says what the system said; a full disk is
// Errc::Full.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/source.h"

namespace asof {

// A regular file open for reading. Safe to use from several threads.
class FileSource final : public Source {
 public:
  // Errc::NotFound when there is none; Errc::Invalid for a directory or another non-file.
  static Result<FileSource> open(const std::string& path);
  // Standard input, spooled to an unnamed temporary file so that it can be read at any offset.
  static Result<FileSource> standard_input();

  FileSource(FileSource&& other) noexcept;
  FileSource& operator=(FileSource&&) = delete;
  ~FileSource() override;

  // A file that has shrunk since it was opened fails with Errc::Corrupt rather than ending early.
  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> into) const override;
  std::uint64_t size() const override { return size_; }
  const std::string& name() const override { return path_; }

 private:
  FileSource(int fd, std::uint64_t size, std::string path);
  int fd_;
  std::uint64_t size_;
  std::string path_;
};

// Somewhere bytes go: a file, or a double that fails when a test says so.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual Result<void> write(std::string_view bytes) = 0;  // all of them, or an error
  virtual Result<void> sync() = 0;                         // on disk when it returns
};

// A file being written from its start or its end on.
class FileSink final : public Sink {
 public:
  // Fails when the file exists.
  static Result<FileSink> create(const std::string& path);
  // Goes on at the end of a file, or begins it. written() counts from here.
  static Result<FileSink> append(const std::string& path);
  // Standard output.
  static FileSink standard_output();

  FileSink(FileSink&& other) noexcept;
  FileSink& operator=(FileSink&&) = delete;
  ~FileSink() override;

  Result<void> write(std::string_view bytes) override;
  Result<void> sync() override;
  std::uint64_t written() const { return written_; }
  // Cuts the file back to `size` bytes, after a write that failed halfway.
  Result<void> truncate(std::uint64_t size);
  const std::string& path() const { return path_; }

 private:
  FileSink(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  int fd_;
  std::uint64_t written_ = 0;
  std::string path_;
};

// An error made from errno, naming what failed and on which file.
Error system_error(std::string_view doing, const std::string& path);

Result<void> make_directories(const std::string& path);
// Renames within one file system and syncs the directory, so that the new name survives a crash.
Result<void> rename_synced(const std::string& from, const std::string& to);
Result<void> remove_file(const std::string& path);
// Cuts a file to `size` bytes and syncs it.
Result<void> cut_synced(const std::string& path, std::uint64_t size);
// Where a file written under `path` goes: what a link leads to, else `path` itself. Errc::Invalid
// where something is there that a file must not take the place of, as a device or a pipe.
Result<std::string> output_path(const std::string& path);
// A file that is there whole or not at all, in place of what was there; at its output_path().
Result<void> write_whole(const std::string& path, std::string_view bytes);
// All of a file of at most `most` bytes; Errc::Limit where it is longer.
Result<std::string> read_whole(const std::string& path, std::uint64_t most);
Result<void> sync_directory(const std::string& path);
bool exists(const std::string& path);
bool is_directory(const std::string& path);
std::string absolute_path(const std::string& path);
std::string_view file_name(std::string_view path);     // after the last slash
std::string_view directory_of(std::string_view path);  // before it, or "."
// Names of the regular files, and links to them, below a directory, in byte order.
Result<std::vector<std::string>> list_files(const std::string& directory);

// Digest of everything in a source.
Result<std::string> sha256_of(const Source& source);

}  // namespace asof
