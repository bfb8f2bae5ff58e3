// Census: what stood at the addresses a crawl asked for. Certificates grade every address alike,
// but by a page people mean one that is there.
#pragma once

#include <array>
#include <cstdint>

#include "certificate/certify.h"

namespace asof::certificate {

enum class Stood : std::uint8_t {
  Page,      // 2xx
  Redirect,  // 3xx
  Gone,      // 404 or 410
  Refused,   // another error, which tells nothing of the page
  Silent,    // no answer came
};
inline constexpr std::array kStood = {Stood::Page, Stood::Redirect, Stood::Gone, Stood::Refused,
                                      Stood::Silent};

// By what it held as of the certificate's interval; where that cannot be said, by the best it ever
// answered.
Stood stood_at(const PageVerdict& page);

class Census final {
 public:
  explicit Census(const Certificate& certificate);

  std::uint64_t of(Stood stood, Grade grade) const {
    return counts_[static_cast<std::size_t>(stood)][static_cast<std::size_t>(grade)];
  }
  std::uint64_t of(Stood stood) const;

 private:
  std::array<std::array<std::uint64_t, kGrades.size()>, kStood.size()> counts_{};
};

// Pages that were there, by whole bodies before and after, throughout the span.
std::uint64_t proven_throughout(const Certificate& certificate, const Span& span);

}  // namespace asof::certificate
