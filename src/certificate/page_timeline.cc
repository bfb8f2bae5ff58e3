#include <fmt/format.h>

#include <algorithm>

#include "base/markup.h"
#include "base/text.h"
#include "certificate/page.h"
#include "certificate/page_internal.h"

namespace asof::certificate {
namespace {

constexpr double kWidth = 1000;
constexpr double kTop = 22;

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

class Picture final {
 public:
  Picture(const Certificate& certificate, double row)
      : from_(certificate.from.ms),
        length_(certificate.until.ms - certificate.from.ms),
        row_(row) {}

  double x(Instant at) const {
    const double share =
        length_ == 0 ? 0.5 : static_cast<double>(at.ms - from_) / static_cast<double>(length_);
    return 6 + (kWidth - 12) * std::clamp(share, 0.0, 1.0);
  }

  void line(double y, const Span& span, std::string_view grade, bool dashed) {
    out +=
        fmt::format("<path d='M{:.1f} {:.1f}H{:.1f}' stroke='var(--{})' stroke-width='{:.1f}'{}/>",
                    x(span.from), y, x(span.until), grade, std::clamp(row_ / 4, 1.0, 2.5),
                    dashed ? " stroke-dasharray='4 2'" : "");
  }

  // A full dot for a body, a ring for an answer by validators, a cross for none.
  void mark(double y, const Sighting& sighting, std::string_view grade) {
    const double r = std::clamp(row_ / 3.2, 0.9, 3.5);
    const double at = x(sighting.sent);
    if (tells_content(sighting))
      out += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='var(--{})'/>", at, y, r,
                         grade);
    else if (sighting.answer == Answer::NotModified)
      out += fmt::format(
          "<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='var(--back)' stroke='var(--{})'/>", at,
          y, r, grade);
    else
      out += fmt::format(
          "<path d='M{:.1f} {:.1f}l{:.1f} {:.1f}m0 {:.1f}l{:.1f} {:.1f}' stroke='var(--unknown)'/>",
          at - r, y - r, 2 * r, 2 * r, -2 * r, -2 * r, 2 * r);
  }

  std::string out;

 private:
  std::int64_t from_;
  std::int64_t length_;
  double row_;
};

void draw_page(const PageVerdict& page, double y, Picture& picture) {
  const auto grade = name_of(page.grade);
  picture.out += fmt::format("<g><title>{}: {}</title>", html_escaped(page.evidence.url), grade);
  for (const Held& held : page.attested) picture.line(y, held.span, "attested", true);
  for (const Held& held : page.proven) picture.line(y, held.span, "proven", false);
  for (const ChangeSeen& change : page.changes) picture.line(y, change.within, "conflict", true);
  for (const Sighting& sighting : page.evidence.sightings) picture.mark(y, sighting, grade);
  picture.out += "</g>\n";
}

}  // namespace

std::string timeline(const Certificate& certificate) {
  const auto pages = drawn_pages(certificate);
  if (pages.empty()) return "";
  const double row = std::clamp(640.0 / static_cast<double>(pages.size()), 3.2, 14.0);
  const double bottom = kTop + row * static_cast<double>(pages.size()) + 4;
  Picture picture(certificate, row);
  const Span& span = certificate.as_of.span;
  const double left = picture.x(span.from);
  const double width = std::max(1.5, picture.x(span.until) - left);
  picture.out += fmt::format(
      "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='var(--band)'/>"
      "<text x='{:.1f}' y='14' text-anchor='middle'>as of</text>\n",
      left, kTop - 4, width, bottom - kTop + 4, std::clamp(left + width / 2, 20.0, kWidth - 20));
  double y = kTop + row / 2;
  for (const PageVerdict* page : pages) {
    draw_page(*page, y, picture);
    y += row;
  }
  const auto left_out = certificate.pages.size() - pages.size();
  return fmt::format(
      "<figure><svg viewBox='0 0 {:.0f} {:.0f}' role='img' aria-label='When each page was seen'>"
      "{}<text x='6' y='{:.0f}'>{}</text><text x='{:.0f}' y='{:.0f}' text-anchor='end'>{}</text>"
      "</svg><figcaption>One row a page{}, time from left to right. A dot is a whole answer, a "
      "ring "
      "an answer by validators, a cross none. A line joins equal contents (dashed: by validators); "
      "a dashed line in the colour of conflict is where a change happened. The band is the as-of "
      "interval.</figcaption></figure>\n",
      kWidth, bottom + 18, picture.out, bottom + 13, clock_time(certificate.from), kWidth - 6,
      bottom + 13, clock_time(certificate.until),
      left_out > 0 ? fmt::format(" ({} of {}, those in doubt first)", with_commas(pages.size()),
                                 with_commas(certificate.pages.size()))
                   : "");
}

}  // namespace asof::certificate
