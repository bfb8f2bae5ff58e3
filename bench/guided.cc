// guided FOLDER [SITES] [LINKS] [HOURS] [MODIFIED] [SEED]: the generator of navigation written as
// WARC into an empty folder, imported, and asked through guide::Guide: each site's source page at
// captures of the middle half, each of its links (20 SITES of 40 LINKS, 720 HOURS). What the
// archive knows it has learned.
//
// Prints tab-separated: the share of links that each policy led to a coherent version and how far
// it is ahead of the one before, with the half of the 95 % interval over sites; then, for
// likelihood, cases, stated and observed per word and for every decile shown as a percentage, and
// the share of links that get one.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <map>

#include "guide/guide.h"
#include "lab/statistics.h"
#include "navigate/calibration.h"
#include "support/walked_archive.h"

namespace asof {
namespace {

constexpr std::array kPolicies = {"recent", "nearest", "pattern", "likelihood"};
constexpr std::size_t kCaptures = 6;  // of each source, asked from

struct Word {
  double cases = 0, right = 0;
};

int run(const test::WalkedArchive& archive) {
  const auto catalog = test::must(catalog::Reader::open(archive.catalog_path()));
  guide::Learner learner(archive.catalog_path());
  guide::Guide guide(catalog, {.may_show = {}, .learner = &learner});
  std::array<std::vector<double>, kPolicies.size()> shares;
  std::map<std::string, Word> words;
  std::vector<navigate::Case> shown;
  double links = 0;
  for (std::size_t s = 0; s < archive.sites().size(); ++s) {
    learner.wait_for(guide::site_key(archive.url(s, 0)));
    std::array<double, kPolicies.size()> right{};
    double asked = 0;
    const std::size_t captures = archive.sites()[s][0].page.captures.size();
    for (std::size_t k = 0; k < kCaptures; ++k)
      for (std::size_t page = 1; page < archive.sites()[s].size(); ++page) {
        const test::WalkedArchive::Step step{s, page,
                                             captures / 4 + k * captures / (2 * kCaptures)};
        const Instant at = archive.at(step);
        ++asked;
        for (std::size_t p = 0; p < kPolicies.size(); ++p) {
          const auto advice =
              test::must(guide.advise({.url = archive.url(s, page),
                                       .at = at,
                                       .source = guide::Source{archive.url(s, 0), at},
                                       .policy = kPolicies[p]}));
          const double good = archive.coherent(step, advice->capture.at) ? 1 : 0;
          right[p] += good;
          if (p + 1 < kPolicies.size()) continue;
          Word& word = words[std::string(guide::name_of(advice->verdict))];
          word.cases += 1;
          word.right += good;
          if (advice->probability) shown.push_back({*advice->probability, good});
        }
      }
    for (std::size_t p = 0; p < kPolicies.size(); ++p) shares[p].push_back(right[p] / asked);
    links += asked;
    fmt::print(stderr, "{}/{}\n", s + 1, archive.sites().size());
  }
  for (std::size_t p = 0; p < kPolicies.size(); ++p) {
    const auto share = lab::estimate(shares[p], lab::kShare);
    const auto lead = lab::paired(shares[p], shares[p == 0 ? 0 : p - 1]);
    fmt::print("{}\t{:.4f}\t{:+.4f}\t{:.4f}\n", kPolicies[p], share.mean, lead.mean, lead.half);
  }
  for (const auto& [name, word] : words)
    fmt::print("{}\t{}\tright\t{:.3f}\n", name, word.cases, word.right / word.cases);
  const auto table = navigate::reliability(shown);
  for (std::size_t d = 0; d < table.deciles.size(); ++d)
    if (table.deciles[d].count > 0)
      fmt::print("shown .{}\t{}\t{:.3f}\t{:.3f}\n", d, table.deciles[d].count,
                 table.deciles[d].stated, table.deciles[d].happened);
  fmt::print("links with a percentage\t{:.3f}\n", static_cast<double>(shown.size()) / links);
  return 0;
}

}  // namespace
}  // namespace asof

int main(int count, char** arguments) {
  if (count < 2) {
    fmt::print(stderr, "usage: guided FOLDER [SITES] [LINKS] [HOURS] [MODIFIED] [SEED]\n");
    return 2;
  }
  const auto number = [&](int index, double otherwise) {
    return count > index ? std::strtod(arguments[index], nullptr) : otherwise;
  };
  const asof::test::WalkedArchive archive(arguments[1], static_cast<std::size_t>(number(2, 20)),
                                          static_cast<std::size_t>(number(3, 40)), number(4, 720),
                                          number(5, 0) > 0,
                                          static_cast<std::uint64_t>(number(6, 1)));
  return asof::run(archive);
}
