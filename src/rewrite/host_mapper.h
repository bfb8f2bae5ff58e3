// HostMapper: each archived origin, at each time, is an origin of its own (label.h).
//
//   https://flink.apache.org/a?b  ->  http://t20220601000000s-flink-apache-org.localhost:8080/a?b
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "rewrite/label.h"
#include "rewrite/mapper.h"

namespace asof::rewrite {

struct HostMapperOptions {
  Instant at;
  Policy policy = Policy::Default;
  std::optional<Instant> version{};  // as Label has it
  std::string scheme = "http";       // of the replay server, as its domain and port
  std::string domain = "localhost";
  std::optional<std::uint16_t> port;  // absent: the scheme's own
};

class HostMapper final : public Mapper {
 public:
  // The table must outlive the mapper.
  HostMapper(HostMapperOptions options, LabelTable& table);

  // User name and password of the URL are dropped.
  std::string map(std::string_view absolute_url, Use use) const override;
  bool keeps_relative() const override { return true; }

  // The origin in replay: "http://t...-flink-apache-org.localhost:8080".
  std::string map_origin(const Origin& origin) const;

 private:
  HostMapperOptions options_;
  LabelTable& table_;
  std::string tail_;  // ".localhost:8080"
};

}  // namespace asof::rewrite
