// Whole zstd frames in memory, with or without a dictionary: the fast way, for records that fit in
// a buffer.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "codec/gzip.h"

namespace asof::codec {

// Makes frames that state their size, checksum and dictionary. One per thread.
class FrameCompressor final {
 public:
  // With a dictionary three quarters of level 3's time for a third more bytes, without one level 1.
  static constexpr int kFast = 0;
  // kFast, or a level of zstd's, 1 to 19. `dictionary`: one that is_dictionary(), or empty.
  explicit FrameCompressor(int level, std::string_view dictionary = {});
  ~FrameCompressor();
  FrameCompressor(FrameCompressor&&) noexcept;
  FrameCompressor& operator=(FrameCompressor&&) noexcept;

  // One frame with `content`; equal content gives equal bytes.
  std::string compress(std::string_view content);
  // One frame with the parts one after another, made piece by piece: for content too long to be
  // in memory twice. `write` gets the compressed bytes; what it fails with is returned.
  using Write = std::function<Result<void>(std::string_view bytes)>;
  Result<void> compress(std::span<const std::string_view> parts, const Write& write);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The reverse, as MemberInflater is for gzip. Keeps its state between calls: one per thread.
class FrameDecompressor final {
 public:
  // `dictionary`: what the frames were made with, raw bytes too; or empty.
  explicit FrameDecompressor(std::string dictionary = {});
  ~FrameDecompressor();
  FrameDecompressor(FrameDecompressor&&) noexcept;
  FrameDecompressor& operator=(FrameDecompressor&&) noexcept;

  // The frame at the front of `input`, its checksum verified where it has one. Nothing when it is
  // damaged, is not all there, does not state its size, or holds more than `most` bytes: a Stream
  // can say which.
  using Frame = MemberInflater::Member;
  std::optional<Frame> decompress(std::string_view input, std::size_t most);
  const std::string& dictionary() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Whether it is a dictionary that frames can be made with and name: one in zstd's format, not just
// any bytes.
bool is_dictionary(std::string_view bytes);

constexpr std::size_t kLargestTrained = 112'640;  // what zstd itself has found to be good

// A dictionary of at most that many bytes for what is like the samples, which stand in `bytes`
// one after another. It takes about 10 ms for a megabyte. The same samples give the same
// dictionary; nothing where there are too few of them.
std::optional<std::string> train_dictionary(std::string_view bytes,
                                            std::span<const std::size_t> sizes);

}  // namespace asof::codec
