#include "crawl/timekeeper.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <mutex>

#include "base/json.h"
#include "base/json_read.h"
#include "base/text.h"
#include "url/url.h"

namespace asof::crawl {
namespace {

constexpr std::size_t kLongestAnswer = 1 << 16;

class SystemTime final : public Timekeeper {
 public:
  explicit SystemTime(MachineTime machine)
      : machine_(std::move(machine)), offset_(machine_.wall().ms - machine_.running()) {}

  Instant now() const override { return {machine_.running() + offset_}; }
  double real_seconds() const override { return 1; }
  Result<void> move_to(Instant) override { return {}; }
  double set_by() const override {
    return static_cast<double>(machine_.wall().ms - now().ms) / 1000;
  }

 private:
  const MachineTime machine_;
  const std::int64_t offset_;  // milliseconds
};

// A connection to a server on this machine, kept open: a crawl asks thousands of times a second.
class Line final {
 public:
  Line(std::string host, std::string port) : host_(std::move(host)), port_(std::move(port)) {}
  ~Line() { hang_up(); }

  Result<std::string> ask(const std::string& request) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (fd_ < 0) TRY(call());
      if (auto answer = exchange(request)) return std::move(*answer);
      hang_up();  // the server may have closed a connection it found idle
    }
    return Error{Errc::Io, fmt::format("the clock at {}:{} does not answer", host_, port_)};
  }

 private:
  Result<void> call() {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host_.c_str(), port_.c_str(), &hints, &found) != 0)
      return Error{Errc::Invalid, fmt::format("there is no host {}", host_)};
    for (const addrinfo* one = found; one != nullptr && fd_ < 0; one = one->ai_next) {
      fd_ = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
      if (fd_ >= 0 && ::connect(fd_, one->ai_addr, one->ai_addrlen) != 0) hang_up();
    }
    ::freeaddrinfo(found);
    if (fd_ < 0) return Error{Errc::Invalid, fmt::format("nothing answers at {}:{}", host_, port_)};
    const int yes = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const timeval patience{30, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return {};
  }
  void hang_up() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  // The body of the answer; nothing where the connection failed or it is none.
  std::optional<std::string> exchange(const std::string& request) {
    if (::send(fd_, request.data(), request.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(request.size()))
      return std::nullopt;
    std::string text;
    char piece[4096];
    for (;;) {
      const ssize_t got = ::recv(fd_, piece, sizeof piece, 0);
      if (got <= 0) return std::nullopt;
      text.append(piece, static_cast<std::size_t>(got));
      if (text.size() > kLongestAnswer) return std::nullopt;
      const std::size_t end = text.find("\r\n\r\n");
      if (end == std::string::npos) continue;
      const std::string head = lower(text.substr(0, end));
      const std::size_t field = head.find("content-length:");
      if (field == std::string::npos) return std::nullopt;
      std::string_view value = std::string_view(head).substr(field + 15);
      const auto length = parse_uint(trim(value.substr(0, value.find('\r'))));
      if (!length) return std::nullopt;
      if (text.size() >= end + 4 + *length) return text.substr(end + 4, *length);
    }
  }

  const std::string host_, port_;
  int fd_ = -1;
};

class OriginTime final : public Timekeeper {
 public:
  OriginTime(std::string host, std::string port)
      : name_(host + ":" + port), line_(std::move(host), std::move(port)) {}

  Result<void> read() {
    const std::string body = TRY(
        line_.ask(fmt::format("GET / HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\n\r\n", name_)));
    return take(body);
  }
  Instant now() const override {
    const Reading last = reading();
    if (last.speed == 0) return {std::llround(last.now * 1000)};
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - last.since;
    return {std::llround((last.now + passed.count() * last.speed) * 1000)};
  }
  double real_seconds() const override {
    const double speed = reading().speed;
    return speed == 0 ? 0 : 1 / speed;
  }
  Result<void> move_to(Instant at) override {
    if (reading().speed != 0 || at <= now()) return {};
    const std::string body = json::Object{{"to", json::Value::fixed(on_axis(at), 3)}}.text();
    const std::string answer = TRY(line_.ask(
        fmt::format("POST /advance HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n"
                    "Content-Length: {}\r\n\r\n{}",
                    name_, body.size(), body)));
    return take(answer);
  }

 private:
  // What the origin last said, and when.
  struct Reading {
    double now = 0;
    double speed = 0;
    std::chrono::steady_clock::time_point since;
  };
  Reading reading() const {
    const std::lock_guard lock(mutex_);
    return reading_;
  }
  static Result<Reading> parse(std::string_view body) {
    const json::Document document = TRY(json::parse(body));
    Reading reading{.since = std::chrono::steady_clock::now()};
    reading.now = TRY(document.root().number_at("now"));
    reading.speed = TRY(document.root().number_at("speed"));
    return reading;
  }
  Result<void> take(const std::string& body) {
    const auto reading = parse(body);
    if (!reading)
      return Error{Errc::Invalid,
                   fmt::format("the server at {} is not a clock of 'asof lab origin'", name_)};
    const std::lock_guard lock(mutex_);
    reading_ = *reading;
    return {};
  }

  const std::string name_;
  Line line_;
  mutable std::mutex mutex_;  // protects the following
  Reading reading_;
};

}  // namespace

MachineTime machine_time() {
  return {[] { return SystemClock().now(); },
          [] {
            timespec at{};
            ::clock_gettime(CLOCK_BOOTTIME, &at);
            return std::int64_t{at.tv_sec} * 1000 + at.tv_nsec / 1'000'000;
          }};
}

std::unique_ptr<Timekeeper> system_time(MachineTime machine) {
  return std::make_unique<SystemTime>(std::move(machine));
}

std::string describe_setting(double seconds) {
  constexpr double kSlack = 2;  // leap seconds and rounding
  if (std::abs(seconds) < kSlack) return {};
  return fmt::format("set {} by {:.0f} s while the crawl ran", seconds < 0 ? "back" : "forward",
                     std::abs(seconds));
}

Result<std::unique_ptr<Timekeeper>> time_from(const std::string& address) {
  const auto url = url::parse(address);
  if (!url || url->scheme != "http" || !url->host)
    return Error{Errc::Invalid, fmt::format("--clock takes the clock's URL that 'asof lab origin' "
                                            "prints, not \"{}\"",
                                            address)};
  std::string host = *url->host;
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  auto clock = std::make_unique<OriginTime>(host, std::to_string(url->port.value_or(80)));
  TRY(clock->read());
  return std::unique_ptr<Timekeeper>(std::move(clock));
}

}  // namespace asof::crawl
