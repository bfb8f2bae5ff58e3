#include "lab/origin_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <list>
#include <thread>

#include "base/check.h"
#include "base/text.h"

namespace asof::lab {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::uint32_t kLongestHead = 64 * 1024;
constexpr std::uint64_t kLongestBody = 64 * 1024;
constexpr std::size_t kSlowPieces = 20;
constexpr std::chrono::milliseconds kSlowPause{50};

std::string_view view_of(beast::string_view text) { return {text.data(), text.size()}; }

class Connection;

// One port: it accepts connections and keeps them.
struct Port {
  Port(asio::io_context& io, OriginServer::Answer given)
      : acceptor(io), retry(io), answer(std::move(given)) {}
  void accept();
  void drop(Connection* connection);

  tcp::acceptor acceptor;
  asio::steady_timer retry;
  OriginServer::Answer answer;
  std::list<std::unique_ptr<Connection>> connections;
};

// One connection. Exactly one operation is under way at any time; when there is no next one, the
// connection drops itself.
class Connection final {
 public:
  Connection(Port& port, tcp::socket socket)
      : port_(port), socket_(std::move(socket)), timer_(socket_.get_executor()) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(kLongestHead);
    parser_->body_limit(kLongestBody);
    beast::http::async_read(socket_, buffer_, *parser_,
                            [this](error_code error, std::size_t) { take(error); });
  }

 private:
  void take(error_code error) {
    last_ = false;
    bool bodiless = false;
    if (error) {
      if (error == beast::http::error::end_of_stream ||
          error.category() == asio::error::get_system_category())
        return port_.drop(this);
      last_ = true;
      reply_ = plain_reply(400, 0, "Content-Type: text/plain\r\n", "this is no request\n");
    } else {
      const auto& message = parser_->get();
      auto field = [&](beast::http::field name) -> std::optional<std::string_view> {
        const auto found = message.find(name);
        if (found == message.end()) return std::nullopt;
        return view_of(found->value());
      };
      reply_ = port_.answer({.method = view_of(message.method_string()),
                             .target = view_of(message.target()),
                             .if_none_match = field(beast::http::field::if_none_match),
                             .if_modified_since = field(beast::http::field::if_modified_since),
                             .body = message.body()});
      last_ = !message.keep_alive();
      bodiless = message.method() == beast::http::verb::head || reply_.status == 304;
      if (message.version() == 10 && !last_) reply_.head += "Connection: keep-alive\r\n";
    }
    if (last_) reply_.head += "Connection: close\r\n";
    reply_.head += "\r\n";
    if (bodiless) {
      reply_.body.clear();
      reply_.manner = OriginReply::Manner::Whole;
    }
    send();
  }

  void send() {
    sent_ = 0;
    std::string_view head = reply_.head;
    std::string_view body = reply_.body;
    if (reply_.manner == OriginReply::Manner::Reset) {
      head = head.substr(0, static_cast<std::size_t>(reply_.times));
      body = body.substr(0, static_cast<std::size_t>(reply_.times) - head.size());
      if (head.empty()) return reset();
    }
    if (reply_.manner == OriginReply::Manner::Slow) body = {};
    const std::array<asio::const_buffer, 2> pieces = {asio::buffer(head.data(), head.size()),
                                                      asio::buffer(body.data(), body.size())};
    asio::async_write(socket_, pieces, [this](error_code error, std::size_t) { go_on(error); });
  }

  // After the head and what belongs to it, or after another piece of the body.
  void go_on(error_code error) {
    if (error) return port_.drop(this);
    switch (reply_.manner) {
      case OriginReply::Manner::Whole:
        return last_ ? close() : read();
      case OriginReply::Manner::Reset:
        return reset();
      case OriginReply::Manner::Slow:
        if (sent_ >= reply_.body.size()) return last_ ? close() : read();
        timer_.expires_after(kSlowPause);
        return timer_.async_wait([this](error_code failed) {
          if (failed) return port_.drop(this);
          const std::size_t piece =
              std::min(reply_.body.size() / kSlowPieces + 1, reply_.body.size() - sent_);
          sent_ += piece;
          send_again(std::string_view(reply_.body).substr(sent_ - piece, piece));
        });
      case OriginReply::Manner::Repeat:
        if (++sent_ == reply_.times) return last_ ? close() : read();
        return send_again(reply_.body);
    }
  }

