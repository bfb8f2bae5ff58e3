#include "certificate/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/progress.h"
#include "base/text.h"
#include "certificate/census.h"

namespace asof::certificate {
namespace {

constexpr std::size_t kShownChanges = 10;
constexpr std::size_t kShownSets = 10;

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
      out += fmt::format(
          "  {}: its answers \"not modified\" are not trusted; {} found wrong: {} at {}\n",
          site.site, counted(site.wrong.size(), "answer"), site.wrong[0].url,
          iso8601_seconds(site.wrong[0].sent));
    } else if (!site.granted()) {
      out += fmt::format(
          "  {}: its answers \"not modified\" are not trusted; {} of the {} checks needed were "
          "made\n",
          site.site, with_commas(site.audited), with_commas(site.needed));
    } else {
      out += fmt::format(
          "  {}: {} \"not modified\", {} checked by a full request, none wrong; with 95 % "
          "confidence at most {:.1f} % are false, {:.1f} of the unchecked ones\n",
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
                             ? " (outside the as-of interval)"
                             : "",
                         page.evidence.url);
    }
  if (all > kShownChanges)
    out += fmt::format("  and {} more changes\n", with_commas(all - kShownChanges));
}

std::string rounded(double value) { return value < .005 ? "0" : fmt::format("{:.3g}", value); }

// Rules 2: what the crawl itself shows, as an interval, or what it cannot know.
void add_estimates(std::string& out, const Certificate& certificate) {
  const Figures& figures = certificate.figures;
  const double seconds = static_cast<double>(certificate.until.ms - certificate.from.ms) / 1000;
  if (!certificate.tells_rates()) {
    out +=
        "  how likely other pages were online then, and how many changes lie between a moment of "
        "the crawl\n        and the nearest capture, cannot be known: no page was visited twice; "
        "--revisit visits pages again\n";
    return;
  }
  out += fmt::format(
      "  blur: {} changes expected between a random moment of the crawl ({}) and the nearest "
      "capture,\n        all pages together; 9 times in 10 from {} to {}, by {} and {} that the "
      "crawl saw\n",
      rounded(figures.expected_blur), human_duration(seconds), rounded(figures.blur_least),
      rounded(figures.blur_most), counted(certificate.basis.revisits, "revisit"),
      counted(certificate.basis.changes, "change"));
  const double scale = seconds / std::max(figures.breadth_first.duration, 1e-3);
  if (scale > 1 && certificate.basis.revisits * 2 >= certificate.pages.size())
    out += fmt::format(
        "        (one visit per page in the order of links, over the same time: {}, and nothing "
        "proven)\n",
        rounded(figures.breadth_first.expected_blur * scale));
}

// How much the assumption of all proofs assumes.
void add_undone(std::string& out, const Certificate& certificate) {
  const Undone& undone = certificate.undone;
  if (undone.all_chances() == 0) {
    out +=
        "  how often that happens here is not known: no page was seen with a third version so "
        "far\n";
    return;
  }
  const Interval share = undone.share();
  out += fmt::format(
      "  of {} that could bring earlier content back {} did, here and in earlier crawls: {:.1f} to "
      "{:.1f} % do\n",
      counted(undone.all_chances(), "change"), with_commas(undone.all_returned()),
      100 * share.least, 100 * share.most);
  if (certificate.tells_rates() && certificate.figures.sharp > 0)
    out += fmt::format(
        "  so {:.0f} to {:.0f} of the {} proven or attested did not change at all in between\n",
        certificate.figures.sharp_least, certificate.figures.sharp_most,
        counted(certificate.figures.sharp, "page"));
}

void add_sets(std::string& out, const Certificate& certificate) {
  std::size_t together = 0;
  for (const SetVerdict& set : certificate.sets) together += set.span ? 1 : 0;
  if (!certificate.sets.empty())
    out += fmt::format("  {} of {} of pages known to have been online together\n",
                       with_commas(together), counted(certificate.sets.size(), "set"));
  std::size_t shown = 0;
  for (const SetVerdict& set : certificate.sets) {
    if (++shown > kShownSets) break;
    out += fmt::format("    {} and {}: {}\n", set.urls[0],
                       counted(set.urls.size() - 1, "more page"), describe(set));
  }
  if (certificate.sets.size() > kShownSets)
    out += fmt::format("    and {} more sets\n", with_commas(certificate.sets.size() - kShownSets));
}

