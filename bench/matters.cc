// Fits the model of what matters (src/importance/matters.cc) and says what it is worth on services
// it has not seen.
//
//   matters PAIRS.tsv FOLDER [PAIRS.tsv FOLDER]...
//
// Each service is left out in turn: the model is fitted on the others and asked about this one.
// Pairs called replaced are listed apart, and those without importance are 0 by definition; neither
// are fitted. Labels that the reader called borderline count for less. Prints the area
// under the curve for each service beside importance, a plain difference of texts and a digest;
// precision and recall; calibration; and the coefficients fitted on all.
#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <numeric>
#include <set>

#include "support/labelled.h"

namespace asof {
namespace {

using test::Judged;
using Row = std::vector<double>;

constexpr double kRidge = 1;  // holds coefficients near 0; not chosen on the labels
constexpr int kRounds = 50;
constexpr double kPerService = 45;   // pairs that each service counts for, the mean
constexpr double kDoubt = .05;       // of a label
constexpr double kBorderline = .25;  // of one that the reader called borderline

Row values_of(const Judged& pair) {
  Row values;
  for (const importance::Term& term : importance::terms()) {
    values.push_back(term.value(pair.importance, pair.amount));
  }
  return values;
}

double probability(const Row& coefficients, const Row& values) {
  const double sum = std::inner_product(values.begin(), values.end(), coefficients.begin(), 0.0);
  return 1 / (1 + std::exp(-sum));
}

// Gauss's elimination with the largest pivot.
Row solve(std::vector<Row> a, Row b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

// How probably the reader, asked again, would call it meaningful.
double believed(const test::Labelled& row) {
  const double doubt = row.sure ? kDoubt : kBorderline;
  return row.meaningful ? 1 - doubt : doubt;
}

// Newton's method on the likelihood of a logistic model; the constant is not held back.
Row fit(const std::vector<const Judged*>& pairs) {
  const std::size_t n = importance::terms().size();
  Row coefficients(n, 0);
  std::map<std::string, std::size_t> sizes;
  for (const Judged* pair : pairs) ++sizes[pair->row->service()];
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Row> curve(n, Row(n, 0));
    Row slope(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      curve[i][i] = i == 0 ? 1e-9 : kRidge;
      slope[i] = i == 0 ? 0 : -kRidge * coefficients[i];
    }
    for (const Judged* pair : pairs) {
      const Row x = values_of(*pair);
      const double p = probability(coefficients, x);
      const double weight = kPerService / static_cast<double>(sizes.at(pair->row->service()));
      for (std::size_t i = 0; i < n; ++i) {
        slope[i] += weight * x[i] * (believed(*pair->row) - p);
        for (std::size_t j = 0; j < n; ++j) curve[i][j] += weight * x[i] * x[j] * p * (1 - p);
      }
    }
    const Row step = solve(std::move(curve), std::move(slope));
    for (std::size_t i = 0; i < n; ++i) coefficients[i] += step[i];
  }
  return coefficients;
}

// What the model says of each service's pairs when it has seen those of the others only.
void predict_unseen(std::vector<Judged>& judged) {
  std::set<std::string> services;
  for (const Judged& pair : judged) services.insert(pair.row->service());
  for (const std::string& service : services) {
    std::vector<const Judged*> others;
    for (const Judged& pair : judged) {
      if (pair.row->service() != service && pair.importance > 0) others.push_back(&pair);
    }
    const Row coefficients = fit(others);
    for (Judged& pair : judged) {
      if (pair.row->service() != service) continue;
      pair.matters = pair.importance > 0 ? probability(coefficients, values_of(pair)) : 0;
    }
  }
}

void print_areas(std::string_view name, const std::vector<Judged>& judged) {
  const auto meaningful =
      std::ranges::count_if(judged, [](const Judged& pair) { return pair.row->meaningful; });
  fmt::print("  {:<28} {:>4} {:>4}  ", name, judged.size(), meaningful);
  if (meaningful == 0 || static_cast<std::size_t>(meaningful) == judged.size()) {
    fmt::print("  only one kind\n");
    return;
  }
  fmt::print("{:.3f}  {:.3f}  {:.3f}  {:.3f}\n",
             area(judged, [](const Judged& pair) { return pair.matters; }),
             area(judged, [](const Judged& pair) { return pair.importance; }),
             area(judged, [](const Judged& pair) { return pair.text; }), .5);
}

void print_services(const std::vector<Judged>& judged) {
  fmt::print(
      "\nArea, each service left out{:>14} meaningful\n{:>39} matters  E     text   digest\n",
      "pairs", "");
  std::map<std::string, std::vector<Judged>> services;
  for (const Judged& pair : judged) services[pair.row->service()].push_back(pair);
  for (const auto& [service, pairs] : services) print_areas(service, pairs);
  print_areas("all", judged);
}

void print_thresholds(const std::vector<Judged>& judged) {
  fmt::print("\nAt or above   matters: P     R     F     text: P     R     F\n");
  for (double threshold : {.1, .2, .3, .4, .5, .6, .7, .8, .9}) {
    const auto a = score(judged, threshold, [](const Judged& r) { return r.matters; });
    const auto b = score(judged, threshold, [](const Judged& r) { return r.text; });
    fmt::print("  {:.1f}                {:.3f} {:.3f} {:.3f}       {:.3f} {:.3f} {:.3f}\n",
               threshold, a.precision, a.recall, a.f(), b.precision, b.recall, b.f());
  }
  const auto digest = score(judged, 1, [](const Judged&) { return 1.0; });
  fmt::print("  a plain digest     {:.3f} {:.3f} {:.3f}\n", digest.precision, digest.recall,
             digest.f());
}

void print_calibration(const std::vector<Judged>& judged) {
  constexpr std::size_t kBins = 5;
  fmt::print("\nSaid           pairs  mean said  meaningful\n");
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    double said = 0, meant = 0, count = 0;
    for (const Judged& pair : judged) {
      if (std::min(kBins - 1, static_cast<std::size_t>(pair.matters * kBins)) != bin) continue;
      said += pair.matters;
      meant += pair.row->meaningful ? 1 : 0;
      ++count;
    }
    if (count == 0) continue;
    fmt::print("  {:.1f} to {:.1f} {:>8} {:>10.3f} {:>11.3f}\n", static_cast<double>(bin) / kBins,
               static_cast<double>(bin + 1) / kBins, count, said / count, meant / count);
  }
}

}  // namespace
}  // namespace asof

