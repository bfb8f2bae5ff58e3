#include "base/source.h"

#include <algorithm>
#include <cstring>

namespace asof {

Result<std::size_t> MemorySource::read_at(std::uint64_t offset, std::span<char> into) const {
  if (offset >= bytes_.size()) return std::size_t{0};
  std::size_t n = std::min<std::size_t>(into.size(), bytes_.size() - offset);
  std::memcpy(into.data(), bytes_.data() + offset, n);
  return n;
}

Result<std::size_t> SliceSource::read_at(std::uint64_t offset, std::span<char> into) const {
  if (offset >= length_) return std::size_t{0};
  auto n = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), length_ - offset));
  return whole_.read_at(begin_ + offset, into.first(n));
}

}  // namespace asof
