// measure ROUNDS NAME COMMAND [NAME COMMAND]...: runs shell commands in turn, round after round.
//
// Taking turns makes a noisy machine disturb all of them alike. Prints for each command the medians
// of wall and CPU time (user and system, with children) and the largest memory, tab-separated:
// NAME, wall seconds, CPU seconds, peak MB. Fails when a command fails.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "base/text.h"

namespace {

struct Series {
  const char* name;
  const char* command;
  std::vector<double> wall, cpu;
  long peak_kb = 0;
};

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

bool run_once(Series& series) {
  auto begin = std::chrono::steady_clock::now();
  pid_t child = ::fork();
  if (child == 0) {
    ::execl("/bin/sh", "sh", "-c", series.command, nullptr);
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child || status != 0) return false;
  series.wall.push_back(
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  series.cpu.push_back(seconds(usage.ru_utime) + seconds(usage.ru_stime));
  series.peak_kb = std::max(series.peak_kb, usage.ru_maxrss);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  auto rounds = asof::parse_uint(argc > 1 ? argv[1] : "");
  if (!rounds || *rounds == 0 || argc < 4 || argc % 2 != 0) {
    fmt::print(stderr, "usage: measure ROUNDS NAME COMMAND [NAME COMMAND]...\n");
    return 2;
  }
  std::vector<Series> all;
  for (int i = 2; i + 1 < argc; i += 2) all.push_back({argv[i], argv[i + 1], {}, {}, 0});
  for (std::uint64_t round = 0; round < *rounds; ++round) {
    for (Series& series : all) {
      if (run_once(series)) continue;
      fmt::print(stderr, "measure: failed: {}\n", series.command);
      return 2;
    }
  }
  for (const Series& series : all)
    fmt::print("{}\t{:.3f}\t{:.3f}\t{:.0f}\n", series.name, median(series.wall), median(series.cpu),
               static_cast<double>(series.peak_kb) / 1024);
  return 0;
}
