#include "archive/directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "archive/zip.h"

namespace asof::archive {
namespace {

constexpr std::string_view kOpen = ".open";  // being written by a WarcWriter, or left by one
constexpr std::string_view kUnfinished = ".part";

// docs/formats/archive.md has the same list.
constexpr Member kMembers[] = {
    {"warc/", "WARC, ARC and WACZ files, or links to files elsewhere"},
    {"logs/", "crawl.log files, or links to them"},
    {"crawls/", "settings of each crawl, and how it ended"},
    {"certificates/", "what each crawl proves"},
    {"catalog.sqlite", "what is in the files; can always be made again"},
    {"contact", "whom a site's owner can write to, once it was given"},
    {"render", "the engine that lays pages out for comparing, once it was chosen"},
    {"advertisements", "the archive's own rules for advertisements, once they were given"},
    {"weights-by-hand", "the archive's own weights of parts of pages, once they were given"},
    {"access.aclj", "rules about what may be shown, if there are any"},
    {"checks.jsonl", "what each check of the whole archive found, once there was one"},
    {"lock", "held by the process that writes"},
};

bool same_file(const std::string& a, const std::string& b) {
  struct stat one {
  }, two{};
  return ::stat(a.c_str(), &one) == 0 && ::stat(b.c_str(), &two) == 0 && one.st_dev == two.st_dev &&
         one.st_ino == two.st_ino;
}

Result<bool> same_content(const std::string& a, const std::string& b) {
  auto one = TRY(FileSource::open(a));
  auto two = TRY(FileSource::open(b));
  if (one.size() != two.size()) return false;
  std::string first = TRY(sha256_of(one));
  std::string second = TRY(sha256_of(two));
  return first == second;
}

// What these two made but could not sync they take back: a file that fails leaves nothing behind.
Result<void> link_synced(const std::string& from, const std::string& to) {
  if (::symlink(absolute_path(from).c_str(), to.c_str()) != 0)
    return system_error("cannot link", to);
  auto synced = sync_directory(std::string(directory_of(to)));
  if (!synced) ::unlink(to.c_str());
  return synced;
}

Result<void> write_copy(const std::string& from, const std::string& part) {
  auto source = TRY(FileSource::open(from));
  auto sink = TRY(FileSink::create(part));
  std::string buffer(std::size_t{1} << 20, '\0');
  for (std::uint64_t at = 0; at < source.size();) {
    std::size_t n = TRY(source.read_at(at, buffer));
    TRY(sink.write(std::string_view(buffer.data(), n)));
    at += n;
  }
  return sink.sync();
}

Result<void> copy_synced(const std::string& from, const std::string& to) {
  std::string part = to + std::string(kUnfinished);
  auto written = write_copy(from, part);
  bool whole = written.has_value();
  if (whole) written = rename_synced(part, to);
  if (written) return {};
  ::unlink(part.c_str());
  if (whole) ::unlink(to.c_str());
  return std::move(written).error().within("copying " + from);
}

}  // namespace

Result<Directory> Directory::open(const std::string& path, Access access) {
  if (access == Access::Read) {
    if (!is_directory(path + "/warc"))
      return Error{Errc::NotFound,
                   path +
                       " is not an archive: it has no warc/ folder. Create one with 'asof import "
                       "FILE...' or 'asof crawl URL', or name another with --archive"};
    return Directory(path, -1);
  }
  if (exists(path) && !is_directory(path))
    return Error{Errc::Invalid, path + " is not a directory"};
  TRY(make_directories(path + "/warc"));
  TRY(make_directories(path + "/logs"));
  std::string lock_path = path + "/lock";
  int lock = ::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0) return system_error("cannot open", lock_path);
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock);
    return Error{
        Errc::Busy,
        path + " is in use by another asof that writes to it; try again when that is done"};
  }
  Directory directory(path, lock);
  TRY(directory.remove_unfinished());
  return directory;
}

