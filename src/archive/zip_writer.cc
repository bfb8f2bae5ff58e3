#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "archive/zip.h"
#include "base/file.h"

namespace asof::archive {

struct ZipWriter::State {
  std::string path, part;
  Instant modified;
  int fd = -1;
  ::archive* engine = nullptr;

  ~State() {
    if (engine != nullptr) ::archive_write_free(engine);
    if (fd >= 0) {
      ::close(fd);
      ::unlink(part.c_str());
    }
  }
  Error failed(std::string_view doing) const {
    if (engine != nullptr && ::archive_errno(engine) != 0) errno = ::archive_errno(engine);
    return system_error(doing, path);
  }
};

ZipWriter::ZipWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
ZipWriter::ZipWriter(ZipWriter&&) noexcept = default;
ZipWriter::~ZipWriter() = default;

Result<ZipWriter> ZipWriter::create(const std::string& path, Instant modified) {
  auto state = std::make_unique<State>();
  state->path = path;
  state->part = path + ".part";
  state->modified = modified;
  state->fd = ::open(state->part.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (state->fd < 0) return system_error("cannot create", path);
  state->engine = ::archive_write_new();
  bool ok = state->engine != nullptr &&
            ::archive_write_set_format_zip(state->engine) == ARCHIVE_OK &&
            ::archive_write_set_options(state->engine, "zip:compression=store") == ARCHIVE_OK &&
            ::archive_write_open_fd(state->engine, state->fd) == ARCHIVE_OK;
  if (!ok) return state->failed("cannot write");
  return ZipWriter(std::move(state));
}

Result<void> ZipWriter::add(const std::string& name, std::string_view bytes) {
  return add(name, MemorySource(bytes, name));
}

Result<void> ZipWriter::add(const std::string& name, const Source& source) {
  State& s = *state_;
  std::unique_ptr<::archive_entry, decltype(&::archive_entry_free)> entry(::archive_entry_new(),
                                                                          &::archive_entry_free);
  ::archive_entry_set_pathname(entry.get(), name.c_str());
  ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(source.size()));
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  ::archive_entry_set_perm(entry.get(), 0644);
  ::archive_entry_set_mtime(entry.get(), static_cast<time_t>(s.modified.ms / 1000), 0);
  if (::archive_write_header(s.engine, entry.get()) != ARCHIVE_OK) return s.failed("cannot write");
  std::string buffer(std::size_t{1} << 20, '\0');
  for (std::uint64_t at = 0; at < source.size();) {
    std::size_t n = TRY(source.read_at(at, buffer));
    if (::archive_write_data(s.engine, buffer.data(), n) != static_cast<la_ssize_t>(n))
      return s.failed("cannot write");
    at += n;
  }
  return {};
}

Result<void> ZipWriter::close() {
  State& s = *state_;
  if (::archive_write_close(s.engine) != ARCHIVE_OK) return s.failed("cannot write");
  if (::fsync(s.fd) != 0) return system_error("cannot sync", s.path);
  auto renamed = rename_synced(s.part, s.path);
  if (!renamed) return renamed;
  ::close(s.fd);
  s.fd = -1;
  return {};
}

}  // namespace asof::archive
