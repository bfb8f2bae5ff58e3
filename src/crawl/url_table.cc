#include "crawl/url_table.h"

#include <cstring>

#include "base/check.h"

#include <xxhash.h>

namespace asof::crawl {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::size_t kFirstSlots = 1024;

std::string_view text_at(const char* start) {
  std::uint32_t length = 0;
  std::memcpy(&length, start, sizeof length);
  return {start + sizeof length, length};
}

}  // namespace

UrlTable::UrlTable() : slots_(kFirstSlots, 0) {}

std::size_t UrlTable::slot_of(std::string_view url, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash) & mask;
  while (slots_[slot] != 0 && text_at(starts_[slots_[slot] - 1]) != url) slot = (slot + 1) & mask;
  return slot;
}

std::pair<std::uint32_t, bool> UrlTable::add(std::string_view url) {
  const std::uint64_t hash = XXH3_64bits(url.data(), url.size());
  std::size_t slot = slot_of(url, hash);
  if (slots_[slot] != 0) return {slots_[slot] - 1, false};
  CHECK(starts_.size() < 0xFFFF'FFF0u);
  if ((starts_.size() + 1) * 4 > slots_.size() * 3) {
    grow();
    slot = slot_of(url, hash);
  }
  starts_.push_back(store(url).data());
  slots_[slot] = static_cast<std::uint32_t>(starts_.size());
  return {slots_[slot] - 1, true};
}

std::optional<std::uint32_t> UrlTable::find(std::string_view url) const {
  const std::size_t slot = slot_of(url, XXH3_64bits(url.data(), url.size()));
  if (slots_[slot] == 0) return std::nullopt;
  return slots_[slot] - 1;
}

std::string_view UrlTable::operator[](std::uint32_t number) const {
  return text_at(starts_[number]);
}

void UrlTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const std::string_view url = text_at(starts_[i]);
    std::size_t slot = static_cast<std::size_t>(XXH3_64bits(url.data(), url.size())) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

// The length, then the text; the view is of both.
std::string_view UrlTable::store(std::string_view url) {
  const std::uint32_t length = static_cast<std::uint32_t>(url.size());
  const std::size_t need = sizeof length + url.size();
  if (need > room_ - used_) {
    room_ = need > kBlock ? need : kBlock;
    used_ = 0;
    blocks_.push_back(std::make_unique<char[]>(room_));
    stored_ += room_;
  }
  char* start = blocks_.back().get() + used_;
  std::memcpy(start, &length, sizeof length);
  std::memcpy(start + sizeof length, url.data(), url.size());
  used_ += need;
  return {start, need};
}

std::uint64_t UrlTable::bytes() const {
  return stored_ + slots_.capacity() * sizeof slots_[0] + starts_.capacity() * sizeof starts_[0];
}

}  // namespace asof::crawl
