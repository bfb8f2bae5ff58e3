#include "archive/directory.h"
#include "archive/zip.h"
#include "base/text.h"
#include "cdx/crawl_log.h"
#include "keep/input_internal.h"
#include "warc/reader.h"

namespace asof::keep {
namespace {

std::string compression_of(std::string_view head) {
  if (head.starts_with("\x1f\x8b")) return "gzip";
  if (head.starts_with("\x28\xb5\x2f\xfd") || head.starts_with("\x5d\x2a\x4d\x18")) return "zstd";
  return "none";
}

Result<std::string> head_of(const Source& source, std::size_t most) {
  std::string head(most, '\0');
  std::size_t n = TRY(source.read_at(0, head));
  head.resize(n);
  return head;
}

// A part is worth reading when there is at least one record in it.
Result<Part> probe(const Source& source, std::string name) {
  std::string head = TRY(head_of(source, 16));
  Part part{std::move(name), 0, source.size(), "", compression_of(head)};
  std::optional<warc::Damage> first;
  warc::Reader reader(source, [&](const warc::Damage& damage) {
    if (!first) first = damage;
  });
  const warc::Record* record = TRY(reader.next());
  if (record == nullptr)
    return Error{Errc::Invalid,
                 warc::nothing_read(source.name(), "WARC, ARC or WACZ", first ? &*first : nullptr)};
  part.format = record->is_arc() ? "arc" : "warc";
  return part;
}

Result<Input> recognise_wacz(const FileSource& source) {
  Input input{InputKind::Wacz, {}};
  auto entries = TRY(archive::read_zip(source));
  for (const archive::ZipEntry& entry : entries) {
    if (!entry.name.starts_with("archive/") || entry.name.ends_with("/")) continue;
    if (!entry.stored)
      return Error{Errc::Invalid, source.name() + ": " + entry.name +
                                      " is compressed inside the WACZ, which the format forbids; "
                                      "unpack it and import the WARC files"};
    SliceSource slice(source, entry.begin, entry.size, source.name() + "!" + entry.name);
    Part part = TRY(probe(slice, archive::held_name(source.name()) + "!" + entry.name));
    part.begin = entry.begin;
    input.parts.push_back(std::move(part));
  }
  if (input.parts.empty())
    return Error{Errc::Invalid,
                 source.name() + " is a ZIP file, but not a WACZ: it has no archive/"};
  return input;
}

}  // namespace

Result<Input> recognise(const FileSource& source) {
  if (source.size() == 0) return Error{Errc::Invalid, source.name() + " is empty (offset 0)"};
  if (archive::looks_like_zip(source)) return recognise_wacz(source);
  std::string head = TRY(head_of(source, 64 * 1024));
  std::string_view line = std::string_view(head).substr(0, head.find('\n'));
  if (cdx::parse_log_line(line, 1)) return Input{InputKind::CrawlLog, {}};
  Part part = TRY(probe(source, archive::held_name(source.name())));
  Input input;
  input.parts.push_back(std::move(part));
  return input;
}

}  // namespace asof::keep
