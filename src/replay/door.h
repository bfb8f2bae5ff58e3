// The door: which requests are meant for this server, and whose pages may read what it answers.
//
// An archive on loopback is private, but every page in the reader's browser can send requests to
// it. A page of another site gets nothing to read: browsers keep replies from it unless they say
// otherwise (CORS), and a site that makes its own name point here (DNS rebinding) asks for a name
// that is not ours.
#pragma once

#include <string>
#include <string_view>

#include "replay/settings.h"
#include "server/server.h"

namespace asof::replay {

// A request's target may be a whole URL; then that names the host, not the field (RFC 9112 3.2.2).
struct Addressed {
  std::string_view host;    // with its port; empty where none is said
  std::string_view target;  // path and query; begins with '/'
};
Addressed addressed(const server::Request& request);

// Whether a host is one of ours: that of --public or --replay-domain, localhost, or an IP address,
// which no other site can own. None at all is a program's, not a browser's.
bool is_our_host(const Settings& settings, std::string_view host);

// The fields that let other origins' pages read a reply. With --public everybody's; else only those
// of archived pages and of our own.
std::string sharing_fields(const Settings& settings, const server::Request& request);

}  // namespace asof::replay
