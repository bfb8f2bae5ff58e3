// Runs a program from a test and keeps what it said.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "support/temp_dir.h"

namespace asof::test {

struct Command {
  std::vector<std::string> words = {};  // the program and its arguments; found along PATH
  std::filesystem::path directory = ".";
  std::vector<std::pair<std::string, std::string>> environment = {};  // set on top of our own
  std::string input = {};                                             // its standard input
  unsigned timeout_seconds = 120;                                     // then SIGALRM ends it
  unsigned cpu_seconds = 0;                                           // then SIGXCPU; 0: any
  std::uint64_t address_space = 0;                                    // bytes; 0: any
};

struct Ran {
  int code = 0;    // exit code; 127 when it could not be started
  int signal = 0;  // the signal that ended it, or 0
  std::string out;
  std::string err;
  double cpu_seconds = 0;
  std::uint64_t peak_bytes = 0;  // of memory, resident
};

// Output goes through files, so a program may write any amount without anyone reading.
inline Ran run(const Command& command) {
  TempDir scratch;
  write_file(scratch / "in", command.input);
  const auto in = (scratch / "in").string();
  const auto out = (scratch / "out").string();
  const auto err = (scratch / "err").string();
  std::vector<char*> words;
  for (const auto& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    const bool ready = dup2(open(in.c_str(), O_RDONLY), 0) == 0 &&
                       dup2(open(out.c_str(), O_WRONLY | O_CREAT, 0600), 1) == 1 &&
                       dup2(open(err.c_str(), O_WRONLY | O_CREAT, 0600), 2) == 2 &&
                       chdir(command.directory.c_str()) == 0;
    for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
    alarm(command.timeout_seconds);
    const rlimit cpu{command.cpu_seconds, command.cpu_seconds};
    if (command.cpu_seconds > 0) setrlimit(RLIMIT_CPU, &cpu);
    const rlimit space{command.address_space, command.address_space};
    if (command.address_space > 0) setrlimit(RLIMIT_AS, &space);
    if (ready) execvp(words[0], words.data());
    _exit(127);
  }
  int status = 0;
  rusage used{};
  CHECK(wait4(child, &status, 0, &used) == child);
  Ran ran;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  ran.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  ran.peak_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  ran.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  ran.out = read_file(out);
  ran.err = read_file(err);
  return ran;
}

}  // namespace asof::test
