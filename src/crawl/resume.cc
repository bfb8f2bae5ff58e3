#include "crawl/resume.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "crawl/log.h"
#include "retrieve/record_at.h"
#include "url/surt.h"
#include "verify/gather.h"
#include "warc/reader.h"

namespace asof::crawl {
namespace {

using Kind = ReplyKind;

constexpr std::size_t kLongestBlock = std::size_t{1} << 31;

// The records of one visit.
struct Read {
  std::string url;
  Instant at;
  capture::Notes notes;
  Kind kind = Kind::None;
  std::string truncated;
  Original original;
  std::string message;
  std::string file;  // where the answer lies
  std::uint64_t offset = 0;

  Duration took() const { return static_cast<double>(notes.fetch_ms.value_or(0)) / 1000; }
};

using Places = std::unordered_map<std::string, std::pair<std::string, std::uint64_t>>;  // by id

class Back final {
 public:
  using OnVisit = std::function<Result<void>(Read&)>;

  // Every visit in the files, in order; bodies only where wanted.
  static Result<void> each(const archive::Directory& directory,
                           const std::vector<std::string>& files, bool bodies,
                           const OnVisit& on_visit) {
    for (const std::string& name : files) {
      const auto holding = TRY(archive::Holding::open(directory, name));
      warc::Reader reader(holding.source(), [](const warc::Damage&) {});
      std::optional<Read> open;
      while (const warc::Record* record = TRY(reader.next())) {
        if (record->type() == warc::Type::Metadata) {
          open.emplace();
          open->url = record->target_uri();
          open->at = record->date().value_or(Instant{});
          const std::string block = TRY(block_of(reader));
          open->notes = capture::read_notes(open->url, block);
          if (open->notes.none) TRY(on_visit(*open));
        } else if (open && (record->type() == warc::Type::Response ||
                            record->type() == warc::Type::Revisit)) {
          const auto capture = capture::read_record(*record, {}, {.page = false, .sha256 = false});
          take_answer(capture->exchanges.front(), *open);
          open->file = name;
          open->offset = reader.position().offset;
          if (bodies) open->message = TRY(block_of(reader));
          TRY(on_visit(*open));
          open.reset();
        }
        TRY(reader.finish());
      }
    }
    return {};
  }

 private:
  static Result<std::string> block_of(warc::Reader& reader) {
    std::string block;
    for (;;) {
      const std::string_view piece = TRY(reader.read());
      if (piece.empty()) return block;
      if (block.size() < kLongestBlock) block += piece;
    }
  }

  static void take_answer(const capture::Exchange& exchange, Read& read) {
    read.truncated = exchange.truncated;
    read.kind = Kind::Response;
    read.original = {exchange.record.id, read.url, read.at, ""};
    if (exchange.kind != capture::Kind::Revisit) return;
    read.kind = exchange.revisit.is_not_modified() ? Kind::NotModified : Kind::Identical;
    read.truncated.clear();
    read.original = {exchange.revisit.refers_to, exchange.revisit.url,
                     exchange.revisit.at.value_or(Instant{}), ""};
    const std::string_view digest = exchange.payload_digest;
    if (digest.starts_with("sha256:"))
      if (auto bytes = from_hex(digest.substr(7))) read.original.sha256 = *bytes;
  }
};

struct Asked {
  TurnCount turn;
  std::string url;
};

class Resumption final {
 public:
  Resumption(const archive::Directory& directory, std::unordered_set<std::uint64_t> logged,
             Frontier& frontier, Past& past, LiveHarvester& harvester)
      : directory_(directory),
        logged_(std::move(logged)),
        frontier_(frontier),
        past_(past),
        harvester_(harvester) {}

