#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/digest.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace asof {
namespace {

std::pair<std::string, std::string> one_by_one(std::string_view first, std::string_view second) {
  return {digest_of(Algorithm::Sha256, first), digest_of(Algorithm::Sha256, second)};
}

#if defined(__x86_64__)

constexpr std::size_t kBlock = 64;

// FIPS 180-4, 4.2.2.
alignas(16) constexpr std::array<std::uint32_t, 64> kRoundConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

bool has_instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_SSSE3) == 0 || (c & bit_SSE4_1) == 0)
    return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

// A message on its way: what is left of it, and the state as the instructions want it, the words a
// to h of the standard as f, e, b, a and h, g, d, c.
struct Lane {
  const char* next;
  __m128i abef = _mm_set_epi32(0x6a09e667, static_cast<int>(0xbb67ae85), 0x510e527f,
                               static_cast<int>(0x9b05688c));
  __m128i cdgh = _mm_set_epi32(0x3c6ef372, static_cast<int>(0xa54ff53a), 0x1f83d9ab, 0x5be0cd19);
};

// A block of a lane, and the state it changes.
struct Turn {
  __m128i abef, cdgh;
  __m128i w[4];
};

[[gnu::target("sha,sse4.1"), gnu::always_inline]] inline Turn start(const Lane& lane) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const auto* at = reinterpret_cast<const __m128i*>(lane.next);
  return {lane.abef,
          lane.cdgh,
          {_mm_shuffle_epi8(_mm_loadu_si128(at), big_endian),
           _mm_shuffle_epi8(_mm_loadu_si128(at + 1), big_endian),
           _mm_shuffle_epi8(_mm_loadu_si128(at + 2), big_endian),
           _mm_shuffle_epi8(_mm_loadu_si128(at + 3), big_endian)}};
}

// Rounds 4I to 4I + 3, and the words for the four that are twelve later.
template <std::size_t I>
[[gnu::target("sha,sse4.1"), gnu::always_inline]] inline void four_rounds(Turn& turn) {
  const auto* k = reinterpret_cast<const __m128i*>(&kRoundConstants[4 * I]);
  __m128i& w0 = turn.w[I % 4];
  const __m128i w1 = turn.w[(I + 1) % 4], w2 = turn.w[(I + 2) % 4], w3 = turn.w[(I + 3) % 4];
  const __m128i sum = _mm_add_epi32(w0, _mm_load_si128(k));
  turn.cdgh = _mm_sha256rnds2_epu32(turn.cdgh, turn.abef, sum);
  turn.abef = _mm_sha256rnds2_epu32(turn.abef, turn.cdgh, _mm_shuffle_epi32(sum, 0x0e));
  if constexpr (I < 12)
    w0 = _mm_sha256msg2_epu32(
        _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4)), w3);
}

[[gnu::target("sha,sse4.1"), gnu::always_inline]] inline void add(const Turn& turn, Lane& lane) {
  lane.abef = _mm_add_epi32(lane.abef, turn.abef);
  lane.cdgh = _mm_add_epi32(lane.cdgh, turn.cdgh);
  lane.next += kBlock;
}

template <std::size_t... I>
[[gnu::target("sha,sse4.1")]] void take(Lane& lane, std::size_t blocks, std::index_sequence<I...>) {
  for (; blocks > 0; --blocks) {
    Turn turn = start(lane);
    (four_rounds<I>(turn), ...);
    add(turn, lane);
  }
}

// The instructions take long, but do not wait for those of another message.
template <std::size_t... I>
[[gnu::target("sha,sse4.1")]] void take(Lane& one, Lane& other, std::size_t blocks,
                                        std::index_sequence<I...>) {
  for (; blocks > 0; --blocks) {
    Turn turn = start(one);
    Turn turn_of_other = start(other);
    ((four_rounds<I>(turn), four_rounds<I>(turn_of_other)), ...);
    add(turn, one);
    add(turn_of_other, other);
  }
}

constexpr std::make_index_sequence<16> kRounds;

std::string words_of(const Lane& lane) {
  std::array<std::uint32_t, 4> feba{}, hgdc{};
  std::memcpy(feba.data(), &lane.abef, sizeof feba);
  std::memcpy(hgdc.data(), &lane.cdgh, sizeof hgdc);
  std::string digest;
  for (const std::uint32_t word :
       {feba[3], feba[2], hgdc[3], hgdc[2], feba[1], feba[0], hgdc[1], hgdc[0]})
    for (int shift = 24; shift >= 0; shift -= 8) digest += static_cast<char>(word >> shift);
  return digest;
}

// Takes what is left of the message, and its end as the standard pads it.
std::string finish(Lane lane, std::string_view message) {
  const auto left = static_cast<std::size_t>(message.data() + message.size() - lane.next);
  take(lane, left / kBlock, kRounds);
  std::array<char, 2 * kBlock> last{};
  const std::size_t rest = left % kBlock;
  if (rest > 0) std::memcpy(last.data(), lane.next, rest);
  last[rest] = '\x80';
  const std::size_t blocks = rest + 9 <= kBlock ? 1 : 2;
  const std::uint64_t bits = std::uint64_t{message.size()} * 8;
  for (std::size_t i = 0; i < 8; ++i)
    last[blocks * kBlock - 1 - i] = static_cast<char>(bits >> (8 * i));
  lane.next = last.data();
  take(lane, blocks, kRounds);
  return words_of(lane);
}

std::pair<std::string, std::string> side_by_side(std::string_view first, std::string_view second) {
  Lane one{first.data()};
  Lane other{second.data()};
  take(one, other, std::min(first.size(), second.size()) / kBlock, kRounds);
  return {finish(one, first), finish(other, second)};
}

#endif

}  // namespace

std::pair<std::string, std::string> sha256_of_both(std::string_view first,
                                                   std::string_view second) {
#if defined(__x86_64__)
  static const bool able = has_instructions();
  if (able) return side_by_side(first, second);
#endif
  return one_by_one(first, second);
}

}  // namespace asof
