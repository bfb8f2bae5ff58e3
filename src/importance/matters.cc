#include "importance/matters.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace asof::importance {
namespace {

// Twice as much says as much more, however much there is.
double twofold(int count) { return std::log2(1.0 + std::max(0, count)); }

constexpr double kLeast = 1e-6;  // importance is kept to six digits
constexpr double kEnough = 3;    // seven words: a phrase; more of them say no more

// Fitted by bench/matters.cc; docs/importance.md says on what, and what it is worth.
constexpr std::array kTerms = {
    Term{"constant", [](double, const Amount&) { return 1.0; }, 1.473},
    Term{"log10 of the importance",
         [](double importance, const Amount&) { return std::log10(std::max(kLeast, importance)); },
         .175},
    Term{"what changed outside the frame",
         [](double, const Amount& a) {
           return std::min(kEnough, twofold(a.words + a.numbers + a.links + a.images));
         },
         .424},
    Term{"words in the frame", [](double, const Amount& a) { return twofold(a.frame_words); },
         -.242},
};

}  // namespace

std::span<const Term> terms() { return kTerms; }

double matters(double importance, const Amount& amount) {
  if (importance <= 0) return 0;
  double sum = 0;
  for (const Term& term : kTerms) sum += term.coefficient * term.value(importance, amount);
  return 1 / (1 + std::exp(-sum));
}

}  // namespace asof::importance
