#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "base/text.h"
#include "warc/input_internal.h"

namespace asof::warc {
namespace {

constexpr std::size_t kWindow = std::size_t{2} << 20;
constexpr std::size_t kFirstTry = std::size_t{256} << 10;
constexpr std::size_t kSecondTry = std::size_t{8} << 20;
constexpr std::size_t kLargestMember = std::size_t{64} << 20;  // inflated at once
constexpr std::size_t kLookahead = std::size_t{64} << 10;      // more than an ARC header line
constexpr std::size_t kPiece = std::size_t{256} << 10;

constexpr std::string_view kGzipMagic("\x1f\x8b\x08", 3);
constexpr std::string_view kFrameMagic("\x28\xb5\x2f\xfd", 4);

// Whether a member or frame at the front of `bytes` unpacks to the beginning of a record. There may
// be millions of places that look like one, so no more of it is unpacked than tells.
bool begins_record(codec::Stream& stream, std::string_view bytes) {
  stream.restart();
  std::array<char, 8192> room;
  std::size_t have = 0;
  bytes = bytes.substr(0, kLookahead);
  while (have < room.size()) {
    const auto made = stream.read(bytes, std::span(room).subspan(have));
    if (!made || *made == 0) break;
    have += *made;
  }
  const std::string_view content(room.data(), have);
  return starts_like_warc(content) || starts_like_arc(content);
}

}  // namespace

Result<std::string_view> Window::at(std::uint64_t offset, std::size_t want) {
  bool inside = offset >= begin_ && offset <= begin_ + size_;
  std::size_t have = inside ? static_cast<std::size_t>(begin_ + size_ - offset) : 0;
  bool at_end = inside && begin_ + size_ >= source_.size();
  const bool reads_on = inside && size_ > 0;
  if (!at_end && have < want) {
    if (have > 0) std::memmove(buffer_.data(), buffer_.data() + (size_ - have), have);
    begin_ = offset;
    size_ = have;
    // Who reads on gets twice what is wanted, so that going on by a few bytes does not move all of
    // it again. Who jumps to a record may want nothing but that.
    std::size_t capacity = reads_on ? std::max(2 * want, kWindow) : std::max(want, kFirstTry);
    if (source_.size() - offset < capacity)
      capacity = static_cast<std::size_t>(source_.size() - std::min(offset, source_.size()));
    if (buffer_.size() < capacity) buffer_.resize(capacity);
    auto room = std::span(buffer_).subspan(have, capacity - have);
    auto got = source_.read_at(offset + have, room);
    if (!got) {
      size_ = 0;
      return std::move(got).error();
    }
    size_ += *got;
    have = size_;
  }
  return std::string_view(buffer_.data() + (size_ - have), have);
}

Input::Input(const Source& source, Inflated inflated)
    : source_(source), inflated_(std::move(inflated)), window_(source), scan_(source) {}

Result<bool> Input::open(std::uint64_t offset, std::uint64_t inner) {
  stream_.reset();
  unit_end_.reset();
  fault_.reset();
  cut_off_ = false;
  ahead_ = {};
  complete_ = false;
  consumed_ = 0;
  if (auto member = inflated_ ? inflated_(offset) : std::nullopt) {
    compression_ = Compression::Gzip;
    unit_offset_ = raw_next_ = offset;
    take_member(*member);
    return skip(inner);
  }
  if (!TRY(skip_frames(offset))) return false;
  unit_offset_ = raw_next_ = offset;
  std::string_view head = TRY(window_.at(offset, kFirstTry));
  if (head.empty()) return false;
  if (head.starts_with(kGzipMagic)) {
    compression_ = Compression::Gzip;
    TRY(open_gzip(head));
  } else if (head.starts_with(kFrameMagic)) {
    compression_ = Compression::Zstd;
    TRY(open_zstd(head));
  } else if (skippable_frame(head) > 0) {
    compression_ = Compression::Zstd;
    fault_ = "the file ends inside a frame without records, perhaps its dictionary";
  } else {
    compression_ = Compression::None;
  }
  return skip(inner);
}

Result<bool> Input::skip(std::uint64_t inner) {
  while (inner > 0) {
    std::string_view piece = TRY(peek(1));
    if (piece.empty()) break;
    auto n = static_cast<std::size_t>(std::min<std::uint64_t>(inner, piece.size()));
    consume(n);
    inner -= n;
  }
  return true;
}

void Input::take_member(const codec::MemberInflater::Member& member) {
  ahead_ = member.content;
  complete_ = true;
  unit_end_ = unit_offset_ + member.length;
}

// libdeflate needs the whole member in memory, and cannot tell "more input needed" from damage; so
// it is tried with what is there, then with more, and what it cannot do is left to the stream.
Result<void> Input::open_gzip(std::string_view head) {
  auto member = inflater_.inflate(head, kLargestMember);
  if (!member && unit_offset_ + head.size() < source_.size() && head.size() < kSecondTry) {
    head = TRY(window_.at(unit_offset_, kSecondTry));
    member = inflater_.inflate(head, kLargestMember);
  }
  if (member) {
    take_member(*member);
    return {};
  }
  auto stream = TRY(codec::Stream::open(codec::Coding::Gzip));
  stream_.emplace(std::move(stream));
  return {};
}

// What can be decompressed at once is; the stream says what is wrong with the rest.
Result<void> Input::open_zstd(std::string_view head) {
  TRY(take_dictionary());
  if (dictionary_fault_) {
    fault_ = dictionary_fault_;
    return {};
  }
  auto frame = frames_->decompress(head, kLargestMember);
  if (!frame && unit_offset_ + head.size() < source_.size() && head.size() < kSecondTry) {
    head = TRY(window_.at(unit_offset_, kSecondTry));
    frame = frames_->decompress(head, kLargestMember);
  }
  if (frame) {
    take_member(*frame);
    return {};
  }
  auto stream = codec::Stream::open(codec::Coding::Zstd, frames_->dictionary());
  if (stream) {
    stream_.emplace(std::move(*stream));
  } else {
    fault_ = stream.error().what;
  }
  return {};
}

// Once, and only where a frame is met: whoever opens a file in its middle needs it, too.
Result<void> Input::take_dictionary() {
  if (frames_ || dictionary_fault_) return {};
  auto dictionary = read_dictionary(source_);
  if (dictionary) {
    frames_.emplace(std::move(*dictionary));
  } else if (dictionary.error().code == Errc::Corrupt) {
    dictionary_fault_ = dictionary.error().what;
  } else {
    return std::move(dictionary).error();
  }
  return {};
}

// Passes over whole frames that hold no records: a dictionary, or what means nothing to us. False
// at the end of the source.
Result<bool> Input::skip_frames(std::uint64_t& offset) {
  for (;;) {
    const std::string_view head = TRY(window_.at(offset, 8));
    if (head.empty()) return false;
    const std::uint64_t size = skippable_frame(head);
    if (size == 0 || size > source_.size() - offset) return true;
    offset += size;
  }
}

Result<std::string_view> Input::peek(std::size_t want) {
  if (ahead_.size() < want && !complete_ && !fault_) TRY(fill(want));
  return ahead_;
}

Result<void> Input::fill(std::size_t want) {
  if (compression_ == Compression::None) {
    ahead_ = TRY(window_.at(unit_offset_ + consumed_, want));
    if (unit_offset_ + consumed_ + ahead_.size() >= source_.size()) {
      complete_ = true;
      unit_end_ = source_.size();
    }
    return {};
  }
  std::size_t capacity = std::max(want, kPiece) + kPiece;
  std::size_t have = ahead_.size();
  std::vector<char> larger;
  if (buffer_.size() < capacity) {
    larger.resize(capacity);
    if (have > 0) std::memcpy(larger.data(), ahead_.data(), have);
    buffer_.swap(larger);
  } else if (have > 0) {
    std::memmove(buffer_.data(), ahead_.data(), have);
  }
  while (have < want) {
    std::string_view raw = TRY(window_.at(raw_next_, kPiece));
    std::size_t before = raw.size();
    auto made = stream_->read(raw, std::span(buffer_).subspan(have));
    if (!made) {
      fault_ = made.error().what;
      break;
    }
    raw_next_ += before - raw.size();
    have += *made;
    if (stream_->ended()) {
      complete_ = true;
      unit_end_ = raw_next_;
      break;
    }
    if (*made == 0 && before == raw.size()) {
      fault_ = "the compressed data ends too early";
      cut_off_ = true;
      break;
    }
  }
  ahead_ = std::string_view(buffer_.data(), have);
  return {};
}

std::optional<std::string_view> Input::all_left() const {
  if (compression_ == Compression::None || !complete_) return std::nullopt;
  return ahead_;
}

Result<std::string_view> Input::look_at(std::uint64_t offset) {
  constexpr std::size_t kShort = 4096;  // holds nearly every line
  const std::uint64_t here = unit_offset_ + consumed_;
  const bool near = offset >= here && offset - here <= ahead_.size();
  std::string_view seen;
  if (near) seen = ahead_.substr(static_cast<std::size_t>(offset - here));
  for (const std::size_t want : {kShort, kLookahead}) {
    const bool all = near && (seen.size() >= want || offset + seen.size() >= source_.size());
    if (!all) {
      glance_.resize(want);
      const std::size_t have = TRY(source_.read_at(offset, glance_));
      seen = {glance_.data(), have};
    }
    if (seen.size() < want || seen.substr(0, want).find('\n', 4) != std::string_view::npos) break;
  }
  return seen;
}

void Input::consume(std::size_t count) {
  CHECK(count <= ahead_.size());
  ahead_.remove_prefix(count);
  consumed_ += count;
}

Position Input::position() const {
  if (compression_ == Compression::None) return {unit_offset_ + consumed_, 0};
  return {unit_offset_, consumed_};
}

Result<std::optional<std::uint64_t>> Input::find_start(std::uint64_t offset,
                                                       Compression compression) {
  std::string_view magic = compression == Compression::Gzip   ? kGzipMagic
                           : compression == Compression::Zstd ? kFrameMagic
                                                              : std::string_view("\n");
  if (compression == Compression::Zstd) TRY(take_dictionary());
  std::optional<codec::Stream> probe;
  if (compression != Compression::None && !dictionary_fault_) {
    const bool gzip = compression == Compression::Gzip;
    auto stream = codec::Stream::open(gzip ? codec::Coding::Gzip : codec::Coding::Zstd,
                                      gzip ? "" : frames_->dictionary());
    if (stream) probe.emplace(std::move(*stream));
  }
  // A search stays within the bytes at hand and asks for more only near their end: a file may hold
  // millions of lines that begin no record. What follows a candidate must be at hand too.
  for (;;) {
    std::string_view view = TRY(scan_.at(offset, kLookahead));
    const bool last = offset + view.size() >= source_.size();
    const std::size_t searched = last ? view.size() : view.size() - kLookahead + magic.size();
    std::size_t hit = view.find(magic);
    for (; hit < searched; hit = view.find(magic, hit + 1)) {
      const std::uint64_t candidate = offset + hit;
      if (compression == Compression::None) {
        std::string_view line = view.substr(hit + 1);
        if (starts_like_warc(line) || starts_like_arc(line)) return std::optional(candidate + 1);
      } else if (probe && begins_record(*probe, view.substr(hit))) {
        return std::optional(candidate);
      }
    }
    if (last) return std::optional<std::uint64_t>();
    offset += hit == std::string_view::npos ? searched : hit;
  }
}

}  // namespace asof::warc
