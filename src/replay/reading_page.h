// The pages that readers see: the reading page around an archived page, the list of a page's
// captures, the start page, and a page among the pages it links to.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "catalog/derived.h"
#include "replay/settings.h"
#include "server/server.h"

namespace asof::replay {

// What the reading page shows. `frame` is the address of the archived page in host mode.
struct Reading {
  std::string url;
  Instant at;  // the time of the walk
  std::string frame;
  std::string_view policy;
};
server::Reply reading_page(const Settings& settings, const Reading& reading);

// A page with the pages it links to around it (Spaniol et al. 2009, Figure 1).
server::Reply around_page(const Settings& settings, const Reading& reading);

// The start page: a form to ask for a page, and what is in the archive.
server::Reply start_page(const Settings& settings, std::span<const catalog::Site> sites,
                         std::span<const catalog::PageRow> pages);

// Scripts and style sheets of these pages, by name ("read.js"); nothing for other names.
std::optional<server::Reply> asset(std::string_view name);

}  // namespace asof::replay
