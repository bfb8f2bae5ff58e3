// How an archive is served. Made once; every thread reads it.
#pragma once

#include <memory>
#include <string>

#include "base/time.h"
#include "replay/access.h"

namespace asof::replay {

struct Settings {
  std::string archive;                 // its directory
  std::string collection = "archive";  // its name in addresses
  // The archive's own pages and answers for programs; archived content never comes from here.
  std::string own_origin;  // "http://127.0.0.1:8080"
  // Archived content. In path mode the origin itself, in host mode below `domain`.
  std::string content_origin;        // "http://127.0.0.1:8081"
  std::string domain = "localhost";  // host mode: t2022...-example-org.localhost
  std::string content_port;          // ":8081", or empty
  std::string content_scheme = "http";
  bool is_public = false;             // for everybody: other sites' pages may read it, too
  bool redirects = true;              // TimeGates answer 302; else 200
  std::string policy = "likelihood";  // how links lead to versions, unless a request says otherwise
  std::string token;                  // what writing needs
  std::uint64_t timemap_page = 10'000;  // mementos of one page
  AccessRules access;
  const Clock* clock = nullptr;
};

}  // namespace asof::replay
