// Replies that are alike everywhere: failures, redirects, texts.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "server/server.h"

namespace asof::replay {

// "Name: value\r\n". Control bytes of the value are dropped, so that no value begins a field of its
// own.
std::string field(std::string_view name, std::string_view value);

server::Reply text_reply(std::string_view type, std::string body);
server::Reply json_reply(std::string body);
// A page of the archive's own, without scripts.
server::Reply page_reply(int status, std::string_view title, std::string body_html);
// A page that says what is wrong. `title` and `what` are text.
server::Reply failure(int status, std::string_view title, std::string_view what);
// What an Error is to a client: 400 for what it asked, 404, 502 for a damaged capture, or 500.
server::Reply failure(const Error& error);
server::Reply redirect(int status, std::string_view location);
server::Reply method_not_allowed();

}  // namespace asof::replay
