#include "codec/gzip.h"

#include <isa-l.h>
#include <libdeflate.h>

#include <algorithm>
#include <vector>

#include "base/check.h"

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
  explicit State(int level)
      : engine(level == kFast ? nullptr : libdeflate_alloc_compressor(level)),
        room(level == kFast ? ISAL_DEF_LVL1_DEFAULT : 0) {
    CHECK(level == kFast || engine != nullptr);
  }
  State(const State&) = delete;
  ~State() {
    if (engine != nullptr) libdeflate_free_compressor(engine);
  }

  libdeflate_compressor* engine;  // null: ISA-L
  std::vector<std::uint8_t> room;
};

MemberDeflater::MemberDeflater(int level) : state_(std::make_unique<State>(level)) {}
MemberDeflater::~MemberDeflater() = default;
MemberDeflater::MemberDeflater(MemberDeflater&&) noexcept = default;
MemberDeflater& MemberDeflater::operator=(MemberDeflater&&) noexcept = default;

std::string MemberDeflater::deflate(std::string_view content) {
  return state_->engine != nullptr ? deflate_well(content) : deflate_fast(content);
}

std::string MemberDeflater::deflate_well(std::string_view content) {
  std::string out(libdeflate_gzip_compress_bound(state_->engine, content.size()), '\0');
  out.resize(libdeflate_gzip_compress(state_->engine, content.data(), content.size(), out.data(),
                                      out.size()));
  CHECK(!out.empty());
  return out;
}

std::string MemberDeflater::deflate_fast(std::string_view content) {
  // Its counters have 32 bits, so that long content goes through in pieces.
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  isal_zstream stream;
  isal_deflate_init(&stream);
  stream.level = 1;
  stream.level_buf = state_->room.data();
  stream.level_buf_size = static_cast<std::uint32_t>(state_->room.size());
  stream.gzip_flag = IGZIP_GZIP;
  std::string out;
  std::size_t made = 0;
  do {
    const std::string_view piece = content.substr(0, kPiece);
    content.remove_prefix(piece.size());
    stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(piece.data()));
    stream.avail_in = static_cast<std::uint32_t>(piece.size());
    stream.end_of_stream = content.empty() ? 1 : 0;
    do {
      out.resize(made + piece.size() / 2 + 512);
      stream.next_out = reinterpret_cast<std::uint8_t*>(out.data() + made);
      const std::size_t room = out.size() - made;
      stream.avail_out = static_cast<std::uint32_t>(room);
      CHECK(isal_deflate(&stream) == COMP_OK);
      made += room - stream.avail_out;
    } while (stream.avail_out == 0);
  } while (!content.empty());
  CHECK(stream.internal_state.state == ZSTATE_END);
  out.resize(made);
  return out;
}

}  // namespace asof::codec
