#include "server/port_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/head_internal.h"

namespace asof::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::uint32_t kLongestHead = 64 * 1024;
constexpr std::uint64_t kLongestBody = 64 * 1024;
constexpr std::string_view kPlain = "Content-Type: text/plain\r\n";
constexpr std::size_t kSlowPieces = 20;
constexpr std::chrono::milliseconds kSlowPause{50};

std::string_view view_of(beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

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
    if (error && (error == beast::http::error::end_of_stream ||
                  error.category() == asio::error::get_system_category()))
      return port_.drop(this);
    const auto& message = parser_->get();
    last_ = error || !message.keep_alive();
    if (error)
      reply_ = {
          .status = 400, .fields = std::string(kPlain), .body = "this is not an HTTP request\n"};
    else
      reply_ = port_.reply_to(request());
    const bool keeps_old = !last_ && message.version() == 10;
    head_ = head_of(reply_, last_ ? "close" : keeps_old ? "keep-alive" : "");
    if (!error && (message.method() == beast::http::verb::head || reply_.status == 304)) {
      reply_.body.clear();
      reply_.manner = Reply::Manner::Whole;
    }
    send();
  }

  Request request() const {
    const auto& message = parser_->get();
    Request request{.method = view_of(message.method_string()),
                    .target = view_of(message.target()),
                    .body = message.body()};
    for (const auto& field : message)
      request.fields.add({.name = view_of(field.name_string()), .value = view_of(field.value())});
    return request;
  }

  void send() {
    sent_ = 0;
    std::string_view head = head_;
    if (reply_.manner == Reply::Manner::Repeat && reply_.times == 0)
      reply_.body = fmt::format("{:x}\r\n{}\r\n", reply_.body.size(), reply_.body);
    std::string_view body = reply_.body;
    if (reply_.manner == Reply::Manner::Reset) {
      head = head.substr(0, static_cast<std::size_t>(reply_.times));
      body = body.substr(0, static_cast<std::size_t>(reply_.times) - head.size());
      if (head.empty()) return reset();
    }
    if (reply_.manner == Reply::Manner::Slow) body = {};
    const std::array<asio::const_buffer, 2> pieces = {asio::buffer(head.data(), head.size()),
                                                      asio::buffer(body.data(), body.size())};
    asio::async_write(socket_, pieces, [this](error_code error, std::size_t) { go_on(error); });
  }

  // After the head and what belongs to it, or after another piece of the body.
  void go_on(error_code error) {
    if (error) return port_.drop(this);
    switch (reply_.manner) {
      case Reply::Manner::Whole:
        return last_ ? close() : read();
      case Reply::Manner::Reset:
        return reset();
      case Reply::Manner::Slow:
        if (sent_ >= reply_.body.size()) return last_ ? close() : read();
        timer_.expires_after(kSlowPause);
        return timer_.async_wait([this](error_code failed) {
          if (failed) return port_.drop(this);
          const std::size_t piece =
              std::min(reply_.body.size() / kSlowPieces + 1, reply_.body.size() - sent_);
          sent_ += piece;
          send_again(std::string_view(reply_.body).substr(sent_ - piece, piece));
        });
      case Reply::Manner::Repeat:
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
  Reply reply_;
  std::string head_;
  std::uint64_t sent_ = 0;  // bytes of a slow body; copies of a repeated one
  bool last_ = false;       // the connection ends after this answer
};

Port::Port(asio::io_context& io, Answer answer)
    : acceptor_(io), retry_(io), answer_(std::move(answer)) {}
Port::~Port() = default;

Result<tcp::endpoint> Port::listen(const tcp::endpoint& endpoint) {
  error_code error;
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  tcp::endpoint opened;
  if (!error) opened = acceptor_.local_endpoint(error);
  if (!error) return opened;
  const bool busy = error == asio::error::address_in_use;
  return Error{busy ? Errc::Busy : Errc::Io,
               fmt::format("cannot listen on {}:{}: {}", endpoint.address().to_string(),
                           endpoint.port(), error.message())};
}

void Port::accept() {
  acceptor_.async_accept([this](error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) {  // too many files are open: some will be closed
      retry_.expires_after(std::chrono::milliseconds(100));
      return retry_.async_wait([this](error_code stopped) {
        if (!stopped) accept();
      });
    }
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    connections_.push_back(std::make_unique<Connection>(*this, std::move(socket)));
    connections_.back()->read();
    accept();
  });
}

void Port::drop(Connection* connection) {
  connections_.remove_if([=](const auto& kept) { return kept.get() == connection; });
}

}  // namespace asof::server
