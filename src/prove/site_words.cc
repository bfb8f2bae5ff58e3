#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "prove/site.h"
#include "prove/words.h"

namespace asof::prove {
namespace {

std::string pages(std::uint64_t number) { return counted(number, "page"); }

// Why a page's answer is unknown, in a few words.
std::string why_unknown(const Proof& proof) {
  if (!proof.reason.empty()) return proof.reason;
  for (const Part& part : proof.parts) {
    if (part.verdict != Verdict::Unknown) continue;
    if (part.stretch.content) return proof.ground(*part.stretch.before).look.reason;
    const auto side = [&](const std::optional<std::size_t>& sighting, std::string_view name) {
      if (!sighting) return fmt::format("no capture {}", name);
      const Ground& ground = proof.ground(*sighting);
      return fmt::format("{} ({}) {}", name, iso8601_seconds(ground.capture.at),
                         shows(ground.look));
    };
    return side(part.stretch.before, "before") + "; " + side(part.stretch.after, "after");
  }
  return "";
}

void list(std::string& out, const SiteProof& proof, Verdict verdict, std::string_view title,
          std::size_t most) {
  if (proof.count(verdict) == 0) return;
  out += fmt::format("\n{}\n", title);
  std::size_t shown = 0;
  for (const Proof& one : proof.pages) {
    if (one.verdict != verdict || ++shown > most) continue;
    out += "  " + printable(one.url);
    if (verdict == Verdict::Unknown) out += ": " + why_unknown(one);
    out += "\n";
  }
  if (shown > most) out += fmt::format("  and {} more\n", with_commas(shown - most));
}

}  // namespace

std::string sentence_of(const SiteProof& proof) {
  const std::string phrase = fmt::format("\"{}\"", printable(proof.phrase));
  const std::string time = time_asked(proof.question);
  const std::uint64_t all = proof.pages.size();
  const std::uint64_t unknown = proof.count(Verdict::Unknown);
  const std::uint64_t found = proof.count(Verdict::Present) + proof.count(Verdict::Partly);
  std::string out;
  switch (proof.verdict) {
    case Verdict::Present:
    case Verdict::Partly:
      out = fmt::format("Yes: {} stood on {} of {} {}.", phrase, pages(found), proof.host, time);
      break;
    case Verdict::Hidden:
      out = fmt::format("Hidden: no reader of {} saw {} {}, but it was in the source of {}.",
                        proof.host, phrase, time, pages(proof.count(Verdict::Hidden)));
      break;
    case Verdict::Absent:
      out = fmt::format("No: {} stood on none of the {} of {} that were captured, {}.", phrase,
                        pages(all), proof.host, time);
      break;
    case Verdict::Unknown:
      out = fmt::format("Unknown whether {} stood on {} {}: it is not known of {} of {}.", phrase,
                        proof.host, time, with_commas(unknown), pages(all));
      break;
  }
  out +=
      fmt::format(" Of {}: {} with it, {} with it in the source only, {} without it, {} unknown.",
                  pages(all), with_commas(found), with_commas(proof.count(Verdict::Hidden)),
                  with_commas(proof.count(Verdict::Absent)), with_commas(unknown));
  out += fmt::format(
      " Nothing can be said of pages that were never captured; the pages link to {} of them.",
      with_commas(proof.never_captured.size()));
  if (proof.redirects > 0 || proof.parts_of_pages > 0)
    out += fmt::format(
        " Not counted as pages: {} that led on to others, {} of pages (images, styles, scripts).",
        counted(proof.redirects, "redirect"), counted(proof.parts_of_pages, "part"));
  return out;
}

std::string text_of(const SiteProof& proof, std::size_t most) {
  std::string out;
  list(out, proof, Verdict::Present, "present", most);
  list(out, proof, Verdict::Partly, "present for a part of the time", most);
  list(out, proof, Verdict::Hidden, "in the source only", most);
  list(out, proof, Verdict::Unknown, "unknown", most);
  if (proof.never_captured.empty()) return out;
  out += "\nlinked, never captured\n";
  std::size_t shown = 0;
  for (const std::string& url : proof.never_captured)
    if (++shown <= most) out += "  " + printable(url) + "\n";
  if (shown > most) out += fmt::format("  and {} more\n", with_commas(shown - most));
  return out;
}

json::Object json_of(const SiteProof& proof) {
  return json::Object{
      {"site", proof.host},
      {"phrase", proof.phrase},
      {"from", proof.question.asked.from},
      {"until", proof.question.asked.until},
      {"verdict", name_of(proof.verdict)},
      {"sentence", sentence_of(proof)},
      {"counts", json::Object{{"present", proof.count(Verdict::Present)},
                              {"partly", proof.count(Verdict::Partly)},
                              {"hidden", proof.count(Verdict::Hidden)},
                              {"absent", proof.count(Verdict::Absent)},
                              {"unknown", proof.count(Verdict::Unknown)}}},
      {"redirects", proof.redirects},
      {"parts_of_pages", proof.parts_of_pages},
      {"pages", json::array_of(proof.pages, [](const Proof& one) { return json_of(one); })},
      {"never_captured", json::array_of(proof.never_captured)}};
}

}  // namespace asof::prove