// Blur grows with the length of a crawl, so that the length is said, and other orders are compared
// over the same time.
void add_blur(std::string& out, const Certificate& certificate) {
  const Figures& figures = certificate.figures;
  const double seconds = static_cast<double>(certificate.until.ms - certificate.from.ms) / 1000;
  const std::string length = human_duration(seconds);
  if (figures.expected_blur < figures.observed_blur_least) {
    out += fmt::format(
        "  blur: at least {:.3g} changes between a random moment of the crawl ({}) and the nearest "
        "capture, by the changes seen;\n        how often pages change was not known beforehand\n",
        figures.observed_blur_least, length);
    return;
  }
  out += fmt::format(
      "  blur: {:.3g} changes expected between a random moment of the crawl ({}) and the nearest "
      "capture, all pages together\n",
      figures.expected_blur, length);
  const double scale = seconds / std::max(figures.breadth_first.duration, 1e-3);
  const auto pages = static_cast<double>(certificate.pages.size());
  if (scale > 1 && static_cast<double>(certificate.requests) >= 1.5 * pages)
    out += fmt::format(
        "        (one visit per page in the order of links, over the same time: {:.3g}, and "
        "nothing "
        "proven)\n",
        figures.breadth_first.expected_blur * scale);
}

// "; also 3 redirects, 2 addresses without a page (404 or 410)": what was asked for and is no page.
std::string others_of(const Census& census) {
  std::string line;
  const auto say = [&line](std::uint64_t count, const std::string& what) {
    if (count > 0) line += (line.empty() ? "; also " : ", ") + what;
  };
  const auto redirects = census.of(Stood::Redirect);
  say(redirects, counted(redirects, "redirect"));
  const auto gone = census.of(Stood::Gone);
  say(gone, fmt::format("{} without a page (404 or 410)", with_commas(gone)));
  const auto refused = census.of(Stood::Refused);
  say(refused, fmt::format("{} answered with an error", with_commas(refused)));
  const auto silent = census.of(Stood::Silent);
  say(silent, fmt::format("{} never answered", with_commas(silent)));
  return line;
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
  if (certificate.pages.empty()) return "No page was requested";
  const Census census(certificate);
  const auto graded = [&census](Grade grade) { return census.of(Stood::Page, grade); };
  const auto all = with_commas(census.of(Stood::Page));
  const auto proven = graded(Grade::Proven);
  const auto attested = graded(Grade::Attested);
  const auto likely = graded(Grade::Likely);
  std::string line;
  if (proven > 0 && attested > 0)
    line = fmt::format("{} of {} pages proven and {} attested", with_commas(proven), all,
                       with_commas(attested));
  else if (proven > 0 || attested > 0)
    line = fmt::format("{} of {} pages {}", with_commas(proven + attested), all,
                       proven > 0 ? "proven" : "attested");
  else
    line =
        fmt::format("Nothing is proven; {} of {} pages are only likely", with_commas(likely), all);
  line += " as of " + describe(certificate.as_of.span);
  if (proven + attested > 0) add(line, likely, "likely");
  add(line, graded(Grade::Conflict), "changed during the crawl");
  add(line, graded(Grade::Unknown),
      "gave no usable answer (cut off, or \"not modified\" from a server that was not checked)");
  return line + others_of(census);
}

std::string summary(const Certificate& certificate) {
  std::string out = headline(certificate) + "\n";
  if (!certificate.faults.empty())
    out += fmt::format(
        "  {} in the files; the records concerned were not used. The first: {} at offset {}: {}\n",
        counted(certificate.faults.size(), "fault"), certificate.faults[0].file,
        certificate.faults[0].offset, certificate.faults[0].what);
  const Span& best = certificate.as_of_proven.span;
  const auto most = proven_throughout(certificate, best);
  if (most > proven_throughout(certificate, certificate.as_of.span))
    out += fmt::format(
        "  by bytes alone, without the word of servers, most pages ({}) are proven as of {}\n",
        counted(most, "page"), describe(best));
  add_sets(out, certificate);
  add_sites(out, certificate);
  add_changes(out, certificate);
  if (certificate.rules.version >= 2)
    add_estimates(out, certificate);
  else
    add_blur(out, certificate);
  out += fmt::format("  all this assumes that {}\n", kAssumption);
  if (certificate.rules.version >= 2) add_undone(out, certificate);
  return out;
}

}  // namespace asof::certificate
