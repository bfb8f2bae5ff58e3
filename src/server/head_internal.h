// The head of a reply.
#pragma once

#include <string>
#include <string_view>

#include "server/server.h"

namespace asof::server {

// How the end of a body is known.
enum class Framing {
  None,     // there is no body and no length: 204, 304
  Length,   // Content-Length
  Chunked,  // Transfer-Encoding
  Close,    // the connection ends with it
};
// As it must be for a client that speaks this version (10, 11).
Framing framing_of(const Reply& reply, unsigned version);

// Status line and fields of a reply, with the empty line. `connection` is the value of the field
// Connection; none is written where it is empty. Of reply.fields only whole fields get through: a
// line without a name, with a control byte, or without its CRLF is left out, so no value can end
// the head.
std::string head_of(const Reply& reply, Framing framing, std::string_view connection);

}  // namespace asof::server
