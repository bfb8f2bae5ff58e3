#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/digest.h"

namespace asof {

Error system_error(std::string_view doing, const std::string& path) {
  int code = errno;
  Errc kind = code == ENOENT || code == ENOTDIR  ? Errc::NotFound
              : code == ENOSPC || code == EDQUOT ? Errc::Full
                                                 : Errc::Io;
  return {kind, std::string(doing) + " " + path + ": " + std::strerror(code)};
}

FileSource::FileSource(int fd, std::uint64_t size, std::string path)
    : fd_(fd), size_(size), path_(std::move(path)) {}

FileSource::FileSource(FileSource&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), size_(other.size_), path_(std::move(other.path_)) {}

FileSource::~FileSource() {
  if (fd_ >= 0) ::close(fd_);
}

Result<FileSource> FileSource::open(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return system_error("cannot open", path);
  struct stat about {};
  if (::fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
    ::close(fd);
    const char* what = S_ISDIR(about.st_mode) ? "a directory" : "not a regular file";
    return Error{Errc::Invalid, path + " is " + what + "; give the files themselves"};
  }
  ::posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  return FileSource(fd, static_cast<std::uint64_t>(about.st_size), path);
}

Result<FileSource> FileSource::standard_input() {
  std::FILE* spool = std::tmpfile();
  if (spool == nullptr) return system_error("cannot spool", "standard input");
  std::string buffer(1 << 20, '\0');
  std::uint64_t size = 0;
  while (std::size_t n = std::fread(buffer.data(), 1, buffer.size(), stdin)) {
    if (std::fwrite(buffer.data(), 1, n, spool) != n || std::fflush(spool) != 0) {
      Error error = system_error("cannot spool", "standard input");
      std::fclose(spool);
      return error;
    }
    size += n;
  }
  if (std::ferror(stdin) != 0) {
    Error error = system_error("cannot read", "standard input");
    std::fclose(spool);
    return error;
  }
  int fd = ::dup(::fileno(spool));
  std::fclose(spool);
  if (fd < 0) return system_error("cannot spool", "standard input");
  return FileSource(fd, size, "standard input");
}

Result<std::size_t> FileSource::read_at(std::uint64_t offset, std::span<char> into) const {
  if (offset >= size_) return std::size_t{0};
  auto want = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), size_ - offset));
  std::size_t got = 0;
  while (got < want) {
    ssize_t n = ::pread(fd_, into.data() + got, want - got, static_cast<off_t>(offset + got));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error("cannot read", path_);
    if (n == 0)
      return Error{Errc::Corrupt, path_ + " shrank while it was read: it ends at offset " +
                                      std::to_string(offset + got) + ", it had " +
                                      std::to_string(size_) + " bytes when it was opened"};
    got += static_cast<std::size_t>(n);
  }
  return got;
}

Result<FileSink> FileSink::create(const std::string& path) {
  int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return system_error("cannot create", path);
  return FileSink(fd, path);
}

Result<FileSink> FileSink::append(const std::string& path) {
  int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) return system_error("cannot open", path);
  return FileSink(fd, path);
}

FileSink FileSink::standard_output() { return {STDOUT_FILENO, "standard output"}; }

FileSink::FileSink(FileSink&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), written_(other.written_), path_(std::move(other.path_)) {}

FileSink::~FileSink() {
  if (fd_ > STDERR_FILENO) ::close(fd_);
}

Result<void> FileSink::write(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error("cannot write", path_);
    bytes.remove_prefix(static_cast<std::size_t>(n));
    written_ += static_cast<std::uint64_t>(n);
  }
  return {};
}

Result<void> FileSink::sync() {
  if (::fsync(fd_) != 0) return system_error("cannot sync", path_);
  return {};
}

Result<void> FileSink::truncate(std::uint64_t size) {
  auto end = static_cast<off_t>(size);
  if (::ftruncate(fd_, end) != 0 || ::lseek(fd_, end, SEEK_SET) != end)
    return system_error("cannot cut back", path_);
  written_ = size;
  return {};
}

Result<void> make_directories(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) return {};
  errno = error.value();
  return system_error("cannot create directory", path);
}

Result<void> sync_directory(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return system_error("cannot open", path);
  int code = ::fsync(fd);
  Error error = system_error("cannot sync", path);
  ::close(fd);
  if (code != 0) return error;
  return {};
}

Result<void> rename_synced(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return system_error("cannot rename to", to);
  return sync_directory(std::string(directory_of(to)));
}

Result<void> remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0) return system_error("cannot remove", path);
  return {};
}

bool exists(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0;
}

bool is_directory(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  auto whole = std::filesystem::weakly_canonical(path, error);
  return error ? path : whole.string();
}

std::string_view file_name(std::string_view path) {
  std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view directory_of(std::string_view path) {
  std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Result<std::vector<std::string>> list_files(const std::string& directory) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entries(directory, error), end;
  for (; !error && entries != end; entries.increment(error)) {
    std::error_code ignored;
    if (!entries->is_directory(ignored)) names.push_back(entries->path().filename().string());
  }
  if (error) {
    errno = error.value();
    return system_error("cannot list", directory);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> sha256_of(const Source& source) {
  Hasher hasher(Algorithm::Sha256);
  std::string buffer(1 << 18, '\0');
  for (std::uint64_t at = 0; at < source.size();) {
    std::size_t n = TRY(source.read_at(at, buffer));
    if (n == 0) break;
    hasher.update(std::string_view(buffer.data(), n));
    at += n;
  }
  return hasher.finish();
}

Result<void> cut_synced(const std::string& path, std::uint64_t size) {
  int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return system_error("cannot open", path);
  const bool cut = ::ftruncate(fd, static_cast<off_t>(size)) == 0 && ::fsync(fd) == 0;
  auto failed = cut ? Error{} : system_error("cannot cut", path);
  ::close(fd);
  if (!cut) return failed;
  return {};
}

Result<std::string> output_path(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return path;
  if (!std::filesystem::is_regular_file(status))
    return Error{Errc::Invalid, path + ": not a file; name one to write"};
  const auto target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

Result<void> write_whole(const std::string& wanted, std::string_view bytes) {
  const std::string path = TRY(output_path(wanted));
  const std::string part = path + ".part";
  ::unlink(part.c_str());  // of somebody who was killed
  auto written = [&]() -> Result<void> {
    auto file = TRY(FileSink::create(part));
    TRY(file.write(bytes));
    TRY(file.sync());
    return rename_synced(part, path);
  }();
  if (!written) ::unlink(part.c_str());
  return written;
}

Result<std::string> read_whole(const std::string& path, std::uint64_t most) {
  const FileSource source = TRY(FileSource::open(path));
  if (source.size() > most)
    return Error{Errc::Limit, path + " is longer than " + std::to_string(most) + " bytes"};
  std::string text(source.size(), '\0');
  const std::size_t got = TRY(source.read_at(0, std::span(text.data(), text.size())));
  text.resize(got);
  return text;
}

}  // namespace asof
