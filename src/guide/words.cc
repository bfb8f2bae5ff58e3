#include <fmt/format.h>

#include "guide/words_internal.h"

namespace asof::guide {
namespace {

// "2022-06-01 12:00:00", or with two times "2022-06-01 12:00:00 to 2022-06-02 08:00:00".
std::string when(const Track& track, const navigate::Run& run) {
  const auto text = [](Instant at) {
    std::string iso = iso8601_seconds(at);
    iso.pop_back();
    iso[10] = ' ';
    return iso;
  };
  const Instant first = track.captures()[run.first].at, last = track.captures()[run.last].at;
  if (run.first == run.last) return "at " + text(first);
  return "from " + text(first) + " to " + text(last);
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Alone:
      return "alone";
    case Verdict::Certain:
      return "certain";
    case Verdict::Probable:
      return "likely";
    case Verdict::Possible:
      return "possibly";
    case Verdict::Conflict:
      return "conflict";
    case Verdict::Unknown:
      return "unknown";
  }
  return "";
}

std::string_view name_of(Composite state) {
  switch (state) {
    case Composite::Coherent:
      return "prima facie coherent";
    case Composite::PossiblyCoherent:
      return "possibly coherent";
    case Composite::ProbablyViolative:
      return "probably violative";
    case Composite::Violative:
      return "prima facie violative";
  }
  return "";
}

std::string why_words(const Advice& advice, const std::string& unknown, bool likely) {
  if (advice.probability || advice.verdict == Verdict::Certain) return "";
  if (!unknown.empty()) return unknown;
  if (!likely) return "Only the version that most probably fits has a percentage.";
  return "This archive's captures are too few to say how far a percentage could be trusted here.";
}

std::string sentence_of(const Advice& advice, const Track& link, std::size_t run,
                        const Track* source, std::size_t seen) {
  const std::string here =
      fmt::format("This version was seen {} (UTC).", when(link, link.runs().runs[run]));
  if (source == nullptr) {
    return advice.verdict == Verdict::Unknown
               ? here + " The page it is compared with is not in the archive."
               : here;
  }
  const std::string both = fmt::format("{} The page you come from was seen {}.", here,
                                       when(*source, source->runs().runs[seen]));
  switch (advice.verdict) {
    case Verdict::Certain:
      return both +
             " These times overlap: both were online together, unless a change was undone "
             "in between.";
    case Verdict::Probable:
      if (advice.probability)
        return fmt::format(
            "{} By how often both change, they were online together with a "
            "probability of {:.0f} %.",
            both, 100 * *advice.probability);
      return both + " By how often both change, they were probably online together.";
    case Verdict::Possible:
      if (advice.probability)
        return fmt::format(
            "{} At least one of them changed in between: they were online together "
            "with a probability of {:.0f} %.",
            both, 100 * *advice.probability);
      return both +
             " At least one of them changed in between: they may have been online together "
             "or not.";
    case Verdict::Conflict:
      return both + " They were not online together; the archive has no version that fits better.";
    default:
      return both;
  }
}

}  // namespace asof::guide
