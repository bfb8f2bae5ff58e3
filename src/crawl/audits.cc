#include "crawl/audits.h"

#include <algorithm>
#include <cmath>

#include "certificate/trust.h"

#include <xxhash.h>

namespace asof::crawl {
namespace {

// So many more than wanted that there are rarely too few.
constexpr double kMargin = 1.7;

double chance(std::string_view url, std::uint64_t seed) {
  return static_cast<double>(XXH3_64bits_withSeed(url.data(), url.size(), seed) >> 11) * 0x1p-53;
}

}  // namespace

// At least a number of claims are audited, spread over all that a host is expected to make. Each
// claim is drawn for itself, or one busy page would speak for all.
bool Audits::draw(const Claim& claim, std::size_t pages) {
  ++claims_;
  if (!believes_) return false;
  const double share = std::max(settings_.audit, kMargin * static_cast<double>(settings_.audits) /
                                                     static_cast<double>(pages));
  const auto moment = static_cast<std::uint64_t>(std::llround(claim.sent * 1000));
  const double drawn = chance(claim.url, settings_.seed ^ moment);
  if (drawn < share) return true;
  spared_.push_back({drawn, claim});
  std::push_heap(spared_.begin(), spared_.end());
  // Of a page that was visited since, a claim cannot be audited any more: some are kept for those.
  if (spared_.size() <= 4 * settings_.audits) return false;
  std::pop_heap(spared_.begin(), spared_.end());
  spared_.pop_back();
  return false;
}

// Those that drew the next higher numbers, as if the share had been larger from the beginning.
std::vector<Claim> Audits::top_up(const std::function<bool(const Claim&)>& is_last) {
  std::vector<Claim> chosen;
  if (!believes_) return chosen;
  const std::uint64_t needed =
      certificate::audits_needed(claims_, {.share = settings_.audit, .least = settings_.audits});
  const std::uint64_t missing = needed - std::min(needed, audited_);
  std::sort_heap(spared_.begin(), spared_.end());
  std::erase_if(spared_, [&](SparedClaim& spared) {
    if (chosen.size() >= missing || !is_last(spared.claim)) return false;
    chosen.push_back(std::move(spared.claim));
    return true;
  });
  std::make_heap(spared_.begin(), spared_.end());
  return chosen;
}

void Audits::end(PageNumber page, bool same) {
  ++audited_;
  if (!same) believes_ = false;
  end_inconclusive(page);
}

// Its other claims cannot be audited any more.
void Audits::end_inconclusive(PageNumber page) {
  std::erase_if(spared_, [&](const SparedClaim& spared) { return spared.claim.page == page; });
  std::make_heap(spared_.begin(), spared_.end());
}

}  // namespace asof::crawl
