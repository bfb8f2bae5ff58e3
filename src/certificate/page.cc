#include "certificate/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "certificate/census.h"
#include "certificate/page_internal.h"
#include "certificate/summary.h"
#include "page/document.h"

namespace asof::certificate {
namespace {

constexpr std::string_view kMarks[kGrades.size()] = {"●", "◐", "○", "✕", "?"};

// Of the pages that were there: the headline's figures, and what they mean.
std::string tally(const Census& census) {
  constexpr std::string_view kMeans[kGrades.size()] = {
      "received before and after that time, with the same bytes",
      "the server said that it had not changed; random checks found such answers true",
      "received before or after that time, but not both: an estimate",
      "it changed, perhaps within that time: which version was online then is not known",
      "no usable answer: cut off, an error, or not checked"};
  std::vector<page::Figure> figures;
  figures.reserve(kGrades.size());
  for (const Grade grade : kGrades)
    figures.push_back({.kind = name_of(grade),
                       .name_html = chip(grade),
                       .value = with_commas(census.of(Stood::Page, grade)),
                       .meaning = kMeans[static_cast<std::size_t>(grade)]});
  return page::tally(figures);
}

std::string faults(const Certificate& certificate) {
  if (certificate.faults.empty()) return "";
  std::string out = fmt::format(
      "<div class='warning'><b>{} in the files.</b> The records concerned were not used.<ul>",
      counted(certificate.faults.size(), "fault"));
  for (std::size_t i = 0; i < std::min<std::size_t>(certificate.faults.size(), 20); ++i) {
    const Fault& fault = certificate.faults[i];
    out += fmt::format("<li><code>{}</code> at {}: {} <span class='url'>{}</span></li>",
                       page::escaped(fault.file), fault.offset, page::escaped(fault.what),
                       page::escaped(fault.url));
  }
  return out + "</ul></div>\n";
}

// How much the assumption assumes.
std::string undone_words(const Undone& undone) {
  if (undone.all_chances() == 0)
    return "How often changes are undone on this site is not known: no page was seen with a third "
           "version so far.";
  const Interval share = undone.share();
  return fmt::format(
      "Of {} that could bring earlier content back, in this and in earlier crawls of the site, {} "
      "did: {:.1f} to {:.1f} % do (90 % interval).",
      counted(undone.all_chances(), "change"), with_commas(undone.all_returned()),
      100 * share.least, 100 * share.most);
}

std::string meaning(const Certificate& certificate) {
  std::string out =
      "<h2>What this says</h2>\n<p>The pages called proven were received whole twice, "
      "once before and once after the time named above, and every byte was the same "
      "(SHA-256). So they stood on the site together at every instant of it, on one "
      "assumption: <em>";
  out += page::escaped(kAssumption) + "</em>.";
  if (certificate.rules.version >= 2) out += " " + undone_words(certificate.undone);
  out += "</p>\n";
  if (certificate.as_of.of(Grade::Attested).pages > 0)
    out +=
        "<p>Attested pages were received whole at most once; otherwise the server only said that "
        "nothing had changed. A random share of such answers was checked by asking for the whole "
        "page again, and none was wrong.</p>\n";
  out +=
      "<p>It does not say who wrote the pages, that other visitors were shown the same, or that "
      "the clock of the machine was right.</p>\n";
  const Span& best = certificate.as_of_proven.span;
  const auto most = proven_throughout(certificate, best);
  if (most > proven_throughout(certificate, certificate.as_of.span))
    out += fmt::format(
        "<p>By bytes alone, without the word of servers, most pages ({}) are proven as of "
        "{}.</p>\n",
        with_commas(most), describe(best));
  return out;
}

std::string sites(const Certificate& certificate) {
  if (certificate.sites.empty()) return "";
  std::string rows;
  for (const SiteTrust& site : certificate.sites) {
    std::string believed = "no";
    if (site.granted())
      believed = fmt::format(
          "yes; with {:.0f} % confidence at most {:.1f} % false, {:.1f} answers "
          "of those not checked",
          100 * certificate.rules.audits.confidence, 100 * site.bound, site.allowed);
    else if (site.answers == 0)
      believed = "not needed: it always sent whole pages";
    else if (site.wrong.empty())
      believed = fmt::format("no; {} checks would have been needed", with_commas(site.needed));
    rows += fmt::format(
        "<tr><td>{}</td><td class='number'>{}</td><td class='number'>{}"
        "</td><td>{}</td><td>{}</td></tr>\n",
        page::escaped(site.site), with_commas(site.answers),
        site.inconclusive == 0
            ? with_commas(site.audited)
            : fmt::format("{} ({} more: changed since)", with_commas(site.audited),
                          with_commas(site.inconclusive)),
        site.wrong.empty()
            ? std::string("none")
            : fmt::format("{}; first {}, {}", with_commas(site.wrong.size()),
                          page::escaped(site.wrong[0].url), page::escaped(site.wrong[0].what)),
        believed);
  }
  return "<h2>Whether servers were truthful</h2>\n" +
         page::table({"site", "said \"unchanged\"", "checked", "found wrong", "believed"}, rows);
}

std::string changes(const Certificate& certificate) {
  std::string rows;
  std::size_t count = 0;
  for (const PageVerdict* page : by_doubt(certificate))
    for (const ChangeSeen& change : page->changes) {
      if (++count > kListedPages) continue;
      rows += fmt::format(
          "<tr><td class='url'><bdi>{}</bdi></td><td>{}</td><td>{}</td><td>{} → {}</td></tr>\n",
          page::escaped(page->evidence.url), describe(change.within, Rounding::Outwards),
          change.server_says ? clock_time(*change.server_says) : "",
          short_digest(change.before.sha256), short_digest(change.after.sha256));
    }
  if (rows.empty()) return "";
  if (count > kListedPages)
    rows += fmt::format("<tr><td>and {} more</td></tr>\n", with_commas(count - kListedPages));
  return "<h2>What changed while we looked</h2>\n" +
         page::table({"page", "changed within", "the server says", "content"}, rows);
}

std::string interval_of(double expected, double least, double most, int digits) {
  return fmt::format("{:.{}g}; 9 times in 10 from {:.{}g} to {:.{}g}", expected, digits, least,
                     digits, most, digits);
}

// Rules 2: intervals, or what cannot be known.
std::string estimates(const Certificate& certificate) {
  const Figures& f = certificate.figures;
  const auto row = [](std::string_view what, const std::string& value) {
    return fmt::format("<tr><td>{}</td><td class='number'>{}</td></tr>\n", what, value);
  };
  std::string out = "<h2>Figures</h2>\n";
  std::string rows;
  if (certificate.tells_rates()) {
    rows += row(
        "blur: changes expected between a random moment of the crawl and the nearest capture, all "
        "pages",
        interval_of(f.expected_blur, f.blur_least, f.blur_most, 3));
    rows += row("the same for one visit to each page, breadth-first, at the same pace",
                fmt::format("{:.3g}", f.breadth_first.expected_blur));
  } else {
    out +=
        "<p>How often pages change cannot be known, because no page was visited twice. So there is "
        "no number for how likely pages were as captured, and none for blur.</p>\n";
  }
  rows += row("blur by the changes that were seen",
              fmt::format("{:.3g} to {:.3g}", f.observed_blur_least, f.observed_blur_most));
  rows += row("sharp pages: known to be unchanged (proven or attested)", with_commas(f.sharp));
  if (certificate.tells_rates()) {
    rows += row("of them, unchanged all the time and not only at both ends",
                interval_of(f.expected_sharp, f.sharp_least, f.sharp_most, 6));
    rows += row(
        "pages expected to have been, at the middle of the interval, as in their nearest capture",
        fmt::format("{:.1f}", f.expected_coherent));
    rows += row("what this rests on", fmt::format("{} that found {}, and {}",
                                                  counted(certificate.basis.revisits, "revisit"),
                                                  counted(certificate.basis.changes, "change"),
                                                  counted(certificate.basis.dates, "page date")));
  }
  return out + page::table({}, rows) +
         fmt::format("<p class='soft'>Made by rules {} (docs/certificate.md).</p>\n",
                     certificate.rules.version);
}

std::string figures(const Certificate& certificate) {
  if (certificate.rules.version >= 2) return estimates(certificate);
  const Figures& f = certificate.figures;
  const auto row = [](std::string_view what, const std::string& ours, const std::string& theirs) {
    return fmt::format("<tr><td>{}</td><td class='number'>{}</td><td class='number'>{}</td></tr>\n",
                       what, ours, theirs);
  };
  std::string rows;
  rows += row(
      "blur: changes expected between a random moment of the crawl and the nearest capture, all "
      "pages",
      fmt::format("{:.3g}", f.expected_blur), fmt::format("{:.3g}", f.breadth_first.expected_blur));
  rows += row("blur by the changes that were seen",
              fmt::format("{:.3g} to {:.3g}", f.observed_blur_least, f.observed_blur_most), "");
  rows += row("sharp pages expected: unchanged between the captures before and after the interval",
              fmt::format("{:.1f}", f.expected_sharp), "0");
  rows += row("sharp pages: known to be unchanged (proven or attested)", with_commas(f.sharp), "0");
  rows +=
      row("pages expected to have been, at the middle of the interval, as in their nearest capture",
          fmt::format("{:.1f}", f.expected_coherent),
          fmt::format("{:.1f}", f.breadth_first.expected_coherent));
  const double lasted = static_cast<double>(certificate.until.ms - certificate.from.ms) / 1000;
  rows += row("seconds from the first request to the last answer", fmt::format("{:.0f}", lasted),
              fmt::format("{:.0f}", f.breadth_first.duration));
  std::string out =
      "<h2>Figures</h2>\n" +
      page::table({"", "this crawl", "breadth-first, one visit each, at the same pace"}, rows);
  if (lasted > 1.2 * f.breadth_first.duration && f.expected_blur > f.breadth_first.expected_blur)
    out +=
        "<p class='soft'>Blur grows with the length of a crawl. Visiting pages a second time takes "
        "longer and so raises it. What it gains is in the table: pages that are known, not only "
        "expected, to have been online together.</p>\n";
  return out;
}

std::string sets(const Certificate& certificate) {
  if (certificate.sets.empty()) return {};
  std::string rows;
  for (const SetVerdict& set : certificate.sets) {
    std::string urls;
    for (const std::string& url : set.urls)
      urls += fmt::format("<div class='url'>{}</div>", page::escaped(url));
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", urls, chip(set.grade),
                        page::escaped(describe(set)));
  }
  return "<h2>Pages that belong together</h2>\n" + page::table({"set", "", "as of when"}, rows);
}

std::string files(const Certificate& certificate) {
  std::string rows;
  for (const File& file : certificate.files)
    rows += fmt::format(
        "<tr><td><code>{}</code>{}</td><td class='number'>{}</td><td><code>{}</code>"
        "</td></tr>\n",
        page::escaped(file.name), file.earlier ? " (of an earlier crawl)" : "",
        with_commas(file.size), page::escaped(file.sha256));
  return fmt::format(
      "<h2>What it rests on</h2>\n{}<p>Anybody who has these files can check every word of "
      "this: <code>asof verify {}.json</code></p>\n",
      page::table({"file", "bytes", "SHA-256"}, rows), page::escaped(certificate.crawl));
}

}  // namespace

