// What stands at the beginning of a replayed page: our client script, told where it is.
#pragma once

#include <string>
#include <string_view>

#include "replay/settings.h"
#include "rewrite/host_mapper.h"

namespace asof::replay {

// For a page of host mode.
std::string client_head(const Settings& settings, const rewrite::HostMapperOptions& mapping,
                        std::string_view url);
// For the script of a worker: what stands before it.
std::string worker_head(const Settings& settings, const rewrite::HostMapperOptions& mapping,
                        std::string_view url);

// Where the script is, on every origin of host mode, and its part for workers.
inline constexpr std::string_view kClientPath = "/.asof/client.js";
inline constexpr std::string_view kWorkerPath = "/.asof/worker.js";

}  // namespace asof::replay