Result<void> Directory::remove_unfinished() {
  for (const std::string& folder : {path_, warc_path(), log_path()}) {
    auto files = TRY(list_files(folder));
    for (const std::string& name : files) {
      std::string whole = folder + "/" + name;
      bool unfinished =
          folder == path_ ? whole.starts_with(new_catalog_path()) : name.ends_with(kUnfinished);
      if (unfinished) TRY(remove_file(whole));
    }
  }
  return {};
}

Directory::Directory(Directory&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

Directory::~Directory() {
  if (lock_ >= 0) ::close(lock_);
}

std::string Directory::at(std::string_view member, std::string_view file) const {
  std::string path = path_ + "/" + std::string(member);
  if (!file.empty()) (path += '/') += file;
  return path;
}

std::span<const Member> members() { return kMembers; }

// A folder is removed only where it is empty, and the catalog only with the folders.
void remove_if_empty(const std::string& path) {
  for (const char* folder : {"/warc", "/logs"})
    if (::rmdir((path + folder).c_str()) != 0) return;
  for (const char* file :
       {"/catalog.sqlite", "/catalog.sqlite-wal", "/catalog.sqlite-shm", "/lock"})
    ::unlink((path + file).c_str());
  ::rmdir(path.c_str());
}

std::string held_name(std::string_view path) {
  std::string_view name = file_name(path);
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view ending : {kOpen, kUnfinished}) {
      if (name.size() <= ending.size() || !name.ends_with(ending)) continue;
      name.remove_suffix(ending.size());
      again = true;
    }
  }
  return name == kOpen || name == kUnfinished ? "unnamed" : std::string(name);
}

Result<bool> Directory::adopt(const std::string& from, Place place, How how) {
  const std::string name = held_name(from);
  std::string to = place == Place::Warc ? warc_path(name) : log_path(name);
  if (same_file(from, to)) return false;
  if (exists(to)) {
    auto same = same_content(from, to);
    if (same && *same) return false;
    return Error{Errc::Invalid, from + ": the archive holds another file named " + name +
                                    "; rename yours and import it again"};
  }
  auto made = how == How::Link ? link_synced(from, to) : copy_synced(from, to);
  if (!made) return std::move(made).error();
  return true;
}

Result<void> Directory::release(std::string_view name, Place place) {
  std::string path = place == Place::Warc ? warc_path(name) : log_path(name);
  if (!exists(path)) return {};
  TRY(remove_file(path));
  return sync_directory(std::string(directory_of(path)));
}

Result<std::vector<std::string>> Directory::names(Place place) const {
  auto files = TRY(list_files(place == Place::Warc ? warc_path() : log_path()));
  std::erase_if(files, [](const std::string& name) {
    return name.ends_with(kUnfinished) || name.ends_with(kOpen);
  });
  return files;
}

Result<Holding> Holding::open(const Directory& directory, std::string_view name) {
  std::size_t mark = name.find('!');
  std::string outer(name.substr(0, mark));
  std::string path = directory.warc_path(outer);
  // What the catalog knows of a file that is being written, or was when its writer was killed, is
  // in it already.
  if (!exists(path) && exists(path + std::string(kOpen))) path += kOpen;
  auto file = TRY(FileSource::open(path));
  Holding holding;
  holding.file_ = std::make_unique<FileSource>(std::move(file));
  if (mark == std::string_view::npos) return holding;
  std::string_view inner = name.substr(mark + 1);
  auto entries = TRY(read_zip(*holding.file_));
  for (const ZipEntry& entry : entries) {
    if (entry.name != inner) continue;
    holding.base_ = entry.begin;
    holding.slice_ = std::make_unique<SliceSource>(*holding.file_, entry.begin, entry.size,
                                                   holding.file_->name() + "!" + entry.name);
    return holding;
  }
  return Error{Errc::NotFound, outer + " holds no " + std::string(inner)};
}

}  // namespace asof::archive
