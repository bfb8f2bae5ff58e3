#include "importance/weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "base/text.h"
#include "html/text.h"

namespace asof::importance {
namespace {

using block::Block;
using block::BlockId;
using block::BlockTree;
using block::Content;
using block::ContentKind;

// What a leaf holds, counted.
struct Mass {
  double words = 0;       // outside links
  double link_words = 0;  // a link without words counts as one
  double images = 0;      // their area in thousands of pixels
  double link_density() const {
    const double all = words + link_words;
    return all == 0 ? 0 : link_words / all;
  }
};

double count_words(std::string_view text) {
  double count = 0;
  html::Words words(text);
  while (words.next()) ++count;
  return count;
}

Mass mass_of(const Block& leaf) {
  Mass mass;
  for (const Content& content : leaf.contents) {
    switch (content.kind) {
      case ContentKind::Text:
        mass.words += count_words(content.text);
        break;
      case ContentKind::Link:
        mass.link_words += std::max(1.0, count_words(content.text));
        break;
      case ContentKind::Image:
        mass.images += static_cast<double>(content.box.width) * content.box.height / 1000;
        break;
    }
  }
  return mass;
}

double area_of(const Block& leaf) {
  return std::max(0.0, static_cast<double>(leaf.box.width)) * std::max(0, leaf.box.height);
}

// Words of markup that say what a block is for, and how much of a reader's interest is left there.
struct Role {
  std::string_view word;
  double factor;
};
constexpr std::array kRoles = {
    Role{"nav", .02},        Role{"navbar", .02},      Role{"navigation", .02}, Role{"menu", .02},
    Role{"breadcrumb", .02}, Role{"breadcrumbs", .02}, Role{"footer", .02},     Role{"toc", .05},
    Role{"sidebar", .05},    Role{"banner", .1},       Role{"header", .1},      Role{"aside", .1},
    Role{"pagination", .02}, Role{"pager", .02},
};

// By the names, ids and classes an anchor is made of; the least factor counts.
double role_factor(std::string_view anchor) {
  double factor = 1;
  std::size_t at = 0;
  while (at < anchor.size()) {
    std::size_t end = at;
    while (end < anchor.size() && is_alnum(anchor[end])) ++end;
    const std::string_view word = anchor.substr(at, end - at);
    for (const Role& role : kRoles) {
      if (iequals(word, role.word)) factor = std::min(factor, role.factor);
    }
    at = end + 1;
  }
  return factor;
}

// Across the middle of the page counts in full, at its side half.
double across(const BlockTree& tree, const Block& leaf) {
  const int middle = tree.width / 2;
  return leaf.box.left <= middle && middle <= leaf.box.right() ? 1 : .5;
}

// The first screen counts in full; what lies far below is read by few.
double down(const Block& leaf) {
  constexpr double kScreen = 768;
  const double screens = std::max(0.0, leaf.box.top / kScreen - .5);
  return 1 / (1 + .25 * screens);
}

template <class Of>
std::vector<double> per_leaf(const BlockTree& tree, Of of) {
  std::vector<double> raw;
  for (BlockId id : tree.leaves()) raw.push_back(of(tree.blocks[id]));
  return raw;
}

std::vector<double> uniform(const BlockTree& tree) {
  return per_leaf(tree, [](const Block&) { return 1.0; });
}
std::vector<double> area(const BlockTree& tree) { return per_leaf(tree, area_of); }
std::vector<double> text(const BlockTree& tree) {
  return per_leaf(tree, [](const Block& leaf) { return mass_of(leaf).words; });
}

// Memento Damage's form of place, with what Song et al. 2004 found to tell main blocks from noise.
std::vector<double> spatial(const BlockTree& tree) {
  return per_leaf(tree, [&](const Block& leaf) {
    const Mass mass = mass_of(leaf);
    return area_of(leaf) * across(tree, leaf) * down(leaf) * (1 - mass.link_density()) *
           (1 + mass.words);
  });
}

// What there is to read, damped so that one long text does not drown a front page; less where all
// of it leads elsewhere, at the side, far below, or in the frame of the page.
std::vector<double> reader(const BlockTree& tree) {
  return per_leaf(tree, [&](const Block& leaf) {
    const Mass mass = mass_of(leaf);
    const double there = mass.words + .5 * mass.link_words + std::min(50.0, mass.images / 4);
    const double leads_away = std::max(.1, 1 - mass.link_density());
    return std::pow(there, .75) * leads_away * across(tree, leaf) * down(leaf) *
           role_factor(leaf.anchor);
  });
}

constexpr std::array kModels = {
    WeightModel{"reader", "what there is to read, by place, link density and role", reader},
    WeightModel{"spatial", "area, place, link density and text", spatial},
    WeightModel{"text", "the number of words outside links", text},
    WeightModel{"area", "the area of the block", area},
    WeightModel{"uniform", "every block the same", uniform},
};

}  // namespace

std::span<const WeightModel> weight_models() { return kModels; }

const WeightModel* weight_model(std::string_view name) {
  const auto found = std::ranges::find(kModels, name, &WeightModel::name);
  return found == kModels.end() ? nullptr : &*found;
}

bool in_frame(const Block& leaf) { return role_factor(leaf.anchor) < 1; }

std::vector<double> block_weights(const BlockTree& tree, std::string_view model) {
  const WeightModel* found = weight_model(model);
  CHECK(found != nullptr);
  std::vector<double> weights = found->raw(tree);
  const std::vector<BlockId> leaves = tree.leaves();
  // Of a page without anything to weigh every block counts the same; what a person weighed by 0
  // counts nothing, also where that is the whole page.
  if (std::accumulate(weights.begin(), weights.end(), 0.0) <= 0) weights.assign(weights.size(), 1);
  for (std::size_t i = 0; i < leaves.size(); ++i) weights[i] *= tree.blocks[leaves[i]].by_hand;
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (sum <= 0) return weights;
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace asof::importance
