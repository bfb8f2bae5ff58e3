#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "ingest/index.h"
#include "replay/cdx_query.h"
#include "replay/index_replies.h"
#include "replay/replies.h"

namespace asof::replay {
namespace {

struct Row {
  std::uint64_t number = 0;  // in the order of the catalog
  Instant at;
  cdx::Line line;
};

std::uint64_t distance(Instant one, Instant other) {
  const auto a = static_cast<std::uint64_t>(one.ms), b = static_cast<std::uint64_t>(other.ms);
  return one < other ? b - a : a - b;
}

// Walks the index and takes the lines that pass, so many as are wanted.
class Walk final {
 public:
  Walk(const View& view, const CdxQuery& query)
      : view_(view), query_(query), skip_(query.page * query.page_size) {}

  Result<void> go() {
    const CdxQuery::Keys keys = query_.keys();
    for (const std::string& prefix : keys.prefixes) {
      Result<void> ok;
      TRY(view_.catalog().captures_with_prefix(
          prefix, [&](const catalog::Capture& capture, std::string_view file) {
            if (!keys.match(prefix, capture.urlkey)) return !keys.whole;
            auto more = take(capture, file);
            if (more) return *more;
            ok = std::move(more).error();
            return false;
          }));
      TRY(std::move(ok));
    }
    cut();
    if (query_.sort == CdxQuery::Sort::Last) std::ranges::reverse(rows_);
    return {};
  }

  const std::vector<Row>& rows() const { return rows_; }
  std::uint64_t passed() const { return passed_; }
  std::uint64_t withheld() const { return withheld_; }
  bool has_more() const { return more_; }

 private:
  bool ordered() const { return query_.sort == CdxQuery::Sort::Ascending; }

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
    const std::uint64_t number = passed_++;
    if (query_.count_pages || (ordered() && number < skip_)) return true;
    if (ordered() && rows_.size() >= query_.limit) {
      more_ = true;
      return false;
    }
    rows_.push_back({number, capture.at, std::move(line)});
    // Now and then those are dropped that others have the place of.
    if (!ordered() && rows_.size() >= 2 * query_.limit + 1000) cut();
    return true;
  }

  // The best in front, and no more than are wanted.
  void cut() {
    if (ordered()) return;
    std::ranges::sort(rows_, [&](const Row& a, const Row& b) {
      if (query_.sort != CdxQuery::Sort::Closest) return a.number > b.number;
      const auto near = distance(a.at, query_.closest), far = distance(b.at, query_.closest);
      return near != far ? near < far : a.number < b.number;
    });
    if (rows_.size() > query_.limit) rows_.resize(query_.limit);
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
  const std::uint64_t skip_;
  std::vector<Row> rows_;
  std::string group_;
  std::uint64_t passed_ = 0;
  std::uint64_t withheld_ = 0;
  bool more_ = false;
};

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
  const std::uint64_t pages =
      std::max<std::uint64_t>(1, (walk.passed() + query.page_size - 1) / query.page_size);
  if (query.count_pages)
    return json_reply(
        json::Object{{"blocks", walk.passed()}, {"pages", pages}, {"pageSize", query.page_size}}
            .text() +
        "\n");
  if (query.page > 0 && walk.rows().empty())
    return Error{Errc::Invalid,
                 fmt::format("there is no page {}; the last one is {}", query.page, pages - 1)};
  std::string body;
  for (const Row& row : walk.rows()) append_line(body, row.line, query);
  server::Reply reply = text_reply(type_of(query.output), std::move(body));
  if (walk.withheld() > 0)
    reply.fields += field("X-Asof-Withheld", std::to_string(walk.withheld()));
  if (walk.has_more() && query.limit == query.page_size)
    reply.fields +=
        field("Link", "<" + next_page(view.settings(), text, query.page + 1) + ">; rel=\"next\"");
  return reply;
}

}  // namespace asof::replay
