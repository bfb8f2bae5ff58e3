#include "lab/change_weight.h"

#include "base/digest.h"
#include "change/change.h"

namespace asof::lab {

double ChangeWeight::next(const std::string& url, Instant at, std::string_view mime,
                          std::string body) {
  Seen fresh{at, std::string(mime), std::move(body)};
  const auto known = latest_.find(url);
  if (known == latest_.end()) {
    latest_.emplace(url, std::move(fresh));
    return 1;
  }
  const auto version_of = [&](const Seen& seen) {
    change::Version version{.url = url, .at = seen.at, .mime = seen.mime};
    version.sha256 = digest_of(Algorithm::Sha256, seen.body);
    version.body = [&seen]() -> Result<std::string> { return seen.body; };
    return version;
  };
  change::Means means;
  means.old_resources = means.new_resources =
      [&](std::string_view wanted, layout::ResourceKind) -> std::optional<std::string> {
    const auto found = latest_.find(std::string(wanted));
    if (found == latest_.end()) return std::nullopt;
    return found->second.body;
  };
  const auto finding = change::compare(version_of(known->second), version_of(fresh), means);
  known->second = std::move(fresh);
  // Bodies are at hand, so nothing can fail to be read.
  return finding ? finding->importance : 1;
}

}  // namespace asof::lab
