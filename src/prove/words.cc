#include "prove/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"

namespace asof::prove {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string when(const Ground& ground) { return iso8601_seconds(ground.capture.at); }

// Why a part is known, as a sentence.
std::string because(const Proof& proof, const Part& part) {
  const Stretch& known = part.stretch;
  if (known.basis == Basis::Captured)
    return fmt::format("The page was captured at that time ({}).",
                       when(proof.ground(*known.before)));
  if (known.basis == Basis::Proven)
    return fmt::format(
        "The page was received whole and with the same bytes before it ({}) and after it ({}).",
        when(proof.ground(*known.before)), when(proof.ground(*known.after)));
  return fmt::format(
      "The page was seen before it ({}) and after it ({}); on one side this is the server's word "
      "that nothing had changed, and its word was checked by audits.",
      when(proof.ground(*known.before)), when(proof.ground(*known.after)));
}

// What the captures around a moment show of which nothing is known.
std::string around(const Proof& proof, const Part& part) {
  const auto side = [&](const std::optional<std::size_t>& sighting, std::string_view name) {
    if (!sighting) return fmt::format("There is no usable capture {} it.", name);
    const Ground& ground = proof.ground(*sighting);
    return fmt::format("The nearest capture {} it ({}) {}.", name, when(ground),
                       shows(ground.look));
  };
  std::string out = side(part.stretch.before, "before") + " " + side(part.stretch.after, "after");
  if (part.likely == Likely::Nothing) return out;
  return out + fmt::format(
                   " So it is likely that the phrase {}, but the page changed between them, and "
                   "nothing proves it.",
                   part.likely == Likely::Present ? "stood there" : "did not stand there");
}

std::string of_moment(const Proof& proof, const std::string& phrase) {
  const Part& part = proof.parts.front();
  const std::string place = fmt::format("{} {}", printable(proof.url), time_asked(proof.question));
  const std::string basis(name_of(part.stretch.basis));
  switch (part.verdict) {
    case Verdict::Present:
    case Verdict::Partly:
      return fmt::format("Yes: {} stood on {} ({}). {}", phrase, place, basis,
                         because(proof, part));
    case Verdict::Absent:
      return fmt::format("No: {} did not stand on {} ({}). {}", phrase, place, basis,
                         because(proof, part));
    case Verdict::Hidden:
      return fmt::format(
          "Hidden: {} was in the source of {} ({}), but a reader did not see it: it stood in {}. "
          "{}",
          phrase, place, basis, joined(proof.ground(*part.stretch.before).look.places),
          because(proof, part));
    case Verdict::Unknown:
      break;
  }
  const std::string begin = fmt::format("Unknown whether {} stood on {}: ", phrase, place);
  if (!proof.reason.empty()) return begin + proof.reason + ".";
  if (part.stretch.content)
    return begin + fmt::format("the version of that time is known ({}), but {}.", basis,
                               proof.ground(*part.stretch.before).look.reason);
  return begin + "the evidence does not reach this time. " + around(proof, part);
}

// Neighbours with one verdict, for people.
struct ToldPart {
  certificate::Span span;
  Verdict verdict = Verdict::Unknown;
};
std::vector<ToldPart> told_parts(const Proof& proof) {
  std::vector<ToldPart> out;
  for (const Part& part : proof.parts) {
    if (!out.empty() && out.back().verdict == part.verdict)
      out.back().span.until = part.stretch.span.until;
    else
      out.push_back({part.stretch.span, part.verdict});
  }
  return out;
}

constexpr std::size_t kMostTold = 6;

std::string spans_of(const std::vector<ToldPart>& parts, Verdict verdict) {
  std::string out;
  std::size_t count = 0;
  for (const ToldPart& part : parts) {
    if (part.verdict != verdict || ++count > kMostTold) continue;
    out += fmt::format("{}{} to {}", out.empty() ? "" : ", ", iso8601_seconds(part.span.from),
                       iso8601_seconds(part.span.until));
  }
  if (count > kMostTold) out += fmt::format(" and {} more", count - kMostTold);
  return out;
}

std::string of_interval(const Proof& proof, const std::string& phrase) {
  const auto parts = told_parts(proof);
  const std::string place = printable(proof.url);
  const std::string time = time_asked(proof.question);
  std::string out;
  switch (proof.verdict) {
    case Verdict::Present:
      return fmt::format("Yes: {} stood on {} at all times {}.", phrase, place, time);
    case Verdict::Absent:
      return fmt::format("No: {} stood on {} at no time {}.", phrase, place, time);
    case Verdict::Hidden:
      out =
          fmt::format("Hidden: {} was in the source of {}, but at no time {} did a reader see it.",
                      phrase, place, time);
      break;
    case Verdict::Partly:
      out = fmt::format("In part: {} stood on {} for a part of the time {}.", phrase, place, time);
      break;
    case Verdict::Unknown:
      out = fmt::format("Unknown whether {} stood on {} at any time {}", phrase, place, time);
      out += proof.reason.empty() ? "." : ": " + proof.reason + ".";
      break;
  }
  const std::pair<Verdict, std::string_view> names[] = {{Verdict::Present, "Present"},
                                                        {Verdict::Hidden, "Hidden in the source"},
                                                        {Verdict::Absent, "Absent"},
                                                        {Verdict::Unknown, "Unknown"}};
  for (const auto& [verdict, name] : names)
    if (const std::string spans = spans_of(parts, verdict); !spans.empty())
      out += fmt::format(" {}: {}.", name, spans);
  return out;
}

}  // namespace

