// Reader: the records of a WARC or ARC file, one after another, however damaged the file is.
//
//   while (const Record* record = TRY(reader.next())) {
//     for (;;) {
//       std::string_view piece = TRY(reader.read());   // the block, piece by piece
//       if (piece.empty()) break;
//     }
//     End end = TRY(reader.finish());                  // only now is the record known to be sound
//   }
//
// Plain files, gzip member per record, whole files in one gzip stream, zstd frames (with or without
// dictionary); WARC 0.17 to 1.1 and ARC 1 and 2. After damage it reports what and where, and goes
// on with the next record it can find. Of a record that is cut or has a wrong length it gives what
// is there. Memory is bounded whatever the file claims. An Error is
// returned only when the source itself cannot be read.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "base/source.h"
#include "codec/gzip.h"
#include "warc/record.h"

namespace asof::warc {

struct Damage {
  Position where;
  std::string what;
  bool lost = true;      // false: a flaw beside a record that itself is whole
  bool foreign = false;  // what stands there is nothing of a WARC or ARC file
};

// What to say of a file of which no record can be read: that it is not `kinds`, or, where something
// of an archive is in it, what is wrong with that.
std::string nothing_read(const std::string& name, std::string_view kinds, const Damage* first);

// How a record ended.
struct End {
  bool sound = false;      // its block is whole; in a compressed unit of its own, checksum and all
  Flaw flaw = Flaw::None;  // None exactly where it is sound
  std::uint64_t length = 0;    // bytes it takes in the file, up to the next record or member
  std::size_t line_feeds = 0;  // after the block; the standard wants two
};

// The gzip member at an offset, where somebody has inflated it already; nothing where the reader
// must do so itself. Valid until the next call.
using Inflated = std::function<std::optional<codec::MemberInflater::Member>(std::uint64_t offset)>;

class Reader final {
 public:
  using OnDamage = std::function<void(const Damage&)>;

  // The source must outlive the reader. Starts at `from`, which must be where a record starts.
  Reader(const Source& source, OnDamage on_damage, Position from = {}, Inflated inflated = {});
  ~Reader();
  Reader(Reader&&) noexcept;

  // The next record's head, or null at the end. Valid until the next call.
  Result<const Record*> next();
  // Where the current record starts.
  Position position() const;
  // The next piece of the current record's block; empty at its end. Valid until the next call.
  Result<std::string_view> read();
  // Passes over the rest of the block and says how the record ended.
  Result<End> finish();

  // The head of the record just finished, for those who need it longer than until next().
  Record take();

  // What has been seen of the file so far.
  bool compressed() const;  // gzip or zstd
  bool by_record() const;   // no compressed unit so far held more than one record
  // Where a reader can start again, once the current record is finished.
  Position resume_point() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace asof::warc
