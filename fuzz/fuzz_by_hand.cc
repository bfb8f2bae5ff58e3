// modules: base url html layout block noise delta importance change
#include "change/by_hand.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "block/segment.h"
#include "importance/weights.h"
#include "layout/layout.h"

using namespace asof;

namespace {

struct Seen {
  layout::Page page = layout::lay_out(
      {.html =
           "<!doctype html><title>Shop</title><body class='a b'><nav id=menu><a href=/x>Home</a>"
           "</nav><main id=content><div class='news wide'><h2>Story</h2><p>A long story about "
           "the shop</p></div><div id=prices class=box><h2>Prices</h2><p>A loaf is two euros"
           "</p></div></main><footer><p>Ours</p></footer>",
       .url = "http://www.example.org/"},
      {}, {});
  block::BlockTree tree = block::segment(page, {});
};

}  // namespace

// Whatever a file says, it is refused by line or gives weights that a page can be weighed with.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Seen seen;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto weights = change::read_hand_weights(text, "weights");
  if (!weights) {
    if (!weights.error().what.starts_with("weights, line ")) std::abort();
    return 0;
  }
  for (const change::HandWeight& weight : *weights)
    if (weight.path.empty() || !(weight.factor >= 0 && weight.factor <= 100)) std::abort();
  block::BlockTree tree = seen.tree;
  change::weigh_by_hand(tree, seen.page, "http://www.example.org/", *weights);
  double sum = 0;
  for (const double weight : importance::block_weights(tree, "reader")) {
    if (!(weight >= 0 && weight <= 1)) std::abort();
    sum += weight;
  }
  if (sum != 0 && std::fabs(sum - 1) > 1e-9) std::abort();
  return 0;
}
