#include "prove/bundle.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "archive/zip.h"
#include "base/digest.h"
#include "base/text.h"
#include "prove/statement_internal.h"

namespace asof::prove {
namespace {

// Records are put into records.warc without compression, byte for byte, each with the two line ends
// that the format wants behind it.
class Collector final {
 public:
  Collector(const Archive& archive, std::vector<std::string>& complaints)
      : archive_(archive), complaints_(complaints) {}

  Result<void> add(const Proof& proof) {
    for (const Ground& ground : proof.grounds) {
      TRY(add_record(ground.capture, ground.file));
      if (ground.original) TRY(add_record(*ground.original, ground.original_file));
      TRY(add_version(ground));
    }
    return {};
  }

  std::string warc;
  std::vector<BundledRecord> records;
  std::vector<std::pair<std::string, std::string>> files;  // name and bytes

 private:
  Result<void> add_record(const catalog::Capture& capture, const std::string& name) {
    if (!taken_.insert(capture.where).second) return {};
    const auto file = TRY(archive_.catalog.file(capture.where.file));
    BundledRecord row{.capture = capture,
                      .file = name,
                      .file_sha256 = file ? hex(file->sha256) : "",
                      .offset = warc.size()};
    std::string bytes;
    const auto read = archive_.library.extract({.capture = capture, .with_content = capture},
                                               retrieve::Extract::Record,
                                               [&](std::string_view piece) -> Result<void> {
                                                 bytes += piece;
                                                 return {};
                                               });
    if (!read) {
      row.missing = read.error().what;
      complaints_.push_back(row.missing + "; this record is not in the bundle");
    } else if (file && file->format == "arc") {
      row.name = fmt::format("record-{}.arc", records.size() + 1);
      files.emplace_back(row.name, std::move(bytes));
    } else {
      row.name = "records.warc";
      row.length = bytes.size() + 4;
      warc += bytes + "\r\n\r\n";
    }
    records.push_back(std::move(row));
    return {};
  }

  // The payload and its text, once for each content.
  Result<void> add_version(const Ground& ground) {
    const catalog::Capture& holder = ground.original ? *ground.original : ground.capture;
    if (!versions_.insert(holder.sha256).second) return {};
    const auto found = TRY(retrieve::resolve(archive_.catalog, holder.where));
    const auto content = archive_.library.content(found);
    if (!content) return {};  // its record was complained about
    const std::size_t number = versions_.size();
    const bool html = retrieve::is_html(*content);
    files.emplace_back(fmt::format("payload-{}.{}", number,
                                   html                          ? "html"
                                   : retrieve::is_text(*content) ? "txt"
                                                                 : "bin"),
                       content->bytes);
    const std::string text = text_of(*content);
    if (!text.empty()) files.emplace_back(fmt::format("text-{}.txt", number), text + "\n");
    return {};
  }

  const Archive& archive_;
  std::vector<std::string>& complaints_;
  std::set<catalog::Locator> taken_;
  std::set<std::string> versions_;  // SHA-256
};

}  // namespace

Result<void> write_bundle(const std::string& path, const Archive& archive, const Bundle& bundle,
                          std::vector<std::string>& complaints) {
  Collector collected(archive, complaints);
  for (const Proof* proof : bundle.proofs) TRY(collected.add(*proof));
  std::vector<std::pair<std::string, std::string>> files;
  const PlainStatement statement = statement_of(bundle, collected.records, collected.files);
  files.emplace_back("statement.txt", as_text(statement));
  files.emplace_back("statement.html", as_html(statement));
  files.emplace_back("answer.json", bundle.json + "\n");
  if (!collected.warc.empty()) files.emplace_back("records.warc", std::move(collected.warc));
  for (auto& file : collected.files) files.push_back(std::move(file));
  for (const Picture& picture : bundle.pictures) files.emplace_back(picture.name, picture.bytes);
  for (const CertificateFound& one : bundle.certificates)
    files.emplace_back("certificates/" + one.name, one.bytes);
  std::string sums;
  for (const auto& [name, bytes] : files)
    sums += fmt::format("{}  {}\n", hex(digest_of(Algorithm::Sha256, bytes)), name);
  files.emplace_back("SHA256SUMS", sums);
  auto zip = TRY(archive::ZipWriter::create(path, bundle.made));
  for (const auto& [name, bytes] : files) TRY(zip.add(name, bytes));
  return zip.close();
}

}  // namespace asof::prove
