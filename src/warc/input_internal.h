// Input: the uncompressed bytes of a WARC file, one compressed unit at a time.
//
// A unit is a gzip member, a zstd frame, or the rest of a plain file. Members that fit in memory
// are inflated at once by the fast decoder; larger ones flow through a bounded buffer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "codec/gzip.h"
#include "codec/stream.h"
#include "codec/zstd.h"
#include "warc/compression.h"
#include "warc/reader.h"
#include "warc/record.h"

namespace asof::warc {

// A sliding view of a source.
class Window final {
 public:
  explicit Window(const Source& source) : source_(source) {}

  // What lies at `offset`: at least `want` bytes, fewer only at the source's end. Valid until the
  // next call.
  Result<std::string_view> at(std::uint64_t offset, std::size_t want);

 private:
  const Source& source_;
  std::vector<char> buffer_;
  std::uint64_t begin_ = 0;
  std::size_t size_ = 0;
};

// Where the head at the front of `bytes` ends: after its first empty line; 0 when that is not
// within `bytes`. The first `searched` bytes are known to hold no empty line.
std::size_t end_of_head(std::string_view bytes, std::size_t searched = 0);

// A Content-Length; the largest number there is for one that is larger.
std::optional<std::uint64_t> parse_length(std::string_view text);

class Input final {
 public:
  explicit Input(const Source& source, Inflated inflated = {});

  // Opens the unit that starts at `offset` and skips `inner` uncompressed bytes of it. False when
  // the source ends there. A unit that cannot even start has fault() set.
  Result<bool> open(std::uint64_t offset, std::uint64_t inner = 0);

  // The bytes to come: at least `want`, fewer only where the unit ends or is damaged. The view is
  // valid until the next call.
  Result<std::string_view> peek(std::size_t want);
  void consume(std::size_t count);

  Compression compression() const { return compression_; }
  Position position() const;  // of the next byte
  std::uint64_t unit_offset() const { return unit_offset_; }
  // Where the unit ends in the source, once peek() has come to its end without fault.
  std::optional<std::uint64_t> unit_end() const { return unit_end_; }
  // Why the unit cannot be decoded further.
  const std::optional<std::string>& fault() const { return fault_; }
  // That is because the source ends; what came before it is right.
  bool cut_off() const { return cut_off_; }
  // All that is left of a compressed unit, where it is in memory.
  std::optional<std::string_view> all_left() const;
  // Bytes at an offset of a plain file, without moving there: enough for a line, fewer only at the
  // file's end. Valid until the next call of this or peek().
  Result<std::string_view> look_at(std::uint64_t offset);

  // The first offset after `offset` at which a record seems to start: a plausible head in a plain
  // file, a member that inflates to one otherwise. Nothing when there is none.
  Result<std::optional<std::uint64_t>> find_start(std::uint64_t offset, Compression compression);

 private:
  Result<void> fill(std::size_t want);
  Result<void> open_gzip(std::string_view head);
  void take_member(const codec::MemberInflater::Member& member);
  Result<bool> skip(std::uint64_t inner);
  Result<void> open_zstd(std::string_view head);
  Result<void> take_dictionary();
  Result<bool> skip_frames(std::uint64_t& offset);

  const Source& source_;
  const Inflated inflated_;
  Window window_;
  Window scan_;  // of find_start(), kept so that one search goes on where the last one stopped
  codec::MemberInflater inflater_;
  std::optional<codec::Stream> stream_;
  std::optional<codec::FrameDecompressor> frames_;  // once a zstd frame was met
  std::optional<std::string> dictionary_fault_;
  Compression compression_ = Compression::None;
  std::uint64_t unit_offset_ = 0;
  std::uint64_t raw_next_ = 0;  // next compressed byte for stream_
  std::uint64_t consumed_ = 0;  // uncompressed bytes of the unit handed over so far
  std::string_view ahead_;      // bytes ready to hand over
  std::vector<char> buffer_;    // what ahead_ points into, unless a member or the window
  bool complete_ = false;       // ahead_ is all that is left of the unit
  std::optional<std::uint64_t> unit_end_;
  std::optional<std::string> fault_;
  bool cut_off_ = false;
  std::vector<char> glance_;  // of look_at()
};

}  // namespace asof::warc
