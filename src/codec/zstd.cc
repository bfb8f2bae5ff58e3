#include "codec/zstd.h"

#include <zdict.h>
#include <zstd.h>

#include <algorithm>

#include "base/check.h"
#include "codec/room_internal.h"

namespace asof::codec {

struct FrameCompressor::State {
  State(int level, std::string_view dictionary) {
    CHECK(engine != nullptr);
    set(ZSTD_c_checksumFlag, 1);
    if (level == kFast && !dictionary.empty())
      set_fast();
    else
      set(ZSTD_c_compressionLevel, std::max(level, 1));
    if (dictionary.empty()) return;
    CHECK(is_dictionary(dictionary));
    CHECK(!ZSTD_isError(ZSTD_CCtx_loadDictionary(engine, dictionary.data(), dictionary.size())));
    // Left to itself zstd copies the dictionary's tables for a page, which at level 3 takes a third
    // of the time; pages of 37 KB become no larger where the tables are looked at in place.
    set(ZSTD_c_forceAttachDict, ZSTD_dictForceAttach);
  }
  State(const State&) = delete;
  ~State() { ZSTD_freeCCtx(engine); }
  void set(ZSTD_cParameter parameter, int value) {
    CHECK(!ZSTD_isError(ZSTD_CCtx_setParameter(engine, parameter, value)));
  }
  // By trying, with a dictionary, for which levels below 1 are not meant: looking for matches of 5
  // bytes in a table of 16 KB they take longer and make pages a fifth larger. A target of 9 takes
  // 4 us less of 62 and makes them a fifth larger, one of 2 takes 4 more and makes them 6 %
  // smaller.
  void set_fast() {
    set(ZSTD_c_strategy, ZSTD_fast);
    set(ZSTD_c_hashLog, 15);
    set(ZSTD_c_minMatch, 7);
    set(ZSTD_c_targetLength, 4);
  }

  ZSTD_CCtx* engine = ZSTD_createCCtx();
  Room room;
};

FrameCompressor::FrameCompressor(int level, std::string_view dictionary)
    : state_(std::make_unique<State>(level, dictionary)) {}
FrameCompressor::~FrameCompressor() = default;
FrameCompressor::FrameCompressor(FrameCompressor&&) noexcept = default;
FrameCompressor& FrameCompressor::operator=(FrameCompressor&&) noexcept = default;

std::string FrameCompressor::compress(std::string_view content) {
  const std::size_t most = ZSTD_compressBound(content.size());
  char* const out = state_->room.of(most);
  const std::size_t made =
      ZSTD_compress2(state_->engine, out, most, content.data(), content.size());
  CHECK(!ZSTD_isError(made));
  return {out, made};
}

Result<void> FrameCompressor::compress(std::span<const std::string_view> parts,
                                       const Write& write) {
  unsigned long long size = 0;
  for (const std::string_view part : parts) size += part.size();
  // Nothing is left of a frame that could not be written.
  CHECK(!ZSTD_isError(ZSTD_CCtx_reset(state_->engine, ZSTD_reset_session_only)));
  CHECK(!ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(state_->engine, size)));
  const std::size_t size_of_piece = ZSTD_CStreamOutSize();
  char* const piece = state_->room.of(size_of_piece);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    ZSTD_inBuffer in{parts[i].data(), parts[i].size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer out{piece, size_of_piece, 0};
      left = ZSTD_compressStream2(state_->engine, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      CHECK(!ZSTD_isError(left));
      TRY(write({piece, out.pos}));
    } while (last ? left > 0 : in.pos < in.size);
  }
  return {};
}

struct FrameDecompressor::State {
  explicit State(std::string with) : dictionary(std::move(with)) {
    CHECK(engine != nullptr);
    if (!dictionary.empty()) digested = ZSTD_createDDict(dictionary.data(), dictionary.size());
  }
  State(const State&) = delete;
  ~State() {
    ZSTD_freeDCtx(engine);
    ZSTD_freeDDict(digested);
  }

  std::string dictionary;
  ZSTD_DCtx* engine = ZSTD_createDCtx();
  ZSTD_DDict* digested = nullptr;  // null, too, where the dictionary is none
  Room room;
};

FrameDecompressor::FrameDecompressor(std::string dictionary)
    : state_(std::make_unique<State>(std::move(dictionary))) {}
FrameDecompressor::~FrameDecompressor() = default;
FrameDecompressor::FrameDecompressor(FrameDecompressor&&) noexcept = default;
FrameDecompressor& FrameDecompressor::operator=(FrameDecompressor&&) noexcept = default;

const std::string& FrameDecompressor::dictionary() const { return state_->dictionary; }

std::optional<FrameDecompressor::Frame> FrameDecompressor::decompress(std::string_view input,
                                                                      std::size_t most) {
  State& s = *state_;
  // Both kinds of "not known" are larger than any size.
  const unsigned long long stated = ZSTD_getFrameContentSize(input.data(), input.size());
  if (stated > most) return std::nullopt;
  const std::size_t length = ZSTD_findFrameCompressedSize(input.data(), input.size());
  if (ZSTD_isError(length)) return std::nullopt;
  char* const out = s.room.of(std::max<std::size_t>(stated, std::size_t{1} << 18));
  const std::size_t made =
      ZSTD_decompress_usingDDict(s.engine, out, s.room.size(), input.data(), length, s.digested);
  if (ZSTD_isError(made)) return std::nullopt;
  return Frame{{out, made}, length};
}

bool is_dictionary(std::string_view bytes) {
  if (ZDICT_getDictID(bytes.data(), bytes.size()) == 0) return false;
  // What one side takes the other may refuse: a table that decodes need not encode everything.
  ZSTD_DDict* decoding = ZSTD_createDDict(bytes.data(), bytes.size());
  ZSTD_CDict* encoding = ZSTD_createCDict(bytes.data(), bytes.size(), 1);
  ZSTD_freeDDict(decoding);
  ZSTD_freeCDict(encoding);
  return decoding != nullptr && encoding != nullptr;
}

std::optional<std::string> train_dictionary(std::string_view bytes,
                                            std::span<const std::size_t> sizes) {
  // Found by trying on pages and the records around them: smaller segments take longer and are no
  // better, a larger table neither.
  ZDICT_fastCover_params_t how{};
  how.k = 1024;
  how.d = 8;
  how.f = 18;
  how.accel = 5;
  how.zParams.compressionLevel = 3;
  std::string dictionary(kLargestTrained, '\0');
  const std::size_t made =
      ZDICT_trainFromBuffer_fastCover(dictionary.data(), dictionary.size(), bytes.data(),
                                      sizes.data(), static_cast<unsigned>(sizes.size()), how);
  if (ZDICT_isError(made)) return std::nullopt;
  dictionary.resize(made);
  if (!is_dictionary(dictionary)) return std::nullopt;
  return dictionary;
}

}  // namespace asof::codec
