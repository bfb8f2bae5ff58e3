// Rows of a catalog for tests, made and imported in few words.
#pragma once

#include <string>
#include <vector>

#include "catalog/dump.h"
#include "catalog/writer.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::catalog {

inline std::string text_of(const Reader& reader) {
  std::string text;
  test::must(dump(reader, [&](std::string_view line) { text.append(line) += '\n'; }));
  return text;
}

// The lines where two dumps part; "" for equal ones.
inline std::string first_difference(const std::string& a, const std::string& b) {
  if (a == b) return "";
  auto line = [](const std::string& text, std::size_t at) {
    std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    return text.substr(begin, text.find('\n', at) - begin);
  };
  std::size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  return line(a, at) + "\n" + line(b, at);
}

inline Writer open_new(const test::TempDir& directory, std::string_view name = "catalog.sqlite") {
  return test::must(Writer::open(directory / name));
}

inline Capture response(std::string path, std::int64_t at, Locator where, std::string content) {
  Capture capture;
  capture.urlkey = "com,example)/" + path;
  capture.url = "http://example.com/" + path;
  capture.at = {at};
  capture.where = where;
  capture.status = 200;
  capture.mime = "text/html";
  capture.size = content.size();
  capture.digest = "sha1:" + content;
  capture.sha256 = std::string(32 - content.size(), '.') + content;
  capture.record_id =
      "<urn:" + std::to_string(where.file) + ":" + std::to_string(where.offset) + ">";
  return capture;
}

inline Capture revisit(std::string path, std::int64_t at, Locator where, std::string content) {
  Capture capture = response(std::move(path), at, where, content);
  capture.kind = Kind::Revisit;
  capture.sha256.clear();
  capture.profile = content.empty() ? kNotModified : kIdenticalPayload;
  if (content.empty()) capture.digest.clear();
  if (content.empty()) capture.status = 304;
  return capture;
}

// Begins `name`, commits the captures in one batch and finishes it.
inline FileId add_file(Writer& catalog, std::string name, std::vector<Capture> captures,
                       std::string about = "") {
  File file{.name = name,
            .sha256 = {},
            .format = "warc",
            .compression = "gzip",
            .about = {},
            .first = {},
            .last = {}};
  test::must(catalog.begin_file(file));
  Batch batch;
  batch.file = file.id();
  batch.progress = 1000;
  batch.records = captures.size();
  if (!about.empty()) batch.about = about;
  for (Capture& capture : captures) capture.where.file = file.id();
  batch.captures = std::move(captures);
  test::must(catalog.commit(batch));
  test::must(catalog.finish_file(file.id(), 1000, std::string(32, 's')));
  return file.id();
}

struct SourceFile {
  std::string name;
  std::string about;
  std::vector<Capture> captures;
  std::vector<Document> documents;
  std::vector<Metadata> metadata;
};
// One batch per half of the file, settled (maybe not to the end) after each.
inline void import_file(Writer& catalog, const SourceFile& source, const OnStep& on_step) {
  File file{.name = source.name,
            .sha256 = {},
            .format = "warc",
            .compression = "gzip",
            .about = {},
            .first = {},
            .last = {}};
  test::must(catalog.begin_file(file));
  std::size_t half = source.captures.size() / 2;
  for (int part = 0; part < 2; ++part) {
    Batch batch;
    batch.file = file.id();
    batch.progress = part == 0 ? 50 : 100;
    batch.records = source.captures.size();
    if (!source.about.empty()) batch.about = source.about;
    auto middle = source.captures.begin() + static_cast<std::ptrdiff_t>(half);
    batch.captures.assign(part == 0 ? source.captures.begin() : middle,
                          part == 0 ? middle : source.captures.end());
    if (part == 0) batch.documents = source.documents;
    if (part == 1) batch.metadata = source.metadata;
    test::must(catalog.commit(batch));
    if (on_step) test::must(catalog.settle(on_step));
  }
  test::must(catalog.finish_file(file.id(), 100, std::string(32, 's')));
}

}  // namespace asof::catalog
