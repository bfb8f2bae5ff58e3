#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/check.h"
#include "base/text.h"
#include "fetch/transfer_internal.h"

namespace asof::fetch {
namespace {

constexpr long kReceiveBuffer = 64 * 1024;
constexpr std::string_view kEndOfHead = "\r\n\r\n";

std::chrono::milliseconds milliseconds_of(double seconds) {
  constexpr double kLongest = 1e9;
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(std::clamp(seconds, 0.0, kLongest) * 1000));
}

std::optional<Address> address_of(const sockaddr& socket) {
  Address address = {};
  if (socket.sa_family == AF_INET6) {
    std::memcpy(address.data(), &reinterpret_cast<const sockaddr_in6&>(socket).sin6_addr, 16);
    return address;
  }
  if (socket.sa_family != AF_INET) return std::nullopt;
  address[10] = address[11] = 0xff;
  std::memcpy(address.data() + 12, &reinterpret_cast<const sockaddr_in&>(socket).sin_addr, 4);
  return address;
}

}  // namespace

Transfer::Transfer(const Settings& settings) : settings_(settings), easy_(curl_easy_init()) {
  CHECK(easy_ != nullptr && set_once());
}

Transfer::~Transfer() { curl_easy_cleanup(easy_); }

// What is the same for every request of this handle.
bool Transfer::set_once() {
  const Options& options = settings_.options;
  bool all = true;
  const auto set = [&](CURLoption option, auto value) {
    all = all && curl_easy_setopt(easy_, option, value) == CURLE_OK;
  };
  set(CURLOPT_SHARE, settings_.share.get());
  set(CURLOPT_ERRORBUFFER, said_);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_HTTP_TRANSFER_DECODING, 0L);
  set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_BUFFERSIZE, kReceiveBuffer);
  // An empty proxy keeps environment variables from naming one.
  set(CURLOPT_PROXY, options.proxy.c_str());
  set(CURLOPT_NOPROXY, "");
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (options.cookies) set(CURLOPT_COOKIEFILE, "");
  if (!options.user_agent.empty()) set(CURLOPT_USERAGENT, options.user_agent.c_str());

  // Debian's libcurl reads every certificate of this directory for each connection.
  set(CURLOPT_CAPATH, static_cast<char*>(nullptr));
  if (!options.authorities.empty()) set(CURLOPT_CAINFO, options.authorities.c_str());
  set(CURLOPT_SSL_VERIFYPEER, options.verify_tls ? 1L : 0L);
  set(CURLOPT_SSL_VERIFYHOST, options.verify_tls ? 2L : 0L);

  set(CURLOPT_DEBUGFUNCTION, &Transfer::on_debug);
  set(CURLOPT_DEBUGDATA, this);
  set(CURLOPT_HEADERFUNCTION, &Transfer::on_head);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &Transfer::on_body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &Transfer::on_socket);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_PREREQFUNCTION, &Transfer::on_connected);
  set(CURLOPT_PREREQDATA, this);
  set(CURLOPT_PRIVATE, this);
  return all;
}

void Transfer::begin(Request request, Target target) {
  ++life_;
  request_ = std::move(request);
  target_ = std::move(target);
  limits_ = request_.limits.value_or(settings_.options.limits);
  exchange_ = Exchange{.token = request_.token,
                       .url = std::move(request_.url),
                       .sent = settings_.clock->now(),
                       .response = Spool(settings_.options.bodies_in_memory)};
  began_ = Steady::now();
  move_to(Phase::Resolving);
  head_.clear();
  head_is_whole_ = head_is_kept_ = false;
  body_ = received_ = 0;
  chunk_end_.reset();
  cut_ = Cut::None;
  is_second_try_ = false;
  is_new_request_ = true;
  refused_.clear();
  socket_error_ = 0;
  said_[0] = '\0';
}

// Null where there is nothing to add to those of every request.
Fields Transfer::own_fields() const {
  Fields fields;
  if (request_.fields.empty()) return fields;
  for (const auto* item = settings_.fields.get(); item != nullptr; item = item->next) {
    const std::string_view line = item->data;
    const auto is_replaced = [name = line.substr(0, line.find(':'))](const auto& field) {
      return iequals(field.first, name);
    };
    if (std::ranges::none_of(request_.fields, is_replaced)) append(fields, item->data);
  }
  // libcurl's way to send a field without a value ends with a semicolon.
  for (const auto& [name, value] : request_.fields) {
    append(fields, value.empty() ? name + ";" : name + ": " + value);
  }
  return fields;
}

