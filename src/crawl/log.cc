#include "crawl/log.h"

#include <cmath>

#include "base/file.h"
#include "cdx/crawl_log.h"
#include "warc/draft.h"

namespace asof::crawl {

std::string log_line(const Happened& happened, const Frontier& frontier) {
  const Task& task = *happened.task;
  cdx::LogLine line;
  const auto took = std::llround(happened.took * 1000);
  line.logged = Instant{happened.at.ms + took};
  line.url = task.url;
  if (task.page != kNoNumber) {
    line.hops = frontier.hops(task.page);
    if (frontier.via(task.page) != kNoNumber) line.via = frontier.url(frontier.via(task.page));
  } else {
    line.hops = "P";
  }
  line.fetch_begin = happened.at;
  line.fetch_ms = static_cast<std::uint64_t>(took);
  line.source_tag = frontier.host(task.site);
  if (happened.none) {
    line.status = happened.none->status;
  } else if (happened.reply != nullptr) {
    line.status = happened.reply->answer.status;
    line.size = happened.size;
    line.mime = happened.reply->answer.mime;
    if (!happened.reply->answer.sha256.empty())
      line.digest = warc::labelled(Algorithm::Sha256, happened.reply->answer.sha256);
    if (happened.reply->kind == VisitRecord::Kind::Identical)
      line.annotations.push_back("duplicate:digest");
    if (happened.reply->kind == VisitRecord::Kind::NotModified)
      line.annotations.push_back("duplicate:server-not-modified");
  }
  if (task.tries > 1) line.annotations.push_back(std::to_string(task.tries) + "t");
  if (happened.truncated == "length") line.annotations.push_back("lenTrunc");
  if (happened.truncated == "time") line.annotations.push_back("timeTrunc");
  if (happened.truncated == "disconnect") line.annotations.push_back("midFetchTrunc");
  if (task.kind != Task::Kind::Visit || task.visit.purpose != schedule::Purpose::Capture)
    line.annotations.emplace_back(purpose_of(task));
  return cdx::write_log_line(line);
}

Result<void> mend_log(const std::string& path) {
  if (!exists(path)) return {};
  const FileSource log = TRY(FileSource::open(path));
  std::uint64_t end = log.size();
  for (char last = 0; end > 0; --end) {
    TRY(log.read_at(end - 1, std::span(&last, 1)));
    if (last == '\n') break;
  }
  if (end == log.size()) return {};
  return cut_synced(path, end);
}

}  // namespace asof::crawl
