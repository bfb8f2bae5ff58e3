// ChunkEnd: finds where a chunked body ends, so that bytes after it are not taken for part of it.
//
// libcurl finds it as well, but hands on whatever came in the same packet. Chunks that are
// malformed have no end here; libcurl stops at them.
#pragma once

#include <cstdint>
#include <string_view>

namespace asof::fetch {

class ChunkEnd final {
 public:
  // How many of the next bytes belong to the body.
  std::size_t take(std::string_view bytes);

 private:
  enum class Part : std::uint8_t { Size, Extension, Bytes, LineEnd, Trailer, End, Malformed };
  void step(char c);

  Part part_ = Part::Size;
  std::uint64_t left_ = 0;  // of the size: its value so far; of the bytes: how many there are
  int digits_ = 0;
  bool line_is_empty_ = true;  // of the trailer
};

// Whether a head, as received, says that the body comes in chunks.
bool is_chunked(std::string_view head);

}  // namespace asof::fetch
