// The words of a certificate's JSON, for writing and for reading.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "certificate/certify.h"

namespace asof::certificate {

inline constexpr std::string_view kFormat = "asof-certificate";

inline constexpr std::array<std::string_view, 3> kPurposes = {"visit", "revisit", "audit"};
inline constexpr std::array<std::string_view, 4> kAnswers = {"whole", "not-modified", "incomplete",
                                                             "failed"};
inline constexpr std::array<std::string_view, kGrades.size()> kGradeNames = {
    "proven", "attested", "likely", "conflict", "unknown"};
inline constexpr std::array<std::string_view, 3> kRateSources = {"believed", "observed", "assumed"};

inline std::string_view name_of(Purpose purpose) {
  return kPurposes[static_cast<std::size_t>(purpose)];
}
inline std::string_view name_of(Answer answer) {
  return kAnswers[static_cast<std::size_t>(answer)];
}

}  // namespace asof::certificate
