#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/write.hpp>

#include "base/check.h"
#include "server/connection_internal.h"

namespace asof::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;

namespace {

// The client has the time of ServerOptions::idle for each.
constexpr std::size_t kMostAtOnce = 128 * 1024;
constexpr std::size_t kSlowPieces = 20;
constexpr std::chrono::milliseconds kSlowPause{50};
constexpr std::size_t kMostDiscarded = 1024 * 1024;

}  // namespace

void Connection::send() {
  sent_ = copies_ = 0;
  rest_ = reply_.body;
  after_ = {};
  switch (reply_.manner) {
    case Reply::Manner::Whole:
      CHECK(!reply_.more || reply_.body.empty());
      if (reply_.more) return next_piece();
      break;
    case Reply::Manner::Repeat:
      if (reply_.times == 0)
        reply_.body = fmt::format("{:x}\r\n{}\r\n", reply_.body.size(), reply_.body);
      rest_ = reply_.body;
      break;
    case Reply::Manner::Reset: {
      const auto kept = static_cast<std::size_t>(reply_.times);
      rest_ = rest_.substr(0, kept - std::min(kept, front_.size()));
      front_.resize(std::min(kept, front_.size()));
      if (front_.empty()) return reset();
      break;
    }
    case Reply::Manner::Slow:
      rest_ = {};
      break;
  }
  write();
}

// What goes before, a part of the body, and what goes after if this is its last part.
void Connection::write() {
  connections_.waits(*this, Wait::Client);
  writing_ = std::min(rest_.size(), kMostAtOnce);
  const std::size_t last = writing_ == rest_.size() ? after_.size() : 0;
  const std::array<asio::const_buffer, 3> parts = {asio::buffer(front_.data(), front_.size()),
                                                   asio::buffer(rest_.data(), writing_),
                                                   asio::buffer(after_.data(), last)};
  asio::async_write(socket_, parts, [this](error_code error, std::size_t) { wrote(error); });
}

void Connection::wrote(error_code error) {
  if (cut_ || error) tell(false);
  if (ended(error)) return;
  front_.clear();
  sent_ += writing_;
  rest_.remove_prefix(writing_);
  return rest_.empty() ? next() : write();
}

// Head and body, or a piece of it, are sent.
void Connection::next() {
  switch (reply_.manner) {
    case Reply::Manner::Whole:
      return reply_.more ? next_piece() : end(true);
    case Reply::Manner::Reset:
      return reset();
    case Reply::Manner::Slow:
      return next_slowly();
    case Reply::Manner::Repeat:
      if (++copies_ == reply_.times) return end(true);
      rest_ = reply_.body;
      return write();
  }
}

void Connection::next_piece() {
  auto piece = reply_.more();
  const std::uint64_t left = reply_.length.value_or(std::uint64_t{1} << 62) - sent_;
  if (!piece || (piece->empty() && reply_.length && left > 0)) return end(false);
  piece_ = std::move(*piece);
  if (piece_.size() > left) piece_.resize(static_cast<std::size_t>(left));
  rest_ = piece_;
  // Nothing is left to ask for; what has an end in itself needs no other.
  if (piece_.empty() || (reply_.length && left == piece_.size())) reply_.more = {};
  if (framing_ == Framing::Chunked) {
    front_ += fmt::format("{:x}\r\n", piece_.size());
    after_ = "\r\n";
  }
  write();
}

void Connection::next_slowly() {
  if (sent_ >= reply_.body.size()) return end(true);
  timer_.emplace(socket_.get_executor(), kSlowPause);
  timer_->async_wait([this](error_code error) {
    if (ended(error)) return;
    rest_ = std::string_view(reply_.body).substr(static_cast<std::size_t>(sent_));
    rest_ = rest_.substr(0, reply_.body.size() / kSlowPieces + 1);
    write();
  });
}

void Connection::tell(bool whole) {
  if (!connections_.options().on_served) return;
  const auto& message = parser_->get();
  const auto field = [&](beast::http::field name) { return view_of(message[name]); };
  const std::string peer = peer_.address().to_string();
  const auto now = std::chrono::steady_clock::now();
  connections_.options().on_served(
      {.peer = peer,
       .method = view_of(message.method_string()),
       .target = view_of(message.target()),
       .host = field(beast::http::field::host),
       .user_agent = field(beast::http::field::user_agent),
       .referrer = field(beast::http::field::referer),
       .version = static_cast<int>(message.version()),
       .status = reply_.status,
       .bytes = sent_,
       .whole = whole,
       .duration = std::chrono::duration_cast<std::chrono::microseconds>(now - began_)});
}

// After a reply, or what could be sent of it.
void Connection::end(bool whole) {
  tell(whole);
  reply_ = {};
  piece_ = {};
  front_ = {};
  if (!whole) return connections_.drop(*this);
  return last_ || connections_.draining() ? close() : wait();
}

// If bytes of the client are unread, the system resets a connection that is closed, and the client
// may lose the reply. So those are read first, where there may be some.
void Connection::close() {
  error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
  if (!refused_ && buffer_.size() == 0) return connections_.drop(*this);
  connections_.waits(*this, Wait::End);
  buffer_ = {};
  discard();
}

void Connection::discard() {
  socket_.async_read_some(buffer_.prepare(4096), [this](error_code error, std::size_t size) {
    if (ended(error)) return;
    discarded_ += size;
    return discarded_ > kMostDiscarded ? connections_.drop(*this) : discard();
  });
}

void Connection::reset() {
  tell(false);
  error_code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  connections_.drop(*this);
}

}  // namespace asof::server
