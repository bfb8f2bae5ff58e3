#include <algorithm>

#include "base/text.h"
#include "fetch/chunk_end_internal.h"

namespace asof::fetch {
namespace {
constexpr int kMostDigits = 15;
}

std::size_t ChunkEnd::take(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    if (part_ == Part::End) return at;
    if (part_ == Part::Malformed) return bytes.size();
    if (part_ != Part::Bytes) {
      step(bytes[at++]);
      continue;
    }
    const auto some = std::min<std::uint64_t>(left_, bytes.size() - at);
    at += static_cast<std::size_t>(some);
    left_ -= some;
    if (left_ == 0) part_ = Part::LineEnd;
  }
  return at;
}

// Everything but the bytes of a chunk.
void ChunkEnd::step(char c) {
  if (part_ == Part::Size) {
    const int value = hex_value(c);
    if (value >= 0 && digits_ < kMostDigits) {
      left_ = left_ * 16 + static_cast<std::uint64_t>(value);
      ++digits_;
      return;
    }
    part_ = value >= 0 || digits_ == 0 ? Part::Malformed : Part::Extension;
  }
  if (part_ == Part::Extension && c == '\n') {
    part_ = left_ > 0 ? Part::Bytes : Part::Trailer;
    line_is_empty_ = true;
    digits_ = 0;
  } else if (part_ == Part::LineEnd && c != '\r') {
    part_ = c == '\n' ? Part::Size : Part::Malformed;
  } else if (part_ == Part::Trailer && c == '\n') {
    if (line_is_empty_) part_ = Part::End;
    line_is_empty_ = true;
  } else if (part_ == Part::Trailer && c != '\r') {
    line_is_empty_ = false;
  }
}

bool is_chunked(std::string_view head) {
  for (auto line : split(head, '\n')) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    if (!iequals(trim(line.substr(0, colon)), "transfer-encoding")) continue;
    for (auto coding : split(line.substr(colon + 1), ',')) {
      if (iequals(trim(coding), "chunked")) return true;
    }
  }
  return false;
}

}  // namespace asof::fetch
