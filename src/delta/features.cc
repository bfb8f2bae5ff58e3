#include <algorithm>

#include "delta/features_internal.h"
#include "html/text.h"

namespace asof::delta {
namespace {

constexpr std::uint64_t kAddressSeed = 0x51ED270B9F1CE2D3ULL;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = (a ^ b) * 0x9E3779B97F4A7C15ULL;
  hash = (hash ^ (hash >> 29)) * 0xBF58476D1CE4E5B9ULL;
  return hash ^ (hash >> 32);
}

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t hash = seed ^ 0xCBF29CE484222325ULL;
  for (char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return mixed(hash, bytes.size());
}

void add_features(const block::Content& content, Features& features) {
  html::Words words(content.text);
  while (auto word = words.next()) features.push_back(html::word_hash(*word));
  if (!content.address.empty()) features.push_back(hash_bytes(content.address, kAddressSeed));
}

}  // namespace

Features features_of(const block::Content& content) {
  Features features;
  add_features(content, features);
  std::ranges::sort(features);
  return features;
}

Features features_of(const block::Block& leaf) {
  Features features;
  for (const block::Content& content : leaf.contents) add_features(content, features);
  std::ranges::sort(features);
  return features;
}

std::size_t overlap(const Features& a, const Features& b) {
  std::size_t shared = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      ++shared;
      ++i;
      ++j;
    } else if (a[i] < b[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return shared;
}

double likeness(const Features& a, const Features& b) { return likeness(a, b, overlap(a, b)); }

double likeness(const Features& a, const Features& b, std::size_t shared) {
  if (a.empty() && b.empty()) return 1;
  return 2 * static_cast<double>(shared) / static_cast<double>(a.size() + b.size());
}

std::uint64_t identity_of(const block::Content& content) {
  const std::uint64_t kind = static_cast<std::uint64_t>(content.kind) + 1;
  return mixed(hash_bytes(content.text, kind), hash_bytes(content.address, kAddressSeed));
}

std::uint64_t identity_of(const block::Block& leaf) {
  std::uint64_t hash = leaf.contents.size();
  for (const block::Content& content : leaf.contents) hash = mixed(hash * 3, identity_of(content));
  return hash;
}

}  // namespace asof::delta
