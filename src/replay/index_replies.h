// Answers made from rows alone: the CDX API and TimeMaps.
#pragma once

#include <string_view>

#include "replay/query.h"
#include "replay/view.h"
#include "server/server.h"

namespace asof::replay {

// /<collection>/cdx?url=... What the access rules withhold is left out, and counted in the field
// X-Asof-Withheld where it is blocked. Where lines are left for another page, the field Link names
// it.
Result<server::Reply> cdx_reply(const View& view, std::string_view query);

enum class TimeMapForm { Link, Json, Cdxj };

// `from` begins a page as an earlier TimeMap named it; nothing: the first one.
Result<server::Reply> timemap_reply(const View& view, TimeMapForm form, std::string_view url,
                                    std::optional<Instant> from);

// The addresses of an archived URL. Those of mementos are on the content origin.
Addresses addresses_of(const Settings& settings, std::string_view url);

}  // namespace asof::replay
