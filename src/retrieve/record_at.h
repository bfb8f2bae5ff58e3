// RecordAt: one record of a WARC file, opened where it starts, and what is damaged about it.
//
//   RecordAt record = TRY(RecordAt::open(source, where));
//   for (;;) {
//     std::string_view piece = TRY(record.read());  // the block, piece by piece
//     if (piece.empty()) break;
//   }
//   TRY(record.finish());                           // only now is the record known to be sound
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "archive/directory.h"
#include "base/source.h"
#include "warc/reader.h"

namespace asof::retrieve {

class RecordAt final {
 public:
  // Errc::NotFound where no record starts there. The source must outlive the record.
  static Result<RecordAt> open(const Source& source, warc::Position where);

  const warc::Record& head() const { return *head_; }
  // The next piece of the block; empty at its end. Valid until the next call.
  Result<std::string_view> read() { return reader_->read(); }
  // Errc::Corrupt where the record is damaged.
  Result<void> finish();

  // File and offset, as messages name them.
  const std::string& place() const { return place_; }

 private:
  RecordAt() = default;

  std::string place_;
  // Owned apart: the reader keeps its address.
  std::unique_ptr<std::string> damage_;
  std::unique_ptr<warc::Reader> reader_;
  const warc::Record* head_ = nullptr;
};

// The block of a record in a file of the archive, up to about `most` bytes; empty where no record
// starts there. Damage is not looked for: a block that ends early is given as far as it goes.
Result<std::string> block_at(const archive::Directory& directory, std::string_view file,
                             warc::Position where, std::size_t most);

}  // namespace asof::retrieve
