// RawServer: a server that does to each connection what a test says, byte for byte, however wrong.
//
// It listens on a loopback address and a port of the system's choice. Each connection has a thread
// of its own, on which the behaviour runs; when that returns, the connection is closed. The
// destructor cuts connections that are still open, so behaviours may wait for ever.
#pragma once

#include <atomic>
#include <cerrno>
#include <csignal>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"
#include "support/certificate.h"

namespace asof::test {

class RawConnection final {
 public:
  RawConnection(int fd, std::size_t number) : fd_(fd), number_(number) {}
  ~RawConnection() {
    if (ssl_ != nullptr) SSL_free(ssl_);
    ::close(fd_);
  }
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  // Which connection of the server this is, from 0.
  std::size_t number() const { return number_; }
  // Speaks TLS from here on; false when the client would not.
  bool secure(SSL_CTX* server) {
    ssl_ = SSL_new(server);
    return SSL_set_fd(ssl_, fd_) == 1 && SSL_accept(ssl_) == 1;
  }
  // The next request head, its blank line included; empty when the client has gone.
  std::string read_head() {
    while (true) {
      const auto end = pending_.find("\r\n\r\n");
      if (end != std::string::npos) {
        auto head = pending_.substr(0, end + 4);
        pending_.erase(0, end + 4);
        return head;
      }
      const auto more = read_some();
      if (more.empty()) return "";
      pending_ += more;
    }
  }
  // The next so many bytes; fewer when the client has gone.
  std::string read_body(std::size_t size) {
    while (pending_.size() < size) {
      const auto more = read_some();
      if (more.empty()) break;
      pending_ += more;
    }
    auto body = pending_.substr(0, size);
    pending_.erase(0, body.size());
    return body;
  }
  // Whatever comes next; empty when the client has gone.
  std::string read_some() {
    std::string bytes(1 << 16, '\0');
    const auto size = static_cast<int>(bytes.size());
    const auto n = ssl_ != nullptr ? SSL_read(ssl_, bytes.data(), size)
                                   : static_cast<int>(::recv(fd_, bytes.data(), bytes.size(), 0));
    bytes.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return bytes;
  }
  // False when the client has gone.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto most = std::min<std::size_t>(bytes.size(), 1 << 20);
      const auto n = ssl_ != nullptr
                         ? SSL_write(ssl_, bytes.data(), static_cast<int>(most))
                         : static_cast<int>(::send(fd_, bytes.data(), most, MSG_NOSIGNAL));
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }
  // Lets time pass; false when the client has gone meanwhile.
  bool pause(int milliseconds) {
    pollfd gone = {.fd = fd_, .events = POLLRDHUP, .revents = 0};
    return ::poll(&gone, 1, milliseconds) == 0;
  }
  // Until the client has gone.
  void wait_for_end() {
    while (!read_some().empty()) continue;
  }
  // Ends the connection by a reset instead of an orderly close.
  void reset() {
    const linger at_once = {.l_onoff = 1, .l_linger = 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
  // Everything still blocked in it returns. From any thread.
  void cut() { ::shutdown(fd_, SHUT_RDWR); }

 private:
  const int fd_;
  const std::size_t number_;
  SSL* ssl_ = nullptr;
  std::string pending_;
};

class RawServer final {
 public:
  using Behaviour = std::function<void(RawConnection&)>;

  // With a certificate it speaks TLS from the start; the certificate must outlive it.
  explicit RawServer(Behaviour behaviour, const Certificate* certificate = nullptr,
                     int family = AF_INET)
      : behaviour_(std::move(behaviour)),
        scheme_(certificate != nullptr ? "https" : "http"),
        host_(family == AF_INET6 ? "[::1]" : "127.0.0.1"),
        tls_(certificate != nullptr ? certificate->server() : nullptr, SSL_CTX_free) {
    std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes without asking for none
    listener_ = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in6 address6 = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
    sockaddr_in address4 = {.sin_family = AF_INET};
    address4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool six = family == AF_INET6;
    auto* address =
        six ? reinterpret_cast<sockaddr*>(&address6) : reinterpret_cast<sockaddr*>(&address4);
    socklen_t size = six ? sizeof address6 : sizeof address4;
    CHECK(listener_ >= 0 && ::bind(listener_, address, size) == 0 && ::listen(listener_, 512) == 0);
    CHECK(::getsockname(listener_, address, &size) == 0);
    port_ = ntohs(six ? address6.sin6_port : address4.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~RawServer() {
    stopping_ = true;
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    {
      const std::lock_guard lock(mutex_);
      for (auto* connection : open_) connection->cut();
    }
    for (auto& thread : threads_) thread.join();
    ::close(listener_);
  }
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  std::uint16_t port() const { return port_; }
  std::string origin() const { return scheme_ + "://" + host_ + ":" + std::to_string(port_); }
  std::string url(std::string_view path = "/") const { return origin() + std::string(path); }
  // How many connections there have been.
  std::size_t connections() const { return connections_; }

  // Request heads that behaviours chose to keep.
  void keep(std::string head) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(head));
  }
  std::vector<std::string> kept() const {
    const std::lock_guard lock(mutex_);
    return kept_;
  }

 private:
  void accept_all() {
    while (true) {
      const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (stopping_ || (fd < 0 && errno != ECONNABORTED && errno != EINTR)) {
        if (fd >= 0) ::close(fd);
        return;
      }
      if (fd < 0) continue;
      threads_.emplace_back([this, fd, number = connections_++] { serve(fd, number); });
    }
  }
  void serve(int fd, std::size_t number) {
    RawConnection connection(fd, number);
    {
      const std::lock_guard lock(mutex_);
      open_.push_back(&connection);
      if (stopping_) connection.cut();
    }
    if (tls_ == nullptr || connection.secure(tls_.get())) behaviour_(connection);
    const std::lock_guard lock(mutex_);
    std::erase(open_, &connection);
  }

  const Behaviour behaviour_;
  const std::string scheme_, host_;
  const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> tls_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::atomic<std::size_t> connections_ = 0;
  std::thread acceptor_;
  std::vector<std::thread> threads_;  // only the acceptor adds to it

  mutable std::mutex mutex_;  // protects the following
  std::vector<RawConnection*> open_;
  std::vector<std::string> kept_;
};

// Answers the first request of a connection with these bytes and closes it.
inline RawServer::Behaviour answer_once(std::string bytes) {
  return [bytes = std::move(bytes)](RawConnection& connection) {
    if (!connection.read_head().empty()) connection.send(bytes);
  };
}

// Answers every request of a connection with what `answer` makes of its head.
inline RawServer::Behaviour answer_each(std::function<std::string(const std::string&)> answer) {
  return [answer = std::move(answer)](RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      if (!connection.send(answer(head))) return;
    }
  };
}

}  // namespace asof::test
