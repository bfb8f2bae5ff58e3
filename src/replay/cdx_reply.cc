#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "ingest/index.h"
#include "replay/cdx_query.h"
#include "replay/index_replies.h"
#include "replay/replies.h"

namespace asof::replay {
namespace {

struct Row {
  Instant at;
  cdx::Line line;
};

std::uint64_t distance(Instant one, Instant other) {
  const auto a = static_cast<std::uint64_t>(one.ms), b = static_cast<std::uint64_t>(other.ms);
  return one < other ? b - a : a - b;
}

// Walks the index and takes the lines that pass, in the order of the catalog.
class Walk final {
 public:
  Walk(const View& view, const CdxQuery& query) : view_(view), query_(query) {
    skip_ = query.sort == CdxQuery::Sort::Ascending && !query.count_pages ? query.page * query.limit
                                                                          : 0;
  }

  Result<void> go() {
    const CdxQuery::Keys keys = query_.keys();
    for (const std::string& prefix : keys.prefixes) {
      Result<void> ok;
      TRY(view_.catalog().captures_with_prefix(
          prefix, [&](const catalog::Capture& capture, std::string_view file) {
            if (keys.whole && capture.urlkey != prefix) return false;
            auto more = take(capture, file);
            if (!more) ok = std::move(more).error();
            return ok && more && *more;
          }));
      TRY(std::move(ok));
    }
    return {};
  }

  std::vector<Row>& rows() { return rows_; }
  std::uint64_t passed() const { return passed_; }
  std::uint64_t withheld() const { return withheld_; }
  bool has_more() const { return more_; }

 private:
  // False where nothing more is wanted.
  Result<bool> take(const catalog::Capture& capture, std::string_view file) {
    if (capture.at < query_.from || capture.at > query_.to) return true;
    const Access access = view_.access_to(capture);
    if (access == Access::Block) ++withheld_;
    if (access != Access::Allow) return true;
    std::optional<catalog::Capture> shown;
    if (capture.digest.empty()) shown = TRY(retrieve::with_content(view_.catalog(), capture));
    cdx::Line line = ingest::index_line(capture, shown, file);
    if (!query_.passes(line) || collapses(line)) return true;
    ++passed_;
    if (query_.count_pages) return true;
    if (skip_ > 0) {
      --skip_;
      return true;
    }
    const bool ordered = query_.sort == CdxQuery::Sort::Ascending;
    more_ = rows_.size() >= (ordered ? query_.limit : kMostCdxLines);
    if (!more_) rows_.push_back({capture.at, std::move(line)});
    return !more_;
  }

  bool collapses(const cdx::Line& line) {
    if (query_.collapse == 0) return false;
    std::string group = line.key + " " + line.timestamp.substr(0, query_.collapse);
    const bool same = group == group_;
    group_ = std::move(group);
    return same;
  }

  const View& view_;
  const CdxQuery& query_;
  std::vector<Row> rows_;
  std::string group_;
  std::uint64_t skip_ = 0;
  std::uint64_t passed_ = 0;
  std::uint64_t withheld_ = 0;
  bool more_ = false;
};

void sort(std::vector<Row>& rows, const CdxQuery& query) {
  if (query.sort == CdxQuery::Sort::Ascending) return;
  if (query.sort == CdxQuery::Sort::Reverse)
    std::ranges::reverse(rows);
  else
    std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) {
      return distance(a.at, query.closest) < distance(b.at, query.closest);
    });
  const auto skipped = std::min<std::size_t>(rows.size(), query.page * query.limit);
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(skipped));
  if (rows.size() > query.limit) rows.resize(query.limit);
}

std::string_view type_of(CdxQuery::Output output) {
  switch (output) {
    case CdxQuery::Output::Json:
      return "text/x-ndjson; charset=utf-8";
    case CdxQuery::Output::Cdxj:
      return "text/x-cdxj; charset=utf-8";
    case CdxQuery::Output::Text:
      return "text/plain; charset=utf-8";
  }
  return "";
}

// The same request for the next page.
std::string next_page(const Settings& settings, std::string_view text, std::uint64_t page) {
  std::string out = fmt::format("{}/{}/cdx?", settings.own_origin, settings.collection);
  for (const std::string_view pair : split(text, '&'))
    if (!pair.starts_with("page=")) out += std::string(pair) + "&";
  return out + fmt::format("page={}", page);
}

}  // namespace

Result<server::Reply> cdx_reply(const View& view, std::string_view text) {
  const CdxQuery query = TRY(CdxQuery::parse(Query(text)));
  Walk walk(view, query);
  TRY(walk.go());
  if (query.count_pages) {
    const std::uint64_t pages = (walk.passed() + query.limit - 1) / query.limit;
    return text_reply("text/plain; charset=utf-8", fmt::format("{}\n", pages));
  }
  sort(walk.rows(), query);
  std::string body;
  for (const Row& row : walk.rows()) append_line(body, row.line, query);
  server::Reply reply = text_reply(type_of(query.output), std::move(body));
  if (walk.withheld() > 0)
    reply.fields += field("X-Asof-Withheld", std::to_string(walk.withheld()));
  if (walk.has_more() && query.sort == CdxQuery::Sort::Ascending)
    reply.fields +=
        field("Link", "<" + next_page(view.settings(), text, query.page + 1) + ">; rel=\"next\"");
  return reply;
}

}  // namespace asof::replay