void Transfer::prepare(std::size_t shard, const Addresses* addresses, const Login* login) {
  shard_ = shard;
  exchange_.sent = settings_.clock->now();
  move_to(Phase::Connecting);
  const auto set = [this](CURLoption option, auto value) {
    CHECK(curl_easy_setopt(easy_, option, value) == CURLE_OK);
  };
  // libcurl takes cookies' paths and what a digest covers from the URL; what is asked for is the
  // target, to the letter.
  set(CURLOPT_URL, (target_.origin + target_.path).c_str());
  const bool whole = settings_.proxy_forwards && !target_.secure;
  set(CURLOPT_REQUEST_TARGET,
      whole ? (target_.origin + target_.path).c_str() : target_.path.c_str());

  fields_ = own_fields();
  set(CURLOPT_HTTPHEADER, fields_ ? fields_.get() : settings_.fields.get());

  addresses_.reset();
  if (addresses != nullptr) {
    std::string entry = peer().host + ":" + std::to_string(peer().port) + ":";
    for (std::size_t i = 0; i < addresses->list.size(); ++i) {
      const auto& address = addresses->list[i];
      const bool ipv6 = address.find(':') != std::string::npos;
      entry += (i > 0 ? "," : "") + (ipv6 ? "[" + address + "]" : address);
    }
    append(addresses_, entry);
  }
  set(CURLOPT_RESOLVE, addresses_.get());

  // Who is named in the URL comes first.
  const Login named = {.origin = {}, .user = target_.user, .password = target_.password};
  if (!target_.user.empty() || !target_.password.empty()) login = &named;
  set(CURLOPT_USERNAME, login != nullptr ? login->user.c_str() : nullptr);
  set(CURLOPT_PASSWORD, login != nullptr ? login->password.c_str() : nullptr);
  set(CURLOPT_HTTPAUTH, login != nullptr ? login->schemes : CURLAUTH_BASIC);

  // The request as sent is only told to who listens to everything, which is dear: libcurl spells
  // out what it does. Where it sends one request and nothing before it, it is enough to listen from
  // then on until an answer comes.
  listens_throughout_ = settings_.proxy || login != nullptr;
  listen(listens_throughout_);
  // libcurl gives each of several addresses its share of this time.
  const auto connect = std::max<std::int64_t>(1, milliseconds_of(limits_.connect).count());
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect));
}

void Transfer::move_to(Phase phase) {
  phase_ = phase;
  since_ = Steady::now();
}

Steady::time_point Transfer::deadline() const {
  auto at = since_ + milliseconds_of(limits_.connect);
  if (phase_ == Phase::Waiting) at = since_ + milliseconds_of(limits_.first_byte);
  if (phase_ == Phase::Receiving) at = since_ + milliseconds_of(limits_.stall);
  return std::min(at, began_ + milliseconds_of(limits_.whole));
}

Steady::time_point Transfer::next_look() const {
  const double shortest = std::min({limits_.connect, limits_.first_byte, limits_.stall});
  const auto soon = std::max(milliseconds_of(shortest / 4), std::chrono::milliseconds(10));
  return std::min(deadline(), Steady::now() + soon);
}

// libcurl tries again by itself, but a handle does so only five times in its life.
bool Transfer::deserves_another_try(CURLcode code) {
  long connections = 0;
  curl_easy_getinfo(easy_, CURLINFO_NUM_CONNECTS, &connections);
  const bool broke =
      code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR || code == CURLE_GOT_NOTHING;
  return broke && connections == 0 && received_ == 0 && !std::exchange(is_second_try_, true);
}

unsigned long Transfer::offered() const {
  long schemes = 0;
  curl_easy_getinfo(easy_, CURLINFO_HTTPAUTH_AVAIL, &schemes);
  return static_cast<unsigned long>(schemes);
}

int Transfer::on_debug(CURL* /*easy*/, curl_infotype type, char* bytes, std::size_t size,
                       void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  switch (type) {
    case CURLINFO_HEADER_OUT:
    case CURLINFO_DATA_OUT:  // the rest of a head too long for one write; we send no bodies
      transfer.note_sent({bytes, size});
      break;
    case CURLINFO_HEADER_IN:
    case CURLINFO_DATA_IN:  // also of answers that libcurl keeps to itself
      if (transfer.listens_throughout_) transfer.note_received(size);
      break;
    default:
      break;
  }
  return 0;
}

void Transfer::listen(bool on) {
  listens_ = on;
  CHECK(curl_easy_setopt(easy_, CURLOPT_VERBOSE, on ? 1L : 0L) == CURLE_OK);
}

// A request may begin after another: to a proxy, again after being asked who we are, or on another
// connection when a kept one turned out to be dead. Whatever was sent of that one, it is over.
void Transfer::note_sent(std::string_view bytes) {
  std::string& request = exchange_.request;
  if (is_new_request_ || request.ends_with(kEndOfHead)) {
    request.clear();
    received_ = 0;
  }
  is_new_request_ = false;
  request += bytes;
  if (received_ == 0)
    move_to(Phase::Waiting);
  else
    since_ = Steady::now();
}

void Transfer::note_received(std::size_t size) {
  // An answer may come while the request is still being sent.
  const bool sent = exchange_.request.ends_with(kEndOfHead);
  if (listens_ && !listens_throughout_ && sent) listen(false);
  if (received_ == 0) exchange_.answered = settings_.clock->now();
  received_ += size;
  move_to(Phase::Receiving);
}

