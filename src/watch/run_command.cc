#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "watch/teller.h"

namespace asof::watch {
namespace {

constexpr std::chrono::milliseconds kLook(50);

Error failed(const std::string& command, std::string_view why) {
  return {Errc::Io, fmt::format("the command \"{}\" {}", command, why)};
}

// Starts it in a group of its own, so that all of it can be ended.
Result<pid_t> start(const std::string& command, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::string shell = "sh", flag = "-c", text = command;
  char* words[] = {shell.data(), flag.data(), text.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return failed(command, fmt::format("cannot be run: {}", std::strerror(error)));
  return child;
}

}  // namespace

Result<void> run_command(const std::string& command, const std::string& input, double seconds) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failed(command, "cannot be run: no more open files");
  const auto child = start(command, ends[0]);
  ::close(ends[0]);
  if (!child) {
    ::close(ends[1]);
    return child.error();
  }
  // A change is some hundred bytes, which a pipe takes whole. A command that does not read them is
  // no failure.
  ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
  static_cast<void>(!::write(ends[1], input.data(), input.size()));
  ::close(ends[1]);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  int status = 0;
  while (::waitpid(*child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      ::kill(-*child, SIGKILL);
      ::waitpid(*child, &status, 0);
      return failed(command, fmt::format("was ended after {:.0f} s", seconds));
    }
    std::this_thread::sleep_for(kLook);
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return failed(command, WIFEXITED(status) ? fmt::format("ended with {}", WEXITSTATUS(status))
                                           : std::string("was ended by a signal"));
}

}  // namespace asof::watch
