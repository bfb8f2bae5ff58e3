// The stages a body passes through: one undoes chunking, one undoes a compression.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "codec/stream.h"
#include "http/body.h"

namespace asof::http {

class BodyDecoder::Stage {
 public:
  // Takes what a stage produced; the view is valid during the call only.
  using Out = std::function<Result<void>(std::string_view)>;

  virtual ~Stage() = default;
  virtual Result<void> push(std::string_view bytes, const Out& out) = 0;
  virtual Result<void> finish(const Out& out) = 0;
};

// Undoes chunking. The first chunk is believed only when a line end follows it (or it is too long
// to wait for), because bodies that were de-chunked may begin with a line that looks like a size.
class Dechunker final : public BodyDecoder::Stage {
 public:
  explicit Dechunker(BodyNotes& notes) : notes_(notes) {}
  Result<void> push(std::string_view bytes, const Out& out) override;
  Result<void> finish(const Out& out) override;

 private:
  enum class State { Probe, Size, Content, ContentEnd, Trailer, Done, Raw };

  Result<void> settle(std::string_view bytes, bool chunked, const Out& out);
  Result<void> run(std::string_view bytes, const Out& out);
  Result<void> take_size(std::string_view& bytes, const Out& out);
  Result<void> take_content_end(std::string_view& bytes, const Out& out);
  void take_trailer(std::string_view& bytes);
  Result<void> give_up(std::string_view& bytes, const Out& out);

  BodyNotes& notes_;
  State state_ = State::Probe;
  std::string held_;        // while probing: everything; later: the unfinished line
  std::uint64_t left_ = 0;  // of the current chunk
  bool line_blank_ = true;  // of the current trailer line
};

enum class Compression { Gzip, Deflate, Brotli, Zstd };

// Undoes one compression, or nothing where the bytes are not so compressed. The first 4 KiB
// decide, however they arrive.
class Decompressor final : public BodyDecoder::Stage {
 public:
  Decompressor(Compression compression, const BodyLimits& limits, BodyNotes& notes)
      : compression_(compression), limits_(limits), notes_(notes) {}
  Result<void> push(std::string_view bytes, const Out& out) override;
  Result<void> finish(const Out& out) override;

 private:
  enum class State { Probe, Run, Between, Dead, Raw };

  Result<void> settle(std::string_view probe, bool whole, const Out& out);
  Result<bool> try_blind(codec::Coding coding, std::string_view probe, bool whole, const Out& out);
  Result<void> run(std::string_view bytes, const Out& out);
  Result<void> decode(std::string_view& bytes, const Out& out);
  void look_for_member(std::string_view& bytes);
  Result<void> emit(std::string_view bytes, const Out& out);
  Result<void> start(codec::Coding coding);
  bool has_magic(std::string_view bytes) const;
  std::size_t magic_size() const;

  Compression compression_;
  BodyLimits limits_;
  BodyNotes& notes_;
  State state_ = State::Probe;
  std::string held_;  // while probing: the input so far; between members: the start of the next
  std::optional<codec::Stream> stream_;
  std::uint64_t consumed_ = 0;
  std::uint64_t produced_ = 0;
};

}  // namespace asof::http