std::string chip(Grade grade) {
  return page::chip(name_of(grade),
                    fmt::format("{} {}", kMarks[static_cast<std::size_t>(grade)], name_of(grade)));
}

std::string clock_time(Instant at) { return iso8601(at).substr(11, 12); }

std::string short_digest(const std::string& sha256) {
  return fmt::format("<code class='time' title='{}'>{}</code>", page::escaped(sha256),
                     page::escaped(sha256.substr(0, 12)));
}

std::vector<const PageVerdict*> by_doubt(const Certificate& certificate) {
  std::vector<const PageVerdict*> pages;
  pages.reserve(certificate.pages.size());
  for (const PageVerdict& verdict : certificate.pages) pages.push_back(&verdict);
  constexpr int kDoubt[kGrades.size()] = {4, 3, 2, 0, 1};
  std::stable_sort(pages.begin(), pages.end(), [&](const PageVerdict* a, const PageVerdict* b) {
    const int left = kDoubt[static_cast<std::size_t>(a->grade)];
    const int right = kDoubt[static_cast<std::size_t>(b->grade)];
    return left != right ? left < right : a->probability < b->probability;
  });
  return pages;
}

std::string page(const Certificate& certificate) {
  const Census census(certificate);
  const std::string seeds = seeds_of(certificate);
  std::string out = fmt::format(
      "<p class='eyebrow'>Certificate of a capture of <b class='url'>{}</b></p><h1>{}</h1>\n",
      page::escaped(seeds), page::escaped(headline(certificate)));
  out += faults(certificate);
  out += tally(census);
  out += timeline(certificate);
  out += meaning(certificate);
  out += manner(certificate);
  out += asked_for(census);
  out += left_out(certificate);
  out += changes(certificate);
  out += sets(certificate);
  out += sites(certificate);
  out += figures(certificate);
  out += "<h2>Pages</h2>\n" + page_table(certificate);
  out += files(certificate);
  const std::string title =
      fmt::format("Certificate of {}, {}", seeds, iso8601(certificate.from).substr(0, 10));
  return page::document({.title = title, .body_html = std::move(out)});
}

}  // namespace asof::certificate
