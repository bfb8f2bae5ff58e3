// Directory: an archive on disk. members() lists every name in it; no other module makes one up.
//
// Files are named as in warc/; a WARC stored inside a WACZ is named "x.wacz!archive/y.warc.gz".
// Files ending in .part are copies that were never finished, catalog.sqlite.new a catalog that
// never was; opening for writing removes them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace asof::archive {

class Directory final {
 public:
  enum class Access { Read, Write };

  // Write creates what is missing and takes the lock: Errc::Busy while another process has it.
  static Result<Directory> open(const std::string& path, Access access);
  Directory(Directory&& other) noexcept;
  Directory& operator=(Directory&&) = delete;
  ~Directory();

  const std::string& path() const { return path_; }
  // A file of a folder, or the folder itself. Only those of warc/ and logs/ are sure to exist.
  std::string warc_path(std::string_view file = "") const { return at("warc", file); }
  std::string log_path(std::string_view file = "") const { return at("logs", file); }
  std::string crawl_path(std::string_view file = "") const { return at("crawls", file); }
  std::string certificate_path(std::string_view file = "") const {
    return at("certificates", file);
  }
  std::string catalog_path() const { return at("catalog.sqlite"); }
  std::string new_catalog_path() const { return catalog_path() + ".new"; }
  std::string contact_path() const { return at("contact"); }
  std::string render_path() const { return at("render"); }
  std::string advertisements_path() const { return at("advertisements"); }
  std::string hand_weights_path() const { return at("weights-by-hand"); }
  std::string access_path() const { return at("access.aclj"); }
  std::string checks_path() const { return at("checks.jsonl"); }

  // Brings a file into warc/ (or logs/) under its held_name(): a link to it, or a copy that is
  // whole and synced before it has its name. A file of that name that is the same already is left
  // alone. Errc::Invalid when another file has that name. Says whether anything was made.
  enum class How { Link, Copy };
  enum class Place { Warc, Log };
  Result<bool> adopt(const std::string& from, Place place, How how);
  // Undoes an adopt that made something. Never touches a file outside the archive.
  Result<void> release(std::string_view name, Place place);

  // Names in warc/ (or logs/) in byte order, without unfinished ones.
  Result<std::vector<std::string>> names(Place place) const;

 private:
  Directory(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string at(std::string_view member, std::string_view file = "") const;
  Result<void> remove_unfinished();

  std::string path_;
  int lock_;
};

// Everything that can stand in an archive's directory. Names of folders end in '/'.
struct Member {
  std::string_view name;
  std::string_view meaning;
};
std::span<const Member> members();

// Removes an archive that holds no file, so that a mistyped name leaves nothing behind. Others are
// left alone.
void remove_if_empty(const std::string& path);

// The name a file at `path` gets in an archive: its own, without the endings by which an archive
// tells its unfinished files. Whoever named theirs so must not see them taken for such.
std::string held_name(std::string_view path);

// A WARC file of an archive, wherever its bytes are.
class Holding final {
 public:
  // One that is being written may be read as far as it goes. Errc::NotFound, Errc::Corrupt (a WACZ
  // that is none) and so on, naming the file.
  static Result<Holding> open(const Directory& directory, std::string_view name);

  const Source& source() const { return slice_ ? static_cast<const Source&>(*slice_) : *file_; }
  std::uint64_t base() const { return base_; }  // where it begins inside its container

 private:
  std::unique_ptr<FileSource> file_;
  std::unique_ptr<SliceSource> slice_;
  std::uint64_t base_ = 0;
};

}  // namespace asof::archive
