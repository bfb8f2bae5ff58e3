// crawl.log: one line for each visit, as Heritrix writes it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "crawl/harvester.h"

namespace asof::crawl {

// How a crawl came to what it asked for, and what for.
struct Route {
  std::string hops, via, host;
  std::string_view purpose;
};
std::string log_line(const VisitEvent& event, const Route& route);
std::string log_line(const VisitEvent& event, const Frontier& frontier);

// Which visit a line is about.
std::uint64_t log_key(std::string_view url, Instant at);
// The keys of all lines; none where there is no such file.
Result<std::unordered_set<std::uint64_t>> log_keys(const std::string& path);
// Lines that a kill or a power cut kept from being written.
Result<void> append_lines(const std::string& path, const std::vector<std::string>& lines);

// Cuts off what a kill or a full disk left of a last line, which would spoil the one that follows.
// Nothing happens where there is no such file.
Result<void> mend_log(const std::string& path);

}  // namespace asof::crawl
