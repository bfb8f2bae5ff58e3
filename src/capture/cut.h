// Cut: why what was captured is not whole, or not known to be. Such a capture is kept and can be
// read; it proves nothing: it is no version of its page and no evidence of anything.
#pragma once

#include <cstdint>
#include <string_view>

#include "warc/exchange.h"
#include "warc/record.h"

namespace asof::capture {

// The numbers are stored: append only.
enum class Cut : std::uint8_t {
  None = 0,
  // The record itself is not whole. It is nobody's original: its payload may be another.
  RecordShort = 1,
  RecordLength = 2,
  RecordDamaged = 3,
  // The record is whole; the body in it is not as the HTTP head says.
  BodyShort = 4,
  BodyLong = 5,
  ChunksShort = 6,
  ChunksBroken = 7,
  HeadOpen = 8,
};
inline constexpr int kLastCutRecord = 3;  // up to it, the record itself is not whole

Cut cut_of(warc::Flaw flaw);
Cut cut_of(warc::BodyFlaw flaw);

// "the record ends before its length says"
std::string_view sentence_of(Cut cut);

}  // namespace asof::capture