std::string time_asked(const Question& question) {
  if (question.is_moment) return "at " + iso8601_seconds(question.asked.from);
  return fmt::format("from {} to {}", iso8601_seconds(question.asked.from),
                     iso8601_seconds(question.asked.until));
}

std::string shows(const Look& look) {
  switch (look.shown) {
    case Shown::Visible:
      return "shows it";
    case Shown::Hidden:
      return "has it in its source only, in " + joined(look.places);
    case Shown::Absent:
      return "does not show it";
    case Shown::Unreadable:
      break;
  }
  return "cannot tell: " + look.reason;
}

std::string sentence_of(const Proof& proof) {
  const std::string phrase = fmt::format("\"{}\"", printable(proof.phrase));
  std::string out =
      proof.question.is_moment ? of_moment(proof, phrase) : of_interval(proof, phrase);
  if (proof.url != proof.question.url)
    out += fmt::format(
        " (The archive has no capture of {} itself; {} is the same page in another "
        "spelling.)",
        printable(proof.question.url), printable(proof.url));
  if (proof.withheld > 0)
    out += fmt::format(" {} of this page may not be shown, and the answer does not use {}.",
                       counted(proof.withheld, "capture"), proof.withheld == 1 ? "it" : "them");
  return out;
}

std::string text_of(const Proof& proof) {
  std::string out;
  if (!proof.question.is_moment) {
    out += "\ntime\n";
    for (const Part& part : proof.parts)
      out += fmt::format("  {} to {}  {}{}\n", iso8601_seconds(part.stretch.span.from),
                         iso8601_seconds(part.stretch.span.until), name_of(part.verdict),
                         part.stretch.basis == Basis::Silent
                             ? ""
                             : fmt::format(" ({})", name_of(part.stretch.basis)));
  }
  if (proof.grounds.empty()) return out;
  out += "\ncaptures\n";
  for (const Ground& ground : proof.grounds) {
    out += fmt::format(
        "  {}  {}, {} at offset {}: {}; {}\n", when(ground),
        ground.capture.status == 0 ? "resource" : fmt::format("{}", ground.capture.status),
        printable(ground.file), ground.capture.where.offset, ground.says, shows(ground.look));
    if (!ground.look.excerpt.empty())
      out += fmt::format("    \"{}\"\n", printable(ground.look.excerpt));
  }
  return out;
}

}  // namespace asof::prove
