#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "certificate/names_internal.h"
#include "certificate/page.h"
#include "certificate/page_internal.h"
#include "certificate/summary.h"
#include "certificate/words_internal.h"
#include "page/document.h"

namespace asof::certificate {
namespace {

constexpr std::size_t kListedSightings = 50;  // of a page

std::string validators_cell(const Sighting& sighting) {
  std::string cell;
  const auto add = [&cell](std::string_view what, const std::string& value) {
    if (value.empty()) return;
    if (!cell.empty()) cell += "<br>";
    cell += fmt::format("{} <code>{}</code>", what, page::escaped(value));
  };
  add("asked with", sighting.asked.etag);
  add("asked with", sighting.asked.last_modified);
  add("ETag", sighting.validators.etag);
  add("modified", sighting.validators.last_modified);
  return cell;
}

std::string answer_cell(const Sighting& sighting) {
  std::string cell;
  if (sighting.content.status > 0) cell = std::to_string(sighting.content.status) + " ";
  cell += name_of(sighting.answer);
  if (!sighting.content.location.empty())
    cell +=
        fmt::format("<br>to <span class='url'>{}</span>", page::escaped(sighting.content.location));
  if (!sighting.content.sha256.empty()) cell += "<br>" + short_digest(sighting.content.sha256);
  if (!sighting.reason.empty()) cell += "<br>" + page::escaped(sighting.reason);
  return cell;
}

std::string record_cell(const Certificate& certificate, const Sighting& sighting) {
  const auto where = [&](const Locator& record) {
    const std::string name = record.file < certificate.files.size()
                                 ? certificate.files[record.file].name
                                 : "file " + std::to_string(record.file);
    return fmt::format("<code title='{}'>{} {}</code>", page::escaped(record.id),
                       page::escaped(name), record.offset);
  };
  std::string cell = where(sighting.record);
  if (sighting.original) cell += "<br>its original " + where(sighting.original->record);
  return cell;
}

std::string evidence_of(const Certificate& certificate, const PageVerdict& page) {
  std::string out =
      "<details><summary>evidence</summary><table><tr><th>sent</th><th>received</th>"
      "<th>purpose</th><th>answer</th><th>validators</th><th>record</th></tr>";
  std::size_t listed = 0;
  for (const Sighting& sighting : page.evidence.sightings) {
    if (++listed > kListedSightings) break;
    out += fmt::format(
        "<tr><td class='time'>{}</td><td "
        "class='time'>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}"
        "</td></tr>",
        clock_time(sighting.sent), clock_time(sighting.received), name_of(sighting.purpose),
        answer_cell(sighting), validators_cell(sighting), record_cell(certificate, sighting));
  }
  out += "</table>";
  if (page.evidence.sightings.size() > kListedSightings)
    out += fmt::format("<p>and {} more</p>",
                       with_commas(page.evidence.sightings.size() - kListedSightings));
  return out + "</details>";
}

// Why the page has its grade, in a few words.
std::string reason_of(const PageVerdict& page, const Certificate& certificate) {
  const Span& as_of = certificate.as_of.span;
  const auto held = [&](const std::vector<Held>& all) -> std::string {
    for (const Held& h : all)
      if (h.span.holds(as_of)) return "the same from " + describe(h.span);
    return "";
  };
  switch (page.grade) {
    case Grade::Proven:
      return held(page.proven);
    case Grade::Attested:
      return held(page.attested) + ", by the server's word";
    case Grade::Likely: {
      constexpr std::string_view kBy[] = {"by its own rate of change",
                                          "by what changed on the site during the crawl",
                                          "by an assumed rate of change"};
      if (!certificate.tells_rates()) return "captured once; how long it stayed so cannot be known";
      const double percent = 100 * page.probability;
      return fmt::format("unchanged with a probability of {}, {}",
                         percent > 99.9  ? std::string("over 99.9 %")
                         : percent < 0.1 ? std::string("under 0.1 %")
                                         : fmt::format("{:.1f} %", percent),
                         kBy[static_cast<std::size_t>(page.rate_source)]);
    }
    case Grade::Conflict:
      return page.changes.empty() ? ""
                                  : "changed at some time from " +
                                        describe(page.changes.front().within, Rounding::Outwards);
    case Grade::Unknown:
      for (const Sighting& sighting : page.evidence.sightings)
        if (!sighting.reason.empty()) return sighting.reason;
      return "no answer that shows its content";
  }
  return "";
}

}  // namespace

std::string page_table(const Certificate& certificate) {
  const auto pages = by_doubt(certificate);
  const auto listed = std::min(pages.size(), kListedPages);
  std::string rows;
  for (std::size_t i = 0; i < listed; ++i) {
    const PageVerdict& page = *pages[i];
    rows += fmt::format(
        "<tr class='first'><td>{}</td><td class='url'><bdi>{}</bdi>{}</td><td>{}</td></tr>\n"
        "<tr><td></td><td colspan='2'>{}</td></tr>\n",
        chip(page.grade, label_of(page.grade, certificate)), page::escaped(page.evidence.url),
        page.content && is_gone(*page.content) ? " <span class='soft'>(not there)</span>" : "",
        page::escaped(reason_of(page, certificate)), evidence_of(certificate, page));
  }
  std::string out = page::table({"grade", "page", "why"}, rows);
  if (pages.size() > listed)
    out += fmt::format(
        "<p>and {} more pages, all {} or better; the JSON beside this page has every "
        "one with its evidence.</p>\n",
        with_commas(pages.size() - listed), label_of(pages[listed]->grade, certificate));
  return out;
}

}  // namespace asof::certificate
