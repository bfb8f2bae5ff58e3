#include <algorithm>
#include <optional>
#include <span>

#include "archive/zip.h"
#include "codec/stream.h"

namespace asof::archive {
namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10;

// The bytes of a compressed entry, decompressed.
class Inflating final {
 public:
  Inflating(const ZipEntry& entry, codec::Stream stream,
            const std::function<bool(std::string_view)>& take)
      : entry_(entry), stream_(std::move(stream)), take_(take), made_(kPiece, '\0') {}

  // False once nobody wants more.
  Result<bool> push(std::string_view packed) {
    while (!stream_.ended()) {
      const std::size_t before = packed.size();
      const std::size_t n = TRY(stream_.read(packed, std::span(made_)));
      length_ += n;
      if (length_ > entry_.length) return wrong("is longer than the ZIP directory says");
      if (n > 0 && !take_(std::string_view(made_).substr(0, n))) return false;
      if (n == 0 && packed.size() == before) break;
    }
    return true;
  }
  Result<void> finish() const {
    if (!stream_.ended()) return wrong("ends too early");
    if (length_ < entry_.length) return wrong("is shorter than the ZIP directory says");
    return {};
  }

 private:
  static Error wrong(std::string_view what) { return {Errc::Corrupt, std::string(what)}; }

  const ZipEntry& entry_;
  codec::Stream stream_;
  const std::function<bool(std::string_view)>& take_;
  std::string made_;
  std::uint64_t length_ = 0;
};

}  // namespace

Result<void> read_entry(const Source& source, const ZipEntry& entry,
                        const std::function<bool(std::string_view)>& take) {
  if (!entry.stored && !entry.deflated)
    return Error{Errc::Corrupt, "is compressed in a way that WACZ does not have"};
  if (entry.stored && entry.length != entry.size)
    return Error{Errc::Corrupt, "has two sizes in the ZIP directory"};
  std::optional<Inflating> inflating;
  if (!entry.stored) {
    auto stream = TRY(codec::Stream::open(codec::Coding::Deflate));
    inflating.emplace(entry, std::move(stream), take);
  }
  std::string buffer(kPiece, '\0');
  for (std::uint64_t at = 0; at < entry.size;) {
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, entry.size - at));
    const std::size_t n = TRY(source.read_at(entry.begin + at, std::span(buffer).first(want)));
    if (n == 0) return Error{Errc::Corrupt, "ends too early"};
    const std::string_view piece = std::string_view(buffer).substr(0, n);
    bool more = true;
    if (inflating)
      more = TRY(inflating->push(piece));
    else
      more = take(piece);
    if (!more) return {};
    at += n;
  }
  return inflating ? inflating->finish() : Result<void>();
}

}  // namespace asof::archive
