#include "crawl/resume.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "crawl/log.h"
#include "crawl/recorded_visits.h"
#include "retrieve/record_at.h"
#include "url/surt.h"
#include "verify/gather.h"

namespace asof::crawl {
namespace {

using Kind = ReplyKind;

constexpr std::size_t kLongestBlock = std::size_t{1} << 31;

struct RecordedTurn {
  TurnCount turn;
  std::string url;
};

class Resumption final {
 public:
  Resumption(const archive::Directory& directory, const catalog::Reader& catalog,
             std::unordered_set<std::uint64_t> logged, Frontier& frontier, EarlierCaptures& earlier,
             LiveHarvester& harvester)
      : directory_(directory),
        catalog_(catalog),
        logged_(std::move(logged)),
        frontier_(frontier),
        earlier_(earlier),
        harvester_(harvester) {}

  Result<ResumeResult> run(const std::vector<std::string>& files) {
    auto first = each_visit(catalog_, files, [&](RecordedVisit& read) -> Result<void> {
      if (const auto turn = capture::parse_turn(read.notes.turn))
        asked_.push_back({*turn, read.url()});
      return {};
    });
    if (!first) return std::move(first).error();
    std::sort(asked_.begin(), asked_.end(), [](const RecordedTurn& a, const RecordedTurn& b) {
      return std::pair(a.turn.ended, a.turn.asked) < std::pair(b.turn.ended, b.turn.asked);
    });
    auto second = each_visit(catalog_, files, [&](RecordedVisit& read) { return take(read); });
    if (!second) return std::move(second).error();
    std::uint64_t next = 0;
    for (const RecordedTurn& asked : asked_) next = std::max(next, asked.turn.asked + 1);
    resumed_.owed = harvester_.resume_end(next);
    return resumed_;
  }

 private:
  // Strategies are asked what they were asked before the visit that ended next.
  void ask_up_to(std::uint64_t ended) {
    for (; next_ < asked_.size() && asked_[next_].turn.ended <= ended; ++next_) {
      const auto page = frontier_.number_of(asked_[next_].url);
      schedule::Visit visit;
      if (page && harvester_.resume_ask(*page, asked_[next_].turn, visit))
        visits_[asked_[next_].turn.asked] = visit;
    }
  }

  Result<void> take(RecordedVisit& read) {
    const std::string& purpose = read.notes.purpose;
    if (purpose.empty()) return {};
    Task task{.url = read.url()};
    task.kind = purpose == "robots"    ? Task::Kind::Robots
                : purpose == "sitemap" ? Task::Kind::Sitemap
                : purpose == "audit"   ? Task::Kind::Audit
                                       : Task::Kind::Visit;
    if (!place(task, read)) return lose(read);
    // Rules and sitemaps are read again, from the record itself or from its original. Where that
    // is not to be found they are fetched again.
    std::string message;
    if (task.page == kNoNumber && read.kind != Kind::None) {
      message = TRY(message_of(read.original));
      if (message.empty() && read.kind == Kind::Identical) return lose(read);
    }
    Reply reply = TRY(reply_of(task, read));
    if (task.kind == Task::Kind::Visit) {
      reply.importance = TRY(importance_of(task, reply, read));
      const auto turn = capture::parse_turn(read.notes.turn);
      const auto known = visits_.find(turn ? turn->asked : ~std::uint64_t{0});
      if (known == visits_.end()) return lose(read);
      task.visit = known->second;
      visits_.erase(known);
      ++resumed_.visits;
    }
    if (read.notes.status == capture::kRefusedByRobots && task.page != kNoNumber)
      frontier_.refuse(task.page, read.notes.reason);
    const Instant ended{read.notes.at.ms + std::llround(read.took() * 1000)};
    resumed_.last = std::max(resumed_.last, ended);
    see_to_log(read, reply);
    harvester_.resume_reply(std::move(task), std::move(reply), message, on_axis(read.notes.at),
                            on_axis(read.notes.at) + read.took(), read.size());
    return {};
  }

  // What the strategy was told of a change. It stands in the visit's metadata record alone.
  Result<std::optional<double>> importance_of(const Task& task, const Reply& reply,
                                              const RecordedVisit& read) {
    const LastSeen* before = frontier_.last_seen(task.page);
    const bool shows_another = before != nullptr && reply.kind != Kind::NotModified &&
                               content_of(reply.answer) != before->content;
    if (!shows_another) return std::optional<double>();
    const catalog::Locator& where = read.notes.where;
    const auto file = TRY(catalog_.file(where.file));
    if (!file) return std::optional<double>();
    const std::string block =
        TRY(retrieve::block_at(directory_, file->name, {where.offset, where.inner}, kLongestBlock));
    return capture::read_notes(read.url(), block).importance;
  }

  Result<void> lose(const RecordedVisit& read) {
    ++resumed_.lost;
    Reply reply{.kind = read.kind};
    if (read.answer) reply.answer = TRY(answer_of(*read.answer));
    if (read.kind == Kind::Identical || read.kind == Kind::NotStored)
      reply.answer.sha256 = read.original.sha256;
    const bool refused = read.notes.status == capture::kRefusedByRobots;
    harvester_.resume_lost(host_key(read.url()), reply, refused, read.size());
    see_to_log(read, reply);
    return {};
  }

