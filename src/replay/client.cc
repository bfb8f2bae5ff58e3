#include "replay/client.h"

#include "rewrite/client_script.h"

namespace asof::replay {
namespace {

rewrite::ClientOptions options_of(const Settings& settings,
                                  const rewrite::HostMapperOptions& mapping, std::string_view url) {
  return {.url = std::string(url),
          .at = mapping.at,
          .host = mapping,
          .path_prefix = settings.content_origin + "/" + settings.collection + "/",
          .reader = settings.own_origin};
}

}  // namespace

std::string client_head(const Settings& settings, const rewrite::HostMapperOptions& mapping,
                        std::string_view url) {
  return rewrite::client_tag(kClientPath, options_of(settings, mapping, url));
}

std::string worker_head(const Settings& settings, const rewrite::HostMapperOptions& mapping,
                        std::string_view url) {
  return rewrite::worker_line(kWorkerPath, options_of(settings, mapping, url));
}

}  // namespace asof::replay
