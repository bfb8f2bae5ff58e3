#include "certificate/evidence.h"

#include "base/text.h"

namespace asof::certificate {

std::string site_of(std::string_view url) {
  const auto scheme = url.find("://");
  if (scheme == std::string_view::npos) return "";
  auto authority = url.substr(scheme + 3);
  authority = authority.substr(0, authority.find_first_of("/?#"));
  const auto user = authority.rfind('@');
  if (user != std::string_view::npos) authority.remove_prefix(user + 1);
  return lower(authority);
}

bool is_gone(const Content& content) { return content.status == 404 || content.status == 410; }

bool tells_content(const Sighting& sighting) {
  if (sighting.answer != Answer::Whole) return false;
  const int status = sighting.content.status;
  // 206 is a part, 304 has no body of its own; both come as other answers where they mean anything.
  if (status >= 200 && status < 300) return status != 206;
  if (status >= 300 && status < 400) return status != 304;
  return is_gone(sighting.content);
}

}  // namespace asof::certificate
