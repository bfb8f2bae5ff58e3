#include "crawl/limits.h"

#include <fmt/format.h>

#include "base/text.h"

namespace asof::crawl {

std::string_view name_of(EndReason reason) {
  switch (reason) {
    case EndReason::Done:
      return "done";
    case EndReason::Interrupted:
      return "interrupted";
    case EndReason::Pages:
      return "page limit";
    case EndReason::Bytes:
      return "size limit";
    case EndReason::Time:
      return "time limit";
    case EndReason::Disk:
      return "disk limit";
    case EndReason::Failed:
      return "failed";
  }
  return "";
}

int exit_code(EndReason reason) {
  switch (reason) {
    case EndReason::Done:
      return 0;
    case EndReason::Failed:
      return 3;
    case EndReason::Interrupted:
      return 11;
    case EndReason::Pages:
      return 12;
    case EndReason::Bytes:
      return 14;
    case EndReason::Time:
      return 15;
    case EndReason::Disk:
      return 16;
  }
  return 2;
}

void Limits::end(EndReason reason, std::string why) {
  reason_ = reason;
  why_ = std::move(why);
}

void Limits::fail(const Error& error) {
  end(error.code == Errc::Limit ? EndReason::Disk : EndReason::Failed, error.what);
}

bool Limits::reached(std::uint64_t bytes, Duration running) {
  if (ended()) return true;
  if (interrupted_ && interrupted_())
    end(EndReason::Interrupted, "it was interrupted");
  else if (settings_.most_bytes != 0 && bytes >= settings_.most_bytes)
    end(EndReason::Bytes,
        fmt::format("--max-bytes {} was reached", human_bytes(settings_.most_bytes)));
  else if (settings_.most_time > 0 && running >= settings_.most_time)
    end(EndReason::Time, "--max-time was reached");
  return ended();
}

void Limits::left_out(std::uint64_t links) {
  if (links == 0 || ended()) return;
  end(EndReason::Pages,
      fmt::format("--max-pages {} was reached; {} to further pages were not followed",
                  settings_.most_pages, counted(links, "link")));
}

}  // namespace asof::crawl
