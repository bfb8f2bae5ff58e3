// A log of what was served, in the Combined Log Format that every reader of web logs knows:
//
//   192.0.2.1 - - [15/Nov/2026:09:30:00 +0000] "GET /a HTTP/1.1" 200 1234 "http://b/" "curl/8"
//
//   auto log = TRY(server::AccessLog::open("access.log", clock));
//   server::Server server({.on_served = [&](const server::Served& served) { log->write(served);
//   }});
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/file.h"
#include "base/result.h"
#include "base/time.h"
#include "server/server.h"

namespace asof::server {

// One line, with its line end. Quotes, backslashes, control bytes and bytes over 126 of what the
// client sent become \" \\ and \xHH, so one request is one line, whatever it holds; what is absent
// or empty is "-".
std::string access_line(const Served& served, Instant at);

// Safe to use from several threads. A line is written whole, when it is told.
class AccessLog final {
 public:
  // Goes on at the end of the file, or begins it. The clock must stay.
  static Result<std::unique_ptr<AccessLog>> open(const std::string& path, const Clock& clock);

  // Serving does not stop for a log that cannot be written: lines lost are counted.
  void write(const Served& served);
  // Goes on in a file of the same name, which is made if it was renamed: for rotation. Where it
  // cannot be opened, lines still go to the old one.
  Result<void> reopen();
  std::uint64_t lost() const;

 private:
  AccessLog(FileSink file, const Clock& clock) : clock_(clock) { file_.emplace(std::move(file)); }

  const Clock& clock_;
  mutable std::mutex mutex_;
  std::optional<FileSink> file_;  // guarded by the mutex, as is the next
  std::uint64_t lost_ = 0;
};

}  // namespace asof::server
