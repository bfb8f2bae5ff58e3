// BrowserProcess: a Chromium of our own, and the pipe to its DevTools.
//
// Messages are whole texts in both directions, separated by NUL on the wire. The process and all it
// started are killed with it, and its profile, a temporary directory, is removed: also where
// whoever started it is interrupted or killed.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "base/result.h"

namespace asof::render {

using Deadline = std::chrono::steady_clock::time_point;

class BrowserProcess final {
 public:
  static Result<BrowserProcess> start(const std::filesystem::path& program, int width, int height);
  BrowserProcess(BrowserProcess&& other) noexcept;
  BrowserProcess& operator=(BrowserProcess&&) = delete;
  ~BrowserProcess();

  // Both fail with Errc::Io where the browser is gone and with Errc::Limit at the deadline.
  Result<void> send(std::string_view message, Deadline deadline);
  Result<std::string> receive(Deadline deadline);

  // CPU time of everything in the browser's process group, ended processes included.
  std::chrono::microseconds cpu_time() const;

 private:
  // Removes a directory once the process that made it has ended, however it did.
  struct Sweeper {
    pid_t process = -1;
    int alive = -1;  // closed when we end
  };
  static Result<Sweeper> sweep_after(const std::string& directory);

  BrowserProcess(pid_t process, int socket, std::filesystem::path profile, Sweeper sweeper);
  Result<void> wait_for(short events, Deadline deadline);
  Result<void> read_some();

  pid_t process_;
  int socket_;
  std::filesystem::path profile_;
  Sweeper sweeper_;
  std::string received_;
  std::size_t searched_ = 0;  // of received_, without finding a NUL
};

}  // namespace asof::render
