// Fits the model of what matters (src/importance/matters.cc) and says what it is worth on services
// it has not seen.
//
//   matters PAIRS.tsv FOLDER [PAIRS.tsv FOLDER]...
//
// Each service is left out in turn: the model is fitted on the others and asked about this one.
// Pairs called replaced are listed apart, and those without importance are 0 by definition; neither
// are fitted. Labels that the reader called borderline count for less. Prints, as the tables of
// docs/importance.md, the area under the curve for each service beside importance, a plain
// difference of texts and a digest; precision and recall; calibration; the pairs that it gets
// wrong; and the coefficients fitted on all.
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

// The pairs of one file.
struct Part {
  std::string name;
  std::vector<Judged> pairs;

  std::vector<Judged> sure() const {
    std::vector<Judged> kept = pairs;
    std::erase_if(kept, [](const Judged& pair) { return !pair.row->sure; });
    return kept;
  }
};

void print_areas(std::string_view name, const std::vector<Judged>& judged) {
  const auto meaningful =
      std::ranges::count_if(judged, [](const Judged& pair) { return pair.row->meaningful; });
  fmt::print("| {} | {} | {} | ", name, judged.size(), meaningful);
  if (meaningful == 0 || static_cast<std::size_t>(meaningful) == judged.size()) {
    fmt::print("- | - | - | - |\n");
    return;
  }
  fmt::print("{:.3f} | {:.3f} | {:.3f} | .5 |\n",
             area(judged, [](const Judged& pair) { return pair.matters; }),
             area(judged, [](const Judged& pair) { return pair.importance; }),
             area(judged, [](const Judged& pair) { return pair.text; }));
}

void print_services(const std::vector<Part>& parts) {
  fmt::print(
      "\n| area under the curve | pairs | meaningful | matters | importance | text | digest |\n"
      "|---|---|---|---|---|---|---|\n");
  std::vector<Judged> sure;
  for (const Part& part : parts) {
    std::map<std::string, std::vector<Judged>> services;
    for (const Judged& pair : part.pairs) services[pair.row->service()].push_back(pair);
    for (const auto& [service, pairs] : services) print_areas(service, pairs);
    print_areas("**all of " + part.name + "**", part.pairs);
    const auto of_part = part.sure();
    sure.insert(sure.end(), of_part.begin(), of_part.end());
  }
  print_areas("**where the readers were sure**", sure);
}

template <class Of>
void print_score(std::string_view name, const std::vector<Part>& parts, double threshold, Of of) {
  fmt::print("| {}", name);
  for (const Part& part : parts) {
    const auto found = score(part.sure(), threshold, of);
    fmt::print(" | {:.3f} | {:.3f} | {:.3f}", found.precision, found.recall, found.f());
  }
  fmt::print(" |\n");
}

void print_thresholds(const std::vector<Part>& parts) {
  fmt::print("\n| at or above");
  for (const Part& part : parts) fmt::print(" | {}, sure: P | R | F", part.name);
  fmt::print(" |\n|---");
  for (std::size_t i = 0; i < parts.size(); ++i) fmt::print("|---|---|---");
  fmt::print("|\n");
  for (double threshold : {.2, .4, .5, .6, .8, .9})
    print_score(fmt::format("{:.1f}", threshold), parts, threshold,
                [](const Judged& pair) { return pair.matters; });
  print_score("text, .001", parts, .001, [](const Judged& pair) { return pair.text; });
  print_score("digest", parts, 1, [](const Judged&) { return 1.0; });
}

void print_calibration(std::string_view name, const std::vector<Judged>& judged) {
  constexpr std::size_t kBins = 5;
  fmt::print("\n| {}: said | pairs | mean said | meaningful |\n|---|---|---|---|\n", name);
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    double said = 0, meant = 0, count = 0;
    for (const Judged& pair : judged) {
      if (std::min(kBins - 1, static_cast<std::size_t>(pair.matters * kBins)) != bin) continue;
      said += pair.matters;
      meant += pair.row->meaningful ? 1 : 0;
      ++count;
    }
    fmt::print("| {:.1f} to {:.1f} | {} |", static_cast<double>(bin) / kBins,
               static_cast<double>(bin + 1) / kBins, count);
    if (count > 0) fmt::print(" {:.2f} | {:.2f} |\n", said / count, meant / count);
    if (count == 0) fmt::print(" | |\n");
  }
}

void print_wrong(const Part& part) {
  fmt::print("\nWrong at .5, of {} ({})\n", part.name, part.sure().size());
  for (const Judged& pair : part.sure()) {
    if ((pair.matters >= .5) == pair.row->meaningful) continue;
    fmt::print("  {:.2f}  E {:.6f}  words {} numbers {} frame {} links {} images {}  {} {} {} {}\n",
               pair.matters, pair.importance, pair.amount.words, pair.amount.numbers,
               pair.amount.frame_words, pair.amount.links, pair.amount.images, pair.row->url,
               pair.row->old, pair.row->fresh, pair.row->reason);
  }
}

void print_coefficients(const std::vector<Judged>& judged) {
  std::vector<const Judged*> all;
  for (const Judged& pair : judged) {
    if (pair.importance > 0) all.push_back(&pair);
  }
  const Row coefficients = fit(all);
  fmt::print("\nCoefficients fitted on all {}, and those of the program\n", all.size());
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    const importance::Term& term = importance::terms()[i];
    fmt::print("  {:<32} {:.3f} {:.3f}\n", term.name, coefficients[i], term.coefficient);
  }
}

std::string stem_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.find('.'));
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
  std::vector<Part> parts;
  for (std::size_t i = 0; i < files.size(); ++i) {
    Part& part = parts.emplace_back(Part{.name = stem_of(argv[1 + 2 * i]), .pairs = {}});
    for (const Judged& pair : judged) {
      const auto& rows = files[i];
      if (pair.row >= rows.data() && pair.row < rows.data() + rows.size())
        part.pairs.push_back(pair);
    }
  }
  print_services(parts);
  print_thresholds(parts);
  print_calibration("all", judged);
  for (const Part& part : parts) print_calibration(part.name + ", sure", part.sure());
  for (const Part& part : parts) print_wrong(part);
  print_coefficients(judged);
}
