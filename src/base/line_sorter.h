// LineSorter: sorts lines bytewise, however many, in bounded memory.
//
// What fits is sorted in memory. Beyond that, sorted runs are spilled to an unnamed temporary file
// and merged at the end. Memory: about `memory` bytes, and a line of each run that is being merged.
// Not thread-safe.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof {

class LineSorter final {
 public:
  using Write = std::function<Result<void>(std::string_view)>;

  explicit LineSorter(std::size_t memory = std::size_t{64} << 20);
  ~LineSorter();

  // Whole lines, each with its line feed at the end.
  Result<void> add(std::string_view lines);
  // Hands over all lines in order, in large pieces. Nothing can be added afterwards.
  Result<void> finish(const Write& write);

 private:
  struct Run {
    std::uint64_t begin, end;  // in the spool
  };
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using Spool = std::unique_ptr<std::FILE, CloseFile>;
  class RunReader;

  Result<void> sort_held(const Write& write);
  Result<void> spill();
  Result<void> merge(const Write& write);
  Result<void> merge_into_one_run();

  const std::size_t memory_;
  std::string held_;  // lines not spilled yet
  std::size_t held_lines_ = 0;
  Spool spool_;
  std::uint64_t spooled_ = 0;
  std::vector<Run> runs_;
};

}  // namespace asof
