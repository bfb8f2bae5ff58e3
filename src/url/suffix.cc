#include "url/suffix.h"

#include <libpsl.h>

#include "base/text.h"
#include "url/host_internal.h"

namespace asof::url {
namespace {

// The newest of the list compiled into libpsl and the one the system keeps; loaded once, read-only
// from then on. Null only if neither exists; every host then is its own domain.
const psl_ctx_t* suffix_list() {
  static const psl_ctx_t* const list = psl_latest(nullptr);
  return list;
}

bool is_address(const std::string& host) { return host.starts_with('[') || ends_in_number(host); }

std::string without_final_dot(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  return lower(host);
}

}  // namespace

std::string registrable_domain(std::string_view host) {
  std::string name = without_final_dot(host);
  if (suffix_list() == nullptr || name.empty() || is_address(name)) return name;
  const char* domain = psl_registrable_domain(suffix_list(), name.c_str());
  return domain == nullptr ? name : domain;
}

}  // namespace asof::url
