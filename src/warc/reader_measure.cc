// How long a block really is, whatever its head says.
#include <algorithm>

#include "base/text.h"
#include "warc/reader_internal.h"

namespace asof::warc {

std::size_t closing_lines(const Record& record) { return record.is_arc() ? 1 : 2; }

bool starts_record(std::string_view bytes) {
  return starts_like_warc(bytes) || starts_like_arc(bytes);
}

namespace {

// Whether a block whose last byte is `last` may end before `behind`, of which `more` bytes or all
// are shown: line ends, the next record or nothing. Behind all its line ends anything may stand;
// that is no fault of this record. A CR LF is not cut in two.
bool may_end(char last, std::string_view behind, std::uint64_t more, const Record& record) {
  std::size_t n = 0, feeds = 0;
  while (n < behind.size() && (behind[n] == '\r' || behind[n] == '\n'))
    feeds += behind[n++] == '\n';
  const std::string_view run = behind.substr(0, n);
  if (last == '\r' && (run == "\n" || run == "\n\r\n") && !record.is_arc()) return false;
  return n == more || feeds >= closing_lines(record) || starts_record(behind.substr(n));
}

// How many bytes at the end of a block are the line ends that close its record.
std::size_t closing_bytes(std::string_view end, std::size_t lines) {
  const std::size_t size = end.size();
  for (; lines > 0 && end.ends_with('\n'); --lines) {
    end.remove_suffix(1);
    if (end.ends_with('\r')) end.remove_suffix(1);
  }
  return size - end.size();
}

// Where in `bytes` the next record starts; nothing where none does.
std::optional<std::size_t> next_start(std::string_view bytes) {
  for (std::size_t feed = bytes.find('\n'); feed != std::string_view::npos;
       feed = bytes.find('\n', feed + 1))
    if (starts_record(bytes.substr(feed + 1))) return feed + 1;
  return std::nullopt;
}

}  // namespace

// Looks behind the block, where that costs little: in a plain file, and in a unit that is in
// memory. A block that no record and no line end follows has a wrong length; it is then taken to
// end where the next record begins. What flows through a buffer is seen by finish() alone.
Result<void> Reader::State::measure() {
  const std::uint64_t length = record.content_length();
  const std::size_t lines = closing_lines(record);
  flaw = Flaw::None;
  left = held = length;
  const auto in_memory = input.all_left();
  const bool plain = input.compression() == Compression::None;
  if (!plain && !in_memory) return {};
  const std::uint64_t there = plain ? source.size() - block.offset : in_memory->size();
  if (length <= there) {
    const std::uint64_t from = length - (length > 0 ? 1 : 0);
    std::string_view behind;
    if (plain)
      behind = TRY(input.look_at(block.offset + from));
    else
      behind = in_memory->substr(static_cast<std::size_t>(from));
    char last = 0;
    if (length > 0) {
      last = behind.front();
      behind.remove_prefix(1);
    }
    if (may_end(last, behind, there - length, record)) return {};
  }
  std::optional<std::uint64_t> next;
  std::string_view tail;  // the last bytes before the next record, or the end
  if (plain) {
    const auto found = TRY(input.find_start(block.offset, Compression::None));
    if (found) next = *found - block.offset;
    held = next.value_or(there);
    const std::uint64_t few = std::min<std::uint64_t>(held, 4);
    tail = TRY(input.look_at(block.offset + held - few));
    tail = tail.substr(0, static_cast<std::size_t>(few));
  } else {
    next = next_start(*in_memory);
    held = next.value_or(there);
    tail = in_memory->substr(0, static_cast<std::size_t>(held));
  }
  flaw = length > there && !next ? Flaw::Short : Flaw::Length;
  // A file that breaks off has not closed its record; the line ends are the block's own.
  if (flaw == Flaw::Length || !plain) held -= closing_bytes(tail, lines);
  left = held;
  return {};
}

// How much is missing of a record that has no more than `there` bytes of its block.
std::string Reader::State::missing(std::uint64_t there) const {
  // Deflate makes at most 1032 bytes of one; zstd has no such bound.
  constexpr std::uint64_t kMostOfOne = 1032, kMost = std::uint64_t{1} << 50;
  const std::uint64_t length = record.content_length();
  const std::uint64_t size = source.size();
  const std::uint64_t possible = input.compression() == Compression::None   ? size
                                 : input.compression() == Compression::Gzip ? size * kMostOfOne
                                                                            : kMost;
  if (length > possible || length > kMost)
    return "the record's Content-Length of " +
           std::string(record.find("Content-Length").substr(0, 40)) +
           " is more than the file can hold; " + counted(there, "byte") + " of it " +
           (there == 1 ? "is" : "are") + " there";
  const std::string why = input.fault() ? *input.fault() : "the record ends too early";
  return why + ", " + counted(length - there, "byte") + " before its end";
}

}  // namespace asof::warc
