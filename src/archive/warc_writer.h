// WarcWriter: appends records to WARC files in a folder, rolling over to a new file when one is
// full.
//
// Files are named PREFIX-TIMESTAMP-SERIAL.warc.gz (or .warc, or .warc.zst) and carry .open at the
// end while written; each starts with a warcinfo record, before which only a dictionary may stand.
// write() gives no promise; what was written before a sync() that returned is on disk. After a
// failed write the file is cut back to its last whole record, so that what remains can be read.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/file.h"
#include "base/time.h"
#include "warc/draft.h"

namespace asof::archive {

struct WarcWriterOptions {
  std::string prefix = "ASOF";
  // Bytes of records; may be passed by the last one. A file has one besides its warcinfo.
  std::uint64_t roll_at = 1'000'000'000;
  warc::Encoder::Options encoding;
  std::vector<std::pair<std::string, std::string>> about;  // warcinfo fields
};

// Where a record was written.
struct Written {
  std::string file;  // its name once it is closed, without .open
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string head;  // of the record, up to its empty line
};

// Blocks from this size on are encoded piece by piece.
constexpr std::size_t kLong = std::size_t{16} << 20;

// A record's bytes, made beforehand.
struct Encoded {
  std::string bytes;
  std::string head;  // up to its empty line
};

// A file with its final name.
struct Closed {
  std::string file;
  std::uint64_t size = 0;
  std::string sha256;  // 32 bytes
};

// The record a file starts with.
struct Warcinfo {
  Written where;
  std::string block;
};

class WarcWriter final {
 public:
  // The folder must exist; clock and ids must outlive the writer.
  WarcWriter(std::string folder, const Clock& clock, warc::IdSource ids, WarcWriterOptions options);
  ~WarcWriter();
  WarcWriter(WarcWriter&&) noexcept = default;

  // Gives the draft the id of the file's warcinfo record, and an id of its own where it has none.
  // Records that belong together are kept in one file: only the first of them may roll over.
  enum class Roll { May, MayNot };
  Result<Written> write(warc::Draft draft, Roll roll = Roll::May);
  // The same in two steps, for who encodes records elsewhere: a file is open, a new one where the
  // last is full; and a record is appended to it that refers to its warcinfo_id().
  Result<void> open(Roll roll = Roll::May);
  Result<Written> append(const Encoded& record);
  // Several at once: all of them, or none.
  Result<std::vector<Written>> append(std::span<const Encoded> records);
  // Encodes it, too; one of kLong and more while it writes, so that it is not in memory as a whole.
  Result<Written> append(const warc::Draft& draft);
  const std::string& warcinfo_id() const { return warcinfo_id_; }
  // Of records for the file that is open.
  const warc::Encoder::Options& encoding() const { return options_.encoding; }
  // Closes the file: those that follow, of zstd frames, start with the dictionary and use it.
  Result<void> use_dictionary(std::string dictionary);
  // Of the file written to last.
  const Warcinfo& warcinfo() const { return warcinfo_; }
  Result<void> sync();
  // Syncs, and gives the current file its final name. The next write starts another.
  Result<void> close();
  // The last file that was closed. Nothing where there was none, or a write to it had failed.
  const std::optional<Closed>& closed() const { return closed_; }

  std::string new_id() { return ids_(); }

 private:
  Result<void> open_next();
  Result<void> put(std::string_view bytes);
  // `write` gives the record's head.
  Result<Written> append(const std::function<Result<std::string>()>& write);

  std::string folder_;
  const Clock& clock_;
  warc::IdSource ids_;
  WarcWriterOptions options_;
  warc::Encoder encoder_;
  std::unique_ptr<FileSink> file_;
  std::optional<Hasher> digest_;  // of what is in it; none after a failure
  std::optional<Closed> closed_;
  std::string together_;     // records that are written at once
  std::uint64_t first_ = 0;  // where its first record begins, and the one after its warcinfo
  std::uint64_t second_ = 0;
  std::string name_;
  std::string warcinfo_id_;
  Warcinfo warcinfo_;
  std::uint32_t serial_ = 0;
};

}  // namespace asof::archive
