#include "archive/warc_writer.h"

#include <fmt/format.h>

#include "base/check.h"

namespace asof::archive {

WarcWriter::WarcWriter(std::string folder, const Clock& clock, warc::IdSource ids,
                       WarcWriterOptions options)
    : folder_(std::move(folder)),
      clock_(clock),
      ids_(std::move(ids)),
      options_(std::move(options)),
      encoder_(options_.encoding) {}

// An open file keeps its .open: whoever comes next finds a file that ends in a whole record.
WarcWriter::~WarcWriter() = default;

Result<void> WarcWriter::open_next() {
  Instant now = clock_.now();
  std::string_view ending = warc::ending_of(options_.encoding.compression);
  // Another writer may have taken a name in the same second: go on to the next serial number.
  do {
    name_ = fmt::format("{}-{}-{:05}{}", options_.prefix, digits17(now), serial_++, ending);
  } while (exists(folder_ + "/" + name_) || exists(folder_ + "/" + name_ + ".open"));
  auto file = TRY(FileSink::create(folder_ + "/" + name_ + ".open"));
  TRY(sync_directory(folder_));
  file_ = std::make_unique<FileSink>(std::move(file));
  digest_.emplace(Algorithm::Sha256);
  if (!options_.encoding.dictionary.empty())
    TRY(append(Encoded{.bytes = warc::dictionary_frame(options_.encoding.dictionary), .head = {}}));
  first_ = file_->written();
  warcinfo_id_ = ids_();
  std::string body = warc::warc_fields(options_.about);
  warc::Draft info{.type = warc::Type::Warcinfo,
                   .id = warcinfo_id_,
                   .date = now,
                   .content_type = std::string(warc::kWarcFields),
                   .block = body,
                   .filename = name_};
  warcinfo_.where = TRY(append(info));
  second_ = file_->written();
  warcinfo_.block = std::move(body);
  return {};
}

Result<void> WarcWriter::put(std::string_view bytes) {
  TRY(file_->write(bytes));
  if (digest_) digest_->update(bytes);
  return {};
}

Result<Written> WarcWriter::append(const Encoded& record) {
  return append([&]() -> Result<std::string> {
    TRY(put(record.bytes));
    return record.head;
  });
}

Result<std::vector<Written>> WarcWriter::append(std::span<const Encoded> records) {
  together_.clear();
  std::vector<Written> written;
  written.reserve(records.size());
  for (const Encoded& record : records) {
    written.push_back(
        {name_, file_->written() + together_.size(), record.bytes.size(), record.head});
    together_ += record.bytes;
  }
  TRY(append([&]() -> Result<std::string> {
    TRY(put(together_));
    return std::string();
  }));
  return written;
}

Result<Written> WarcWriter::append(const warc::Draft& draft) {
  return append([&]() -> Result<std::string> {
    if (draft.block.size() >= kLong)
      return encoder_.encode(draft, [this](std::string_view bytes) { return put(bytes); });
    std::string head;
    TRY(put(encoder_.encode(draft, &head)));
    return head;
  });
}

Result<Written> WarcWriter::append(const std::function<Result<std::string>()>& write) {
  const std::uint64_t offset = file_->written();
  auto head = write();
  if (!head) {
    // Best effort: where even cutting fails, readers still stop at the last whole record.
    (void)file_->truncate(offset);
    digest_.reset();
    return std::move(head).error();
  }
  return Written{name_, offset, file_->written() - offset, std::move(*head)};
}

Result<void> WarcWriter::open(Roll roll) {
  const bool full =
      file_ && file_->written() > second_ && file_->written() - first_ >= options_.roll_at;
  if (roll == Roll::May && full) TRY(close());
  if (!file_) TRY(open_next());
  return {};
}

Result<Written> WarcWriter::write(warc::Draft draft, Roll roll) {
  TRY(open(roll));
  if (draft.id.empty()) draft.id = ids_();
  draft.warcinfo_id = warcinfo_id_;
  return append(draft);
}

Result<void> WarcWriter::use_dictionary(std::string dictionary) {
  CHECK(options_.encoding.compression == warc::Compression::Zstd);
  TRY(close());
  options_.encoding.dictionary = std::move(dictionary);
  encoder_ = warc::Encoder(options_.encoding);
  return {};
}

Result<void> WarcWriter::sync() {
  if (!file_) return {};
  return file_->sync();
}

Result<void> WarcWriter::close() {
  if (!file_) return {};
  TRY(file_->sync());
  std::string path = folder_ + "/" + name_;
  TRY(rename_synced(path + ".open", path));
  closed_.reset();
  if (digest_) closed_ = Closed{name_, file_->written(), digest_->finish()};
  file_.reset();
  return {};
}

}  // namespace asof::archive
