// KineticTournament: the largest of many lines a + b * t as t grows.
//
// A tournament tree whose nodes know until when their winner stays ahead; only nodes whose time has
// come are played again. Setting a line costs O(log n), asking O(1) plus the replays that are due,
// O(log^2 n) amortised over the life of a line. kinetic_tournament_test.cc compares it with a scan.
#pragma once

#include <cstddef>
#include <vector>

#include "base/axis.h"

namespace asof::schedule {

class KineticTournament final {
 public:
  static constexpr std::size_t kNobody = ~std::size_t{0};

  // Gives entrant `id` the line a + b * t from time `now` on; time never goes back.
  void set(std::size_t id, double a, double b, Time now);
  void remove(std::size_t id, Time now);
  // The entrant whose line is highest at `now`, the lowest id on a tie; kNobody where none is left.
  std::size_t best(Time now);
  double value(std::size_t id, Time at) const { return lines_[id].a + lines_[id].b * at; }
  bool contains(std::size_t id) const { return id < lines_.size() && lines_[id].present; }

 private:
  struct Line {
    double a = 0;
    double b = 0;
    bool present = false;
  };
  struct Node {
    std::size_t winner = kNobody;
    Time expires = kNever;  // the first time at which it or one below may have another winner
  };
  void grow(std::size_t leaves, Time now);
  void play(std::size_t node, Time now);
  void refresh(std::size_t node, Time now);

  std::vector<Line> lines_;
  std::vector<Node> nodes_;  // a complete binary tree; leaves are the second half
};

}  // namespace asof::schedule
