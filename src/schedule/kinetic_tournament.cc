#include "schedule/kinetic_tournament.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace asof::schedule {

void KineticTournament::set(std::size_t id, double a, double b, Time now) {
  grow(id + 1, now);
  lines_[id] = {a, b, true};
  std::size_t node = nodes_.size() / 2 + id;
  nodes_[node] = {id, kNever};
  while (node > 1) play(node /= 2, now);
}

void KineticTournament::remove(std::size_t id, Time now) {
  if (!contains(id)) return;
  lines_[id].present = false;
  std::size_t node = nodes_.size() / 2 + id;
  nodes_[node] = {};
  while (node > 1) play(node /= 2, now);
}

std::size_t KineticTournament::best(Time now) {
  if (nodes_.empty()) return kNobody;
  refresh(1, now);
  return nodes_[1].winner;
}

void KineticTournament::grow(std::size_t leaves, Time now) {
  if (leaves <= lines_.size()) return;
  if (leaves * 2 <= nodes_.size()) {
    lines_.resize(leaves);
    return;
  }
  const std::size_t width = std::bit_ceil(std::max<std::size_t>(leaves, 2));
  lines_.resize(leaves);
  nodes_.assign(width * 2, Node{});
  for (std::size_t id = 0; id < lines_.size(); ++id)
    if (lines_[id].present) nodes_[width + id] = {id, kNever};
  for (std::size_t node = width - 1; node > 0; --node) play(node, now);
}

void KineticTournament::play(std::size_t node, Time now) {
  const Node& left = nodes_[node * 2];
  const Node& right = nodes_[node * 2 + 1];
  Node& here = nodes_[node];
  here.expires = std::min(left.expires, right.expires);
  if (left.winner == kNobody || right.winner == kNobody) {
    here.winner = left.winner == kNobody ? right.winner : left.winner;
    return;
  }
  const double ours = value(left.winner, now);
  const double theirs = value(right.winner, now);
  here.winner = theirs > ours ? right.winner : left.winner;
  const std::size_t other = theirs > ours ? left.winner : right.winner;
  const double gain = lines_[other].b - lines_[here.winner].b;
  if (gain <= 0) return;  // it never catches up
  const Time meets = now + (value(here.winner, now) - value(other, now)) / gain;
  here.expires = std::min(here.expires, std::max(meets, std::nextafter(now, kNever)));
}

void KineticTournament::refresh(std::size_t node, Time now) {
  if (nodes_[node].expires > now || node * 2 >= nodes_.size()) return;
  refresh(node * 2, now);
  refresh(node * 2 + 1, now);
  play(node, now);
}

}  // namespace asof::schedule
