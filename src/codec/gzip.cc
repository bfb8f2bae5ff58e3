#include "codec/gzip.h"

#include <libdeflate.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "codec/fast_deflater_internal.h"

namespace asof::codec {

struct MemberInflater::State {
  libdeflate_decompressor* engine = libdeflate_alloc_decompressor();
  std::unique_ptr<char[]> buffer;
  std::size_t capacity = 0;

  ~State() { libdeflate_free_decompressor(engine); }
  void grow(std::size_t to) {
    // Uninitialised on purpose: zeroing megabytes per member would cost more than inflating.
    buffer.reset(new char[to]);
    capacity = to;
  }
};

MemberInflater::MemberInflater() : state_(std::make_unique<State>()) {
  CHECK(state_->engine != nullptr);
  state_->grow(std::size_t{1} << 18);
}
MemberInflater::~MemberInflater() = default;
MemberInflater::MemberInflater(MemberInflater&&) noexcept = default;
MemberInflater& MemberInflater::operator=(MemberInflater&&) noexcept = default;

std::optional<MemberInflater::Member> MemberInflater::inflate(std::string_view input,
                                                              std::size_t most) {
  for (;;) {
    std::size_t used = 0;
    std::size_t made = 0;
    auto code = libdeflate_gzip_decompress_ex(state_->engine, input.data(), input.size(),
                                              state_->buffer.get(), state_->capacity, &used, &made);
    if (code == LIBDEFLATE_SUCCESS) return Member{{state_->buffer.get(), made}, used};
    if (code != LIBDEFLATE_INSUFFICIENT_SPACE || state_->capacity >= most) return std::nullopt;
    state_->grow(std::min(most, state_->capacity * 4));
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
};

MemberDeflater::MemberDeflater(int level) : state_(std::make_unique<State>(level)) {}
MemberDeflater::~MemberDeflater() = default;
MemberDeflater::MemberDeflater(MemberDeflater&&) noexcept = default;
MemberDeflater& MemberDeflater::operator=(MemberDeflater&&) noexcept = default;

std::string MemberDeflater::deflate(std::string_view content) {
  if (state_->fast) return state_->fast->deflate(content);
  std::string out(libdeflate_gzip_compress_bound(state_->engine, content.size()), '\0');
  out.resize(libdeflate_gzip_compress(state_->engine, content.data(), content.size(), out.data(),
                                      out.size()));
  CHECK(!out.empty());
  return out;
}

}  // namespace asof::codec
