#include "crawl/reply.h"

#include "base/digest.h"

namespace asof::crawl {
namespace {

using Kind = ReplyKind;
using schedule::Outcome;

const std::string kGone = "gone";

Outcome outcome_of(const LastSeen* before, const std::string& content) {
  if (content.empty()) return Outcome::Failed;
  const bool same = before != nullptr && before->content == content;
  if (content == kGone) return same ? Outcome::Same : Outcome::Gone;
  if (before == nullptr) return Outcome::First;
  return same ? Outcome::Same : Outcome::Changed;
}

}  // namespace

std::string content_of(const Answer& answer) {
  if (capture::is_gone(answer.status)) return kGone;
  if (answer.status >= 200 && answer.status < 300) return answer.sha256;
  if (answer.status >= 300 && answer.status < 400 && answer.status != 304) {
    std::string text = std::to_string(answer.status);
    for (std::size_t i = 0; i < answer.links.size(); ++i)
      if (const auto link = answer.links[i]; link.kind == capture::LinkKind::Redirect)
        text.append(" ").append(link.url);
    return digest_of(Algorithm::Sha256, text);
  }
  return {};
}

schedule::Seen settle(Frontier& frontier, GroupId group, const schedule::Visit& visit,
                      const Reply& reply, Time at) {
  const PageNumber page = frontier.page(group, visit.page);
  const LastSeen* before = frontier.last_seen(page);
  std::string content = content_of(reply.answer);
  // A server that says "not modified" vouches for what the request referred to.
  if (reply.kind == Kind::NotModified) content = reply.original.sha256;
  const Outcome outcome = outcome_of(before, content);
  schedule::Seen seen = frontier.absorb(group, visit, reply.answer, outcome == Outcome::Same);
  seen.outcome = outcome;
  if (reply.kind == Kind::Response && is_error(reply.answer.status) && reply.whole)
    frontier.remember_error(page, {reply.answer.status, reply.original});
  if (content.empty()) return seen;

  LastSeen now{.content = content,
               .etag = reply.answer.etag,
               .last_modified = reply.answer.last_modified,
               .at = at};
  const bool kept = reply.kind != Kind::None && reply.answer.status != 0;
  if (reply.kind == Kind::NotModified) {
    if (now.etag.empty() && before != nullptr) now.etag = before->etag;
    if (!now.last_modified && before != nullptr) now.last_modified = before->last_modified;
  }
  // What an error refers to is no content of the page that a condition could speak of.
  // The condition of the next request speaks of what is stored, not of what was seen.
  if (reply.kind == Kind::NotStored) {
    now.etag = before != nullptr ? before->etag : "";
    now.last_modified = before != nullptr ? before->last_modified : std::nullopt;
    now.original = before != nullptr ? before->original : frontier.add_original(reply.original);
    frontier.remember(page, std::move(now));
    return seen;
  }
  const bool refers = reply.kind == Kind::NotModified ||
                      (reply.kind == Kind::Identical && !is_error(reply.answer.status));
  if (refers || (kept && reply.answer.status == 200 && reply.whole)) {
    const auto known = frontier.original_of(reply.original.sha256);
    // A later response with the same payload stands on its own feet: its page refers to it.
    now.original = known && frontier.original(*known).id == reply.original.id
                       ? *known
                       : frontier.add_original(reply.original);
  }
  frontier.remember(page, std::move(now));
  return seen;
}

}  // namespace asof::crawl
