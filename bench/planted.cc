// planted [HISTORIES] [--failures] [--seed N]: planted edits on real pages, and how many of them
// deltas name.
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "planted.h"

namespace asof::test::planted {
namespace {

void print(const std::string& name, const Count& count) {
  fmt::print("{:<14}\t{}\t{}\t{}\t{}\t{:.3f}\t{:.3f}\n", name, count.planted, count.found,
             count.named, count.right, count.precision(), count.recall());
}

void explain(const Page& page, const Trial& trial) {
  if (trial.verdict.missed.empty() && trial.verdict.wrong.empty() && trial.verdict.applies) return;
  fmt::print("# {} | {} | {}\n", page.name, trial.kind, trial.plan.what);
  for (const std::string& line : trial.verdict.missed) fmt::print("#   missed {}\n", line);
  for (const std::string& line : trial.verdict.wrong) fmt::print("#   wrong {}\n", line);
  if (!trial.verdict.applies) fmt::print("#   does not apply\n");
}

int run(const std::string& histories, bool failures, std::uint64_t seed) {
  std::vector<std::unique_ptr<PageHistory>> opened;
  std::vector<Page> pages;
  for (const char* name : {"flink", "incubator"}) {
    auto history = PageHistory::open(histories + '/' + name + ".warc.gz");
    if (!history) continue;
    opened.push_back(std::make_unique<PageHistory>(std::move(*history)));
    for (Page& page : history_pages(*opened.back(), 30)) pages.push_back(std::move(page));
  }
  const std::size_t from_histories = pages.size();
  for (Page& page : documentation_pages(6, Packages::All)) pages.push_back(std::move(page));
  Count all;
  std::map<std::string, Count> counts;
  std::map<std::string, std::size_t> pairs;
  std::size_t trials_made = 0, unfit = 0;
  for (const Page& page : pages) {
    for (const Trial& trial : trials(page, ++seed)) {
      ++trials_made;
      ++pairs[trial.kind];
      unfit += trial.verdict.applies ? 0 : 1;
      for (const auto& [operation, count] : trial.verdict.counts) {
        counts[operation].add(count);
        all.add(count);
      }
      if (failures) explain(page, trial);
    }
  }
  fmt::print("pages of histories\t{}\npages of documentation\t{}\npairs\t{}\ndo not apply\t{}\n",
             from_histories, pages.size() - from_histories, trials_made, unfit);
  for (const auto& [kind, count] : pairs) fmt::print("pairs with {}\t{}\n", kind, count);
  fmt::print("operation\tplanted\tfound\tnamed\tright\tprecision\trecall\n");
  for (const auto& [operation, count] : counts) print(operation, count);
  print("all", all);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace asof::test::planted

int main(int argc, char** argv) {
  std::string histories = "../shared/histories";
  bool failures = false;
  std::uint64_t seed = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--failures") {
      failures = true;
    } else if (std::string_view(argv[i]) == "--seed" && i + 1 < argc) {
      seed = std::strtoull(argv[++i], nullptr, 10);
    } else {
      histories = argv[i];
    }
  }
  return asof::test::planted::run(histories, failures, seed);
}
