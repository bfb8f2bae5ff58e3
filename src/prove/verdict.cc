#include "prove/verdict.h"

#include <algorithm>

#include "base/check.h"

namespace asof::prove {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Present:
      return "present";
    case Verdict::Partly:
      return "partly";
    case Verdict::Hidden:
      return "hidden";
    case Verdict::Absent:
      return "absent";
    case Verdict::Unknown:
      return "unknown";
  }
  return "";
}

Part judge(Stretch stretch, const Shows& shows, const Told& told) {
  Part part{.stretch = std::move(stretch)};
  const Stretch& known = part.stretch;
  if (known.content) {
    switch (shows(*known.content).shown) {
      case Shown::Visible:
        part.verdict = Verdict::Present;
        break;
      case Shown::Hidden:
        part.verdict = Verdict::Hidden;
        break;
      case Shown::Absent:
        part.verdict = Verdict::Absent;
        break;
      case Shown::Unreadable:
        break;
    }
    return part;
  }
  if (!known.before || !known.after) return part;
  const Shown before = shows(told(*known.before)).shown;
  if (before != shows(told(*known.after)).shown) return part;
  if (before == Shown::Visible) part.likely = Likely::Present;
  if (before == Shown::Absent) part.likely = Likely::Absent;
  return part;
}

Verdict verdict_on(const std::vector<Part>& parts) {
  CHECK(!parts.empty());
  const auto any = [&](Verdict verdict) {
    return std::ranges::any_of(parts, [&](const Part& one) { return one.verdict == verdict; });
  };
  const bool seen = any(Verdict::Present), unseen = any(Verdict::Absent) || any(Verdict::Hidden);
  if (seen) return unseen || any(Verdict::Unknown) ? Verdict::Partly : Verdict::Present;
  if (any(Verdict::Unknown)) return Verdict::Unknown;
  return any(Verdict::Hidden) ? Verdict::Hidden : Verdict::Absent;
}

int exit_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::Present:
    case Verdict::Partly:
      return 0;
    case Verdict::Absent:
      return 1;
    case Verdict::Unknown:
      return 3;
    case Verdict::Hidden:
      return 4;
  }
  return 3;
}

}  // namespace asof::prove
