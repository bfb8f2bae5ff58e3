// The script that runs in replayed pages: it maps the addresses that the page's own scripts make.
//
//   <script src="/.asof/client.js" data-asof="{&#34;mode&#34;:&#34;host&#34;,...}"></script>
//
// It maps what fetch, XMLHttpRequest, EventSource, setters of src and href, setAttribute,
// innerHTML, document.write, window.open, history and postMessage are given; WebSockets fail to
// connect, beacons are swallowed. It writes labels as label.h does; where label.h hashes, it goes
// by path.
// A part of it runs in workers.
//
// To the reading page, and to no other origin, it posts {asof: 'begin'} when a page
// begins, {asof: 'here', url, title} when it is shown and {asof: 'blocked', url, kind} when one
// wanted something of the live web.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "rewrite/host_mapper.h"

namespace asof::rewrite {

// The script itself, to be served as text/javascript. ASCII.
std::string_view client_script();
// Its part for workers, likewise.
std::string_view worker_script();

struct ClientOptions {
  std::string url;  // of the page in the archive
  Instant at;
  // Host mode. Absent: path mode.
  std::optional<HostMapperOptions> host;
  // Of path mode: what stands before the time, "http://127.0.0.1:8081/web/" or "/web/". In host
  // mode optional, for hosts that no label can hold.
  std::string path_prefix;
  std::string page_modifier;  // in path mode
  std::string reader;         // origin of the reading page, or empty: nothing is posted
};

// The tag that loads the script, for HtmlOptions::insert. ASCII.
std::string client_tag(std::string_view script_url, const ClientOptions& options);
// What stands before the script of a worker: it loads the part for workers.
std::string worker_line(std::string_view script_url, const ClientOptions& options);

}  // namespace asof::rewrite
