// The head of a reply.
#pragma once

#include <string>
#include <string_view>

#include "server/server.h"

namespace asof::server {

// Status line and fields of a reply, with the empty line. `connection` is the value of the field
// Connection; none is written where it is empty.
std::string head_of(const Reply& reply, std::string_view connection);

}  // namespace asof::server
