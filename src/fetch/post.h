// Sends a text to a web server and waits for its answer: for servers that want to be told.
#pragma once

#include <string>

#include "base/result.h"

namespace asof::fetch {

// POSTs JSON. Errc::Io where no answer of 2xx comes within so many seconds. Redirects are not
// followed.
Result<void> post_json(const std::string& url, const std::string& json, double seconds);

}  // namespace asof::fetch
