#include "certificate/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "certificate/census.h"
#include "certificate/page_internal.h"
#include "certificate/summary.h"
#include "certificate/words_internal.h"
#include "page/document.h"

namespace asof::certificate {
namespace {

constexpr std::string_view kMarks[kGrades.size()] = {"●", "◐", "○", "✕", "?"};

// Of the pages that were there: the headline's figures, and what they mean.
std::string tally(const Certificate& certificate, const Census& census) {
  constexpr std::string_view kMeans[kGrades.size()] = {
      "received before and after that time, with the same bytes",
      "the server said that it had not changed; random checks found such answers true",
      "received before or after that time, but not both: an estimate",
      "it changed during the crawl, perhaps within that time: which version was online then is not "
      "known",
      "no usable answer: cut off, an error, or not checked"};
  std::vector<page::Figure> figures;
  figures.reserve(kGrades.size());
  for (const Grade grade : kGrades) {
    const auto pages = census.of(Stood::Page, grade);
    if (!names_time(certificate) && pages == 0) continue;
    figures.push_back({.kind = name_of(grade),
                       .name_html = chip(grade, label_of(grade, certificate)),
                       .value = with_commas(pages),
                       .meaning = grade == Grade::Likely && !certificate.tells_rates()
                                      ? "how long it stayed as captured is not known"
                                      : kMeans[static_cast<std::size_t>(grade)]});
  }
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

std::string meaning(const Certificate& certificate) {
  std::string out = "<h2>What this says</h2>\n";
  if (!names_time(certificate))
    return out +
           "<p>No page was received twice. So each page is known only as it was when it was "
           "received; nothing shows which pages were online together at one time.</p>\n";
  out += fmt::format(
      "<p>The pages called proven were received whole twice, once before and once after the time "
      "named above, and every byte was the same (SHA-256). So they were online together during all "
      "of that time, on one assumption: <em>{}</em>. (The certificate file puts it as: \"{}\".)",
      page::escaped(assumption_in_words()), page::escaped(kAssumption));
  if (certificate.rules.version >= 2) out += " " + undone_in_words(certificate);
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
        "<p>Without the answers \"not modified\", by equal bytes alone, most pages are proven as "
        "of {}: {}.</p>\n",
        describe(best), with_commas(most));
  return out;
}

std::string sites(const Certificate& certificate) {
  if (certificate.sites.empty()) return "";
  std::string rows;
  for (const SiteTrust& site : certificate.sites) {
    std::string believed = "no";
    if (site.granted())
      believed = "yes; " + false_answers(site, certificate.rules.audits);
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
         page::table({"site", "answers \"not modified\"", "checked by a full request",
                      "found wrong", "believed"},
                     rows);
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
  return "<h2>What changed during the crawl</h2>\n" +
         page::table({"page", "changed at some time from", "at, by the server's date",
                      "SHA-256 before → after"},
                     rows);
}

// What was estimated: one main figure, what it is made of, what to compare it with.
std::string figures(const Certificate& certificate) {
  std::string out = "<h2>Figures</h2>\n";
  const std::string rules = fmt::format(
      "<p class='soft'>Certificates are computed by numbered rules; this one by rules {} "
      "(docs/certificate.md).</p>\n",
      certificate.rules.version);
  if (!certificate.tells_rates())
    return out +
           "<p>How often pages change cannot be known, because no page was visited twice. So there "
           "is no estimate of how likely pages were as captured at other times, and none of how "
           "far the captures are from the site (blur).</p>\n" +
           rules;
  const Figures& f = certificate.figures;
  std::string rows;
  const auto row = [&rows](const std::string& what, const std::string& value) {
    rows += fmt::format("<tr><td>{}</td><td class='number'>{}</td></tr>\n", what, value);
  };
  row(fmt::format("<b>blur</b>: {}", blur_meaning()),
      "<b>" + blur_value(certificate) + "</b>" +
          (certificate.rules.version >= 2 ? "; " + blur_interval(certificate) : ""));
  if (const auto seen = blur_seen(certificate))
    row("of it, due to the changes that were seen; the rest is due to changes that nobody saw: "
        "between two visits, before the first, after the last",
        *seen);
  if (const auto once = blur_of_one_visit(certificate))
    row("for comparison: blur with one visit per page, in the order of links, over the same time; "
        "nothing would be proven",
        "about " + rounded(*once));
  row("addresses expected to have been, in the middle of the time named above, as in their nearest "
      "capture; those known (proven or attested) included",
      fmt::format("{:.0f} of {}", f.expected_coherent, with_commas(certificate.pages.size())));
  if (certificate.rules.version >= 2)
    row("what the estimates rest on",
        fmt::format("{}, which found {}; the Last-Modified dates of {}",
                    counted(certificate.basis.revisits, "revisit"),
                    counted(certificate.basis.changes, "change"),
                    counted(certificate.basis.dates, "page")));
  return out + page::table({}, rows) + rules;
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
      "this page: <code>asof verify {}.json</code></p>\n",
      page::table({"file", "bytes", "SHA-256"}, rows), page::escaped(certificate.crawl));
}

}  // namespace

std::string chip(Grade grade) { return chip(grade, label_of(grade)); }

std::string chip(Grade grade, std::string_view label) {
  return page::chip(name_of(grade),
                    fmt::format("{} {}", kMarks[static_cast<std::size_t>(grade)], label));
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
  out += tally(certificate, census);
  out += timeline(certificate);
  out += meaning(certificate);
  out += manner(certificate);
  out += asked_for(certificate, census);
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
