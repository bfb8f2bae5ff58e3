// LiveHarvester: does on the web what strategies decide. It is polite (delays, robots.txt,
// patience with failing hosts), asks conditionally where it can, audits what servers claim, and
// hands everything to the recorder.
//
// In a capture each site has a strategy, and joins the loop once its robots.txt and sitemaps are
// read. In a watch a strategy serves pages of many hosts, and joins at once: a visit waits until
// its host may be asked. What a strategy does not ask for (robots.txt, sitemaps, second tries,
// audits) goes before what it asks for, so the order on the wire is its order.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "crawl/audits.h"
#include "crawl/byte_budget.h"
#include "crawl/change_importance.h"
#include "crawl/earlier_captures.h"
#include "crawl/frontier.h"
#include "crawl/host.h"
#include "crawl/readers.h"
#include "crawl/reply.h"
#include "crawl/site_preparation.h"
#include "crawl/storing.h"
#include "crawl/task_queue.h"
#include "crawl/timekeeper.h"
#include "fetch/fetcher.h"
#include "keep/recorder.h"
#include "schedule/harvester.h"
#include "schedule/loop.h"

namespace asof::crawl {

// What happened, in numbers.
struct Counts {
  std::uint64_t visits = 0;      // answered or given up
  std::uint64_t captured = 0;    // new content
  std::uint64_t unchanged = 0;   // already stored, or said to be the same
  std::uint64_t not_stored = 0;  // changed, but hardly
  std::uint64_t failed = 0;      // nothing came
  std::uint64_t refused = 0;     // by robots.txt: not asked for
  std::uint64_t retries = 0;
  std::uint64_t audits = 0;
  std::uint64_t lies = 0;   // audits that found a server's claim false
  std::uint64_t bytes = 0;  // received
  std::map<int, std::uint64_t> statuses;
  std::map<std::string, std::uint64_t> mimes, hosts;
};

// One line of what is going on, for whoever watches.
struct VisitEvent {
  const Task* task = nullptr;
  const Reply* reply = nullptr;
  std::string_view ip;
  Instant at;
  Duration took = 0;
  std::uint64_t size = 0;  // of the answer, head included
  std::string truncated;
  std::optional<NoAnswer> none;
  bool again = false;  // it will be tried again
};

class LiveHarvester final : public schedule::Harvester {
 public:
  struct Parts {
    const Settings& settings;
    Frontier& frontier;
    EarlierCaptures& earlier;
    fetch::Fetcher& fetcher;
    keep::Recorder& recorder;
    Timekeeper& time;
    ChangeImportance* importance = nullptr;  // where the strategy is to be told of it, or
    Storing storing{};                       // not every version is stored
    warc::IdSource ids;
    Instant began;  // the crawl, however often it was killed since
    // A strategy for a group that joins at an instant, told of nothing yet.
    std::function<std::unique_ptr<schedule::Strategy>(GroupId group, Time start)> strategy;
    schedule::Allocator* allocator = nullptr;       // the loop's; asked again after a kill
    schedule::LearnedPatterns* patterns = nullptr;  // told of each visit before its strategy is
    std::function<std::string(const VisitEvent&)> log_line;  // for crawl.log
    std::function<void(const VisitEvent&)> on_event;
    std::function<bool(schedule::SiteId site)> may_be_private;
    // Once true, nothing more is sent, and wait() returns when what is under way has ended.
    std::function<bool()> stopping;
  };
  explicit LiveHarvester(Parts parts);

  // The strategies of the sites that have joined; the loop's.
  const schedule::Strategies& strategies() const { return strategies_; }
  GroupId group(std::uint32_t loop) const { return joined_[loop]; }
  const Counts& counts() const { return counts_; }

  // Sites of the frontier that have no host yet get one, and are prepared.
  void meet_sites();

  Time now() const override { return on_axis(parts_.time.now()); }
  std::span<const schedule::Turn> polite() override;
  Time next_polite() const override;
  Time next_site() const override;
  void start(schedule::SiteId site, const schedule::Visit& visit) override;
  Result<std::optional<schedule::Seen>> wait(Time until) override;
  // Once nothing more is wanted: asks for the audits that chance has left out, where a host has
  // fewer than it needs. Whether there are any: the loop is to go on.
  bool top_up_audits();

  // -- for a crawl that goes on: what its records say, before any request is made

