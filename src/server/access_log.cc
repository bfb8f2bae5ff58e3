#include "server/access_log.h"

#include <fmt/format.h>

namespace asof::server {
namespace {

void append_escaped(std::string& line, std::string_view text) {
  if (text.empty()) line += '-';
  for (const char c : text) {
    if (c == '"' || c == '\\')
      line.append("\\").push_back(c);
    else if (c < ' ' || c > '~')
      line += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    else
      line += c;
  }
}

// "15/Nov/2026:09:30:00 +0000", from "Sun, 15 Nov 2026 09:30:00 GMT".
std::string log_date(Instant at) {
  const std::string date = http_date(at);
  const auto part = [&](std::size_t from, std::size_t size) {
    return std::string_view(date).substr(from, size);
  };
  return fmt::format("{}/{}/{}:{} +0000", part(5, 2), part(8, 3), part(12, 4), part(17, 8));
}

}  // namespace

std::string access_line(const Served& served, Instant at) {
  std::string line;
  append_escaped(line, served.peer);
  line += fmt::format(" - - [{}] \"", log_date(at));
  append_escaped(line, served.method);
  if (!served.method.empty()) {
    line += ' ';
    append_escaped(line, served.target);
    line += served.version == 10 ? " HTTP/1.0" : " HTTP/1.1";
  }
  line += fmt::format("\" {} ", served.status);
  line += served.bytes == 0 ? "-" : std::to_string(served.bytes);
  line += " \"";
  append_escaped(line, served.referrer);
  line += "\" \"";
  append_escaped(line, served.user_agent);
  return line + "\"\n";
}

Result<std::unique_ptr<AccessLog>> AccessLog::open(const std::string& path, const Clock& clock) {
  FileSink file = TRY(FileSink::append(path));
  return std::unique_ptr<AccessLog>(new AccessLog(std::move(file), clock));
}

void AccessLog::write(const Served& served) {
  const std::string line = access_line(served, clock_.now());
  const std::lock_guard lock(mutex_);
  if (!file_->write(line)) ++lost_;
}

Result<void> AccessLog::reopen() {
  const std::lock_guard lock(mutex_);
  FileSink file = TRY(FileSink::append(file_->path()));
  file_.emplace(std::move(file));
  return {};
}

std::uint64_t AccessLog::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

}  // namespace asof::server
