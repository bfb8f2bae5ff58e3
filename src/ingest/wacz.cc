#include "ingest/wacz.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "archive/zip.h"
#include "base/digest.h"
#include "base/json.h"
#include "base/text.h"
#include "cdx/cdxj.h"
#include "codec/gzip.h"
#include "ingest/index.h"
#include "ingest/wacz_internal.h"
#include "retrieve/library.h"
#include "warc/compression.h"

namespace asof::ingest {
namespace {

constexpr std::size_t kBlockLines = 300;  // as cdxj-indexer has it

// The compressed index: gzip members of some hundred lines each, and a list of where they begin.
class ZipNum final {
 public:
  explicit ZipNum(Spool& out) : out_(out) {}

  Result<void> add(const cdx::Line& line) {
    if (count_ == 0) first_ = line.key + " " + line.timestamp;
    cdx::append_cdxj(block_, line);
    block_ += '\n';
    return ++count_ < kBlockLines ? Result<void>() : flush();
  }
  Result<void> flush() {
    if (count_ == 0) return {};
    std::string member = deflater_.deflate(block_);
    index_ +=
        fmt::format("{} {{\"offset\": {}, \"length\": {}, \"digest\": \"sha256:{}\"}}\n", first_,
                    out_.size(), member.size(), hex(digest_of(Algorithm::Sha256, member)));
    TRY(out_.write(member));
    block_.clear();
    count_ = 0;
    return {};
  }
  std::string index() const {
    return "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"index.cdx.gz\"}\n" + index_;
  }

 private:
  Spool& out_;
  codec::MemberDeflater deflater_;
  std::string block_, first_, index_;
  std::size_t count_ = 0;
};

// "x.wacz!archive/y.warc.gz" must be a file name of its own.
std::string name_in_wacz(std::string_view name) {
  std::string out(name);
  std::size_t mark = out.find("!archive/");
  if (mark != std::string::npos) out.replace(mark, 9, "-");
  for (char& c : out)
    if (c == '/' || c == '\\') c = '-';
  if (out.ends_with(".open")) out.resize(out.size() - 5);
  return out;
}

// A name that a data package allows: lower-case letters, digits, '.', '-', '_'; and no other has
// it. What the file is called stays in its path.
std::string resource_name(std::string_view file, std::set<std::string>& taken) {
  std::string name = lower(file);
  for (char& c : name)
    if (!is_alnum(c) && c != '.' && c != '_') c = '-';
  std::string free = name;
  for (unsigned i = 2; !taken.insert(free).second; ++i) free = fmt::format("{}-{}", name, i);
  return free;
}

class Exporter final {
 public:
  Exporter(const archive::Directory& directory, const catalog::Reader& catalog,
           const WaczOptions& options, archive::ZipWriter& zip, Moved moved)
      : directory_(directory),
        catalog_(catalog),
        options_(options),
        zip_(zip),
        moved_(std::move(moved)) {}

  Result<Wacz> run(const std::string& path) {
    TRY(add_files(path));
    TRY(add_index_and_pages(path));
    TRY(add_datapackage());
    return std::move(wacz_);
  }

 private:
  Result<void> add_files(const std::string& path);
  Result<void> add_file(const catalog::File& file, const Source& source, const std::string& path);
  Result<bool> seekable(const catalog::File& file) const;
  Result<void> add_index_and_pages(const std::string& path);
  Result<std::string> page_row(const catalog::Capture& capture,
                               const std::optional<catalog::Capture>& shown);
  Result<void> add(const std::string& name, const Source& source);
  Result<void> add_datapackage();

