#include "codec/gzip.h"

#include <libdeflate.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "codec/fast_deflater_internal.h"
#include "codec/room_internal.h"

namespace asof::codec {

struct MemberInflater::State {
  libdeflate_decompressor* engine = libdeflate_alloc_decompressor();
  Room room;

  ~State() { libdeflate_free_decompressor(engine); }
};

MemberInflater::MemberInflater() : state_(std::make_unique<State>()) {
  CHECK(state_->engine != nullptr);
  state_->room.of(std::size_t{1} << 18);
}
MemberInflater::~MemberInflater() = default;
MemberInflater::MemberInflater(MemberInflater&&) noexcept = default;
MemberInflater& MemberInflater::operator=(MemberInflater&&) noexcept = default;

std::optional<MemberInflater::Member> MemberInflater::inflate(std::string_view input,
                                                              std::size_t most) {
  Room& room = state_->room;
  for (;;) {
    char* const out = room.of(0);
    std::size_t used = 0;
    std::size_t made = 0;
    auto code = libdeflate_gzip_decompress_ex(state_->engine, input.data(), input.size(), out,
                                              room.size(), &used, &made);
    if (code == LIBDEFLATE_SUCCESS) return Member{{out, made}, used};
    if (code != LIBDEFLATE_INSUFFICIENT_SPACE || room.size() >= most) return std::nullopt;
    room.of(std::min(most, room.size() * 4));
  }
}

std::optional<MemberInflater::Member> MemberInflater::inflate_into(std::string_view input,
                                                                   std::span<char> output) {
  std::size_t used = 0;
  std::size_t made = 0;
  auto code = libdeflate_gzip_decompress_ex(state_->engine, input.data(), input.size(),
                                            output.data(), output.size(), &used, &made);
  if (code != LIBDEFLATE_SUCCESS) return std::nullopt;
  return Member{{output.data(), made}, used};
}

struct MemberDeflater::State {
  explicit State(int level) {
    if (level == kFast) {
      fast.emplace();
      return;
    }
    engine = libdeflate_alloc_compressor(level);
    CHECK(engine != nullptr);
  }
  State(const State&) = delete;
  ~State() {
    if (engine != nullptr) libdeflate_free_compressor(engine);
  }

  std::optional<FastDeflater> fast;  // or `engine`
  libdeflate_compressor* engine = nullptr;
  Room room;
};

MemberDeflater::MemberDeflater(int level) : state_(std::make_unique<State>(level)) {}
MemberDeflater::~MemberDeflater() = default;
MemberDeflater::MemberDeflater(MemberDeflater&&) noexcept = default;
MemberDeflater& MemberDeflater::operator=(MemberDeflater&&) noexcept = default;

std::string MemberDeflater::deflate(std::string_view content) {
  if (state_->fast) return state_->fast->deflate(content);
  const std::size_t most = libdeflate_gzip_compress_bound(state_->engine, content.size());
  char* const out = state_->room.of(most);
  const std::size_t made =
      libdeflate_gzip_compress(state_->engine, content.data(), content.size(), out, most);
  CHECK(made > 0);
  return {out, made};
}

}  // namespace asof::codec