  void send_again(std::string_view piece) {
    asio::async_write(socket_, asio::buffer(piece.data(), piece.size()),
                      [this](error_code error, std::size_t) { go_on(error); });
  }

  void close() {
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    port_.drop(this);
  }

  void reset() {
    error_code ignored;
    socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    port_.drop(this);
  }

  Port& port_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  beast::flat_buffer buffer_;
  std::optional<beast::http::request_parser<beast::http::string_body>> parser_;
  OriginReply reply_;
  std::uint64_t sent_ = 0;  // bytes of a slow body; copies of a repeated one
  bool last_ = false;       // the connection ends after this answer
};

void Port::accept() {
  acceptor.async_accept([this](error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) {  // too many files are open: some will be closed
      retry.expires_after(std::chrono::milliseconds(100));
      return retry.async_wait([this](error_code stopped) {
        if (!stopped) accept();
      });
    }
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    connections.push_back(std::make_unique<Connection>(*this, std::move(socket)));
    connections.back()->read();
    accept();
  });
}

void Port::drop(Connection* connection) {
  connections.remove_if([=](const auto& kept) { return kept.get() == connection; });
}

Result<tcp::endpoint> endpoint_of(const std::string& address) {
  const auto colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host == "localhost") host = "127.0.0.1";
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const auto port = colon == std::string::npos
                        ? std::nullopt
                        : parse_uint(std::string_view(address).substr(colon + 1));
  error_code error;
  const auto parsed = asio::ip::make_address(host, error);
  if (error || !port || *port > 65535)
    return Error{
        Errc::Invalid,
        fmt::format("\"{}\" is no address to listen on; one is 127.0.0.1:8080, with port 0 "
                    "for any that is free",
                    address)};
  return tcp::endpoint(parsed, static_cast<std::uint16_t>(*port));
}

std::string address_of(const tcp::endpoint& endpoint) {
  std::string host = endpoint.address().to_string();
  if (endpoint.address().is_v6()) host = "[" + host + "]";
  return fmt::format("http://{}:{}", host, endpoint.port());
}

}  // namespace

struct OriginServer::State {
  Result<std::string> listen(const tcp::endpoint& endpoint, Answer answer);

  // Ports and their connections go before the engine they run on.
  asio::io_context io{1};
  std::list<Port> ports;
  tcp::endpoint last;
  std::thread thread;
};

Result<std::string> OriginServer::State::listen(const tcp::endpoint& endpoint, Answer answer) {
  CHECK(!thread.joinable());
  Port& port = ports.emplace_back(io, std::move(answer));
  error_code error;
  port.acceptor.open(endpoint.protocol(), error);
  if (!error) port.acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) port.acceptor.bind(endpoint, error);
  if (!error) port.acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (!error) last = port.acceptor.local_endpoint(error);
  if (!error) return address_of(last);
  const bool busy = error == asio::error::address_in_use;
  ports.pop_back();
  return Error{busy ? Errc::Busy : Errc::Io,
               fmt::format("cannot listen on {}:{}: {}", endpoint.address().to_string(),
                           endpoint.port(), error.message())};
}

OriginServer::OriginServer() : state_(std::make_unique<State>()) {}

OriginServer::~OriginServer() { stop(); }

Result<std::string> OriginServer::listen(const std::string& address, Answer answer) {
  const tcp::endpoint endpoint = TRY(endpoint_of(address));
  return state_->listen(endpoint, std::move(answer));
}

Result<std::string> OriginServer::listen_beside(Answer answer) {
  return state_->listen(tcp::endpoint(state_->last.address(), 0), std::move(answer));
}

void OriginServer::start() {
  for (Port& port : state_->ports) port.accept();
  state_->thread = std::thread([this] { state_->io.run(); });
}

void OriginServer::stop() {
  state_->io.stop();
  if (state_->thread.joinable()) state_->thread.join();
  state_->ports.clear();
}

}  // namespace asof::lab
