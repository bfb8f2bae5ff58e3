// Settings: the Options of a Fetcher, checked and in the form its transfers need.
#pragma once

#include <curl/curl.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fetch/fetcher.h"
#include "fetch/target_internal.h"

namespace asof::fetch {

struct FieldsDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Fields = std::unique_ptr<curl_slist, FieldsDeleter>;
void append(Fields& list, const std::string& line);

// libcurl must be set up before anything else of it is used, and closed after everything else.
class Library final {
 public:
  Library();
  Library(Library&& other) noexcept : is_open_(std::exchange(other.is_open_, false)) {}
  Library& operator=(Library&&) = delete;
  ~Library();

 private:
  bool is_open_ = true;
};

struct ShareDeleter {
  void operator()(CURLSH* share) const { curl_share_cleanup(share); }
};

// Who we are at an origin, and how it wants to be told.
struct Login {
  std::string origin, user, password;
  unsigned long schemes = CURLAUTH_BASIC | CURLAUTH_DIGEST;

  // Once a server has said which of the schemes it takes, a round trip can be spared.
  void learn(unsigned long offered);
};

struct Settings {
  static Result<Settings> read(Options options, const Clock& clock);

  Library library;
  Options options;
  const Clock* clock = nullptr;
  std::unique_ptr<CURLSH, ShareDeleter> share;  // cookies and TLS sessions
  Fields fields;                                // sent with every request
  std::vector<AddressRange> forbidden;          // options.forbidden and their IPv6 forms
  std::optional<Target> proxy;                  // its host and port
  bool proxy_forwards = false;                  // plain requests carry their whole URL
  std::vector<Login> logins;
};

}  // namespace asof::fetch
