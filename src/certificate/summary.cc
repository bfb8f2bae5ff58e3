#include "certificate/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "certificate/census.h"
#include "certificate/words_internal.h"

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
          "  {}: its answers \"not modified\" are not trusted: {} of the {} checks needed were "
          "made\n",
          site.site, with_commas(site.audited), with_commas(site.needed));
    } else {
      out += fmt::format(
          "  {}: {} \"not modified\", {} checked by a full request, none wrong;\n        {}\n",
          site.site, counted(site.answers, "answer"), with_commas(site.audited),
          false_answers(site, certificate.rules.audits));
    }
  }
}

// What the grades in the headline mean.
void add_grades(std::string& out, const Certificate& certificate) {
  if (!names_time(certificate)) return;
  constexpr std::string_view kMeans[kGrades.size()] = {
      "received before and after that time with the same bytes",
      "the server said \"not modified\"; random checks found such answers true",
      "received before or after that time, but not both", "", ""};
  for (const Grade grade : kGrades) {
    const auto meaning = kMeans[static_cast<std::size_t>(grade)];
    if (!meaning.empty() && certificate.as_of.of(grade).pages > 0)
      out += fmt::format("  {}: {}\n", label_of(grade), meaning);
  }
}

void add_changes(std::string& out, const Certificate& certificate) {
  std::size_t shown = 0;
  std::size_t all = 0;
  for (const PageVerdict& page : certificate.pages)
    for (const ChangeSeen& change : page.changes) {
      ++all;
      if (++shown > kShownChanges) continue;
      out += fmt::format("  changed at some time from {}{}: {}\n",
                         describe(change.within, Rounding::Outwards),
                         page.grade == Grade::Proven || page.grade == Grade::Attested
                             ? ", but not at the time named above"
                             : "",
                         page.evidence.url);
    }
  if (all > kShownChanges)
    out += fmt::format("  and {} more changes\n", with_commas(all - kShownChanges));
}

// What is estimated, or that nothing can be.
void add_blur(std::string& out, const Certificate& certificate) {
  if (!certificate.tells_rates()) {
    out +=
        "  how often pages change, and so how far the captures are from the site at another moment "
        "(blur),\n        cannot be known, because no page was visited twice; --revisit visits "
        "pages again\n";
    return;
  }
  out += fmt::format("  blur: {} {}\n", blur_value(certificate), blur_meaning());
  if (certificate.rules.version >= 2)
    out += fmt::format("        {}, estimated from {}, which found {}\n",
                       blur_interval(certificate), counted(certificate.basis.revisits, "revisit"),
                       counted(certificate.basis.changes, "change"));
  if (const auto seen = blur_seen(certificate))
    out += fmt::format(
        "        {} of it is due to the changes that were seen, the rest to changes that nobody "
        "saw:\n        between two visits, before the first, after the last\n",
        *seen);
  if (const auto once = blur_of_one_visit(certificate))
    out += fmt::format(
        "        with one visit per page, in the order of links and over the same time, it would "
        "be about {}\n",
        rounded(*once));
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
  const auto unusable = graded(Grade::Unknown);
  constexpr std::string_view kUnusable =
      "gave no usable answer (cut off, or \"not modified\" from a server that was not checked)";
  std::string line;
  if (!names_time(certificate)) {
    if (likely < census.of(Stood::Page))
      line = fmt::format("Nothing is proven; {} of {} pages were captured only once",
                         with_commas(likely), all);
    else
      line =
          fmt::format("Nothing is proven, because {} captured only once",
                      likely == 1 ? "the page was" : fmt::format("each of the {} pages was", all));
    add(line, unusable, kUnusable);
    return line + others_of(census);
  }
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
  add(line, unusable, kUnusable);
  return line + others_of(census);
}

std::string summary(const Certificate& certificate) {
  std::string out = headline(certificate) + "\n";
  add_grades(out, certificate);
  if (!certificate.faults.empty())
    out += fmt::format(
        "  {} in the files; the records concerned were not used. The first: {} at offset {}: {}\n",
        counted(certificate.faults.size(), "fault"), certificate.faults[0].file,
        certificate.faults[0].offset, certificate.faults[0].what);
  const Span& best = certificate.as_of_proven.span;
  const auto most = proven_throughout(certificate, best);
  if (most > proven_throughout(certificate, certificate.as_of.span))
    out += fmt::format(
        "  without the answers \"not modified\", by equal bytes alone, most pages are proven as of "
        "{}: {}\n",
        describe(best), with_commas(most));
  add_sets(out, certificate);
  add_sites(out, certificate);
  add_changes(out, certificate);
  add_blur(out, certificate);
  if (!names_time(certificate)) return out;
  out += fmt::format("  all this assumes that {}\n", assumption_in_words());
  if (certificate.rules.version >= 2)
    out += fmt::format("        {}\n", undone_in_words(certificate));
  return out;
}

}  // namespace asof::certificate
