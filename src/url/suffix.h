// Registrable domains, by the Public Suffix List.
#pragma once

#include <string>
#include <string_view>

namespace asof::url {

// The domain somebody registered: "www.bbc.co.uk" -> "bbc.co.uk". The host itself where there is
// none: addresses, single labels, public suffixes. Expects a serialised host; a final dot is
// ignored. Thread-safe.
std::string registrable_domain(std::string_view host);

}  // namespace asof::url