  // What a request brought then, in the order it came; visits are told to the strategy. What
  // follows from it is done as it was then, except that it waits until resume_end().
  void resume_reply(Task task, Reply reply, std::string_view message, Time sent, Time received,
                    std::uint64_t size);
  // A request that nobody would make now, as after a limit was changed: it counts, and that is all.
  void resume_lost(const std::string& host, const Reply& reply, bool refused, std::uint64_t size) {
    count(host, reply, refused, size);
  }
  // The strategy is asked as it was then; whether it named that page. What else it names is kept
  // and sent later.
  bool resume_ask(PageNumber page, const TurnCount& turn, schedule::Visit& visit);
  // Requests may be made from here on. Turns are counted on from `asked`. How many visits are owed
  // to strategies.
  std::uint64_t resume_end(std::uint64_t asked);

 private:
  struct State {
    State(const LiveHarvester::Parts& parts, TaskQueue& tasks, schedule::SiteId site)
        : host(parts.settings),
          preparation({.settings = parts.settings,
                       .frontier = parts.frontier,
                       .earlier = parts.earlier,
                       .host = host,
                       .tasks = tasks,
                       .site = site}),
          audits(parts.settings) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Host host;
    SitePreparation preparation;
    Audits audits;
    bool answered = false;       // ever
    std::uint64_t recorded = 0;  // its last visit, as the recorder numbers them
  };

  static constexpr std::uint32_t kNotJoined = ~std::uint32_t{0};
  // The number of a group in the loop.
  std::uint32_t loop_of(GroupId group) const {
    return group < loops_.size() ? loops_[group] : kNotJoined;
  }
  bool has_joined(GroupId group) const { return loop_of(group) != kNotJoined; }
  void join(GroupId group);
  // Whether a site may be asked for something that a strategy wants.
  bool is_free(schedule::SiteId site, Time now) const;
  std::optional<schedule::Visit> ask_again(std::uint32_t loop, Time at);
  // What a visit says about when its page changes.
  void learn_pattern(const Task& task, const schedule::Seen& seen);
  void begin_visit(Task task);
  void send(Task task);
  void send_own();
  Time next_own() const;
  void add_condition(Task& task, fetch::Request& request);
  // What the catalog said of earlier captures. Nothing where it failed: wait() then reports why, so
  // that a crawl never takes a catalog that fails for one that knows nothing.
  template <class T>
  T recalled(Result<T> found) {
    if (found) return std::move(*found);
    if (!failure_) failure_ = std::move(found).error();
    return {};
  }
  void finish(Task task, ReadAnswer read);
  bool try_again(Task& task, const fetch::Exchange& exchange, const Answer& answer, Duration took);
  std::optional<OriginalError> error_before(const Task& task);
  void weigh(const Task& task, const std::optional<capture::Weighed>& weighed, Reply& reply);
  Reply judge(const Task& task, const fetch::Exchange& exchange, Answer answer);
  void conclude(const Task& task, Reply reply, fetch::Exchange exchange, Duration took,
                const std::optional<NoAnswer>& none);
  void end_visit(const Task& task, const Reply& reply, Time sent, Time received);
  void end_robots(const Task& task, const Reply& reply, std::string_view message,
                  const std::string& failure);
  void end_sitemap(const Task& task, std::string_view message);
  State& state_of(schedule::SiteId site);
  void end_audit(const Task& task, const Reply& reply);
  void prepared(schedule::SiteId site);
  bool free_connections();
  void audit(schedule::SiteId site, Claim claim);
  void count(const Task& task, const Reply& reply, std::uint64_t size);
  void count(const std::string& host, const Reply& reply, bool refused, std::uint64_t size);

  Parts parts_;
  Readers readers_;
  schedule::Strategies strategies_;
  std::vector<std::unique_ptr<State>> states_;  // by site of the frontier
  std::vector<GroupId> joined_;                 // by number in the loop
  std::vector<std::uint32_t> loops_;            // by group: its number in the loop, or kNotJoined
  std::vector<schedule::Turn> turns_;
  std::unordered_map<std::uint64_t, Task> under_way_;  // by token
  std::deque<schedule::Seen> ended_;
  std::uint64_t next_token_ = 1;
  std::uint64_t asked_ = 0, told_ = 0;
  Instant polite_at_;  // of turns_
  Time learned_ = 0;   // when the last answer came: what follows from it happens then
  TaskQueue own_;      // what goes before the strategies' turns
  std::size_t own_under_way_ = 0;
  std::vector<Task> owed_;  // read back: asked for and not seen yet
  std::size_t met_ = 0;     // sites that were prepared, or are being prepared
  Counts counts_;
  ByteBudget bytes_;
  std::optional<Error> failure_;  // the catalog's first
};

}  // namespace asof::crawl
