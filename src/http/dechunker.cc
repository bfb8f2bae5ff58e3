#include <algorithm>

#include "base/text.h"
#include "http/body_internal.h"

namespace asof::http {
namespace {

constexpr std::size_t kMaxLine = 4096;
constexpr std::size_t kMaxWait = 64 * 1024;

bool is_line_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool is_blank_line(std::string_view line) {
  return std::all_of(line.begin(), line.end(), is_line_blank);
}

// "1a3 ; extension" without its LF.
std::optional<std::uint64_t> parse_size(std::string_view line) {
  line = trim(line.substr(0, line.find(';')));
  if (line.empty()) return std::nullopt;
  std::uint64_t size = 0;
  for (char c : line) {
    int digit = hex_value(c);
    if (digit < 0 || size >> 58 != 0) return std::nullopt;
    size = size * 16 + static_cast<std::uint64_t>(digit);
  }
  return size;
}

// Whether what follows a last chunk that comes first looks like trailers and an end.
std::optional<bool> is_last_chunk_end(std::string_view after, bool whole) {
  std::size_t end = after.substr(0, kMaxLine).find('\n');
  if (end == std::string_view::npos) {
    if (!whole && after.size() < kMaxLine) return std::nullopt;
    return is_blank_line(after.substr(0, kMaxLine));
  }
  std::string_view line = after.substr(0, end);
  return is_blank_line(line) || line.find(':') != std::string_view::npos;
}

// Whether a body that begins with `bytes` is chunked; nothing while that is open.
std::optional<bool> is_chunked(std::string_view bytes, bool whole) {
  if (bytes.empty()) return std::nullopt;
  if (hex_value(bytes.front()) < 0 && !is_line_blank(bytes.front())) return false;
  std::size_t end = bytes.substr(0, kMaxLine).find('\n');
  if (end == std::string_view::npos) {
    if (whole || bytes.size() >= kMaxLine) return false;
    return std::nullopt;
  }
  auto size = parse_size(bytes.substr(0, end));
  if (!size) return false;
  std::string_view after = bytes.substr(end + 1);
  if (*size == 0) return is_last_chunk_end(after, whole);
  if (*size > kMaxWait) return true;
  if (after.size() > *size) {
    std::string_view tail = after.substr(static_cast<std::size_t>(*size), kMaxLine);
    auto mark = std::find_if_not(tail.begin(), tail.end(), is_line_blank);
    if (mark != tail.end()) return *mark == '\n';
    if (tail.size() == kMaxLine) return false;
  }
  if (!whole) return std::nullopt;
  // Cut off inside the first chunk. Chunkers write CRLF; a text that merely begins with a
  // hexadecimal line mostly has LF.
  return end > 0 && bytes[end - 1] == '\r';
}

}  // namespace

Result<void> Dechunker::push(std::string_view bytes, const Out& out) {
  if (state_ == State::Raw) return out(bytes);
  if (state_ != State::Probe) return run(bytes, out);
  if (held_.empty()) {
    if (auto chunked = is_chunked(bytes, false)) return settle(bytes, *chunked, out);
    held_ = bytes;
    return {};
  }
  held_ += bytes;
  if (auto chunked = is_chunked(held_, false)) return settle(held_, *chunked, out);
  return {};
}

Result<void> Dechunker::finish(const Out& out) {
  if (state_ == State::Probe) {
    if (held_.empty()) return {};
    TRY(settle(held_, is_chunked(held_, true).value_or(false), out));
  }
  if (state_ == State::Size && !held_.empty()) {
    auto size = parse_size(held_);
    if (size && *size == 0) return {};  // a last chunk without its line end
    if (!size) {
      std::string_view none;
      return give_up(none, out);
    }
  }
  notes_.chunks_unterminated =
      state_ == State::Size || state_ == State::Content || state_ == State::ContentEnd;
  return {};
}

Result<void> Dechunker::settle(std::string_view bytes, bool chunked, const Out& out) {
  // `bytes` may be held_, which the unfinished line takes over now.
  std::string kept = std::move(held_);
  held_.clear();
  if (!kept.empty()) bytes = kept;
  if (chunked) {
    state_ = State::Size;
    return run(bytes, out);
  }
  state_ = State::Raw;
  notes_.not_chunked = true;
  return out(bytes);
}

Result<void> Dechunker::run(std::string_view bytes, const Out& out) {
  while (!bytes.empty()) {
    if (state_ == State::Size) {
      TRY(take_size(bytes, out));
    } else if (state_ == State::Content) {
      auto part =
          bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size())));
      left_ -= part.size();
      bytes.remove_prefix(part.size());
      if (left_ == 0) state_ = State::ContentEnd;
      TRY(out(part));
    } else if (state_ == State::ContentEnd) {
      TRY(take_content_end(bytes, out));
    } else if (state_ == State::Trailer) {
      take_trailer(bytes);
    } else if (state_ == State::Raw) {
      return out(bytes);
    } else {
      notes_.trailing_bytes += bytes.size();
      return {};
    }
  }
  return {};
}

Result<void> Dechunker::take_size(std::string_view& bytes, const Out& out) {
  std::size_t room = kMaxLine - std::min(held_.size(), kMaxLine);
  std::size_t end = bytes.substr(0, room).find('\n');
  if (end == std::string_view::npos) {
    if (bytes.size() >= room) return give_up(bytes, out);
    held_ += bytes;
    bytes = {};
    return {};
  }
  auto size = held_.empty() ? parse_size(bytes.substr(0, end))
                            : parse_size(held_ + std::string(bytes.substr(0, end)));
  if (!size) return give_up(bytes, out);
  bytes.remove_prefix(end + 1);
  held_.clear();
  left_ = *size;
  state_ = left_ == 0 ? State::Trailer : State::Content;
  return {};
}

Result<void> Dechunker::take_content_end(std::string_view& bytes, const Out& out) {
  std::size_t room = kMaxLine - std::min(held_.size(), kMaxLine);
  std::string_view looked = bytes.substr(0, room);
  auto mark = std::find_if_not(looked.begin(), looked.end(), is_line_blank);
  if (mark == looked.end()) {
    if (looked.size() >= room) return give_up(bytes, out);
    held_ += bytes;
    bytes = {};
    return {};
  }
  if (*mark != '\n') return give_up(bytes, out);
  bytes.remove_prefix(static_cast<std::size_t>(mark - looked.begin()) + 1);
  held_.clear();
  state_ = State::Size;
  return {};
}

void Dechunker::take_trailer(std::string_view& bytes) {
  std::size_t end = bytes.find('\n');
  if (!is_blank_line(bytes.substr(0, end))) line_blank_ = false;
  if (end == std::string_view::npos) {
    bytes = {};
    return;
  }
  bytes.remove_prefix(end + 1);
  if (line_blank_) state_ = State::Done;
  line_blank_ = true;
}

// No chunk where one should be. Losing the rest would lose what nobody can fetch again, so it
// passes as it is, the line that was no size included.
Result<void> Dechunker::give_up(std::string_view& bytes, const Out& out) {
  notes_.chunks_broken = true;
  state_ = State::Raw;
  std::string line = std::move(held_);
  held_.clear();
  if (!line.empty()) TRY(out(line));
  std::string_view rest = bytes;
  bytes = {};
  if (rest.empty()) return {};
  return out(rest);
}

}  // namespace asof::http
