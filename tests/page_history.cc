#include "page_history.h"

#include <algorithm>

#include "warc/reader.h"

namespace asof {

Result<PageHistory> PageHistory::open(const std::string& path) {
  FileSource file = TRY(FileSource::open(path));
  PageHistory history(std::move(file));
  warc::Reader reader(history.file_, [](const warc::Damage&) {});
  while (true) {
    const warc::Record* record = TRY(reader.next());
    if (record == nullptr) break;
    if (record->type() == warc::Type::Response && record->date()) {
      history.versions_[std::string(record->target_uri())].push_back(
          {*record->date(), reader.position()});
    }
    TRY(reader.finish());
  }
  return history;
}

std::optional<PageHistory::Source> PageHistory::source(const std::string& url,
                                                       const PageVersion& version) const {
  const auto content = retrieve::content_at(file_, version.where);
  if (!content || content->status != 200 || !retrieve::is_html(*content)) return std::nullopt;
  return Source{.url = url, .html = retrieve::to_utf8(*content), .at = version.at};
}

std::optional<retrieve::Content> PageHistory::content(const std::string& url, Instant at) const {
  const auto found = versions_.find(url);
  if (found == versions_.end()) return std::nullopt;
  const auto version = std::ranges::find(found->second, at, &PageVersion::at);
  if (version == found->second.end()) return std::nullopt;
  auto content = retrieve::content_at(file_, version->where);
  if (!content) return std::nullopt;
  return std::move(*content);
}

std::optional<std::string> PageHistory::as_of(std::string_view url, layout::ResourceKind kind,
                                              Instant at) {
  const auto found = versions_.find(std::string(url.substr(0, url.find('#'))));
  if (found == versions_.end()) return std::nullopt;
  const PageVersion* last = &found->second.front();
  for (const PageVersion& version : found->second) {
    if (version.at <= at) last = &version;
  }
  const auto [slot, fresh] = resources_.try_emplace(last->where);
  if (fresh) {
    const auto content = retrieve::content_at(file_, last->where);
    if (content && content->status == 200)
      slot->second =
          kind == layout::ResourceKind::StyleSheet ? retrieve::to_utf8(*content) : content->bytes;
  }
  return slot->second;
}

layout::Resources PageHistory::resources(Instant at) {
  return
      [this, at](std::string_view url, layout::ResourceKind kind) { return as_of(url, kind, at); };
}

layout::Page PageHistory::lay_out(const Source& source) {
  return layout::lay_out({.html = source.html, .url = source.url}, resources(source.at));
}

}  // namespace asof
