#include <algorithm>
#include <optional>
#include <unordered_map>

#include "delta/align_internal.h"
#include "delta/features_internal.h"

namespace asof::delta {
namespace {

// The tables of the two quadratic steps may have this many cells.
constexpr std::size_t kCells = 1'000'000;
constexpr std::size_t kUpdateCells = 20'000;
// A text with less in common than this was replaced, not updated.
constexpr double kUpdated = .3;

struct Range {
  std::uint32_t old_begin, old_end, new_begin, new_end;

  std::size_t old_size() const { return old_end - old_begin; }
  std::size_t new_size() const { return new_end - new_begin; }
  std::size_t cells() const { return old_size() * new_size(); }
};

class Aligner final {
 public:
  Aligner(std::span<const block::Content> old, std::span<const block::Content> fresh)
      : old_(old), new_(fresh) {
    old_features_.resize(old.size());
    new_features_.resize(fresh.size());
    old_ids_.reserve(old.size());
    new_ids_.reserve(fresh.size());
    for (const auto& content : old) old_ids_.push_back(identity_of(content));
    for (const auto& content : fresh) new_ids_.push_back(identity_of(content));
  }

  std::vector<Pair> run() {
    Range all{0, static_cast<std::uint32_t>(old_.size()), 0,
              static_cast<std::uint32_t>(new_.size())};
    trimmed(all);
    return finish();
  }

 private:
  bool same(std::uint32_t i, std::uint32_t j) const {
    return old_ids_[i] == new_ids_[j] && old_[i].same(new_[j]);
  }

  // Takes away the equal beginning and end, and compares what is left.
  void trimmed(Range range) {
    while (range.cells() > 0 && same(range.old_begin, range.new_begin)) {
      pairs_.push_back({range.old_begin++, range.new_begin++, true});
    }
    while (range.cells() > 0 && same(range.old_end - 1, range.new_end - 1)) {
      pairs_.push_back({--range.old_end, --range.new_end, true});
    }
    if (range.cells() == 0) return;
    if (range.cells() <= kCells) {
      common_subsequence(range);
    } else {
      landmarks(range);
    }
  }

  // Hirschberg's table, kept whole: ranges this small cost a few megabytes at most.
  void common_subsequence(const Range& range) {
    const std::size_t columns = range.new_size() + 1;
    std::vector<std::uint32_t> best((range.old_size() + 1) * columns);
    for (std::size_t i = range.old_size(); i-- > 0;) {
      for (std::size_t j = range.new_size(); j-- > 0;) {
        const bool equal = old_ids_[range.old_begin + i] == new_ids_[range.new_begin + j];
        best[i * columns + j] =
            equal ? best[(i + 1) * columns + j + 1] + 1
                  : std::max(best[(i + 1) * columns + j], best[i * columns + j + 1]);
      }
    }
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < range.old_size() && j < range.new_size()) {
      const auto a = static_cast<std::uint32_t>(range.old_begin + i);
      const auto b = static_cast<std::uint32_t>(range.new_begin + j);
      if (old_ids_[a] == new_ids_[b]) {
        if (same(a, b)) pairs_.push_back({a, b, true});
        ++i;
        ++j;
      } else if (best[(i + 1) * columns + j] >= best[i * columns + j + 1]) {
        ++i;
      } else {
        ++j;
      }
    }
  }

  // Patience: contents that stand once on both sides keep their order; between them it begins anew.
  // Without any the middle is taken as replaced.
  void landmarks(const Range& range) {
    struct Places {
      std::uint32_t old_count = 0, new_count = 0, old_at = 0, new_at = 0;
    };
    std::unordered_map<std::uint64_t, Places> places;
    for (std::uint32_t i = range.old_begin; i < range.old_end; ++i) {
      Places& place = places[old_ids_[i]];
      ++place.old_count;
      place.old_at = i;
    }
    for (std::uint32_t j = range.new_begin; j < range.new_end; ++j) {
      Places& place = places[new_ids_[j]];
      ++place.new_count;
      place.new_at = j;
    }
    std::vector<std::uint32_t> rows, columns;
    for (std::uint32_t i = range.old_begin; i < range.old_end; ++i) {
      const Places& place = places[old_ids_[i]];
      if (place.old_count != 1 || place.new_count != 1 || !same(i, place.new_at)) continue;
      rows.push_back(i);
      columns.push_back(place.new_at);
    }
    const std::vector<std::uint64_t> weights(columns.size(), 1);
    Range gap{range.old_begin, range.old_begin, range.new_begin, range.new_begin};
    for (std::size_t kept : heaviest_rise(columns, weights)) {
      gap.old_end = rows[kept];
      gap.new_end = columns[kept];
      trimmed(gap);
      pairs_.push_back({rows[kept], columns[kept], true});
      gap.old_begin = rows[kept] + 1;
      gap.new_begin = columns[kept] + 1;
    }
    if (gap.old_begin == range.old_begin && gap.new_begin == range.new_begin) return;
    gap.old_end = range.old_end;
    gap.new_end = range.new_end;
    trimmed(gap);
  }

  // Between two equal pairs: what is left on both sides may be updates.
  std::vector<Pair> finish() {
    std::ranges::sort(pairs_, {}, &Pair::old_index);
    std::vector<Pair> all;
    Range gap{0, 0, 0, 0};
    for (const Pair& pair : pairs_) {
      gap.old_end = pair.old_index;
      gap.new_end = pair.new_index;
      updates(gap, all);
      all.push_back(pair);
      gap.old_begin = pair.old_index + 1;
      gap.new_begin = pair.new_index + 1;
    }
    gap.old_end = static_cast<std::uint32_t>(old_.size());
    gap.new_end = static_cast<std::uint32_t>(new_.size());
    updates(gap, all);
    return all;
  }

