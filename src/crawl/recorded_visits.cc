#include "crawl/recorded_visits.h"

#include <iterator>

#include "base/text.h"

namespace asof::crawl {
namespace {

// What became of the visit, by its answer's row.
void take_answer(RecordedVisit& read) {
  const catalog::Capture& row = *read.answer;
  read.kind = ReplyKind::Response;
  read.original = {row.record_id, row.url, row.at, row.sha256};
  if (row.kind != catalog::Kind::Revisit) return;
  read.kind = row.profile == catalog::kNotModified ? ReplyKind::NotModified
              : row.profile == catalog::kNotStored ? ReplyKind::NotStored
                                                   : ReplyKind::Identical;
  read.original = {row.refers_to, row.refers_to_url, row.refers_to_at.value_or(Instant{}), ""};
  const std::string_view digest = row.digest;
  if (digest.starts_with("sha256:"))
    if (auto bytes = from_hex(digest.substr(7))) read.original.sha256 = *bytes;
}

}  // namespace

Result<void> each_visit(const catalog::Reader& catalog, const std::vector<std::string>& files,
                        const std::function<Result<void>(RecordedVisit&)>& on_visit) {
  for (const std::string& name : files) {
    const catalog::FileId file = catalog::file_id(name);
    std::vector<RecordedVisit> visits;
    TRY(catalog.metadata_in_file(file, [&](const catalog::Metadata& row) {
      visits.push_back({.notes = row});
      return true;
    }));
    auto visit = visits.begin();
    TRY(catalog.captures_in_file(file, [&](const catalog::Capture& row) {
      if (row.kind != catalog::Kind::Response && row.kind != catalog::Kind::Revisit) return true;
      while (visit != visits.end() && std::next(visit) != visits.end() &&
             std::next(visit)->notes.where.offset < row.where.offset)
        ++visit;
      if (visit == visits.end() || visit->notes.url != row.url || visit->notes.at != row.at)
        return true;
      visit->answer = row;
      take_answer(*visit);
      return true;
    }));
    for (RecordedVisit& read : visits)
      if (read.answer || read.notes.status) TRY(on_visit(read));
  }
  return {};
}

}  // namespace asof::crawl