  // The log's lines are written after the records, and never synced.
  void see_to_log(const RecordedVisit& read, const Reply& reply) {
    if (logged_.contains(log_key(read.url(), read.notes.at))) return;
    const Task task{.url = read.url()};
    const VisitEvent event{.task = &task,
                           .reply = &reply,
                           .at = read.notes.at,
                           .took = read.took(),
                           .size = read.size(),
                           .truncated = read.truncated(),
                           .none = read.none()};
    resumed_.unlogged.push_back(log_line(event, Route{read.notes.hops.value_or(""), read.notes.via,
                                                      host_key(read.url()), read.notes.purpose}));
  }

  // Which site and page it is about; false where the crawl does not know them.
  bool place(Task& task, const RecordedVisit& read) {
    if (task.kind == Task::Kind::Robots || task.kind == Task::Kind::Sitemap) {
      task.origin = read.notes.about;
      const bool origin = task.kind == Task::Kind::Robots;
      const auto site = frontier_.site_named(origin ? host_key(task.origin) : task.origin);
      if (site) task.site = *site;
      return site.has_value();
    }
    if (task.kind == Task::Kind::Visit) ask_up_to(resumed_.visits);
    const auto page = frontier_.number_of(read.url());
    if (!page) return false;
    task.page = *page;
    task.site = frontier_.site_of(*page);
    task.visit.page = frontier_.id_of(*page);
    return true;
  }

  // Head and body of a response; empty where it is not in the archive any more.
  Result<std::string> message_of(const Original& original) {
    std::optional<catalog::Locator> where;
    TRY(catalog_.captures_of(url::surt_key(original.url),
                             [&](const catalog::Capture& capture) {
                               if (capture.record_id == original.id) where = capture.where;
                               return !where.has_value();
                             },
                             {.url = original.url}));
    if (!where || where->inner != 0) return std::string();
    const auto file = TRY(catalog_.file(where->file));
    if (!file) return std::string();
    return retrieve::block_at(directory_, file->name, {where->offset, 0}, kLongestBlock);
  }

  // What the answer said, as its rows tell it.
  Result<Answer> answer_of(const catalog::Capture& row) {
    Answer answer{.status = row.status,
                  .mime = row.mime,
                  .etag = row.etag,
                  .last_modified = row.last_modified,
                  .nofollow = row.nofollow,
                  .sha256 = row.sha256,
                  .size = row.size};
    answer.links = TRY(catalog::unpack_all(row.links));
    if (!row.location.empty())
      answer.links.add({capture::LinkKind::Redirect, "http/location", row.location});
    if (row.sha256.empty()) return answer;
    const auto document = TRY(catalog_.document(row.urlkey, row.url, row.sha256));
    if (!document) return answer;
    answer.page.emplace();
    answer.page->links = TRY(catalog::unpack_all(document->links));
    answer.page->nofollow = document->nofollow;
    answer.page->cut = document->cut;
    return answer;
  }

  Result<Reply> reply_of(const Task& task, const RecordedVisit& read) {
    Reply reply{.kind = read.kind, .whole = read.truncated().empty(), .original = read.original};
    if (read.kind == Kind::None) return reply;
    reply.answer = TRY(answer_of(*read.answer));
    if (reply.kind == Kind::Response) return reply;
    const LastSeen* seen = task.page != kNoNumber ? frontier_.last_seen(task.page) : nullptr;
    if (reply.kind == Kind::NotStored) {
      reply.answer.sha256 = std::exchange(reply.original.sha256, "");
      if (seen != nullptr) return reply;
      const auto stored = TRY(earlier_.last(read.url()));
      if (stored) reply.original = stored->original;
      return reply;
    }
    if (reply.kind == Kind::Identical) {
      reply.answer.sha256 = reply.original.sha256;
      if (is_error(reply.answer.status)) return reply;
      reply.answer.status = 200;
    } else if (seen != nullptr) {
      const bool stored = seen->original != ~std::uint32_t{0};
      reply.original.sha256 = stored ? frontier_.original(seen->original).sha256 : seen->content;
    } else if (const auto before = TRY(earlier_.last(read.url()))) {
      reply.original.sha256 = before->original.sha256;
      reply.answer.page.emplace();
      reply.answer.page->links = TRY(earlier_.links(read.url(), reply.original.sha256));
    }
    if (reply.kind == Kind::NotModified || task.page == kNoNumber) return reply;
    if (seen != nullptr && seen->content == reply.original.sha256) return reply;
    // The links are those of the body, wherever it lies, as seen from this address.
    const std::string body = TRY(message_of(reply.original));
    if (body.empty()) return reply;
    Answer whole = capture::read_answer(read.url(), body, {.at = read.notes.at});
    reply.answer.links = std::move(whole.links);
    reply.answer.nofollow = whole.nofollow;
    reply.answer.page = std::move(whole.page);
    return reply;
  }

  const archive::Directory& directory_;
  const catalog::Reader& catalog_;
  const std::unordered_set<std::uint64_t> logged_;
  Frontier& frontier_;
  EarlierCaptures& earlier_;
  LiveHarvester& harvester_;
  std::vector<RecordedTurn> asked_;  // in the order strategies were asked
  std::size_t next_ = 0;
  std::unordered_map<std::uint64_t, schedule::Visit> visits_;  // asked for, by number
  ResumeResult resumed_;
};

}  // namespace

Result<ResumeResult> resume(const archive::Directory& directory, const catalog::Reader& catalog,
                            std::string_view crawl, const std::string& log, Frontier& frontier,
                            EarlierCaptures& earlier, LiveHarvester& harvester) {
  const auto files = TRY(verify::crawl_files(directory, crawl));
  auto logged = TRY(log_keys(log));
  return Resumption(directory, catalog, std::move(logged), frontier, earlier, harvester).run(files);
}

}  // namespace asof::crawl
