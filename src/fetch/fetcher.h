// Fetcher: asks web servers, many at a time, and brings back what went over the wire, byte for
// byte: heads as received, bodies with their transfer and content codings.
//
// What the web does is data: every request ends in one Exchange, whatever the server did, within
// the limits. One thread owns a Fetcher; only wake() may be called from others. Who asks whom and
// when is not decided here, nor are redirects followed. Every default: docs/fetching.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/spool.h"
#include "base/time.h"
#include "fetch/address.h"

namespace asof::fetch {

struct Limits {
  double connect = 20;                          // seconds to a connection, TLS included
  double first_byte = 60;                       // seconds from the request to the first byte
  double stall = 60;                            // seconds without a byte
  double whole = 1200;                          // seconds for all of it
  std::uint64_t head = std::uint64_t{1} << 18;  // bytes of the answer's head
  std::uint64_t body = std::uint64_t{1} << 30;  // bytes of its body, as sent
};

// What to answer a server that asks who we are. `origin` is "https://example.org", without path.
struct Credential {
  std::string origin, user, password;
};

struct Options {
  std::string user_agent = "asof";
  std::string from;   // an operator's mail address; empty: no From field
  std::string proxy;  // "http://host:port", "socks5h://host:port"; empty: none
  std::vector<Credential> credentials;
  bool cookies = true;      // kept in memory for as long as the Fetcher lives
  bool verify_tls = true;   // false: take pages from servers whose certificate is not valid
  std::string authorities;  // a PEM file of those to trust; empty: the system's
  Limits limits;
  // Addresses never connected to, nor their IPv6 forms. Behind a proxy only those written in URLs
  // are seen: there it is the proxy that must not reach them.
  std::vector<AddressRange> forbidden;
  std::size_t bodies_in_memory = std::size_t{1} << 20;  // longer ones go to an unnamed file
};

struct Request {
  std::uint64_t token = 0;  // the caller's name for it, handed back
  std::string url;          // absolute, http or https, without fragment
  // Further ones: If-None-Match, ...; those of the same name are replaced.
  std::vector<std::pair<std::string, std::string>> fields{};
  bool may_be_private = true;      // private and loopback addresses may be connected to
  std::optional<Limits> limits{};  // in place of the Fetcher's
};

enum class Failure : std::uint8_t {
  None,       // there is a head, and a body as far as `truncated` says
  Forbidden,  // the address may not be reached
  Dns,        // the name has no address
  Connect,    // nobody there
  Tls,        // no certificate we accept, or no common cipher
  Timeout,    // before a whole head came
  Lost,       // the connection broke before a whole head came
  Protocol,   // what came is no HTTP, or a head beyond its limit; or the URL cannot be asked for
  Machine,    // our own: no temporary file, no memory, no more open files
};
std::string_view name_of(Failure failure);

struct Exchange {
  std::uint64_t token = 0;
  std::string url;
  Instant sent;              // the request was begun
  Instant answered;          // the first byte of the answer; `ended` where none came
  Instant ended;             // the last byte
  std::string request;       // its head, as sent
  Spool response = Spool();  // head and body, as received; empty where there is a failure
  std::size_t head = 0;      // bytes of the head in it, the blank line included
  int status = 0;            // of the answer: 200; 0 where there is a failure
  // "", or why the body is not whole: "length", "time", "disconnect"; "unspecified" where its
  // chunks are malformed.
  std::string truncated;
  Failure failure = Failure::None;
  std::string why;       // the failure or the truncation in words, for people
  std::string ip;        // the address connected to; empty where none was, and behind a proxy
  std::string protocol;  // "http/1.1"
  std::string tls;       // "tls/1.3"; empty where there was none
  std::string cipher;    // of TLS; empty where there was none
};

// What crawl.log says: the answer's status, or Heritrix's negative code for the failure.
int crawl_log_status(const Exchange& exchange);

// A name and its addresses, as found when it was first needed.
struct Resolved {
  std::string host;
  std::vector<std::string> addresses;
  Instant at;
};

class Fetcher {
 public:
  // The clock dates exchanges and must outlive it; timeouts are in real time. Errc::Invalid for a
  // proxy that is none. Raises the number of files this process may have open as far as it may, up
  // to 20,000; Errc::Limit where that is too few.
  static Result<std::unique_ptr<Fetcher>> open(Options options, const Clock& clock);
  virtual ~Fetcher() = default;

  // Begins at once, unless as many are under way as the system has open files for (a quarter of
  // them); those beyond wait their turn.
  virtual void start(Request request) = 0;
  // The next exchange that ended. Nothing when the time has passed, or after wake().
  virtual std::optional<Exchange> wait(std::chrono::milliseconds at_most) = 0;
  virtual std::size_t under_way() const = 0;
  // Names resolved since the last call.
  virtual std::vector<Resolved> take_resolved() = 0;
  // Ends a wait() that is going on, or the next one; from any thread, and from a signal handler.
  virtual void wake() = 0;
};

}  // namespace asof::fetch
