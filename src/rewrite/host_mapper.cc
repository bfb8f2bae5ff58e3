#include "rewrite/host_mapper.h"

#include <utility>

namespace asof::rewrite {

HostMapper::HostMapper(HostMapperOptions options, LabelTable& table)
    : options_(std::move(options)), table_(table), tail_("." + options_.domain) {
  if (options_.port) tail_ += ":" + std::to_string(*options_.port);
}

std::string HostMapper::map_origin(const Origin& origin) const {
  std::string out = options_.scheme + "://";
  out += encode_label(
      {.at = options_.at, .policy = options_.policy, .version = options_.version, .origin = origin},
      table_);
  out += tail_;
  return out;
}

std::string HostMapper::map(std::string_view absolute_url, Use) const {
  const auto found = origin_of(absolute_url);
  if (!found) return std::string(absolute_url);
  std::string out = map_origin(found->origin);
  out += absolute_url.substr(found->size);
  return out;
}

}  // namespace asof::rewrite
