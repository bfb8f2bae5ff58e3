// Stream: one compressed stream, decoded piece by piece.
//
// A Stream decodes exactly one gzip member, zlib stream, raw deflate stream, brotli stream or zstd
// frame; what follows it in the input stays unconsumed, so the caller knows where it ended.
// Memory is bounded by the format's window (zstd windows over 128 MiB are refused). The number of
// bytes produced is the caller's to limit: it hands out the output buffers.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace asof::codec {

enum class Coding { Gzip, Zlib, Deflate, Brotli, Zstd };

class Stream final {
 public:
  // `dictionary` is used by zstd only and must be a zstd dictionary or empty.
  static Result<Stream> open(Coding coding, std::string_view dictionary = {});

  Stream(Stream&&) noexcept;
  Stream& operator=(Stream&&) noexcept;
  ~Stream();

  // Decodes from the front of `input`, which is advanced past what was consumed, into `output`;
  // returns how many bytes were written. 0 with input left over and not ended() cannot happen
  // unless `output` is empty. Errc::Corrupt when the stream is damaged, after everything decoded
  // before the damage was returned.
  Result<std::size_t> read(std::string_view& input, std::span<char> output);

  // Begins with another stream of the same coding, as if opened again.
  void restart();

  // The end of the stream was reached and its checksum, where the format has one, was right.
  bool ended() const;

  class Engine;

 private:
  explicit Stream(std::unique_ptr<Engine> engine);
  std::unique_ptr<Engine> engine_;
};

}  // namespace asof::codec
