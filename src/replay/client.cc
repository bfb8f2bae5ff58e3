#include "replay/client.h"

#include "rewrite/client_script.h"

namespace asof::replay {

std::string client_head(const Settings& settings, const rewrite::HostMapperOptions& mapping,
                        std::string_view url, Instant at) {
  return rewrite::client_tag(
      kClientPath, {.url = std::string(url),
                    .at = mapping.at,
                    .host = mapping,
                    .path_prefix = settings.content_origin + "/" + settings.collection + "/",
                    .shown = digits14(at),
                    .reader = settings.own_origin});
}

}  // namespace asof::replay
