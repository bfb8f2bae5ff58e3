#include "crawl/log.h"

#include <cmath>

#include "base/file.h"
#include "cdx/crawl_log.h"
#include "warc/draft.h"

namespace asof::crawl {

std::string log_line(const VisitEvent& event, const Route& route) {
  cdx::LogLine line;
  const auto took = std::llround(event.took * 1000);
  line.logged = Instant{event.at.ms + took};
  line.url = event.task->url;
  line.hops = route.hops;
  line.via = route.via;
  line.fetch_begin = event.at;
  line.fetch_ms = static_cast<std::uint64_t>(took);
  line.source_tag = route.host;
  if (event.none) {
    line.status = event.none->status;
  } else if (event.reply != nullptr) {
    line.status = event.reply->answer.status;
    line.size = event.size;
    line.mime = event.reply->answer.mime;
    if (!event.reply->answer.sha256.empty())
      line.digest = warc::labelled(Algorithm::Sha256, event.reply->answer.sha256);
    if (event.reply->kind == ReplyKind::Identical) line.annotations.push_back("duplicate:digest");
    if (event.reply->kind == ReplyKind::NotModified)
      line.annotations.push_back("duplicate:server-not-modified");
    if (event.reply->kind == ReplyKind::NotStored) line.annotations.push_back("notStored");
  }
  const unsigned tries = event.task->tries;
  if (tries > 1) line.annotations.push_back(std::to_string(tries) + "t");
  if (event.truncated == "length") line.annotations.push_back("lenTrunc");
  if (event.truncated == "time") line.annotations.push_back("timeTrunc");
  if (event.truncated == "disconnect") line.annotations.push_back("midFetchTrunc");
  if (route.purpose != "capture") line.annotations.emplace_back(route.purpose);
  return cdx::write_log_line(line);
}

std::string log_line(const VisitEvent& event, const Frontier& frontier) {
  const Task& task = *event.task;
  Route route{
      .hops = "P", .via = {}, .host = frontier.host(task.site), .purpose = purpose_of(task)};
  if (task.page != kNoNumber) {
    route.hops = frontier.hops(task.page);
    if (frontier.via(task.page) != kNoNumber) route.via = frontier.url(frontier.via(task.page));
  }
  return log_line(event, route);
}

std::uint64_t log_key(std::string_view url, Instant at) {
  return std::hash<std::string_view>()(url) ^
         static_cast<std::uint64_t>(at.ms) * 0x9E3779B97F4A7C15ULL;
}

Result<std::unordered_set<std::uint64_t>> log_keys(const std::string& path) {
  std::unordered_set<std::uint64_t> keys;
  if (!exists(path)) return keys;
  const FileSource log = TRY(FileSource::open(path));
  std::string buffer(std::size_t{1} << 20, '\0');
  std::string text;
  for (std::uint64_t at = 0; at < log.size();) {
    const std::size_t n = TRY(log.read_at(at, buffer));
    if (n == 0) break;
    at += n;
    text.append(buffer, 0, n);
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
      if (auto line = cdx::parse_log_line(std::string_view(text).substr(begin, end - begin), 0))
        keys.insert(log_key(line->url, line->fetch_begin.value_or(line->logged)));
    text.erase(0, begin);
  }
  return keys;
}

Result<void> append_lines(const std::string& path, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  FileSink log = TRY(FileSink::append(path));
  for (const std::string& line : lines) TRY(log.write(line + "\n"));
  return log.sync();
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