  Result<Resumed> run(const std::vector<std::string>& files) {
    auto first = Back::each(directory_, files, false, [&](Read& read) -> Result<void> {
      if (read.notes.turn) asked_.push_back({*read.notes.turn, read.url});
      if (read.kind == Kind::Response) places_[read.original.id] = {read.file, read.offset};
      return {};
    });
    if (!first) return std::move(first).error();
    std::sort(asked_.begin(), asked_.end(), [](const Asked& a, const Asked& b) {
      return std::pair(a.turn.ended, a.turn.asked) < std::pair(b.turn.ended, b.turn.asked);
    });
    auto second = Back::each(directory_, files, true, [&](Read& read) { return take(read); });
    if (!second) return std::move(second).error();
    std::uint64_t next = 0;
    for (const Asked& asked : asked_) next = std::max(next, asked.turn.asked + 1);
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

  Result<void> take(Read& read) {
    const std::string& purpose = read.notes.purpose;
    if (purpose.empty()) return {};
    Task task{.url = read.url};
    task.kind = purpose == "robots"    ? Task::Kind::Robots
                : purpose == "sitemap" ? Task::Kind::Sitemap
                : purpose == "audit"   ? Task::Kind::Audit
                                       : Task::Kind::Visit;
    const std::uint64_t size = read.notes.received.value_or(read.message.size());
    if (!place(task, read)) return lose(read, size);
    // Rules and sitemaps are read again; those that were seen before lie with their original. Where
    // that is not to be found they are fetched again.
    if (task.page == kNoNumber && read.kind == Kind::Identical) {
      std::string message = TRY(message_of(read.original));
      if (message.empty()) return lose(read, size);
      read.message = std::move(message);
    }
    Reply reply = TRY(reply_of(task, read));
    if (task.kind == Task::Kind::Visit) {
      const std::uint64_t number = read.notes.turn ? read.notes.turn->asked : ~std::uint64_t{0};
      const auto known = visits_.find(number);
      if (known == visits_.end()) return lose(read, size);
      task.visit = known->second;
      visits_.erase(known);
      ++resumed_.visits;
    }
    if (read.notes.none && read.notes.none->status == capture::kRefusedByRobots &&
        task.page != kNoNumber)
      frontier_.refuse(task.page, read.notes.none->reason);
    const Instant ended{read.at.ms + std::llround(read.took() * 1000)};
    resumed_.last = std::max(resumed_.last, ended);
    see_to_log(read, reply, size);
    harvester_.resume_reply(std::move(task), std::move(reply), read.message, on_axis(read.at),
                            on_axis(read.at) + read.took(), size);
    return {};
  }

  Result<void> lose(const Read& read, std::uint64_t size) {
    ++resumed_.lost;
    Reply reply{.kind = read.kind};
    if (read.kind != Kind::None)
      reply.answer = capture::read_answer(read.url, read.message, {.at = read.at});
    if (read.kind == Kind::Identical) reply.answer.sha256 = read.original.sha256;
    const bool refused = read.notes.none && read.notes.none->status == capture::kRefusedByRobots;
    harvester_.resume_lost(host_key(read.url), reply, refused, size);
    see_to_log(read, reply, size);
    return {};
  }

  // The log's lines are written after the records, and never synced.
  void see_to_log(const Read& read, const Reply& reply, std::uint64_t size) {
    if (logged_.contains(log_key(read.url, read.at))) return;
    const Task task{.url = read.url};
    const Happened happened{.task = &task,
                            .reply = &reply,
                            .at = read.at,
                            .took = read.took(),
                            .size = size,
                            .truncated = read.truncated,
                            .none = read.notes.none};
    resumed_.unlogged.push_back(
        log_line(happened, Route{read.notes.hops.value_or(""), read.notes.via, host_key(read.url),
                                 read.notes.purpose}));
  }

  // Which site and page it is about; false where the crawl does not know them.
  bool place(Task& task, const Read& read) {
    if (task.kind == Task::Kind::Robots || task.kind == Task::Kind::Sitemap) {
      task.origin = read.notes.about;
      const bool origin = task.kind == Task::Kind::Robots;
      const auto site = frontier_.site_named(origin ? host_key(task.origin) : task.origin);
      if (site) task.site = *site;
      return site.has_value();
    }
    if (task.kind == Task::Kind::Visit) ask_up_to(resumed_.visits);
    const auto page = frontier_.number_of(read.url);
    if (!page) return false;
    task.page = *page;
    task.site = frontier_.site_of(*page);
    task.visit.page = frontier_.id_of(*page);
    return true;
  }

  // Empty where it is not in the archive any more.
  Result<std::string> message_of(const Original& original) {
    std::optional<std::pair<std::string, std::uint64_t>> where;
    if (const auto here = places_.find(original.id); here != places_.end())
      where = here->second;
    else
      where = TRY(past_.where(original));
    if (!where) return std::string();
    return retrieve::block_at(directory_, where->first, {where->second, 0}, kLongestBlock);
  }

  Result<Reply> reply_of(const Task& task, const Read& read) {
    Reply reply{.kind = read.kind, .whole = read.truncated.empty(), .original = read.original};
    const capture::ReadOptions options{.at = read.at};
    if (read.kind == Kind::None) return reply;
    reply.answer = capture::read_answer(read.url, read.message, options);
    if (reply.kind == Kind::Response) {
      reply.original.sha256 = reply.answer.sha256;
      return reply;
    }
    const LastSeen* seen = task.page != kNoNumber ? frontier_.last_seen(task.page) : nullptr;
    if (reply.kind == Kind::Identical) {
      reply.answer.status = 200;
      reply.answer.sha256 = reply.original.sha256;
    } else if (seen != nullptr) {
      reply.original.sha256 = seen->content;
    } else if (const auto before = TRY(past_.last(read.url))) {
      reply.original.sha256 = before->original.sha256;
      reply.answer.page.emplace();
      reply.answer.page->links = TRY(past_.links(read.url, reply.original.sha256));
    }
    if (reply.kind == Kind::NotModified || task.page == kNoNumber) return reply;
    if (seen != nullptr && seen->content == reply.original.sha256) return reply;
    // The links are those of the body, wherever it lies, as seen from this address.
    const std::string body = TRY(message_of(reply.original));
    if (body.empty()) return reply;
    Answer whole = capture::read_answer(read.url, body, options);
    reply.answer.links = std::move(whole.links);
    reply.answer.nofollow = whole.nofollow;
    reply.answer.page = std::move(whole.page);
    return reply;
  }

  const archive::Directory& directory_;
  const std::unordered_set<std::uint64_t> logged_;
  Frontier& frontier_;
  Past& past_;
  LiveHarvester& harvester_;
  std::vector<Asked> asked_;  // in the order strategies were asked
  std::size_t next_ = 0;
  Places places_;
  std::unordered_map<std::uint64_t, schedule::Visit> visits_;  // asked for, by number
  Resumed resumed_;
};

}  // namespace

Result<Resumed> resume(const archive::Directory& directory, std::string_view crawl,
                       const std::string& log, Frontier& frontier, Past& past,
                       LiveHarvester& harvester) {
  const auto files = TRY(verify::crawl_files(directory, crawl));
  auto logged = TRY(log_keys(log));
  return Resumption(directory, std::move(logged), frontier, past, harvester).run(files);
}

}  // namespace asof::crawl
