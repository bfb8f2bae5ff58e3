#include "certificate/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace asof::certificate {
namespace {

constexpr std::size_t kShownChanges = 10;

std::string day_of(Instant at) { return iso8601(at).substr(0, 10); }
std::string clock_of(Instant at, bool milliseconds) {
  return iso8601(at).substr(11, milliseconds ? 12 : 8);
}

// "; 21 likely"
void add(std::string& line, std::uint64_t count, std::string_view what) {
  if (count > 0) line += fmt::format("; {} {}", with_commas(count), what);
}

void add_sites(std::string& out, const Certificate& certificate) {
  for (const SiteTrust& site : certificate.sites) {
    if (site.answers == 0 && site.wrong.empty()) continue;
    if (!site.wrong.empty()) {
      out += fmt::format("  {}: validators not trusted, {} found wrong: {} at {}\n", site.site,
                         counted(site.wrong.size(), "answer"), site.wrong[0].url,
                         iso8601_seconds(site.wrong[0].sent));
    } else if (!site.granted()) {
      out += fmt::format("  {}: validators not trusted, {} of {} audits made\n", site.site,
                         with_commas(site.audited), with_commas(site.needed));
    } else {
      out += fmt::format(
          "  {}: {} by validators, {} audited, none wrong: at most {:.1f} % false (95 %), {:.1f} "
          "of those not audited\n",
          site.site, counted(site.answers, "answer"), with_commas(site.audited), 100 * site.bound,
          site.allowed);
    }
  }
}

void add_changes(std::string& out, const Certificate& certificate) {
  std::size_t shown = 0;
  std::size_t all = 0;
  for (const PageVerdict& page : certificate.pages)
    for (const ChangeSeen& change : page.changes) {
      ++all;
      if (++shown > kShownChanges) continue;
      out += fmt::format("  changed {}{}: {}\n", describe(change.within, Rounding::Outwards),
                         page.grade == Grade::Proven || page.grade == Grade::Attested
                             ? ", outside the interval"
                             : "",
                         page.evidence.url);
    }
  if (all > kShownChanges)
    out += fmt::format("  and {} more changes\n", with_commas(all - kShownChanges));
}

// Of the pages nothing is known of, those that never answered at all.
std::uint64_t unanswered(const Certificate& certificate) {
  const auto silent = [](const PageVerdict& page) {
    return page.grade == Grade::Unknown &&
           std::all_of(page.evidence.sightings.begin(), page.evidence.sightings.end(),
                       [](const Sighting& sighting) { return sighting.answer == Answer::Failed; });
  };
  return static_cast<std::uint64_t>(
      std::count_if(certificate.pages.begin(), certificate.pages.end(), silent));
}

}  // namespace

std::string describe(const Span& span, Rounding rounding) {
  const std::int64_t up = rounding == Rounding::Inwards ? 999 : 0;
  const Instant from{(span.from.ms + up) / 1000 * 1000};
  const Instant until{(span.until.ms + 999 - up) / 1000 * 1000};
  const bool fine = span.from.ms < 0 || from > until;
  const Span shown = fine ? span : Span{from, until};
  std::string text = day_of(shown.from) + " " + clock_of(shown.from, fine);
  if (shown.until > shown.from) {
    text += " to ";
    if (day_of(shown.from) != day_of(shown.until)) text += day_of(shown.until) + " ";
    text += clock_of(shown.until, fine);
  }
  return text + " UTC";
}

std::string headline(const Certificate& certificate) {
  const AsOf& as_of = certificate.as_of;
  const auto all = with_commas(certificate.pages.size());
  const auto proven = as_of.of(Grade::Proven).pages;
  const auto attested = as_of.of(Grade::Attested).pages;
  const auto likely = as_of.of(Grade::Likely).pages;
  if (certificate.pages.empty()) return "No page was requested";
  std::string line;
  if (proven > 0 && attested > 0)
    line = fmt::format("{} of {} pages proven and {} attested", with_commas(proven), all,
                       with_commas(attested));
  else if (proven > 0 || attested > 0)
    line = fmt::format("{} of {} pages {}", with_commas(proven + attested), all,
                       proven > 0 ? "proven" : "attested");
  else
    line = fmt::format("Nothing proven: {} of {} pages likely", with_commas(likely), all);
  line += " as of " + describe(as_of.span);
  if (proven + attested > 0) add(line, likely, "likely");
  add(line, as_of.of(Grade::Conflict).pages, "changed while we looked");
  const std::uint64_t silent = unanswered(certificate);
  add(line, silent, "never answered");
  add(line, as_of.of(Grade::Unknown).pages - silent,
      "gave no answer that counts: cut short, or \"not modified\" without an audit");
  return line;
}

std::string summary(const Certificate& certificate) {
  std::string out = headline(certificate) + "\n";
  if (!certificate.faults.empty())
    out += fmt::format(
        "  {} in the files; what they concern was not used. First: {} at offset {}: {}\n",
        counted(certificate.faults.size(), "fault"), certificate.faults[0].file,
        certificate.faults[0].offset, certificate.faults[0].what);
  const AsOf& proven = certificate.as_of_proven;
  if (proven.of(Grade::Proven).pages > certificate.as_of.of(Grade::Proven).pages)
    out += fmt::format("  most proven, {} pages, as of {}\n",
                       with_commas(proven.of(Grade::Proven).pages), describe(proven.span));
  add_sites(out, certificate);
  add_changes(out, certificate);
  const Figures& figures = certificate.figures;
  out += fmt::format(
      "  expected blur {:.3g}; one visit a page, breadth-first, {:.3g} in less time, with {:.1f} "
      "pages expected as captured and none known to be\n",
      figures.expected_blur, figures.breadth_first.expected_blur,
      figures.breadth_first.expected_coherent);
  out += fmt::format("  assuming that {}\n", kAssumption);
  return out;
}

}  // namespace asof::certificate
