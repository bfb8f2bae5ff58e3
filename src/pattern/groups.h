// PatternGroups: patterns that pages share, so that a page that was seen three times can borrow
// one.
//
// There are a few patterns; each page follows one of them, at its own rate. Which one is found by
// likeness (the page's own changes) and by what pages of the same site, directory, depth and
// template follow (traits.h). How far a page keeps to the shared pattern is learned from how well
// it predicts left-out days of the pages that follow it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "pattern/page_pattern.h"
#include "pattern/predictor.h"
#include "pattern/traits.h"

namespace asof::pattern {

class PatternGroups final {
 public:
  explicit PatternGroups(LearnPageOptions options = {});

  // Adds a page, to be used by the next fit(). The log is copied. A page without a stretch between
  // two visits is not used.
  void learn(const PageTraits& page, const VisitLog& log);
  // Finds patterns, which pages follow them, and rates. O(pages x patterns x changes).
  void fit();

  // What pages like this one do: pages with its traits and, with the page's own log, pages that are
  // like it in when they change. A page that was learned is recognised by its URL.
  PatternPrior prior(const PageTraits& page, const VisitLog& own = {}) const;
  // The page's pattern with what it borrows.
  PagePattern page(const PageTraits& page, const VisitLog& log) const;

  struct Shared {
    Kind kind = Kind::Constant;
    std::vector<double> shape;       // by slot, mean about 1
    std::vector<double> importance;  // by slot
    double weight = 0;               // changes' worth, per slot, that a page keeps to it
    double pages = 0;                // that follow it, as far as they are known to
  };
  // The patterns found, the first being a constant rate.
  const std::vector<Shared>& shared() const { return shared_; }
  const LearnPageOptions& options() const { return options_; }

 private:
  struct Member {
    PageTraits traits;
    VisitLog log;
    double rate = 0;            // changes per second
    std::uint32_t follows = 0;  // the likeliest
  };
  using Members = std::vector<const Member*>;

  const Calendar& calendar() const;
  Shared pooled(const Members& members) const;
  Shared shape_of(const Members& members, Kind kind) const;
  double left_out(const Members& members, Kind kind) const;
  void find_seeds();
  void follow(std::size_t every);
  void refit();
  void find_weights();
  std::vector<double> chances(const PageTraits& page) const;
  std::vector<double> likely(const PageTraits& page, const VisitLog& log, double rate) const;

  LearnPageOptions options_;
  RatePredictor rates_;
  std::vector<Member> members_;
  std::unordered_map<std::string, std::uint32_t> by_url_;
  std::vector<Shared> shared_;
  std::unordered_map<std::string, std::vector<double>> follow_;  // pages by group and pattern
};

}  // namespace asof::pattern
