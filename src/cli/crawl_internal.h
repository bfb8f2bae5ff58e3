// What 'asof crawl' shows.
#pragma once

#include <chrono>
#include <string>

#include "cli/command.h"
#include "crawl/crawl.h"

namespace asof::cli {

// A line on a terminal that says where a crawl is.
class CrawlProgress final {
 public:
  CrawlProgress();
  ~CrawlProgress() { clear(); }
  CrawlProgress(const CrawlProgress&) = delete;
  CrawlProgress& operator=(const CrawlProgress&) = delete;

  void show(const crawl::Progress& at);
  void clear();

 private:
  const bool terminal_;
  bool drawn_ = false;
  std::string_view doing_;
  std::uint64_t before_ = 0;  // visits when that began
  std::chrono::steady_clock::time_point last_;
};

// One line of what is going on.
std::string event_json(const crawl::VisitEvent& what);
std::string ended_text(const crawl::CrawlSummary& ended);
std::string ended_json(const crawl::CrawlSummary& ended);

Result<int> run_why(const Arguments& arguments);

}  // namespace asof::cli
