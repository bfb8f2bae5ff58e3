// PatternGroups: patterns that pages share, so that a page that was seen three times can borrow one.
//
// There are a few patterns; each page follows one of them, at its own rate. Which one is found by
// likeness (the page's own changes) and by what pages of the same site, directory, template and
// depth follow (traits.h). How far a page keeps to the shared pattern is learned from the pages
// that have enough changes to tell.
#pragma once

#include <cstdint>
#include <memory>
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

  // Adds a page, to be used by the next fit(). The log is copied.
  void learn(const PageTraits& page, const VisitLog& log);
  // Finds patterns, what pages follow them, and rates. O(pages x patterns x changes).
  void fit();

  // What pages like this one do; with the page's own log, also those that are like it in when they
  // change.
  PatternPrior prior(const PageTraits& page, const VisitLog& own = {}) const;
  // The page's pattern with what it borrows.
  PagePattern page(const PageTraits& page, const VisitLog& log) const;

  struct Shared {
    Kind kind = Kind::Constant;
    std::vector<double> shape;       // by slot, mean 1
    std::vector<double> importance;  // by slot
    double weight = 0;               // changes' worth, per slot, that a page keeps to it
    std::uint64_t pages = 0;         // that follow it
  };
  // The patterns found; number 0 stands for none: a constant rate.
  const std::vector<Shared>& shared() const { return shared_; }
  const LearnPageOptions& options() const { return options_; }

 private:
  struct Member {
    PageTraits traits;
    VisitLog log;
    std::uint32_t follows = 0;
  };
  struct Follow {
    std::vector<double> pages;  // by shared pattern: pages of the group that follow it
  };

  LearnPageOptions options_;
  RatePredictor rates_;
  std::vector<Member> members_;
  std::vector<Shared> shared_;
  std::unordered_map<std::string, Follow> follow_;  // by group name
};

}  // namespace asof::pattern