  const archive::Directory& directory_;
  const catalog::Reader& catalog_;
  const WaczOptions& options_;
  archive::ZipWriter& zip_;
  Moved moved_;
  Wacz wacz_;
  json::Array resources_;
  std::map<catalog::FileId, std::string> names_;
  std::set<std::string> taken_;  // of those names
  std::set<std::string> resource_names_;
  std::string main_url_;
  std::string last_page_;  // listed last
  std::optional<Instant> main_date_;
};

Result<void> Exporter::add(const std::string& name, const Source& source) {
  std::string digest = TRY(sha256_of(source));
  TRY(zip_.add(name, source));
  resources_.add(json::Object{{"name", resource_name(file_name(name), resource_names_)},
                              {"path", name},
                              {"hash", "sha256:" + hex(digest)},
                              {"bytes", source.size()}});
  return {};
}

// Whether each capture of the file can be reached by offset and length alone.
Result<bool> Exporter::seekable(const catalog::File& file) const {
  bool reachable = true;
  TRY(catalog_.captures_in_file(file.id(), [&](const catalog::Capture& capture) {
    reachable = capture.length > 0 && capture.where.inner == 0;
    return reachable;
  }));
  return reachable;
}

// A file of zstd frames gets the name it would have had as gzip, unless another has it.
Result<void> Exporter::add_file(const catalog::File& file, const Source& source,
                                const std::string& path) {
  std::string name = name_in_wacz(file.name);
  const bool anew = file.compression == warc::name_of(warc::Compression::Zstd);
  if (anew) {
    if (name.ends_with(".zst")) name.resize(name.size() - 4);
    if (name.ends_with(".warc")) name.resize(name.size() - 5);
    while (taken_.contains(name + ".warc.gz")) name += "-zst";
    name += ".warc.gz";
    Spool spool = TRY(Spool::create(path + ".warc.part"));
    TRY(moved_.rewrite(file.id(), source, spool));
    const FileSource rewritten = TRY(FileSource::open(spool.path()));
    TRY(add("archive/" + name, rewritten));
  } else {
    TRY(add("archive/" + name, source));
  }
  taken_.insert(name);
  names_[file.id()] = std::move(name);
  ++wacz_.files;
  return {};
}

Result<void> Exporter::add_files(const std::string& path) {
  auto files = TRY(catalog_.files());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const catalog::File& file = files[i];
    if (options_.on_progress) options_.on_progress("adding " + file.name, i, files.size());
    if (file.state != catalog::FileState::Complete) {
      wacz_.left_out.push_back(
          file.name + ": not complete; continue with 'asof crawl --resume' or 'asof import'");
      continue;
    }
    if (file.format == "arc") {
      wacz_.left_out.push_back(file.name + ": left out, because a WACZ holds WARC files only");
      continue;
    }
    if (!TRY(seekable(file))) {
      wacz_.left_out.push_back(file.name +
                               ": left out, because its records are not compressed one by one");
      continue;
    }
    auto holding = TRY(archive::Holding::open(directory_, file.name));
    std::string digest = TRY(sha256_of(holding.source()));
    if (digest != file.sha256)
      return Error{Errc::Corrupt,
                   file.name + " is not the file that was imported: its SHA-256 is " + hex(digest) +
                       " instead of " + hex(file.sha256) + "; restore it, or run 'asof reindex'"};
    TRY(add_file(file, holding.source(), path));
  }
  if (wacz_.files == 0)
    return Error{Errc::Invalid, directory_.path() + " has no WARC file that a WACZ can hold" +
                                    (wacz_.left_out.empty() ? "" : ": " + wacz_.left_out[0])};
  return {};
}

// A row of pages.jsonl for what people would call a page, else nothing. A page seen again is not
// another one; one whose content was first seen under another address is.
Result<std::string> Exporter::page_row(const catalog::Capture& capture,
                                       const std::optional<catalog::Capture>& shown) {
  const bool page = shown && shown->kind == catalog::Kind::Response && shown->status == 200 &&
                    (shown->mime == "text/html" || shown->mime == "application/xhtml+xml");
  if (!page) return std::string();
  if (capture.kind == catalog::Kind::Revisit &&
      (capture.url == shown->url || capture.url == last_page_))
    return std::string();
  last_page_ = capture.url;
  auto document = TRY(catalog_.document(shown->urlkey, shown->url, shown->sha256));
  std::string title = document ? document->title : "";
  if (!main_date_ || capture.at < *main_date_) {
    main_date_ = capture.at;
    main_url_ = capture.url;
  }
  ++wacz_.pages;
  const std::string id = hex(digest_of(Algorithm::Sha256, capture.url + digits17(capture.at)));
  const json::Object row{{"id", id.substr(0, 22)},
                         {"url", capture.url},
                         {"ts", capture.at},
                         {"title", title.empty() ? capture.url : title}};
  return row.text() + "\n";
}

cdx::Line line_of(const catalog::Capture& capture, const std::optional<catalog::Capture>& shown,
                  std::string_view name, const std::optional<Moved::Place>& moved) {
  cdx::Line line = index_line(capture, shown, name);
  if (moved) {
    line.offset = moved->offset;
    line.length = moved->length;
  }
  return line;
}

Result<void> Exporter::add_index_and_pages(const std::string& path) {
  Spool index = TRY(Spool::create(path + ".index.part"));
  Spool pages = TRY(Spool::create(path + ".pages.part"));
  const json::Object head{{"format", "json-pages-1.0"}, {"id", "pages"}, {"title", "All Pages"}};
  TRY(pages.write(head.text() + "\n"));
  ZipNum lines(index);
  Result<void> ok;
  TRY(catalog_.captures_with_prefix("", [&](const catalog::Capture& capture, std::string_view) {
    auto name = names_.find(capture.where.file);
    if (name == names_.end()) return true;
    ++wacz_.captures;
    auto shown = retrieve::with_content(catalog_, capture);
    auto moved = moved_.find(capture.where.file, capture.where.offset);
    if (!shown) ok = shown.error();
    if (!moved) ok = moved.error();
    if (ok) ok = lines.add(line_of(capture, *shown, name->second, *moved));
    if (!ok) return false;
    auto row = page_row(capture, *shown);
    ok = row ? pages.write(*row) : Result<void>(row.error());
    return ok.has_value();
  }));
  if (!ok) return ok;
  TRY(lines.flush());
  auto index_file = TRY(FileSource::open(index.path()));
  TRY(add("indexes/index.cdx.gz", index_file));
  TRY(add("indexes/index.idx", MemorySource(lines.index())));
  auto pages_file = TRY(FileSource::open(pages.path()));
  return add("pages/pages.jsonl", pages_file);
}

Result<void> Exporter::add_datapackage() {
  std::string created = iso8601_seconds(options_.created);
  json::Object package{{"profile", "data-package"}, {"wacz_version", "1.1.1"},
                       {"title", options_.title},   {"created", created},
                       {"modified", created},       {"software", options_.software}};
  if (main_date_)
    package.add("mainPageUrl", main_url_).add("mainPageDate", iso8601_seconds(*main_date_));
  const std::string text = package.add("resources", resources_).text() + "\n";
  TRY(zip_.add("datapackage.json", text));
  const json::Object digest{{"path", "datapackage.json"},
                            {"hash", "sha256:" + hex(digest_of(Algorithm::Sha256, text))}};
  return zip_.add("datapackage-digest.json", digest.text() + "\n");
}

}  // namespace

Result<Wacz> export_wacz(const archive::Directory& directory, const catalog::Reader& catalog,
                         const std::string& path, const WaczOptions& options) {
  auto zip = TRY(archive::ZipWriter::create(path, options.created));
  Spool list = TRY(Spool::create(path + ".moved.part"));
  auto wacz = TRY(Exporter(directory, catalog, options, zip, Moved(std::move(list))).run(path));
  TRY(zip.close());
  return wacz;
}

}  // namespace asof::ingest