  // How surely the one became the other; 0: not at all.
  double kinship(std::uint32_t i, std::uint32_t j) const {
    const block::Content& a = old_[i];
    const block::Content& b = new_[j];
    if (a.kind != b.kind) return 0;
    if (a.kind != block::ContentKind::Text) {
      if (!a.text.empty() && a.text == b.text) return 1;
      if (a.address == b.address) return .9;
    }
    const Features& in_a = features(old_features_, i, a);
    const Features& in_b = features(new_features_, j, b);
    // Of very different lengths they cannot have enough in common.
    if (likeness(in_a, in_b, std::min(in_a.size(), in_b.size())) < kUpdated) return 0;
    const double alike = likeness(in_a, in_b);
    return alike >= kUpdated ? alike : 0;
  }

  // Made once for each content that is weighed against others.
  static const Features& features(std::vector<std::optional<Features>>& all, std::uint32_t at,
                                  const block::Content& content) {
    if (!all[at]) all[at] = features_of(content);
    return *all[at];
  }

  void updates(const Range& gap, std::vector<Pair>& all) const {
    if (gap.cells() == 0) return;
    // One thing in the place of one other was updated, however little is left of it.
    if (gap.cells() == 1) {
      if (old_[gap.old_begin].kind == new_[gap.new_begin].kind) {
        all.push_back({gap.old_begin, gap.new_begin, false});
      }
      return;
    }
    if (gap.cells() > kUpdateCells) return in_step(gap, all);
    const std::size_t columns = gap.new_size() + 1;
    std::vector<double> kin(gap.old_size() * gap.new_size());
    std::vector<double> best((gap.old_size() + 1) * columns);
    for (std::size_t i = gap.old_size(); i-- > 0;) {
      for (std::size_t j = gap.new_size(); j-- > 0;) {
        const double here = kinship(static_cast<std::uint32_t>(gap.old_begin + i),
                                    static_cast<std::uint32_t>(gap.new_begin + j));
        kin[i * gap.new_size() + j] = here;
        best[i * columns + j] = std::max({here + best[(i + 1) * columns + j + 1],
                                          best[(i + 1) * columns + j], best[i * columns + j + 1]});
      }
    }
    for (std::size_t i = 0, j = 0; i < gap.old_size() && j < gap.new_size();) {
      const double here = kin[i * gap.new_size() + j];
      if (here > 0 && best[i * columns + j] == here + best[(i + 1) * columns + j + 1]) {
        all.push_back({static_cast<std::uint32_t>(gap.old_begin + i++),
                       static_cast<std::uint32_t>(gap.new_begin + j++), false});
      } else if (best[(i + 1) * columns + j] >= best[i * columns + j + 1]) {
        ++i;
      } else {
        ++j;
      }
    }
  }

  // Too much to weigh every pair: the first with the first, as far as they are of a kind.
  void in_step(const Range& gap, std::vector<Pair>& all) const {
    const std::size_t most = std::min(gap.old_size(), gap.new_size());
    for (std::size_t k = 0; k < most; ++k) {
      const auto i = static_cast<std::uint32_t>(gap.old_begin + k);
      const auto j = static_cast<std::uint32_t>(gap.new_begin + k);
      if (old_[i].kind == new_[j].kind) all.push_back({i, j, false});
    }
  }

  std::span<const block::Content> old_, new_;
  std::vector<std::uint64_t> old_ids_, new_ids_;
  mutable std::vector<std::optional<Features>> old_features_, new_features_;
  std::vector<Pair> pairs_;  // equal ones
};

}  // namespace

std::vector<Pair> align(std::span<const block::Content> old,
                        std::span<const block::Content> fresh) {
  return Aligner(old, fresh).run();
}

// A Fenwick tree over values holds the heaviest rise that ends at or below each.
std::vector<std::size_t> heaviest_rise(std::span<const std::uint32_t> values,
                                       std::span<const std::uint64_t> weights) {
  constexpr std::size_t kNone = SIZE_MAX;
  std::vector<std::uint32_t> ranks(values.begin(), values.end());
  std::ranges::sort(ranks);
  struct Best {
    std::uint64_t weight = 0;
    std::size_t at = kNone;
  };
  std::vector<Best> tree(values.size() + 1);
  std::vector<std::size_t> before(values.size(), kNone);
  Best heaviest;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto rank =
        static_cast<std::size_t>(std::ranges::lower_bound(ranks, values[i]) - ranks.begin());
    Best below;
    for (std::size_t k = rank; k > 0; k &= k - 1) {
      if (tree[k].weight > below.weight) below = tree[k];
    }
    before[i] = below.at;
    const Best here{below.weight + weights[i], i};
    if (here.weight > heaviest.weight) heaviest = here;
    for (std::size_t k = rank + 1; k < tree.size(); k += k & (~k + 1)) {
      if (here.weight > tree[k].weight) tree[k] = here;
    }
  }
  std::vector<std::size_t> rise;
  for (std::size_t at = heaviest.at; at != kNone; at = before[at]) rise.push_back(at);
  std::ranges::reverse(rise);
  return rise;
}

}  // namespace asof::delta
