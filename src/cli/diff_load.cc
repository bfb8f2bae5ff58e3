// What `asof diff` was asked to compare: files, records of WARC files, captures of an archive.
#include <algorithm>
#include <filesystem>
#include <map>
#include <span>

#include "base/digest.h"
#include "base/file.h"
#include "base/period.h"
#include "base/text.h"
#include "cli/diff_internal.h"
#include "cli/opened.h"
#include "cli/shared_internal.h"
#include "derive/pairs.h"
#include "ingest/item.h"
#include "retrieve/library.h"
#include "url/surt.h"

namespace asof::cli {
namespace {

namespace fs = std::filesystem;

// Where the directory of a saved page stands for links: two copies of a site are the same site.
constexpr std::string_view kHere = "file:///here/";
// Two files are compared by their links as written, whatever their names: both have this one.
constexpr std::string_view kPage = "file:///here/page";

std::string path_of(std::string_view url) {
  std::string path;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const auto byte = url[i] == '%' ? from_hex(url.substr(i + 1, 2)) : std::nullopt;
    path += byte && byte->size() == 1 ? byte->front() : url[i];
    if (byte && byte->size() == 1) i += 2;
  }
  return path;
}

// Beside a saved page lie its styles and images; nothing outside its directory is read.
class Beside final : public Surroundings {
 public:
  explicit Beside(const fs::path& file) : directory_(file.parent_path()) {}

  std::optional<retrieve::Content> find(std::string_view url) override {
    if (!url.starts_with(kHere)) return std::nullopt;
    std::error_code error;
    const fs::path wanted =
        fs::weakly_canonical(directory_ / path_of(url.substr(kHere.size())), error);
    const auto inside = std::ranges::mismatch(directory_, wanted).in1 == directory_.end();
    if (error || !inside || !fs::is_regular_file(wanted, error)) return std::nullopt;
    auto bytes = read_whole(wanted.string(), retrieve::kLongestContent);
    if (!bytes) return std::nullopt;
    return retrieve::content_of(wanted.string(), std::move(*bytes));
  }

 private:
  fs::path directory_;
};

// The records of one WARC file by address; it is read once somebody asks for a style or an image.
class InFile final : public Surroundings {
 public:
  explicit InFile(FileSource source) : source_(std::move(source)) {}

  const Source& source() const { return source_; }
  void stand_at(std::optional<Instant> at) { at_ = at; }

  std::optional<retrieve::Content> find(std::string_view url) override {
    if (!read_) read();
    const auto found = places_.find(url);
    if (found == places_.end()) return std::nullopt;
    auto content = retrieve::content_at(source_, nearest(found->second));
    if (!content || (content->status != 200 && content->status != 0)) return std::nullopt;
    return std::move(*content);
  }

 private:
  struct Place {
    std::optional<Instant> at;
    warc::Position where;
  };
  // In time; where there is none to go by, the first of the file.
  warc::Position nearest(const std::vector<Place>& places) const {
    std::vector<retrieve::Candidate> captures;
    std::vector<warc::Position> where;
    for (const Place& place : places) {
      if (!place.at) continue;
      captures.push_back({.at = *place.at, .exact = true});
      where.push_back(place.where);
    }
    if (!at_ || captures.empty()) return places.front().where;
    return where[*retrieve::choose(captures, *at_, retrieve::Choose::Nearest)];
  }
  void read() {
    read_ = true;
    ingest::StretchReader reader(source_, {}, {.keep = 0, .digest_all = false});
    for (;;) {
      auto stretch = reader.next();
      if (!stretch || !*stretch) return;
      for (const ingest::Item& item : (*stretch)->items) {
        const auto type = item.record.type();
        if (type != warc::Type::Response && type != warc::Type::Resource) continue;
        places_[std::string(item.record.target_uri())].push_back(
            {item.record.date(), item.position});
      }
    }
  }

  FileSource source_;
  std::optional<Instant> at_;  // of the page
  std::map<std::string, std::vector<Place>, std::less<>> places_;
  bool read_ = false;
};

class InArchive final : public Surroundings {
 public:
  InArchive(archive::Directory directory, catalog::Reader catalog)
      : directory_(std::move(directory)),
        catalog_(std::move(catalog)),
        library_(directory_, catalog_) {}

  const catalog::Reader& catalog() const { return catalog_; }
  retrieve::Library& library() { return library_; }
  void stand_at(Instant at) { at_ = at; }

  std::optional<retrieve::Content> find(std::string_view url) override {
    auto found =
        retrieve::find(catalog_, {.url = url, .at = at_, .choose = retrieve::Choose::Embedded});
    if (!found || !*found) return std::nullopt;
    auto content = library_.content(**found);
    if (!content) return std::nullopt;
    return std::move(*content);
  }

