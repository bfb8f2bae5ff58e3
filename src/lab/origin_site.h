// The origin's answers: what the site says to a request at a virtual time, wrong where it is to be.
// No sockets, no clock.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "lab/origin_faults.h"
#include "lab/origin_pages.h"
#include "server/server.h"

namespace asof::lab {

// A reply with these fields (lines, each ended) and a Date.
server::Reply plain_reply(int status, Time now, std::string_view fields, std::string body);

class OriginSite final {
 public:
  OriginSite(std::unique_ptr<OriginPages> pages, const OriginFaults& faults)
      : pages_(std::move(pages)), faults_(faults) {}

  // Where it will be served; before the first answer.
  void serve_at(const std::string& base);
  const OriginPages& pages() const { return *pages_; }

  // Answers to HEAD have a body too, which is not to be sent.
  server::Reply answer(const server::Request& request, Time now);

 private:
  server::Reply page(std::uint32_t page, std::string_view target, const server::Request& request,
                     Time now);
  std::optional<server::Reply> failing(std::string_view target, Time now);
  std::optional<server::Reply> extra_page(std::string_view target, Time now);
  std::size_t validated_as(std::uint32_t page, std::string_view target, std::size_t version) const;

  std::unique_ptr<OriginPages> pages_;
  const OriginFaults faults_;
  std::unordered_map<std::string, std::uint32_t> failures_;  // so far, of pages that fail at first
  std::string bomb_;                                         // one gzip member of it
};

}  // namespace asof::lab
