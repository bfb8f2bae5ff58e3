// How often to visit each page, where visits are spread evenly or at random: the two classical
// answers to "fresh as often as possible under a budget".
#pragma once

#include <limits>
#include <span>
#include <vector>

namespace asof::schedule {

// Visits per unit of time that maximise the weighted mean freshness sum w F(f), F(f) = (f / rate)
// (1 - exp(-rate / f)), with sum f = budget and no f above `cap` (Cho and Garcia-Molina 2003).
// Pages that change too often for their weight get 0, and so do pages that never change. O(n) for
// each of about sixty steps of bisection.
std::vector<double> optimal_frequencies(std::span<const double> rates,
                                        std::span<const double> weights, double budget,
                                        double cap = std::numeric_limits<double>::infinity());

// Visits per unit of time, at random times, that minimise the harmonic staleness -sum w ln(f / (f +
// rate)) with sum f = budget (LambdaCrawl, Kolobov et al. 2019): no page starves. All rates and
// weights above 0.
std::vector<double> harmonic_frequencies(std::span<const double> rates,
                                         std::span<const double> weights, double budget);

}  // namespace asof::schedule
