#include <algorithm>
#include <cstring>

#include "base/digest.h"
#include "warc/check_internal.h"

namespace asof::warc {

// Eight bytes of a cryptographic digest stand for an id: nobody can write two that look alike, and
// by chance it happens once in millions of files.
void RecordIds::add(std::string_view id, Position where) {
  if (id.empty()) return;
  more_ = more_ || seen_.size() == most_;
  if (more_) return;
  Seen seen{.where = where};
  std::memcpy(&seen.hash, digest_of(Algorithm::Sha256, id).data(), sizeof seen.hash);
  seen_.push_back(seen);
}

void RecordIds::report(const std::function<void(Problem)>& say) {
  std::sort(seen_.begin(), seen_.end());
  std::vector<std::pair<Position, Position>> again;  // where, and where first
  for (std::size_t first = 0, i = 1; i < seen_.size(); ++i) {
    if (seen_[i].hash != seen_[first].hash)
      first = i;
    else
      again.emplace_back(seen_[i].where, seen_[first].where);
  }
  std::sort(again.begin(), again.end());
  for (const auto& [where, first] : again)
    say({Severity::Warning, where, "repeated-id",
         "the record has the WARC-Record-ID of the one at offset " + to_string(first)});
  if (more_)
    say({Severity::Warning,
         {},
         "repeated-id",
         "only the first " + std::to_string(most_) + " records were compared by WARC-Record-ID"});
}

}  // namespace asof::warc
