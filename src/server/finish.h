// What HTTP asks of every reply to GET and HEAD, whatever it says: conditions, ranges, compression,
// the date.
//
//   const server::FinishOptions options{.now = clock.now(), .deflater = &deflater};
//   return server::finish(request, answer(request), options);
//
// The answer is made as if there were no conditions: status 200, the whole body, its ETag or
// Last-Modified where it has them. Only such replies change, and only for GET and HEAD; others just
// get their Date.
#pragma once

#include "base/time.h"
#include "codec/gzip.h"
#include "server/server.h"

namespace asof::server {

struct FinishOptions {
  Instant now;
  // Compresses; one per thread. Without it nothing is compressed.
  codec::MemberDeflater* deflater = nullptr;
  std::size_t compress_from = 1024;  // bytes of body
};

// In this order, as RFC 9110 13.2.2 has it:
// - 304 where If-None-Match (compared weakly) or, without it, If-Modified-Since says that the
// client
//   has it. All fields stay but those about the body.
// - 206 for one range, cut to the body's length, where If-Range permits it; 416 where none of it
//   exists. Several ranges and what is no range get the whole. A streamed body has ranges where it
//   has `length` and `seek`.
// - gzip for text of some length, where the client takes it at least as gladly as plain bytes, and
//   neither a Content-Encoding nor "no-transform" is there; never a part of it. Its ETag ends in
//   "-gzip", because other bytes need another tag. What could be compressed always says
//   Vary: Accept-Encoding. Streams are not compressed.
// A HEAD gets the fields that a GET would; the server leaves the body out.
Reply finish(const Request& request, Reply reply, const FinishOptions& options);

}  // namespace asof::server
