#include "retrieve/library.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "retrieve/record_at.h"
#include "url/surt.h"

namespace asof::retrieve {
namespace {

// Archives of many files would run out of descriptors; readers come back to a few files.
constexpr std::size_t kMostOpen = 64;

Error without_original(const catalog::Capture& capture) {
  return {Errc::NotFound, capture.url + " at " + iso8601(capture.at) +
                              " is a revisit whose original is not in the archive"};
}

std::string shown_instead(const Found& found) {
  return "the version of " + iso8601(found.capture.at) +
         " differed too little to be stored; this is the stored one of " +
         iso8601(found.with_content->at);
}

// Only captures next to the instant can be chosen, so only those are read. Looking at exact URLs
// and at all URLs separately keeps the nearest of both kinds.
Result<std::vector<catalog::Capture>> candidates(const catalog::Reader& catalog,
                                                 const Request& request, Instant at) {
  std::vector<catalog::Filter> filters = {{.status = request.choose == Choose::Embedded ? 200 : 0}};
  if (request.choose == Choose::Nearest) filters.push_back({.url = request.url});
  const std::string key = url::surt_key(request.url);
  std::vector<catalog::Capture> captures;
  for (const catalog::Filter& filter : filters) {
    if (auto before = TRY(catalog.at_or_before(key, at, filter)))
      captures.push_back(std::move(*before));
    if (request.choose == Choose::Latest) continue;
    if (auto after = TRY(catalog.at_or_after(key, at, filter)))
      captures.push_back(std::move(*after));
  }
  std::ranges::sort(captures, [](const catalog::Capture& a, const catalog::Capture& b) {
    return std::tie(a.at, a.where) < std::tie(b.at, b.where);
  });
  return captures;
}

}  // namespace

Result<std::optional<catalog::Capture>> with_content(const catalog::Reader& catalog,
                                                     const catalog::Capture& capture) {
  if (capture.kind != catalog::Kind::Revisit) return std::optional(capture);
  const auto original = TRY(catalog.original_of(capture.where));
  if (!original || original->match == catalog::OriginMatch::None)
    return std::optional<catalog::Capture>();
  return catalog.capture_at(original->where);
}

Result<std::optional<Found>> find(const catalog::Reader& catalog, const Request& request) {
  const bool with_page = request.choose == Choose::Embedded && request.from;
  const Instant at = with_page ? request.from->at : request.at;
  auto captures = TRY(candidates(catalog, request, at));
  std::vector<Candidate> rows;
  rows.reserve(captures.size());
  for (const catalog::Capture& capture : captures)
    rows.push_back({capture.at, capture.status, capture.url == request.url});
  const auto chosen = choose(rows, at, request.choose);
  if (!chosen) return std::optional<Found>();
  Found found = TRY(resolve(catalog, std::move(captures[*chosen])));
  return std::optional(std::move(found));
}

Result<Found> resolve(const catalog::Reader& catalog, catalog::Capture capture) {
  Found found;
  found.with_content = TRY(with_content(catalog, capture));
  found.capture = std::move(capture);
  return found;
}

Result<Found> resolve(const catalog::Reader& catalog, const catalog::Locator& where) {
  auto capture = TRY(catalog.capture_at(where));
  if (!capture) return Error{Errc::Corrupt, "the catalog is not up to date; run 'asof reindex'"};
  return resolve(catalog, std::move(*capture));
}

Result<const Source*> Library::source(catalog::FileId file) {
  auto found = open_.find(file);
  if (found == open_.end()) {
    auto row = TRY(catalog_.file(file));
    if (!row) {
      return Error{Errc::Corrupt,
                   "the catalog is damaged: it names an unknown file; run 'asof reindex'"};
    }
    if (open_.size() >= kMostOpen) open_.clear();
    archive::Holding holding = TRY(archive::Holding::open(directory_, row->name));
    found = open_.emplace(file, std::move(holding)).first;
  }
  return &found->second.source();
}

Result<Content> Library::content(const Found& found) {
  if (!found.with_content) return without_original(found.capture);
  const catalog::Locator& where = found.with_content->where;
  const Source* source = TRY(this->source(where.file));
  Content shown = TRY(content_at(*source, {where.offset, where.inner}));
  if (found.is_revisit()) {
    shown.url = found.capture.url;
    shown.at = found.capture.at;
  }
  if (found.is_not_stored()) shown.remark = shown_instead(found);
  return shown;
}

Result<std::optional<capture::Weighed>> Library::weighed(const Found& found) {
  if (!found.is_not_stored()) return std::optional<capture::Weighed>();
  const catalog::Locator& where = found.capture.where;
  const Source* source = TRY(this->source(where.file));
  const RecordAt record = TRY(RecordAt::open(*source, {where.offset, where.inner}));
  const auto read = capture::read_record(record.head(), {}, {.page = false});
  if (!read || read->exchanges.empty()) return std::optional<capture::Weighed>();
  return read->exchanges.front().revisit.weighed;
}

Result<std::string> Library::extract(const Found& found, Extract what, const Write& write) {
  const bool payload = what == Extract::Payload;
  if (payload && !found.with_content) return without_original(found.capture);
  const catalog::Locator& where = payload ? found.with_content->where : found.capture.where;
  const Source* source = TRY(this->source(where.file));
  std::string said = TRY(retrieve::extract(*source, {where.offset, where.inner}, what, write));
  if (payload && found.is_not_stored()) said = shown_instead(found);
  return said;
}

}  // namespace asof::retrieve
