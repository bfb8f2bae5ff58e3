// ZIP files, as WACZ uses them: entries found without unpacking, and files written.
//
// Reading takes the central directory only, with ZIP64. What matters of an entry in a WACZ is
// where its bytes lie, so that records inside it can be read in place; libarchive does not tell.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/source.h"
#include "base/time.h"

namespace asof::archive {

struct ZipEntry {
  std::string name;
  std::uint64_t begin = 0;   // of its bytes in the file
  std::uint64_t size = 0;    // of its bytes in the file
  bool stored = true;        // false: compressed; its bytes cannot be read in place
  bool deflated = false;     // how, where read_entry() can undo it
  std::uint64_t length = 0;  // uncompressed, as the directory has it
};

bool looks_like_zip(const Source& source);

// Errc::Corrupt, with the offset, for what is no ZIP file. Entries lie within the source.
Result<std::vector<ZipEntry>> read_zip(const Source& source);

// Gives the entry's bytes to `take`, piece by piece and uncompressed, until it returns false.
// Errc::Corrupt where they cannot be decompressed or are more or fewer than the directory says;
// an error of the source itself as it is.
Result<void> read_entry(const Source& source, const ZipEntry& entry,
                        const std::function<bool(std::string_view)>& take);

// Writes a ZIP file whose entries are stored, not compressed. The file is there under its name
// only once close() has returned; before that it is NAME.part.
class ZipWriter final {
 public:
  // `modified` is the date of every entry, so that equal input gives equal files.
  static Result<ZipWriter> create(const std::string& path, Instant modified);
  ZipWriter(ZipWriter&&) noexcept;
  ~ZipWriter();

  Result<void> add(const std::string& name, std::string_view bytes);
  Result<void> add(const std::string& name, const Source& source);
  Result<void> close();

 private:
  struct State;
  explicit ZipWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace asof::archive
