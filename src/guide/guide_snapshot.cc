// A whole site as of one instant.
#include <cmath>

#include "base/axis.h"
#include "guide/guide.h"
#include "navigate/snapshot.h"

namespace asof::guide {

std::optional<SiteSnapshot> Guide::snapshot(const std::string& key, Instant at, Duration window) {
  if (options_.learner == nullptr) return {};
  const auto site = options_.learner->site(key);
  if (!site) return {};
  const auto pages = site->knowledge.pages();
  const navigate::Snapshot best = navigate::snapshot({pages, {}}, on_axis(at), window);
  SiteSnapshot out{.at = Instant{std::llround(best.at * 1000)},
                   .score = best.score,
                   .damage = best.damage,
                   .left_out = site->left_out};
  for (std::size_t i = 0; i < pages.size(); ++i) {
    SitePage page{.url = site->urls[i]};
    if (best.versions[i].capture) {
      page.at = Instant{std::llround(pages[i].captures[*best.versions[i].capture].at * 1000)};
      page.probability = best.versions[i].probability.value_or(0);
    }
    out.pages.push_back(std::move(page));
  }
  return out;
}

}  // namespace asof::guide
