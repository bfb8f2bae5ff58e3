// What a body looks like, for reports about missing and lying types; never decides replay.
#pragma once

#include <string_view>

namespace asof::http {

// The media type the first bytes of a decoded body suggest: text/html, text/xml, application/pdf,
// image/png, image/gif, image/jpeg, image/webp, application/gzip, application/zip,
// application/json, text/plain, or application/octet-stream; empty for no bytes. Looks at no more
// than the first 1445 bytes, as WHATWG MIME Sniffing does.
std::string_view sniff_type(std::string_view bytes);

}  // namespace asof::http
