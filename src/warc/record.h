// Record: the head of one WARC or ARC record, as values.
//
// An ARC record is presented with the WARC fields its header line stands for, so that whatever
// reads records need not know which of the two formats it reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/period.h"

namespace asof::warc {

enum class Type {
  Warcinfo,
  Response,
  Resource,
  Request,
  Metadata,
  Revisit,
  Conversion,
  Continuation,
  Unknown,  // the standard tells readers to ignore types they do not know
};
std::string_view name_of(Type type);

// Where a record starts. In a file compressed record by record, `inner` is 0; in one compressed as
// a whole, `offset` is the start of the compressed stream and `inner` counts uncompressed bytes.
struct Position {
  std::uint64_t offset = 0;
  std::uint64_t inner = 0;

  auto operator<=>(const Position&) const = default;
};
std::string to_string(const Position& position);

// One field of a head. Views into the record's own storage.
struct Field {
  std::string_view name;
  std::string_view value;
};

// Deviations from the standard that a reader forgives and `asof check` reports.
struct Oddities {
  bool bare_line_feeds = false;  // lines of the head end in LF, not CR LF
  bool folded_lines = false;     // a field goes on in the next line (fine before 1.1)
  bool lines_without_colon = false;
  bool space_before_colon = false;
  bool control_bytes = false;  // NUL and the like inside the head
  bool extra_returns = false;  // lines of the head end in CR CR LF
  bool not_utf8 = false;
};

// What is wrong with a record of which something can be read all the same.
enum class Flaw : std::uint8_t {
  None,
  Short,    // it ends before its length says
  Length,   // its length is wrong: the block was taken to end where the next record begins
  Damaged,  // its compressed data are damaged: nothing vouches for any byte of it
};

class Record final {
 public:
  Record() = default;
  Record(Record&&) noexcept = default;
  Record& operator=(Record&&) noexcept = default;

  bool is_arc() const { return is_arc_; }
  std::string_view version() const { return version_; }  // "1.1"; "arc/1" for ARC
  Type type() const { return type_; }
  const std::vector<Field>& fields() const { return fields_; }
  const Oddities& oddities() const { return oddities_; }

  // The head as it stands in the file, up to the empty line, folded lines joined.
  std::string_view head() const { return {storage_.data(), storage_.size()}; }

  // The first field of that name, whatever its case; empty when there is none.
  std::string_view find(std::string_view name) const;
  bool has(std::string_view name) const;

  // As stated; the largest number there is for one that is larger.
  std::uint64_t content_length() const { return content_length_; }
  // The URI without the angle brackets some writers add; empty when there is none.
  std::string_view target_uri() const;
  // Its date, to the precision it has. Nothing when it is missing or cannot be read: then the
  // record has no date, and none may be made up for it.
  std::optional<Period> period() const { return parse_record_date(find("WARC-Date")); }
  std::optional<Instant> date() const;  // where the period begins
  // WARC-Record-ID and its kin without angle brackets.
  std::string_view id(std::string_view field = "WARC-Record-ID") const;

  // Reads a WARC head from the front of `bytes`: the version line to the empty line. Returns how
  // many bytes it takes, 0 when the head does not end within `bytes`, or nothing (and `why`) when
  // this is no head or has no usable Content-Length.
  std::optional<std::size_t> parse_warc(std::string_view bytes, std::string& why);
  // The same for an ARC header line.
  std::optional<std::size_t> parse_arc(std::string_view bytes, std::string& why);

 private:
  void clear();
  void parse_lines();

  // The head, unfolded; fields_ point into it. Not a string: its bytes must stay put when moved.
  std::vector<char> storage_;
  std::string_view version_;
  std::vector<Field> fields_;
  Type type_ = Type::Unknown;
  Oddities oddities_;
  std::uint64_t content_length_ = 0;
  bool is_arc_ = false;
};

// The longest head accepted, in bytes.
constexpr std::size_t kLongestHead = std::size_t{1} << 20;

bool starts_like_warc(std::string_view bytes);  // "WARC/1." and the like, any case
bool starts_like_arc(std::string_view bytes);   // a plausible ARC header line

}  // namespace asof::warc
