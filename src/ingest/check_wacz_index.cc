#include <span>

#include "base/text.h"
#include "cdx/cdxj.h"
#include "ingest/check_wacz_internal.h"

namespace asof::ingest {
namespace {

constexpr std::size_t kLongestLine = std::size_t{4} << 20;
constexpr std::size_t kPiece = std::size_t{64} << 10;

}  // namespace

IndexCheck::IndexCheck(std::string_view name) {
  if (!name.starts_with("indexes/")) return;
  gzip_ = name.ends_with(".gz");
  if (gzip_) name.remove_suffix(3);
  applies_ = name.ends_with(".cdx") || name.ends_with(".cdxj");
}

void IndexCheck::push(std::string_view bytes) {
  if (!applies_ || !wrong_.empty()) return;
  if (gzip_) {
    inflate(bytes);
  } else {
    take(bytes);
  }
}

void IndexCheck::inflate(std::string_view bytes) {
  inflated_.resize(kPiece);
  while (wrong_.empty()) {
    if (!stream_ || stream_->ended()) {
      if (bytes.empty()) return;
      auto stream = codec::Stream::open(codec::Coding::Gzip);
      if (!stream) {
        wrong_ = stream.error().what;
        return;
      }
      stream_.emplace(std::move(*stream));
    }
    const std::size_t before = bytes.size();
    const auto made = stream_->read(bytes, std::span(inflated_));
    if (!made) {
      wrong_ = "cannot be decompressed: " + made.error().what;
      return;
    }
    take(std::string_view(inflated_).substr(0, *made));
    if (*made == 0 && bytes.size() == before && !stream_->ended()) return;
  }
}

void IndexCheck::take(std::string_view text) {
  while (!text.empty() && wrong_.empty()) {
    const std::size_t feed = text.find('\n');
    if (feed == std::string_view::npos) {
      rest_ += text;
      if (rest_.size() > kLongestLine)
        wrong_ = "line " + std::to_string(lines_ + 1) + " is longer than 4 MB";
      return;
    }
    if (rest_.empty()) {
      take_line(text.substr(0, feed));
    } else {
      rest_ += text.substr(0, feed);
      take_line(rest_);
      rest_.clear();
    }
    text.remove_prefix(feed + 1);
  }
}

void IndexCheck::take_line(std::string_view line) {
  ++lines_;
  if (cdx::is_directive(line)) return;
  const auto parsed = cdx::parse_cdxj(line, lines_);
  if (!parsed) wrong_ = "is no index: " + parsed.error().what;
}

std::string IndexCheck::finish() {
  if (!applies_ || !wrong_.empty()) return wrong_;
  if (stream_ && !stream_->ended()) return "cannot be decompressed: it ends too early";
  if (!rest_.empty()) take_line(rest_);
  return wrong_;
}

}  // namespace asof::ingest
