#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"
#include "http/body_internal.h"

namespace asof::http {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kProbe = 4096;
constexpr std::size_t kBuffer = 16 * 1024;

// RFC 1950 §2.2: what the first two bytes of a zlib stream must satisfy.
bool has_zlib_header(std::string_view bytes) {
  if (bytes.size() < 2) return false;
  unsigned method = static_cast<unsigned char>(bytes[0]);
  unsigned flags = static_cast<unsigned char>(bytes[1]);
  return (method & 0x0F) == 8 && method >> 4 <= 7 && (method * 256 + flags) % 31 == 0;
}

// UTF-8 without control characters: compressed bytes soon have one.
bool is_text(std::string_view bytes) {
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && !is_space(c)) || byte == 0x7F) return false;
  }
  // The last character may be cut.
  for (std::size_t cut = 0; cut < 4 && cut <= bytes.size(); ++cut) {
    if (is_utf8(bytes.substr(0, bytes.size() - cut))) return true;
  }
  return false;
}

}  // namespace

std::size_t Decompressor::magic_size() const {
  return compression_ == Compression::Gzip ? 2 : compression_ == Compression::Zstd ? 4 : 0;
}

bool Decompressor::has_magic(std::string_view bytes) const {
  if (compression_ == Compression::Gzip) return bytes.starts_with("\x1F\x8B"sv);
  if (compression_ != Compression::Zstd || bytes.size() < 4) return false;
  bool skippable = (static_cast<unsigned char>(bytes[0]) & 0xF0) == 0x50 &&
                   bytes.substr(1).starts_with("\x2A\x4D\x18"sv);
  return skippable || bytes.starts_with("\x28\xB5\x2F\xFD"sv);
}

Result<void> Decompressor::start(codec::Coding coding) {
  stream_.reset();
  stream_ = TRY(codec::Stream::open(coding));
  state_ = State::Run;
  return {};
}

Result<void> Decompressor::push(std::string_view bytes, const Out& out) {
  if (state_ != State::Probe) return run(bytes, out);
  std::size_t wanted = magic_size() != 0 ? magic_size() : kProbe;
  std::string_view part = bytes.substr(0, wanted - held_.size());
  bytes.remove_prefix(part.size());
  held_ += part;
  if (held_.size() < wanted) return {};
  TRY(settle(held_, false, out));
  held_.clear();
  return run(bytes, out);
}

Result<void> Decompressor::finish(const Out& out) {
  if (state_ == State::Probe && !held_.empty()) {
    TRY(settle(held_, true, out));
    held_.clear();
  }
  if (state_ == State::Run) notes_.encoding_unterminated = true;
  if (state_ == State::Between) notes_.trailing_bytes += held_.size();
  return {};
}

// Decides what the first bytes are, and decodes them or lets them pass.
Result<void> Decompressor::settle(std::string_view probe, bool whole, const Out& out) {
  using codec::Coding;
  if (magic_size() != 0) {
    if (has_magic(probe)) {
      TRY(start(compression_ == Compression::Gzip ? Coding::Gzip : Coding::Zstd));
      return run(probe, out);
    }
  } else if (compression_ == Compression::Brotli) {
    bool taken = TRY(try_blind(Coding::Brotli, probe, whole, out));
    if (taken) return {};
  } else {
    // "deflate" means zlib; servers that read it as raw deflate were common enough to stay.
    if (has_zlib_header(probe)) {
      bool taken = TRY(try_blind(Coding::Zlib, probe, whole, out));
      if (taken) return {};
    }
    bool taken = TRY(try_blind(Coding::Deflate, probe, whole, out));
    if (taken) return {};
  }
  stream_.reset();
  state_ = State::Raw;
  notes_.not_encoded = true;
  return out(probe);
}

// Decodes `probe` without showing the result first. Where nothing in the format tells it from
// other bytes, it counts as encoded if it decodes without error up to its end, and, unless that is
// the end of the body too, does not read like text.
Result<bool> Decompressor::try_blind(codec::Coding coding, std::string_view probe, bool whole,
                                     const Out& out) {
  {
    auto trial = TRY(codec::Stream::open(coding));
    std::string_view rest = probe;
    std::array<char, kBuffer> buffer;
    std::size_t written = 0;
    std::uint64_t total = 0;
    do {
      auto read = trial.read(rest, buffer);
      if (!read) return false;
      written = *read;
      total += written;
      // A bomb is a bomb: it decodes.
    } while (!trial.ended() && total < limits_.ratio_from &&
             (!rest.empty() || written == buffer.size()));
    bool exact = trial.ended() && rest.empty() && whole;
    bool checked = coding == codec::Coding::Zlib && trial.ended();
    if (trial.ended() && !rest.empty() && !checked) return false;
    if (!exact && !checked && is_text(probe)) return false;
  }
  TRY(start(coding));
  TRY(run(probe, out));
  return true;
}

Result<void> Decompressor::run(std::string_view bytes, const Out& out) {
  while (!bytes.empty()) {
    if (state_ == State::Run) {
      TRY(decode(bytes, out));
    } else if (state_ == State::Between) {
      look_for_member(bytes);
      if (state_ == State::Run) {
        std::string head = std::move(held_);
        held_.clear();
        std::string_view rest = head;
        TRY(decode(rest, out));
      }
    } else if (state_ == State::Raw) {
      return out(bytes);
    } else {
      notes_.trailing_bytes += notes_.encoding_broken ? 0 : bytes.size();
      return {};
    }
  }
  return {};
}

Result<void> Decompressor::decode(std::string_view& bytes, const Out& out) {
  std::array<char, kBuffer> buffer;
  std::size_t written = 0;
  do {
    std::size_t before = bytes.size();
    auto read = stream_->read(bytes, buffer);
    if (!read || (*read == 0 && before != 0 && bytes.size() == before && !stream_->ended())) {
      notes_.encoding_broken = true;
      state_ = State::Dead;
      bytes = {};
      return {};
    }
    written = *read;
    consumed_ += before - bytes.size();
    TRY(emit({buffer.data(), written}, out));
  } while (!stream_->ended() && (!bytes.empty() || written == buffer.size()));
  if (stream_->ended()) state_ = State::Between;
  return {};
}

// Several gzip members or zstd frames are one stream; whatever else follows is not part of it.
void Decompressor::look_for_member(std::string_view& bytes) {
  std::size_t wanted = magic_size();
  if (wanted != 0) {
    std::string_view part = bytes.substr(0, wanted - held_.size());
    held_ += part;
    bytes.remove_prefix(part.size());
    if (held_.size() < wanted) return;
    auto coding = compression_ == Compression::Gzip ? codec::Coding::Gzip : codec::Coding::Zstd;
    if (has_magic(held_) && start(coding)) return;
  }
  notes_.trailing_bytes += held_.size();
  held_.clear();
  state_ = State::Dead;
}

Result<void> Decompressor::emit(std::string_view bytes, const Out& out) {
  if (bytes.empty()) return {};
  std::uint64_t room = limits_.output - produced_;
  std::string_view part =
      bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(room, bytes.size())));
  produced_ += part.size();
  if (!part.empty()) TRY(out(part));
  if (part.size() < bytes.size()) {
    return Error{Errc::Limit,
                 "body expands to more than " + std::to_string(limits_.output) + " bytes"};
  }
  if (produced_ > limits_.ratio_from &&
      produced_ / std::max<std::uint64_t>(consumed_, 1) > limits_.ratio) {
    return Error{Errc::Limit, "body expands more than " + std::to_string(limits_.ratio) + " times"};
  }
  return {};
}

}  // namespace asof::http