 private:
  archive::Directory directory_;
  catalog::Reader catalog_;
  retrieve::Library library_;
  Instant at_;
};

Result<LoadedSide> from_file(const std::string& name) {
  std::error_code error;
  if (fs::is_directory(name, error)) {
    return Error{Errc::Invalid, name + ": this is a directory; name two files"};
  }
  const FileSource source = TRY(FileSource::open(name));
  if (source.size() == 0) return Error{Errc::Invalid, name + ": the file is empty"};
  std::string bytes(static_cast<std::size_t>(std::min(source.size(), retrieve::kLongestContent)),
                    0);
  for (std::size_t got = 0; got < bytes.size();) {
    const std::size_t more = TRY(source.read_at(got, std::span(bytes).subspan(got)));
    if (more == 0) return Error{Errc::Corrupt, name + ": the file ended early"};
    got += more;
  }
  const fs::path path = fs::weakly_canonical(name, error);
  if (name.ends_with(".warc") || name.ends_with(".warc.gz") || name.ends_with(".warc.zst") ||
      name.ends_with(".arc.gz") || name.ends_with(".wacz")) {
    return Error{Errc::Invalid, name + ": it holds many records; name one: " + name + "@OFFSET"};
  }
  LoadedSide side{name, retrieve::content_of(name, std::move(bytes)),
                  std::make_unique<Beside>(path)};
  side.content.url = kPage;
  side.content.cut = source.size() > retrieve::kLongestContent;
  if (side.content.cut) side.content.sha256 = TRY(sha256_of(source));
  return side;
}

Result<LoadedSide> from_record(const std::string& file, std::uint64_t offset) {
  FileSource source = TRY(FileSource::open(file));
  auto here = std::make_unique<InFile>(std::move(source));
  retrieve::Content content = TRY(retrieve::content_at(here->source(), {offset, 0}));
  here->stand_at(content.at);
  return LoadedSide{content.url + (content.at ? " " + iso8601_seconds(*content.at) : " (no date)"),
                    std::move(content), std::move(here)};
}

Result<std::unique_ptr<InArchive>> open_archive(const std::string& archive) {
  auto [directory, catalog] = TRY(open_to_read(archive));
  return std::make_unique<InArchive>(std::move(directory), std::move(catalog));
}

Result<LoadedSide> from_capture(std::unique_ptr<InArchive> here, const retrieve::Found& found) {
  const catalog::Capture& capture = found.capture;
  retrieve::Content content = TRY(here->library().content(found));
  here->stand_at(capture.at);
  return LoadedSide{capture.url + " " + iso8601_seconds(capture.at), std::move(content),
                    std::move(here)};
}

Result<LoadedSide> from_archive(const std::string& url, const std::string& time,
                                const std::string& archive) {
  const auto at = parse_period(time);
  if (!at) {
    return Error{Errc::Invalid, "\"" + time + "\" is not a time; write 2026-11-15T09:30:00Z or " +
                                    "20261115093000"};
  }
  auto here = TRY(open_archive(archive));
  const auto found = TRY(retrieve::find(here->catalog(), {.url = url, .at = at->middle()}));
  if (!found) return Error{Errc::NotFound, "the archive has no capture of " + url};
  return from_capture(std::move(here), *found);
}

Result<LoadedSide> from_version(const catalog::Version& version, const std::string& archive) {
  auto here = TRY(open_archive(archive));
  const auto found = TRY(retrieve::resolve(here->catalog(), version.where));
  return from_capture(std::move(here), found);
}

}  // namespace

layout::Resources LoadedSide::resources() const {
  return [from = surroundings.get()](std::string_view url,
                                     layout::ResourceKind kind) -> std::optional<std::string> {
    auto found = from->find(url);
    if (!found) return std::nullopt;
    return kind == layout::ResourceKind::Image ? std::move(found->bytes)
                                               : retrieve::to_utf8(*found);
  };
}

std::string LoadedSide::sha256() const {
  return content.sha256.empty() ? digest_of(Algorithm::Sha256, content.bytes) : content.sha256;
}

Result<std::pair<LoadedSide, LoadedSide>> load_latest(const std::string& url,
                                                      const std::string& archive) {
  const auto here = TRY(open_archive(archive));
  const auto versions = TRY(here->catalog().versions_of(url::surt_key(url)));
  if (versions.empty()) return Error{Errc::NotFound, "the archive has no capture of " + url};
  const derive::Pair* latest = nullptr;
  const auto pairs = derive::pairs_of(versions);
  for (const derive::Pair& pair : pairs) {
    const auto rank = [&](const derive::Pair& p) {
      return std::pair(p.fresh.url == url, p.fresh.first);
    };
    if (latest == nullptr || rank(*latest) < rank(pair)) latest = &pair;
  }
  if (latest == nullptr) {
    return Error{Errc::NotFound,
                 "the archive has one version of " + url + ", and no earlier version"};
  }
  LoadedSide old = TRY(from_version(latest->old, archive));
  LoadedSide fresh = TRY(from_version(latest->fresh, archive));
  return std::pair(std::move(old), std::move(fresh));
}

Result<LoadedSide> load_side(const std::string& what, const std::string& archive) {
  std::error_code error;
  if (fs::exists(what, error)) return from_file(what);
  const std::size_t at = what.rfind('@');
  const std::string before = what.substr(0, at);
  const std::string after = at == std::string::npos ? "" : what.substr(at + 1);
  if (at != std::string::npos) {
    const auto offset = parse_uint(after);
    if (offset && fs::exists(before, error)) return from_record(before, *offset);
    if (before.find("://") != std::string::npos) return from_archive(before, after, archive);
    if (fs::exists(before, error)) {
      return Error{Errc::Invalid, what + ": \"" + after + "\" is not the offset of a record"};
    }
  }
  if (what.find("://") != std::string::npos) {
    return Error{Errc::Invalid, what + ": at which time? Write " + what + "@2026-11-15"};
  }
  return Error{Errc::NotFound, what + ": no such file"};
}

}  // namespace asof::cli
