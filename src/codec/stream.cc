#include "codec/stream.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "base/check.h"

namespace asof::codec {

class Stream::Engine {
 public:
  virtual ~Engine() = default;
  // Bytes written; sets `failure` when the stream is damaged.
  virtual std::size_t read(std::string_view& input, std::span<char> output) = 0;
  virtual void restart() = 0;
  bool ended = false;
  std::optional<Error> failure;
};

namespace {

// The libraries' own words ("invalid distance too far back") tell people nothing.
constexpr std::string_view kDamaged = "the compressed data are damaged and cannot be unpacked";
constexpr std::string_view kAltered = "the compressed data do not match their checksum";

Error damaged(bool checksum) {
  return {Errc::Corrupt, std::string(checksum ? kAltered : kDamaged)};
}

class ZlibEngine final : public Stream::Engine {
 public:
  // Window bits as zlib wants them: +16 reads a gzip wrapper, negative reads none.
  bool open(int window_bits) { return open_ = inflateInit2(&state_, window_bits) == Z_OK; }
  ~ZlibEngine() override {
    if (open_) inflateEnd(&state_);
  }

  std::size_t read(std::string_view& input, std::span<char> output) override {
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    auto give = static_cast<uInt>(std::min(input.size(), kMost));
    auto room = static_cast<uInt>(std::min(output.size(), kMost));
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    state_.avail_in = give;
    state_.next_out = reinterpret_cast<Bytef*>(output.data());
    state_.avail_out = room;
    int code = inflate(&state_, Z_NO_FLUSH);
    input.remove_prefix(give - state_.avail_in);
    std::size_t written = room - state_.avail_out;
    if (code == Z_STREAM_END) {
      ended = true;
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      const std::string_view why = state_.msg != nullptr ? state_.msg : "";
      failure = damaged(why == "incorrect data check" || why == "incorrect length check");
    }
    return written;
  }
  void restart() override { CHECK(inflateReset(&state_) == Z_OK); }

 private:
  z_stream state_{};
  bool open_ = false;
};

class BrotliEngine final : public Stream::Engine {
 public:
  BrotliEngine() : state_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {}
  ~BrotliEngine() override { BrotliDecoderDestroyInstance(state_); }

  std::size_t read(std::string_view& input, std::span<char> output) override {
    std::size_t avail_in = input.size();
    std::size_t avail_out = output.size();
    auto* next_in = reinterpret_cast<const std::uint8_t*>(input.data());
    auto* next_out = reinterpret_cast<std::uint8_t*>(output.data());
    auto code =
        BrotliDecoderDecompressStream(state_, &avail_in, &next_in, &avail_out, &next_out, nullptr);
    input.remove_prefix(input.size() - avail_in);
    if (code == BROTLI_DECODER_RESULT_ERROR) failure = damaged(false);
    ended = code == BROTLI_DECODER_RESULT_SUCCESS;
    return output.size() - avail_out;
  }
  void restart() override {
    BrotliDecoderDestroyInstance(state_);
    state_ = BrotliDecoderCreateInstance(nullptr, nullptr, nullptr);
  }

 private:
  BrotliDecoderState* state_;
};

class ZstdEngine final : public Stream::Engine {
 public:
  bool open(std::string_view dictionary) {
    bool ok = state_ != nullptr && !ZSTD_isError(ZSTD_initDStream(state_));
    if (ok && !dictionary.empty())
      ok = !ZSTD_isError(ZSTD_DCtx_loadDictionary(state_, dictionary.data(), dictionary.size()));
    return ok;
  }
  ~ZstdEngine() override { ZSTD_freeDStream(state_); }

  std::size_t read(std::string_view& input, std::span<char> output) override {
    if (!begun_) wanted_ = ZSTD_getDictID_fromFrame(input.data(), input.size());
    begun_ = true;
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{output.data(), output.size(), 0};
    std::size_t code = ZSTD_decompressStream(state_, &out, &in);
    input.remove_prefix(in.pos);
    if (ZSTD_isError(code)) {
      failure = failed(ZSTD_getErrorCode(code));
    } else {
      ended = code == 0;
    }
    return out.pos;
  }
  void restart() override {
    CHECK(!ZSTD_isError(ZSTD_DCtx_reset(state_, ZSTD_reset_session_only)));
    begun_ = false;
  }

 private:
  // Data that are whole are not to be thrown away as damaged.
  Error failed(ZSTD_ErrorCode code) const {
    if (code == ZSTD_error_dictionary_wrong)
      return {Errc::Corrupt, "the data were compressed with dictionary " + std::to_string(wanted_) +
                                 ", which is not here, and cannot be unpacked without it"};
    if (code == ZSTD_error_frameParameter_windowTooLarge)
      return {Errc::Corrupt,
              "the data need more than 128 MiB to unpack; unpack them with "
              "'zstd -d --long=31' and compress them again"};
    return damaged(code == ZSTD_error_checksum_wrong);
  }

  ZSTD_DStream* state_ = ZSTD_createDStream();
  bool begun_ = false;
  unsigned wanted_ = 0;  // number of the dictionary the frame was made with; 0: none
};

}  // namespace

Stream::Stream(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;
Stream::~Stream() = default;

Result<Stream> Stream::open(Coding coding, std::string_view dictionary) {
  std::unique_ptr<Engine> engine;
  bool ok = true;
  if (coding == Coding::Brotli) {
    engine = std::make_unique<BrotliEngine>();
  } else if (coding == Coding::Zstd) {
    auto zstd = std::make_unique<ZstdEngine>();
    ok = zstd->open(dictionary);
    engine = std::move(zstd);
  } else {
    auto zlib = std::make_unique<ZlibEngine>();
    ok = zlib->open(coding == Coding::Gzip ? 15 + 16 : coding == Coding::Zlib ? 15 : -15);
    engine = std::move(zlib);
  }
  if (!ok) return Error{Errc::Corrupt, "the decoder refused to start (bad dictionary?)"};
  return Stream(std::move(engine));
}

Result<std::size_t> Stream::read(std::string_view& input, std::span<char> output) {
  if (engine_->ended || output.empty()) return std::size_t{0};
  if (engine_->failure) return *engine_->failure;
  std::size_t written = engine_->read(input, output);
  // What was decoded before the damage is good: it is handed over first.
  if (engine_->failure && written == 0) return *engine_->failure;
  return written;
}

void Stream::restart() {
  engine_->restart();
  engine_->ended = false;
  engine_->failure.reset();
}

bool Stream::ended() const { return engine_->ended; }

}  // namespace asof::codec
