// What stands at the beginning of a replayed page: our client script, told where it is.
#pragma once

#include <string>
#include <string_view>

#include "base/time.h"
#include "replay/settings.h"
#include "rewrite/host_mapper.h"

namespace asof::replay {

// For a page of host mode. `at` is the instant of its capture.
std::string client_head(const Settings& settings, const rewrite::HostMapperOptions& mapping,
                        std::string_view url, Instant at);

// Where the script is, on every origin of host mode.
inline constexpr std::string_view kClientPath = "/.asof/client.js";

}  // namespace asof::replay
