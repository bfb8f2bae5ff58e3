// ChangeWeight: what the changes of a history weigh, by the comparison of pages that archives use.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/time.h"

namespace asof::lab {

class ChangeWeight final {
 public:
  // The next version of a page, in the order of time over all pages: style sheets and images are
  // those seen so far. `body` is decoded, text in UTF-8. 1 for a first version.
  double next(const std::string& url, Instant at, std::string_view mime, std::string body);
  // The page is gone; what comes after weighs 1.
  void gone(const std::string& url) { latest_.erase(url); }

 private:
  struct Seen {
    Instant at;
    std::string mime;
    std::string body;
  };
  std::unordered_map<std::string, Seen> latest_;
};

}  // namespace asof::lab