int main(int argc, char** argv) {
  using namespace asof;
  if (argc < 3 || argc % 2 == 0) {
    fmt::print(stderr, "matters PAIRS.tsv FOLDER [PAIRS.tsv FOLDER]...\n");
    return 2;
  }
  std::deque<std::vector<test::Labelled>> files;
  std::vector<Judged> judged;
  std::vector<Judged> replaced;
  for (int i = 1; i + 1 < argc; i += 2) {
    files.push_back(test::read_labelled(argv[i]));
    test::Judge judge(argv[i + 1]);
    for (const test::Labelled& row : files.back()) {
      const auto pair = judge.judge(row);
      if (!pair) {
        fmt::print(stderr, "{}: cannot be read\n", row.url);
        return 2;
      }
      (pair->replaced ? replaced : judged).push_back(*pair);
    }
  }
  predict_unseen(judged);
  fmt::print("{} pairs; {} more are called replaced:\n", judged.size(), replaced.size());
  for (const Judged& pair : replaced) {
    fmt::print("  {}  {} {}\n", pair.row->meaningful ? "meaningful" : "not       ", pair.row->url,
               pair.row->fresh);
  }
  print_services(judged);
  for (const auto& rows : files) {
    std::vector<Judged> of_file;
    for (const Judged& pair : judged) {
      if (pair.row >= rows.data() && pair.row < rows.data() + rows.size()) of_file.push_back(pair);
    }
    fmt::print("\n{} of one file\n", of_file.size());
    print_areas("all of them", of_file);
    print_thresholds(of_file);
    print_calibration(of_file);
  }
  fmt::print("\nWrong at .5\n");
  for (const Judged& pair : judged) {
    if (pair.row->kind != "terms" || (pair.matters >= .5) == pair.row->meaningful) continue;
    fmt::print("  {:.2f}  E {:.6f}  words {} numbers {} frame {} links {} images {}  {} {}\n",
               pair.matters, pair.importance, pair.amount.words, pair.amount.numbers,
               pair.amount.frame_words, pair.amount.links, pair.amount.images, pair.row->url,
               pair.row->fresh);
  }
  fmt::print("\nAll together\n");
  print_calibration(judged);
  std::vector<Judged> sure = judged;
  std::erase_if(sure, [](const Judged& pair) { return !pair.row->sure; });
  fmt::print("\nWhere the reader was sure\n");
  print_areas("all of them", sure);
  print_thresholds(sure);
  print_calibration(sure);
  std::vector<const Judged*> all;
  for (const Judged& pair : judged) {
    if (pair.importance > 0) all.push_back(&pair);
  }
  const Row coefficients = fit(all);
  fmt::print("\nCoefficients fitted on all {}\n", all.size());
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    fmt::print("  {:<26} {:.3f}\n", importance::terms()[i].name, coefficients[i]);
  }
}
