#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "fetch/loop_internal.h"
#include "fetch/settings_internal.h"
#include "fetch/transfer_internal.h"

namespace asof::fetch {
namespace {

constexpr rlim_t kFewestFiles = 128;
constexpr rlim_t kMostFiles = 20'000;

struct Look {
  Steady::time_point at;
  Transfer* transfer;
  std::uint64_t life;
  bool operator>(const Look& other) const { return at > other.at; }
};

class CurlFetcher final : public Fetcher {
 public:
  CurlFetcher(Settings settings, std::size_t most)
      : settings_(std::move(settings)), most_(most), resolver_([this] { loop_.interrupt(); }) {}
  ~CurlFetcher() override;
  CurlFetcher(const CurlFetcher&) = delete;
  CurlFetcher& operator=(const CurlFetcher&) = delete;

  Result<void> open() { return loop_.open(most_); }

  void start(Request request) override;
  std::optional<Exchange> wait(std::chrono::milliseconds at_most) override;
  std::size_t under_way() const override { return active_ + waiting_.size() + ended_.size(); }
  std::vector<Resolved> take_resolved() override { return std::exchange(resolved_, {}); }
  void wake() override {
    woken_ = true;
    loop_.interrupt();
  }

 private:
  using Waiter = std::pair<Transfer*, std::uint64_t>;  // with its life

  Transfer& idle_transfer();
  void begin(Request request);
  void begin_waiting_ones();
  void refuse(Request request, Failure failure, std::string why);
  void resolve(Transfer& transfer);
  void connect(Transfer& transfer, const Addresses* addresses);
  Login* login_for(const Target& target);
  // Lets transfers go on until some ended or the time has come.
  void go_on(Steady::time_point until);
  void take_names();
  void end_late_ones();
  void finish(Transfer& transfer, Exchange exchange);

  Settings settings_;
  const std::size_t most_;  // transfers at a time
  Loop loop_;
  std::atomic<bool> woken_ = false;

  std::vector<std::unique_ptr<Transfer>> transfers_;
  std::vector<Transfer*> idle_;
  std::size_t active_ = 0;
  bool fresh_ = false;  // some were added and nothing of them is sent yet
  std::deque<Request> waiting_;
  std::deque<Exchange> ended_;
  std::priority_queue<Look, std::vector<Look>, std::greater<>> looks_;

