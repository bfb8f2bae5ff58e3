// RecordedVisit: a visit of a crawl as the catalog's rows tell it, for a crawl that goes on.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catalog/reader.h"
#include "crawl/reply.h"
#include "crawl/task.h"

namespace asof::crawl {

struct RecordedVisit {
  catalog::Metadata notes;
  std::optional<catalog::Capture> answer;
  ReplyKind kind = ReplyKind::None;
  Original original;  // of the answer, or what a revisit refers to

  const std::string& url() const { return notes.url; }
  Duration took() const { return static_cast<double>(notes.fetch_ms.value_or(0)) / 1000; }
  std::uint64_t size() const { return notes.received.value_or(answer ? answer->size : 0); }
  std::string truncated() const { return kind == ReplyKind::Response ? answer->truncated : ""; }
  std::optional<NoAnswer> none() const {
    if (!notes.status) return std::nullopt;
    return NoAnswer{static_cast<int>(*notes.status), notes.reason};
  }
};

// Every visit in the files that has ended, in the order of the records. A visit's answer lies
// behind its notes, before the next visit's.
Result<void> each_visit(const catalog::Reader& catalog, const std::vector<std::string>& files,
                        const std::function<Result<void>(RecordedVisit&)>& on_visit);

}  // namespace asof::crawl
