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

namespace asof::lab {

// Views are valid during the call only.
struct OriginRequest {
  std::string_view method;
  std::string_view target;  // "/a?b", or a whole URL
  std::optional<std::string_view> if_none_match;
  std::optional<std::string_view> if_modified_since;
  std::string_view body;
};

struct OriginReply {
  // How it is sent.
  enum class Manner {
    Whole,
    Slow,    // the body in pieces with pauses between them
    Repeat,  // the body `times` times over; for ever where that is 0
    Reset,   // only the first `times` bytes of it all, then the connection is reset
  };
  int status = 200;
  std::string head;  // status line and fields, each ended; without the empty line
  std::string body;
  Manner manner = Manner::Whole;
  std::uint64_t times = 0;
};

// A reply with these fields (lines, each ended), a Date and the body's length.
OriginReply plain_reply(int status, Time now, std::string_view fields, std::string body);

class OriginSite final {
 public:
  OriginSite(std::unique_ptr<OriginPages> pages, const OriginFaults& faults)
      : pages_(std::move(pages)), faults_(faults) {}

  // Where it will be served; before the first answer.
  void serve_at(const std::string& base);
  const OriginPages& pages() const { return *pages_; }

  // Answers to HEAD have a body too, which is not to be sent.
  OriginReply answer(const OriginRequest& request, Time now);

 private:
  OriginReply page(std::uint32_t page, std::string_view target, const OriginRequest& request,
                   Time now);
  std::optional<OriginReply> failing(std::string_view target, Time now);
  std::optional<OriginReply> extra_page(std::string_view target, Time now);
  std::size_t validated_as(std::uint32_t page, std::string_view target, std::size_t version) const;

  std::unique_ptr<OriginPages> pages_;
  const OriginFaults faults_;
  std::unordered_map<std::string, std::uint32_t> failures_;  // so far, of pages that fail at first
  std::string bomb_;                                         // one gzip member of it
};

}  // namespace asof::lab