  std::unordered_map<std::string, std::vector<Waiter>> resolving_;
  // Which addresses each shard has been told for a peer, by their generation.
  std::unordered_map<std::string, std::uint64_t> told_;
  std::vector<Resolved> resolved_;
  Resolver resolver_;  // last, because its threads use the loop
};

CurlFetcher::~CurlFetcher() {
  for (auto& transfer : transfers_) {
    if (transfer->shard()) loop_.remove(*transfer->shard(), transfer->easy());
  }
}

void CurlFetcher::start(Request request) {
  if (active_ < most_) {
    begin(std::move(request));
  } else {
    waiting_.push_back(std::move(request));
  }
}

Transfer& CurlFetcher::idle_transfer() {
  if (idle_.empty()) {
    transfers_.push_back(std::make_unique<Transfer>(settings_));
    idle_.push_back(transfers_.back().get());
  }
  Transfer& transfer = *idle_.back();
  idle_.pop_back();
  return transfer;
}

void CurlFetcher::refuse(Request request, Failure failure, std::string why) {
  const auto now = settings_.clock->now();
  ended_.push_back(Exchange{.token = request.token,
                            .url = std::move(request.url),
                            .sent = now,
                            .answered = now,
                            .ended = now,
                            .failure = failure,
                            .why = std::move(why)});
}

void CurlFetcher::begin(Request request) {
  auto target = parse_target(request.url);
  if (!target) return refuse(std::move(request), Failure::Protocol, target.error().what);
  for (const auto& [name, value] : request.fields) {
    auto checked = check_field(name, value);
    if (!checked) return refuse(std::move(request), Failure::Protocol, checked.error().what);
  }
  ++active_;
  Transfer& transfer = idle_transfer();
  transfer.begin(std::move(request), std::move(target).value());
  looks_.push({transfer.next_look(), &transfer, transfer.life()});
  // Behind a proxy an address is seen only where the URL has one.
  const auto address = parse_address(transfer.target().host);
  if (address && transfer.is_forbidden(*address)) {
    finish(transfer,
           transfer.end_before(Failure::Forbidden,
                               "the address " + transfer.target().host + " may not be reached"));
  } else {
    resolve(transfer);
  }
}

void CurlFetcher::resolve(Transfer& transfer) {
  if (transfer.peer().literal) return connect(transfer, nullptr);
  const auto& host = transfer.peer().host;
  const Addresses* known = resolver_.known(host);
  if (known == nullptr) {
    resolving_[host].emplace_back(&transfer, transfer.life());
    resolver_.ask(host);
  } else if (known->list.empty()) {
    finish(transfer, transfer.end_before(settings_.proxy ? Failure::Connect : Failure::Dns,
                                         "no address for " + host + ": " + known->why));
  } else {
    connect(transfer, known);
  }
}

void CurlFetcher::connect(Transfer& transfer, const Addresses* addresses) {
  const auto shard = loop_.shard_of(transfer.target().origin);
  if (addresses != nullptr) {
    const auto& peer = transfer.peer();
    const auto key = peer.host + ":" + std::to_string(peer.port) + "/" + std::to_string(shard);
    auto& told = told_[key];
    if (std::exchange(told, addresses->generation) == addresses->generation) addresses = nullptr;
  }
  transfer.prepare(shard, addresses, login_for(transfer.target()));
  loop_.add(shard, transfer.easy());
  fresh_ = true;
}

Login* CurlFetcher::login_for(const Target& target) {
  const auto found = std::ranges::find(settings_.logins, target.origin, &Login::origin);
  return found != settings_.logins.end() ? &*found : nullptr;
}

void CurlFetcher::take_names() {
  for (const auto& host : resolver_.take()) {
    const Addresses& addresses = *resolver_.known(host);
    if (!addresses.list.empty() && !settings_.proxy) {
      resolved_.push_back({host, addresses.list, settings_.clock->now()});
    }
    for (const auto& [transfer, life] : std::exchange(resolving_[host], {})) {
      if (transfer->life() == life) resolve(*transfer);
    }
    resolving_.erase(host);
  }
}

void CurlFetcher::end_late_ones() {
  const auto now = Steady::now();
  while (!looks_.empty() && looks_.top().at <= now) {
    auto [at, transfer, life] = looks_.top();
    looks_.pop();
    if (transfer->life() != life) continue;
    if (transfer->deadline() <= now) {
      finish(*transfer, transfer->end_late());
    } else {
      looks_.push({transfer->next_look(), transfer, life});
    }
  }
}

void CurlFetcher::finish(Transfer& transfer, Exchange exchange) {
  if (transfer.shard()) {
    loop_.remove(*transfer.shard(), transfer.easy());
    transfer.leave_shard();
  }
  ended_.push_back(std::move(exchange));
  --active_;
  idle_.push_back(&transfer);
}

void CurlFetcher::begin_waiting_ones() {
  while (!waiting_.empty() && active_ < most_) {
    auto request = std::move(waiting_.front());
    waiting_.pop_front();
    begin(std::move(request));
  }
}

void CurlFetcher::go_on(Steady::time_point until) {
  fresh_ = false;
  for (const auto& [easy, code] : loop_.run(until)) {
    Transfer* transfer = nullptr;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    if (transfer->deserves_another_try(code)) {
      loop_.remove(*transfer->shard(), transfer->easy());
      transfer->leave_shard();
      resolve(*transfer);
      continue;
    }
    if (auto* login = login_for(transfer->target())) login->learn(transfer->offered());
    finish(*transfer, transfer->end(code));
  }
  take_names();
  end_late_ones();
  begin_waiting_ones();
}

std::optional<Exchange> CurlFetcher::wait(std::chrono::milliseconds at_most) {
  const auto until = Steady::now() + at_most;
  bool first = true;
  while (ended_.empty()) {
    if (woken_.exchange(false)) return std::nullopt;
    if (!std::exchange(first, false) && Steady::now() >= until) return std::nullopt;
    go_on(looks_.empty() ? until : std::min(until, looks_.top().at));
  }
  // However many have ended, what was begun meanwhile does not wait for them.
  if (fresh_) go_on(Steady::now());
  auto exchange = std::move(ended_.front());
  ended_.pop_front();
  return exchange;
}

// How many files this process may have open, once it has asked for as many as it could use.
Result<std::size_t> raise_open_files() {
  rlimit files = {};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const auto wanted = std::min(files.rlim_max, kMostFiles);
  if (files.rlim_cur < wanted) {
    const rlimit raised = {.rlim_cur = wanted, .rlim_max = files.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) files = raised;
  }
  if (files.rlim_cur >= kFewestFiles) return std::min(files.rlim_cur, kMostFiles);
  return Error{Errc::Limit, "the system allows " + std::to_string(files.rlim_cur) +
                                " open files; fetching needs at least " +
                                std::to_string(kFewestFiles) + " (ulimit -n)"};
}

}  // namespace

Result<std::unique_ptr<Fetcher>> Fetcher::open(Options options, const Clock& clock) {
  auto settings = TRY(Settings::read(std::move(options), clock));
  // A transfer has a connection and perhaps a temporary file; as many connections may be kept; and
  // the rest of the program needs some files, too.
  const auto files = TRY(raise_open_files());
  auto fetcher = std::make_unique<CurlFetcher>(std::move(settings), files / 4);
  TRY(fetcher->open());
  return std::unique_ptr<Fetcher>(std::move(fetcher));
}

}  // namespace asof::fetch
