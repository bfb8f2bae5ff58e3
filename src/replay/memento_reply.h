// A capture as an HTTP reply: raw, or rewritten so that a browser finds its parts in the archive.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "replay/view.h"
#include "rewrite/html.h"
#include "rewrite/mapper.h"
#include "server/server.h"

namespace asof::replay {

// How a capture is shown.
struct Showing {
  // Null: raw, as it was captured.
  const rewrite::Mapper* mapper = nullptr;
  // Put at the beginning of the head of HTML: the client script and what it needs.
  std::string head_html;
  // Put before a script: what a worker needs.
  std::string script_head;
  rewrite::Targets targets = rewrite::Targets::Framed;
  // Told apart by the browser's cache: what else but the content decides about the bytes.
  std::string variant;
  // Fields that keep archived content where it belongs, each with its line end.
  std::string guards;
  // How long a browser may show it without asking again.
  std::string_view caching = "no-cache";
};

// Status, content and fields: Memento-Datetime, Link, ETag, and what the server sent as
// X-Archive-Orig-*. A captured redirect keeps its status; its Location is mapped.
Result<server::Reply> memento_reply(View& view, const catalog::Capture& capture,
                                    std::string_view url, const Showing& showing);

// The fields that keep path mode apart: a page is nobody's origin there, and it loads nothing but
// from the archive.
std::string path_guards(const Settings& settings);
// The same for host mode. `sandboxed`: for a browser that does not say whether the page stands in
// the reading page's frame.
std::string host_guards(const Settings& settings, bool sandboxed);

// Turns an answer of ours, such as that something is not in the archive, into one of host mode: it
// may stand in the reading page's frame, or be a part of an archived page.
void guard_as_host(const Settings& settings, server::Reply& reply);

}  // namespace asof::replay
