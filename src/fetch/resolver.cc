#include <arpa/inet.h>
#include <netdb.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "fetch/resolver_internal.h"

namespace asof::fetch {
namespace {

constexpr std::size_t kThreads = 16;
constexpr auto kKnownFor = std::chrono::hours(1);
constexpr auto kUnknownFor = std::chrono::minutes(1);

std::string text_of(const sockaddr* address) {
  char text[INET6_ADDRSTRLEN] = {};
  const void* bytes = nullptr;
  if (address->sa_family == AF_INET) {
    bytes = &reinterpret_cast<const sockaddr_in*>(address)->sin_addr;
  } else if (address->sa_family == AF_INET6) {
    bytes = &reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  }
  if (bytes == nullptr || inet_ntop(address->sa_family, bytes, text, sizeof text) == nullptr) {
    return "";
  }
  return text;
}

// Every machine is its own localhost, also one whose files do not say so (RFC 6761, 6.3).
bool is_localhost(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  return host == "localhost" || host.ends_with(".localhost");
}

Addresses look_up(const std::string& host) {
  Addresses found;
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int error = ::getaddrinfo(host.c_str(), nullptr, &hints, &list);
  if (error != 0 && is_localhost(host)) {
    found.list = {"127.0.0.1", "::1"};
    return found;
  }
  if (error != 0) {
    found.why = error == EAI_SYSTEM ? std::strerror(errno) : ::gai_strerror(error);
    return found;
  }
  for (const addrinfo* item = list; item != nullptr; item = item->ai_next) {
    auto text = text_of(item->ai_addr);
    if (text.empty() || std::ranges::find(found.list, text) != found.list.end()) continue;
    found.list.push_back(std::move(text));
  }
  ::freeaddrinfo(list);
  if (found.list.empty()) found.why = "no address of a kind we know";
  return found;
}

}  // namespace

Resolver::Resolver(std::function<void()> ready) : ready_(std::move(ready)) {}

Resolver::~Resolver() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wanted_.notify_all();
  for (auto& thread : threads_) thread.join();
}

const Addresses* Resolver::known(const std::string& host) const {
  const auto found = entries_.find(host);
  if (found == entries_.end() || found->second.pending) return nullptr;
  if (found->second.until < std::chrono::steady_clock::now()) return nullptr;
  return &found->second.addresses;
}

void Resolver::ask(const std::string& host) {
  auto& entry = entries_[host];
  if (std::exchange(entry.pending, true)) return;
  bool start = false;
  {
    const std::lock_guard lock(mutex_);
    questions_.push_back(host);
    start = idle_ < questions_.size() && threads_.size() < kThreads;
  }
  if (start) threads_.emplace_back([this] { work(); });
  wanted_.notify_one();
}

std::vector<std::string> Resolver::take() {
  std::vector<std::pair<std::string, Addresses>> answers;
  {
    const std::lock_guard lock(mutex_);
    answers.swap(answers_);
  }
  std::vector<std::string> names;
  names.reserve(answers.size());
  const auto now = std::chrono::steady_clock::now();
  for (auto& [host, addresses] : answers) {
    auto& entry = entries_[host];
    entry.pending = false;
    entry.until = now + (addresses.list.empty() ? kUnknownFor : kKnownFor);
    entry.addresses = std::move(addresses);
    entry.addresses.generation = ++asked_;
    names.push_back(std::move(host));
  }
  return names;
}

void Resolver::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    wanted_.wait(lock, [this] { return stopping_ || !questions_.empty(); });
    --idle_;
    if (stopping_) return;
    auto host = std::move(questions_.front());
    questions_.pop_front();
    lock.unlock();
    auto addresses = look_up(host);
    lock.lock();
    answers_.emplace_back(std::move(host), std::move(addresses));
    lock.unlock();
    ready_();
    lock.lock();
  }
}

}  // namespace asof::fetch