std::size_t Transfer::on_head(char* bytes, std::size_t one, std::size_t size, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  if (!transfer.listens_throughout_) transfer.note_received(one * size);
  return transfer.take_head_line({bytes, one * size}) ? one * size : 0;
}

std::size_t Transfer::on_body(char* bytes, std::size_t one, std::size_t size, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  if (!transfer.listens_throughout_) transfer.note_received(one * size);
  return transfer.take_body({bytes, one * size}) ? one * size : 0;
}

bool Transfer::take_head_line(std::string_view line) {
  if (head_is_whole_) {
    // Trailers are part of the body as it was sent. A second head means that the first was a
    // demand to say who we are, which libcurl has answered.
    if (head_is_kept_ || !line.starts_with("HTTP/")) return true;
    head_.clear();
    head_is_whole_ = false;
  }
  if (head_.size() + line.size() > limits_.head) {
    cut_ = Cut::HeadTooLong;
    return false;
  }
  head_ += line;
  if (line.front() != '\r' && line.front() != '\n') return true;
  const auto space = head_.find(' ');
  const auto status = space == std::string::npos ? "" : std::string_view(head_).substr(space + 1);
  if (status.starts_with('1') && !status.starts_with("101")) {
    head_.clear();  // 100, 103: the answer is still to come
    return true;
  }
  head_is_whole_ = true;
  exchange_.status = static_cast<int>(parse_uint(status.substr(0, 3)).value_or(0));
  return true;
}

bool Transfer::keep_head() {
  head_is_kept_ = true;
  exchange_.head = head_.size();
  curl_off_t length = 0;
  curl_easy_getinfo(easy_, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  exchange_.response.expect(head_.size() +
                            static_cast<std::uint64_t>(std::max<curl_off_t>(0, length)));
  if (is_chunked(head_)) chunk_end_.emplace();
  if (exchange_.response.append(head_)) return true;
  cut_ = Cut::NoRoom;
  return false;
}

bool Transfer::take_body(std::string_view bytes) {
  if (!head_is_whole_) return false;  // HTTP/0.9
  if (!head_is_kept_ && !keep_head()) return false;
  if (chunk_end_) bytes = bytes.substr(0, chunk_end_->take(bytes));
  const auto room = limits_.body - body_;
  const auto part =
      bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(room, bytes.size())));
  if (!exchange_.response.append(part)) {
    cut_ = Cut::NoRoom;
    return false;
  }
  body_ += part.size();
  if (part.size() < bytes.size()) cut_ = Cut::BodyTooLong;
  return part.size() == bytes.size();
}

bool Transfer::is_forbidden(const Address& address) const {
  const auto holds = [&address](const AddressRange& range) { return contains(range, address); };
  return std::ranges::any_of(settings_.forbidden, holds) ||
         (!request_.may_be_private && std::ranges::any_of(private_ranges(), holds));
}

curl_socket_t Transfer::on_socket(void* self, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& transfer = *static_cast<Transfer*>(self);
  if (!transfer.settings_.proxy) {
    const auto to = address_of(address->addr);
    if (!to || transfer.is_forbidden(*to)) {
      transfer.refused_ = transfer.target_.host;
      return CURL_SOCKET_BAD;
    }
  }
  const int kind = address->socktype | SOCK_CLOEXEC | SOCK_NONBLOCK;
  const int fd = ::socket(address->family, kind, address->protocol);
  if (fd < 0) transfer.socket_error_ = errno;
  return fd;
}

// Called before each request, on a new connection and on one that was kept; the latter may have
// been made for a request that was allowed more.
int Transfer::on_connected(void* self, char* ip, char* /*local*/, int /*port*/,
                           int /*local_port*/) {
  auto& transfer = *static_cast<Transfer*>(self);
  transfer.is_new_request_ = true;
  if (!transfer.listens_) transfer.listen(true);
  if (!transfer.settings_.proxy) {
    const auto address = parse_address(ip);
    if (!address || transfer.is_forbidden(*address)) {
      transfer.refused_ = transfer.target_.host;
      return CURL_PREREQFUNC_ABORT;
    }
    transfer.exchange_.ip = ip;
  }
  if (transfer.target_.secure) transfer.note_tls();
  return CURL_PREREQFUNC_OK;
}

void Transfer::note_tls() {
  curl_tlssessioninfo* session = nullptr;
  if (curl_easy_getinfo(easy_, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == nullptr ||
      session->backend != CURLSSLBACKEND_OPENSSL || session->internals == nullptr) {
    return;
  }
  const auto* ssl = static_cast<const SSL*>(session->internals);
  const std::string version = SSL_get_version(ssl);  // "TLSv1.3"
  if (version.starts_with("TLSv")) exchange_.tls = "tls/" + version.substr(4);
  const SSL_CIPHER* cipher = SSL_get_current_cipher(ssl);
  const char* name = cipher != nullptr ? SSL_CIPHER_standard_name(cipher) : nullptr;
  if (name != nullptr) exchange_.cipher = name;
}

}  // namespace asof::fetch
