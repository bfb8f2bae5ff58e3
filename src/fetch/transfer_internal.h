// Transfer: one request under way, and the libcurl handle that carries it. Handles are costly to
// make, so a Transfer is used again and again.
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fetch/chunk_end_internal.h"
#include "fetch/fetcher.h"
#include "fetch/resolver_internal.h"
#include "fetch/settings_internal.h"
#include "fetch/target_internal.h"

namespace asof::fetch {

using Steady = std::chrono::steady_clock;

class Transfer final {
 public:
  explicit Transfer(const Settings& settings);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  // Begins a new life: dates it. The target is that of its URL.
  void begin(Request request, Target target);
  // Tells libcurl all about it, before it is put into a shard of the loop. `addresses` (where the
  // host is a name it has not been told) and `login` may be null.
  void prepare(std::size_t shard, const Addresses* addresses, const Login* login);

  CURL* easy() const { return easy_; }
  // Where it is in the loop.
  std::optional<std::size_t> shard() const { return shard_; }
  void leave_shard() { shard_.reset(); }
  // Another one for each request, so that what refers to an earlier one can tell.
  std::uint64_t life() const { return life_; }
  const Target& target() const { return target_; }
  // Whom to connect to.
  const Target& peer() const { return settings_.proxy ? *settings_.proxy : target_; }
  bool is_forbidden(const Address& address) const;
  // When it will have taken too long, as far as can be said now.
  Steady::time_point deadline() const;
  // When to look at the deadline again: it moves as the transfer goes on, to either side.
  Steady::time_point next_look() const;
  // Whether a kept connection ended while it was used again, which nobody can know beforehand.
  bool deserves_another_try(CURLcode code);
  // The schemes a server offered when it asked who we are; 0: it did not.
  unsigned long offered() const;

  // The exchange as it ended: by itself, with libcurl's word for it; late; or without connection.
  Exchange end(CURLcode code);
  Exchange end_late();
  Exchange end_before(Failure failure, std::string why);

 private:
  enum class Phase : std::uint8_t { Resolving, Connecting, Waiting, Receiving };
  enum class Cut : std::uint8_t { None, HeadTooLong, BodyTooLong, NoRoom };

  static int on_debug(CURL*, curl_infotype type, char* bytes, std::size_t size, void* self);
  static std::size_t on_head(char* bytes, std::size_t one, std::size_t size, void* self);
  static std::size_t on_body(char* bytes, std::size_t one, std::size_t size, void* self);
  static curl_socket_t on_socket(void* self, curlsocktype purpose, curl_sockaddr* address);
  static int on_connected(void* self, char* ip, char* local, int port, int local_port);

  bool set_once();
  void listen(bool on);
  void note_sent(std::string_view bytes);
  void note_received(std::size_t size);
  Fields own_fields() const;
  void note_tls();
  bool take_head_line(std::string_view line);
  bool take_body(std::string_view bytes);
  void move_to(Phase phase);
  bool keep_head();
  // Fills in failure or truncated, and why.
  void judge(CURLcode code);
  void judge_head(CURLcode code);
  bool head_is_too_long(CURLcode code) const;
  void judge_body(CURLcode code);
  Exchange hand_over();

  const Settings& settings_;
  CURL* easy_;
  char said_[CURL_ERROR_SIZE] = {};  // libcurl's own words
  std::uint64_t life_ = 0;
  std::optional<std::size_t> shard_;

  Request request_;
  Target target_;
  Limits limits_;
  Fields fields_, addresses_;
  Exchange exchange_;
  Phase phase_ = Phase::Resolving;
  Steady::time_point began_, since_;  // since: the phase began, or the last byte came
  std::string head_;                  // of the answer, until it is kept in the exchange
  bool head_is_whole_ = false;
  bool head_is_kept_ = false;
  std::optional<ChunkEnd> chunk_end_;
  std::uint64_t body_ = 0;      // bytes of it kept
  std::uint64_t received_ = 0;  // bytes since the request was sent
  Cut cut_ = Cut::None;
  bool is_second_try_ = false;
  bool is_new_request_ = true;       // nothing of it was sent yet
  bool listens_ = false;             // to libcurl
  bool listens_throughout_ = false;  // else from a request to its answer
  std::string refused_;              // the forbidden address we were led to
  int socket_error_ = 0;
};

}  // namespace asof::fetch
