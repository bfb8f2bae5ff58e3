// What a transfer's end means: the words people read and the kinds programs branch on.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/text.h"
#include "fetch/transfer_internal.h"

namespace asof::fetch {
namespace {

constexpr std::string_view kNames[] = {"none",    "forbidden", "dns",      "connect", "tls",
                                       "timeout", "lost",      "protocol", "machine"};

// Heritrix's codes; it tries -1 to -4 again later.
constexpr int kStatus[] = {0, -5001, -1, -2, -2, -4, -3, -7, -5};

std::string seconds(double count) {
  std::string text = std::to_string(count);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text + " s";
}

Failure failure_of(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return Failure::Dns;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY:
      return Failure::Connect;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return Failure::Tls;
    case CURLE_OPERATION_TIMEDOUT:
      return Failure::Timeout;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_HTTP2:
      return Failure::Protocol;
    default:
      return Failure::Lost;
  }
}

std::string_view sentence_of(Failure failure) {
  switch (failure) {
    case Failure::Dns:
      return "the name has no address";
    case Failure::Connect:
      return "no connection";
    case Failure::Tls:
      return "no secure connection";
    case Failure::Lost:
      return "the connection was lost before the whole header came";
    case Failure::Protocol:
      return "the answer is not HTTP";
    default:
      return "";
  }
}

}  // namespace

std::string_view name_of(Failure failure) { return kNames[static_cast<std::size_t>(failure)]; }

int crawl_log_status(const Exchange& exchange) {
  return exchange.failure == Failure::None ? exchange.status
                                           : kStatus[static_cast<std::size_t>(exchange.failure)];
}

Exchange Transfer::end(CURLcode code) {
  judge(code);
  return hand_over();
}

Exchange Transfer::end_late() {
  judge(CURLE_OPERATION_TIMEDOUT);
  return hand_over();
}

Exchange Transfer::end_before(Failure failure, std::string why) {
  exchange_.failure = failure;
  exchange_.why = std::move(why);
  return hand_over();
}

void Transfer::judge(CURLcode code) {
  if (head_is_whole_ && !head_is_kept_) keep_head();
  if (cut_ == Cut::NoRoom) {
    exchange_.failure = Failure::Machine;
    exchange_.why = "the temporary file for the answer cannot be written";
  } else if (head_is_whole_) {
    judge_body(code);
  } else {
    judge_head(code);
  }
}

void Transfer::judge_body(CURLcode code) {
  auto say = [this](std::string_view token, std::string why) {
    exchange_.truncated = token;
    exchange_.why = std::move(why);
  };
  if (cut_ == Cut::BodyTooLong) {
    say("length", "the body is longer than " + human_bytes(limits_.body));
  } else if (code == CURLE_OPERATION_TIMEDOUT) {
    const bool stalled = Steady::now() - since_ >= std::chrono::duration<double>(limits_.stall);
    say("time", stalled ? "no byte came for " + seconds(limits_.stall)
                        : "it took longer than " + seconds(limits_.whole));
  } else if (code == CURLE_RECV_ERROR && std::strstr(said_, "chunk") != nullptr) {
    say("unspecified", "the chunks of the body are malformed: " + std::string(said_));
  } else if (code != CURLE_OK) {
    say("disconnect", "the connection ended before the body: " + std::string(said_));
  }
}

// libcurl has limits of its own: 100 KB for a line, 300 KB for all heads of an exchange.
bool Transfer::head_is_too_long(CURLcode code) const {
  return cut_ == Cut::HeadTooLong || (code == CURLE_OUT_OF_MEMORY && received_ > 0) ||
         std::strstr(said_, "Too large response headers") != nullptr;
}

void Transfer::judge_head(CURLcode code) {
  auto say = [this](Failure failure, std::string why) {
    exchange_.failure = failure;
    exchange_.why = std::move(why);
  };
  const bool no_files = socket_error_ == EMFILE || socket_error_ == ENFILE ||
                        socket_error_ == ENOBUFS || socket_error_ == ENOMEM;
  if (!refused_.empty()) {
    say(Failure::Forbidden, "an address of " + refused_ + " may not be reached");
  } else if (head_is_too_long(code)) {
    const auto most = std::min<std::uint64_t>(limits_.head, 300 << 10);
    say(Failure::Protocol, "the header of the answer is longer than " + human_bytes(most));
  } else if (code == CURLE_OPERATION_TIMEDOUT) {
    std::string why = "it took longer than " + seconds(limits_.whole);
    const auto late = [this](double limit) {
      return Steady::now() - since_ >= std::chrono::duration<double>(limit) &&
             limit < limits_.whole;
    };
    if (phase_ == Phase::Resolving) why = "no address was found within " + seconds(limits_.connect);
    if (phase_ == Phase::Connecting) why = "no connection within " + seconds(limits_.connect);
    if (phase_ == Phase::Waiting && late(limits_.first_byte))
      why = "no answer within " + seconds(limits_.first_byte);
    if (phase_ == Phase::Receiving && late(limits_.stall))
      why = "no byte came for " + seconds(limits_.stall);
    say(phase_ == Phase::Resolving ? Failure::Dns : Failure::Timeout, std::move(why));
  } else if (no_files) {
    say(Failure::Machine, std::string("no socket: ") + std::strerror(socket_error_));
  } else if (code == CURLE_OUT_OF_MEMORY || code == CURLE_FAILED_INIT) {
    say(Failure::Machine, "the request cannot be made: " + std::string(curl_easy_strerror(code)));
  } else {
    // What is lost on the way to a tunnel's end is no connection to the server.
    const bool tunnelling = exchange_.request.starts_with("CONNECT ");
    const auto failure =
        tunnelling && failure_of(code) == Failure::Lost ? Failure::Connect : failure_of(code);
    const char* said = said_[0] != '\0' ? said_ : curl_easy_strerror(code);
    say(failure, std::string(sentence_of(failure)) + ": " + to_utf8(said));
  }
}

Exchange Transfer::hand_over() {
  exchange_.ended = settings_.clock->now();
  if (phase_ != Phase::Receiving) exchange_.answered = exchange_.ended;
  // What was said to a proxy is nobody else's.
  if (exchange_.request.starts_with("CONNECT ")) exchange_.request.clear();
  if (exchange_.failure == Failure::None) {
    exchange_.protocol = lower(std::string_view(head_).substr(0, head_.find(' ')));
  } else {
    exchange_.response = Spool();
    exchange_.head = 0;
    exchange_.status = 0;
  }
  ++life_;  // whatever still refers to this one is late
  return std::move(exchange_);
}

}  // namespace asof::fetch
