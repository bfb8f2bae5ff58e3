#include <optional>

#include <zstd.h>

#include "base/check.h"
#include "catalog/pack_internal.h"

namespace asof::catalog {
namespace {

constexpr char kVersion = 1;

}  // namespace

void append_number(std::string& out, std::uint64_t number) {
  char digits[kLongestNumber];
  out.append(digits, static_cast<std::size_t>(put_number(digits, number) - digits));
}

Packer::~Packer() { ZSTD_freeCCtx(engine_); }

std::string Packer::pack(std::string_view text) {
  if (text.empty()) return {};
  CHECK(text.size() <= kMostPacked);
  if (engine_ == nullptr) engine_ = ZSTD_createCCtx();
  CHECK(engine_ != nullptr);
  std::string packed(1, kVersion);
  append_number(packed, text.size());
  const std::size_t head = packed.size();
  packed.resize(head + ZSTD_compressBound(text.size()));
  const std::size_t size = ZSTD_compressCCtx(engine_, packed.data() + head, packed.size() - head,
                                             text.data(), text.size(), level_);
  CHECK(!ZSTD_isError(size));
  packed.resize(head + size);
  return packed;
}

std::string pack(std::string_view text) { return Packer().pack(text); }

Result<std::string> unpack(std::string_view pack, std::string_view what) {
  const Error corrupt{Errc::Corrupt, "not a pack of " + std::string(what)};
  if (pack.empty()) return std::string();
  if (pack.front() != kVersion) return corrupt;
  pack.remove_prefix(1);
  std::uint64_t size = 0;
  bool ended = false;
  for (unsigned shift = 0; shift < 64 && !pack.empty() && !ended; shift += 7) {
    const auto byte = static_cast<unsigned char>(pack.front());
    pack.remove_prefix(1);
    size |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    ended = byte < 0x80;
  }
  if (!ended) return corrupt;
  if (size > kMostPacked) {
    return Error{Errc::Limit, std::string(what) + " unpack to more than 64 MB"};
  }
  // A frame that states another size, or none, was not written by pack(). zstd reaches at most
  // some 2^17 to one, so a short frame cannot make us reserve more than it may fill.
  if (ZSTD_getFrameContentSize(pack.data(), pack.size()) != size) return corrupt;
  std::string text(size, '\0');
  const std::size_t written = ZSTD_decompress(text.data(), text.size(), pack.data(), pack.size());
  if (ZSTD_isError(written) || written != size) return corrupt;
  return text;
}

}  // namespace asof::catalog
