#include "retrieve/record_at.h"

namespace asof::retrieve {

Result<RecordAt> RecordAt::open(const Source& source, warc::Position where) {
  RecordAt opened;
  opened.place_ = source.name() + " at offset " + to_string(where);
  opened.damage_ = std::make_unique<std::string>();
  opened.reader_ = std::make_unique<warc::Reader>(
      source,
      [damage = opened.damage_.get()](const warc::Damage& found) {
        if (found.lost && damage->empty()) *damage = found.what;
      },
      where);
  opened.head_ = TRY(opened.reader_->next());
  // After damage the reader goes on with the next record that it finds, which is another one.
  if (opened.head_ == nullptr || opened.reader_->position() != where) {
    const std::string& damage = *opened.damage_;
    return Error{Errc::NotFound,
                 opened.place_ + ": " + (damage.empty() ? "no record starts here" : damage)};
  }
  return opened;
}

Result<void> RecordAt::finish() {
  const warc::End end = TRY(reader_->finish());
  if (end.sound) return {};
  return Error{Errc::Corrupt, place_ + ": " + *damage_};
}

Result<std::string> block_at(const archive::Directory& directory, std::string_view file,
                             warc::Position where, std::size_t most) {
  const auto holding = TRY(archive::Holding::open(directory, file));
  auto record = RecordAt::open(holding.source(), where);
  if (!record && record.error().code == Errc::NotFound) return std::string();
  if (!record) return std::move(record).error();
  std::string block;
  while (block.size() < most) {
    const std::string_view piece = TRY(record->read());
    if (piece.empty()) break;
    block += piece;
  }
  return block;
}

}  // namespace asof::retrieve
