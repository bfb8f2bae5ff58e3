#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "certificate/page.h"
#include "certificate/page_internal.h"
#include "certificate/words_internal.h"
#include "page/timeline.h"

namespace asof::certificate {
namespace {

// Those drawn: all of them, or the doubtful ones (up to half) and an even choice of the others; by
// the time they were first seen.
std::vector<const PageVerdict*> drawn_pages(const Certificate& certificate) {
  auto pages = by_doubt(certificate);
  std::erase_if(pages, [](const PageVerdict* p) { return p->evidence.sightings.empty(); });
  if (pages.size() > kDrawnPages) {
    const auto doubtful = static_cast<std::size_t>(
        std::count_if(pages.begin(), pages.end(), [](const PageVerdict* p) {
          return p->grade != Grade::Proven && p->grade != Grade::Attested;
        }));
    const auto first = std::min(doubtful, kDrawnPages / 2);
    std::vector<const PageVerdict*> chosen(pages.begin(),
                                           pages.begin() + static_cast<std::ptrdiff_t>(first));
    const auto rest = pages.size() - first;
    const auto room = kDrawnPages - first;
    for (std::size_t i = 0; i < room; ++i) chosen.push_back(pages[first + i * rest / room]);
    pages = std::move(chosen);
  }
  std::stable_sort(pages.begin(), pages.end(), [](const PageVerdict* a, const PageVerdict* b) {
    return a->evidence.sightings.front().sent < b->evidence.sightings.front().sent;
  });
  return pages;
}

page::Timeline::Mark mark_of(const Sighting& sighting) {
  if (tells_content(sighting)) return page::Timeline::Mark::Dot;
  return sighting.answer == Answer::NotModified ? page::Timeline::Mark::Ring
                                                : page::Timeline::Mark::Cross;
}

void draw_page(const PageVerdict& verdict, std::string_view label, page::Timeline& picture) {
  const auto grade = name_of(verdict.grade);
  const auto line = [&](const Span& span, std::string_view kind, bool dashed) {
    picture.line(span.from, span.until, kind, dashed);
  };
  picture.begin_row(fmt::format("{}: {}", verdict.evidence.url, label));
  for (const Held& held : verdict.attested) line(held.span, "attested", true);
  for (const Held& held : verdict.proven) line(held.span, "proven", false);
  for (const ChangeSeen& change : verdict.changes) line(change.within, "conflict", true);
  for (const Sighting& sighting : verdict.evidence.sightings)
    picture.mark(sighting.sent, mark_of(sighting), grade);
  picture.end_row();
}

}  // namespace

std::string timeline(const Certificate& certificate) {
  const auto pages = drawn_pages(certificate);
  if (pages.empty()) return "";
  page::Timeline picture(certificate.from, certificate.until, pages.size());
  const bool dated = names_time(certificate);
  if (dated) picture.band(certificate.as_of.span.from, certificate.as_of.span.until, "as of");
  for (const PageVerdict* page : pages)
    draw_page(*page, label_of(page->grade, certificate), picture);
  const auto left_out = certificate.pages.size() - pages.size();
  return fmt::format(
      "<figure>{}<figcaption>One row per page{}, time from left to right. A dot is a whole answer, "
      "a ring an answer \"not modified\", a cross no answer. A solid line joins two answers with "
      "the "
      "same bytes; a dashed line joins an answer to the server's word that nothing changed. In the "
      "colour of \"changed\", a dashed line is the time within which a change happened.{}"
      "</figcaption></figure>\n",
      picture.svg("When each page was seen", clock_time(certificate.from),
                  clock_time(certificate.until)),
      left_out > 0 ? fmt::format(" ({} of {}, those in doubt first)", with_commas(pages.size()),
                                 with_commas(certificate.pages.size()))
                   : "",
      dated ? " The band is the time named above." : "");
}

}  // namespace asof::certificate
