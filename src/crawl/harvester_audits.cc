// Whether servers can be believed: claims "not modified", checked by asking for the whole.
#include <algorithm>
#include <cmath>

#include "certificate/trust.h"
#include "crawl/harvester.h"

#include <xxhash.h>

namespace asof::crawl {
namespace {

// So many more than wanted that there are rarely too few.
constexpr double kMargin = 1.7;

double chance(std::string_view url, std::uint64_t seed) {
  return static_cast<double>(XXH3_64bits_withSeed(url.data(), url.size(), seed) >> 11) * 0x1p-53;
}

}  // namespace

// A random share of the claims is audited: at least a number of them, spread over all that a host
// is expected to make. Each claim is drawn for itself, or one busy page would speak for all.
void LiveHarvester::maybe_audit(const Task& task, const Reply& reply, Time sent) {
  State& state = *states_[task.site];
  if (reply.kind != ReplyKind::NotModified) return;
  ++state.claims;
  if (!state.validators) return;
  const double pages = static_cast<double>(parts_.frontier.pages_of(task.site));
  const double share = std::max(parts_.settings.audit,
                                kMargin * static_cast<double>(parts_.settings.audits) / pages);
  const auto moment = static_cast<std::uint64_t>(std::llround(sent * 1000));
  Claim claim{.drawn = chance(task.url, parts_.settings.seed ^ moment),
              .sent = sent,
              .url = task.url,
              .page = task.page,
              .visit = task.visit};
  if (claim.drawn < share) return audit(task.site, std::move(claim));
  state.spared.push_back(std::move(claim));
  std::push_heap(state.spared.begin(), state.spared.end());
  // Of a page that was visited since, a claim cannot be audited any more: some are kept for those.
  if (state.spared.size() <= 4 * parts_.settings.audits) return;
  std::pop_heap(state.spared.begin(), state.spared.end());
  state.spared.pop_back();
}

void LiveHarvester::audit(schedule::SiteId site, Claim claim) {
  states_[site]->own.push_back({.kind = Task::Kind::Audit,
                                .site = site,
                                .url = std::move(claim.url),
                                .page = claim.page,
                                .visit = claim.visit});
  ++own_waiting_;
}

// Those that drew the next higher numbers, as if the share had been larger from the beginning.
bool LiveHarvester::top_up_audits() {
  bool any = false;
  for (schedule::SiteId site = 0; site < states_.size(); ++site) {
    State& state = *states_[site];
    if (!state.validators) continue;
    const std::uint64_t needed = certificate::audits_needed(
        state.claims, {.share = parts_.settings.audit, .least = parts_.settings.audits});
    std::uint64_t missing = needed - std::min(needed, state.audited);
    std::sort_heap(state.spared.begin(), state.spared.end());
    std::erase_if(state.spared, [&](Claim& claim) {
      const LastSeen* seen = parts_.frontier.last_seen(claim.page);
      if (missing == 0 || seen == nullptr || seen->at != claim.sent) return false;
      audit(site, std::move(claim));
      --missing;
      any = true;
      return true;
    });
    std::make_heap(state.spared.begin(), state.spared.end());
  }
  return any;
}

void LiveHarvester::end_audit(const Task& task, const Reply& reply) {
  ++counts_.audits;
  if (reply.kind == ReplyKind::None || reply.answer.status != 200) return;
  const LastSeen* seen = parts_.frontier.last_seen(task.page);
  if (seen == nullptr) return;
  State& state = *states_[task.site];
  ++state.audited;
  std::erase_if(state.spared, [&](const Claim& claim) { return claim.page == task.page; });
  std::make_heap(state.spared.begin(), state.spared.end());
  if (seen->content == reply.answer.sha256) return;
  // Changed just now, or the claim was false: either way this host's claims prove nothing more.
  ++counts_.lies;
  state.validators = false;
  schedule::Visit visit = task.visit;
  visit.page = parts_.frontier.id_of(task.page);
  static_cast<void>(settle(parts_.frontier, task.site, visit, reply, now()));
}

}  // namespace asof::crawl
