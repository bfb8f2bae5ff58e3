#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>

#include "base/file.h"
#include "fetch/loop_internal.h"

namespace asof::fetch {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kMostShards = 16;
constexpr std::size_t kFewestKept = 64;  // in a shard, so that one host can have as many
constexpr std::size_t kMostKept = 256;
constexpr std::uint64_t kInterrupted = ~std::uint64_t{0};

int milliseconds_until(Steady::time_point at) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(at - Steady::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

}  // namespace

int Loop::on_timer(CURLM* /*multi*/, long milliseconds, void* self) {
  auto& shard = *static_cast<Shard*>(self);
  shard.has_timer = milliseconds >= 0;
  shard.timer = Steady::now() + std::chrono::milliseconds(std::max(0L, milliseconds));
  return 0;
}

int Loop::on_interest(CURL* /*easy*/, curl_socket_t socket, int what, void* self, void* known) {
  auto& shard = *static_cast<Shard*>(self);
  epoll_event event = {};
  event.data.u64 = shard.index << 32 | static_cast<std::uint32_t>(socket);
  if (what == CURL_POLL_REMOVE) {
    ::epoll_ctl(shard.epoll, EPOLL_CTL_DEL, socket, &event);
    return 0;
  }
  if ((what & CURL_POLL_IN) != 0) event.events |= EPOLLIN;
  if ((what & CURL_POLL_OUT) != 0) event.events |= EPOLLOUT;
  const int likely = known != nullptr ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  if (::epoll_ctl(shard.epoll, likely, socket, &event) != 0) {
    // A number can come back for another socket before libcurl has told us of its end.
    ::epoll_ctl(shard.epoll, errno == EEXIST ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
  }
  if (known == nullptr) curl_multi_assign(shard.multi, socket, &shard);
  return 0;
}

Result<void> Loop::open(std::size_t kept) {
  shards_.resize(std::clamp<std::size_t>(kept / kFewestKept, 1, kMostShards));
  const auto per_shard = static_cast<long>(std::min(kept / shards_.size(), kMostKept));
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  event_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.u64 = kInterrupted;
  if (epoll_ < 0 || event_ < 0 || ::epoll_ctl(epoll_, EPOLL_CTL_ADD, event_, &event) != 0) {
    return system_error("cannot watch", "connections");
  }
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    Shard& shard = shards_[i];
    shard.multi = curl_multi_init();
    CHECK(shard.multi != nullptr);
    shard.epoll = epoll_;
    shard.index = i;
    curl_multi_setopt(shard.multi, CURLMOPT_SOCKETFUNCTION, &Loop::on_interest);
    curl_multi_setopt(shard.multi, CURLMOPT_SOCKETDATA, &shard);
    curl_multi_setopt(shard.multi, CURLMOPT_TIMERFUNCTION, &Loop::on_timer);
    curl_multi_setopt(shard.multi, CURLMOPT_TIMERDATA, &shard);
    curl_multi_setopt(shard.multi, CURLMOPT_MAXCONNECTS, per_shard);
  }
  return {};
}

Loop::~Loop() {
  for (auto& shard : shards_) {
    if (shard.multi != nullptr) curl_multi_cleanup(shard.multi);
  }
  if (epoll_ >= 0) ::close(epoll_);
  if (event_ >= 0) ::close(event_);
}

std::size_t Loop::shard_of(std::string_view origin) const {
  return std::hash<std::string_view>()(origin) % shards_.size();
}

void Loop::add(std::size_t shard, CURL* easy) {
  CHECK(curl_multi_add_handle(shards_[shard].multi, easy) == CURLM_OK);
}

void Loop::remove(std::size_t shard, CURL* easy) {
  CHECK(curl_multi_remove_handle(shards_[shard].multi, easy) == CURLM_OK);
}

void Loop::drive(Shard& shard, curl_socket_t socket, int events, std::vector<Ended>& ended) {
  int running = 0;
  curl_multi_socket_action(shard.multi, socket, events, &running);
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(shard.multi, &left)) {
    if (message->msg == CURLMSG_DONE) ended.push_back({message->easy_handle, message->data.result});
  }
}

std::vector<Loop::Ended> Loop::run(Steady::time_point until) {
  std::vector<Ended> ended;
  bool again = true;
  while (again && ended.empty()) {
    auto next = until;
    for (const auto& shard : shards_) {
      if (shard.has_timer) next = std::min(next, shard.timer);
    }
    std::array<epoll_event, 256> events;
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                   milliseconds_until(next));
    CHECK(count >= 0 || errno == EINTR);
    // A signal ends the wait: whoever sent it may want to be heard.
    again = count >= 0;
    for (int i = 0; i < count; ++i) {
      const auto& event = events[static_cast<std::size_t>(i)];
      if (event.data.u64 == kInterrupted) {
        std::uint64_t times = 0;
        [[maybe_unused]] const auto n = ::read(event_, &times, sizeof times);
        again = false;
        continue;
      }
      int what = 0;
      if ((event.events & EPOLLIN) != 0) what |= CURL_CSELECT_IN;
      if ((event.events & EPOLLOUT) != 0) what |= CURL_CSELECT_OUT;
      if ((event.events & (EPOLLERR | EPOLLHUP)) != 0) what |= CURL_CSELECT_ERR;
      const auto socket = static_cast<curl_socket_t>(event.data.u64 & 0xffffffff);
      drive(shards_[event.data.u64 >> 32], socket, what, ended);
    }
    const auto now = Steady::now();
    for (auto& shard : shards_) {
      if (!shard.has_timer || shard.timer > now) continue;
      shard.has_timer = false;
      drive(shard, CURL_SOCKET_TIMEOUT, 0, ended);
    }
    again = again && now < until;
  }
  return ended;
}

void Loop::interrupt() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(event_, &one, sizeof one);
}

}  // namespace asof::fetch
