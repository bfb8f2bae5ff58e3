#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>

#include "base/text.h"
#include "server/connection_internal.h"

namespace asof::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::uint32_t kLongestHead = 64 * 1024;
constexpr std::size_t kLongestTarget = 16 * 1024;
constexpr std::size_t kMostKept = 4 * 1024;  // bytes of buffer, while there is no request
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

struct Refusal {
  int status;
  std::string_view says;
};
constexpr Refusal kRefusals[] = {
    {413, "the body of this request is too long\n"},
    {414, "the target of this request is too long\n"},
    {431, "the head of this request is too long\n"},
    {400, "this is not an HTTP request\n"},
};

Reply reply_of(int status) {
  const Refusal* refusal = kRefusals;
  while (refusal->status != status && refusal->status != 400) ++refusal;
  return {.status = refusal->status,
          .fields = "Content-Type: text/plain\r\n",
          .body = std::string(refusal->says)};
}

}  // namespace

Connection::Connection(Connections& connections, Connections::Place place, tcp::socket socket,
                       const Answer& answer)
    : connections_(connections), place_(place), socket_(std::move(socket)), answer_(answer) {
  error_code ignored;
  if (connections_.options().on_served) peer_ = socket_.remote_endpoint(ignored);
  socket_.set_option(tcp::no_delay(true), ignored);
}

void Connection::start() { wait(); }

void Connection::cut() {
  cut_ = true;
  error_code ignored;
  socket_.close(ignored);
  if (timer_) timer_->cancel();
}

bool Connection::ended(error_code error) {
  if (!error && !cut_) return false;
  connections_.drop(*this);
  return true;
}

// Memory for a request is taken when its first byte is there.
void Connection::wait() {
  parser_.reset();
  if (buffer_.size() > 0) return read();
  if (buffer_.capacity() > kMostKept) buffer_.shrink_to_fit();
  connections_.waits(*this, Wait::Request);
  socket_.async_wait(tcp::socket::wait_read, [this](error_code error) {
    if (!ended(error)) read();
  });
}

void Connection::read() {
  connections_.waits(*this, Wait::Client);
  began_ = std::chrono::steady_clock::now();
  parser_.emplace();
  parser_->header_limit(kLongestHead);
  parser_->body_limit(connections_.options().longest_body);
  beast::http::async_read_header(socket_, buffer_, *parser_, [this](error_code error, std::size_t) {
    if (cut_ || error || parser_->is_done()) return take(error);
    const auto& fields = parser_->get();
    // Clients wait for a second or so before they send the body without this.
    if (!beast::iequals(fields[beast::http::field::expect], "100-continue") ||
        refusal(error) != 0 || fields.version() == 10)
      return read_body();
    asio::async_write(socket_, asio::buffer(kContinue), [this](error_code failed, std::size_t) {
      if (!ended(failed)) read_body();
    });
  });
}

void Connection::read_body() {
  beast::http::async_read(socket_, buffer_, *parser_,
                          [this](error_code error, std::size_t) { take(error); });
}

void Connection::take(error_code error) {
  const bool gone = error == beast::http::error::end_of_stream ||
                    (error && error.category() == asio::error::get_system_category());
  if (cut_ || gone) return connections_.drop(*this);
  answer(refusal(error));
}

int Connection::refusal(error_code error) const {
  if (error == beast::http::error::body_limit) return 413;
  if (error == beast::http::error::header_limit) {
    if (!parser_->get().target().empty()) return 431;
    const auto bytes = buffer_.data();
    const std::string_view text(static_cast<const char*>(bytes.data()), bytes.size());
    return text.substr(0, kLongestTarget).find('\n') == text.npos ? 414 : 431;
  }
  if (error) return 400;
  const auto& message = parser_->get();
  if (message.target().size() > kLongestTarget) return 414;
  // The parser takes what it does not know for no coding at all. A proxy may see that otherwise,
  // and then the two would not agree where the next request begins.
  std::size_t hosts = 0;
  for (const auto& field : message) {
    if (field.name() == beast::http::field::host) ++hosts;
    if (field.name() == beast::http::field::transfer_encoding &&
        !iequals(view_of(field.value()), "chunked"))
      return 400;
  }
  return hosts > 1 ? 400 : 0;
}

Request Connection::request() const {
  const auto& message = parser_->get();
  Request request{.method = view_of(message.method_string()),
                  .target = view_of(message.target()),
                  .body = message.body()};
  for (const auto& field : message)
    request.fields.add({.name = view_of(field.name_string()), .value = view_of(field.value())});
  return request;
}

void Connection::answer(int refused) {
  const auto& message = parser_->get();
  refused_ = refused != 0;
  reply_ = refused_ ? reply_of(refused) : answer_(request());
  const unsigned version = message.version();
  framing_ = framing_of(reply_, version);
  last_ =
      refused_ || !message.keep_alive() || connections_.draining() || framing_ == Framing::Close;
  const bool keeps_old = !last_ && version == 10;
  front_ = head_of(reply_, framing_, last_ ? "close" : keeps_old ? "keep-alive" : "");
  if (framing_ == Framing::None || (!refused_ && message.method() == beast::http::verb::head)) {
    reply_.body.clear();
    reply_.more = {};
    reply_.manner = Reply::Manner::Whole;
  }
  send();
}

}  // namespace asof::server
