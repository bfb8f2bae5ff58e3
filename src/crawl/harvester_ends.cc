// What follows from an answer once it is known what it means: who is told, what is audited, counts.
// The same for an answer that has just come and for one read back after a kill.
#include <cmath>

#include "certificate/trust.h"
#include "crawl/harvester.h"

namespace asof::crawl {
namespace {

using Kind = ReplyKind;

}  // namespace

void LiveHarvester::end_visit(const Task& task, const Reply& reply, Time sent, Time received) {
  const GroupId group = parts_.frontier.group_of(task.page);
  schedule::Seen seen = settle(parts_.frontier, group, task.visit, reply, sent);
  seen.site = loop_of(group);
  seen.sent = sent;
  seen.received = received;
  if (reply.importance) seen.importance = *reply.importance;
  for (auto& [site, page] : seen.elsewhere) site = loop_of(site);
  learn_pattern(task, seen);
  if (reply.kind == Kind::NotModified) {
    Claim claim{.sent = sent, .url = task.url, .page = task.page, .visit = task.visit};
    if (states_[task.site]->audits.draw(claim, parts_.frontier.pages_of(task.site)))
      audit(task.site, std::move(claim));
  }
  meet_sites();
  ended_.push_back(std::move(seen));
}

void LiveHarvester::learn_pattern(const Task& task, const schedule::Seen& seen) {
  if (parts_.patterns == nullptr || seen.outcome == schedule::Outcome::Failed) return;
  while (parts_.patterns->size() < parts_.frontier.size()) {
    const auto page = static_cast<PageNumber>(parts_.patterns->size());
    parts_.patterns->add({.url = std::string(parts_.frontier.url(page))});
  }
  parts_.patterns->visited(task.page, seen.sent, seen.outcome != schedule::Outcome::Same,
                           seen.importance);
}

void LiveHarvester::end_robots(const Task& task, const Reply& reply, std::string_view message,
                               const std::string& failure) {
  SitePreparation& preparation = states_[task.site]->preparation;
  if (preparation.end_robots(task, reply, message, failure, learned_)) prepared(task.site);
}

void LiveHarvester::end_sitemap(const Task& task, std::string_view message) {
  states_[task.site]->preparation.take_sitemap(task.url, message);
  meet_sites();
  prepared(task.site);
}

void LiveHarvester::audit(schedule::SiteId site, Claim claim) {
  own_.push_back({.kind = Task::Kind::Audit,
                  .site = site,
                  .url = std::move(claim.url),
                  .page = claim.page,
                  .visit = claim.visit});
}

bool LiveHarvester::top_up_audits() {
  bool any = false;
  for (schedule::SiteId site = 0; site < states_.size(); ++site) {
    auto claims = states_[site]->audits.top_up([&](const Claim& claim) {
      const LastSeen* seen = parts_.frontier.last_seen(claim.page);
      return seen != nullptr && seen->at == claim.sent;
    });
    for (Claim& claim : claims) audit(site, std::move(claim));
    any = any || !claims.empty();
  }
  return any;
}

void LiveHarvester::end_audit(const Task& task, const Reply& reply) {
  ++counts_.audits;
  if (reply.kind == Kind::None || reply.answer.status != 200) return;
  const LastSeen* seen = parts_.frontier.last_seen(task.page);
  if (seen == nullptr) return;
  const bool same = seen->content == reply.answer.sha256;
  // As certificates judge it: a change since the claim says nothing about the claim.
  const bool later = !same && certificate::changed_later({.old_etag = seen->etag,
                                                          .etag = reply.answer.etag,
                                                          .modified = reply.answer.last_modified,
                                                          .received = {std::llround(now() * 1000)}},
                                                         {std::llround(seen->at * 1000)});
  if (later)
    states_[task.site]->audits.end_inconclusive(task.page);
  else
    states_[task.site]->audits.end(task.page, same);
  if (same) return;
  if (!later) ++counts_.lies;
  schedule::Visit visit = task.visit;
  visit.page = parts_.frontier.id_of(task.page);
  static_cast<void>(
      settle(parts_.frontier, parts_.frontier.group_of(task.page), visit, reply, now()));
}

void LiveHarvester::count(const Task& task, const Reply& reply, std::uint64_t size) {
  count(parts_.frontier.host(task.site), reply,
        task.page != kNoNumber && parts_.frontier.is_refused(task.page), size);
}

void LiveHarvester::count(const std::string& host, const Reply& reply, bool refused,
                          std::uint64_t size) {
  ++counts_.visits;
  counts_.bytes += size;
  if (reply.kind == Kind::None) {
    ++(refused ? counts_.refused : counts_.failed);
  } else {
    if (reply.kind == Kind::Response)
      ++counts_.captured;
    else if (reply.kind == Kind::NotStored)
      ++counts_.not_stored;
    else
      ++counts_.unchanged;
    ++counts_.statuses[reply.answer.status];
    if (!reply.answer.mime.empty()) ++counts_.mimes[reply.answer.mime];
  }
  ++counts_.hosts[host];
}

}  // namespace asof::crawl
