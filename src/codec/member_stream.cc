#include "codec/member_stream.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/check.h"

namespace asof::codec {

struct MemberStream::State {
  State(Write w, int level) : write(std::move(w)) {
    constexpr int kGzip = 15 + 16;
    CHECK(deflateInit2(&stream, level, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  }
  State(const State&) = delete;
  ~State() { deflateEnd(&stream); }

  Result<void> run(std::string_view content, int flush) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    int code = Z_OK;
    do {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      code = deflate(&stream, flush);
      CHECK(code != Z_STREAM_ERROR);
      TRY(write({buffer.data(), buffer.size() - stream.avail_out}));
    } while (stream.avail_out == 0 && code != Z_STREAM_END);
    return {};
  }

  Write write;
  z_stream stream{};
  std::array<char, std::size_t{64} << 10> buffer{};
};

MemberStream::MemberStream(Write write, int level)
    : state_(std::make_unique<State>(std::move(write), level)) {}
MemberStream::~MemberStream() = default;
MemberStream::MemberStream(MemberStream&&) noexcept = default;

Result<void> MemberStream::put(std::string_view content) {
  constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
  while (!content.empty()) {
    const std::string_view piece = content.substr(0, kMost);
    content.remove_prefix(piece.size());
    TRY(state_->run(piece, Z_NO_FLUSH));
  }
  return {};
}

Result<void> MemberStream::finish() {
  TRY(state_->run({}, Z_FINISH));
  CHECK(deflateReset(&state_->stream) == Z_OK);
  return {};
}

}  // namespace asof::codec
