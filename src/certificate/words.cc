#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "certificate/words_internal.h"

namespace asof::certificate {
namespace {

double seconds_of(const Certificate& certificate) {
  return static_cast<double>(certificate.until.ms - certificate.from.ms) / 1000;
}

// Rules 1 took the rates of pages from elsewhere; what was seen may show them to be too low.
bool expected_too_little(const Certificate& certificate) {
  return certificate.rules.version < 2 &&
         certificate.figures.expected_blur < certificate.figures.observed_blur_least;
}

}  // namespace

bool names_time(const Certificate& certificate) {
  return certificate.tells_rates() || certificate.figures.sharp > 0;
}

std::string_view label_of(Grade grade, const Certificate& certificate) {
  return grade == Grade::Likely && !certificate.tells_rates() ? "captured once" : label_of(grade);
}

std::string_view assumption_in_words() {
  return "no page changed and changed back between two equal answers";
}

std::string rounded(double value) { return value < .005 ? "0" : fmt::format("{:.3g}", value); }

std::string blur_value(const Certificate& certificate) {
  const Figures& figures = certificate.figures;
  if (expected_too_little(certificate)) return "at least " + rounded(figures.observed_blur_least);
  return rounded(figures.expected_blur);
}

std::string blur_interval(const Certificate& certificate) {
  return fmt::format("with 90 % probability between {} and {}",
                     rounded(certificate.figures.blur_least),
                     rounded(certificate.figures.blur_most));
}

std::string_view blur_meaning() {
  return "changes, on average, between the site at a random moment of the crawl and the captures "
         "nearest to that moment, all pages together";
}

std::optional<std::string> blur_seen(const Certificate& certificate) {
  const Figures& figures = certificate.figures;
  if (figures.observed_blur_most <= 0 || expected_too_little(certificate) ||
      figures.observed_blur_least > figures.expected_blur)
    return std::nullopt;
  const std::string least = rounded(figures.observed_blur_least);
  const std::string most = rounded(std::min(figures.observed_blur_most, figures.expected_blur));
  return least == most ? least : fmt::format("{} to {}", least, most);
}

std::optional<double> blur_of_one_visit(const Certificate& certificate) {
  const BreadthFirst& once = certificate.figures.breadth_first;
  const double scale = seconds_of(certificate) / std::max(once.duration, 1e-3);
  const auto pages = static_cast<double>(certificate.pages.size());
  const bool visits_again = certificate.rules.version < 2
                                ? static_cast<double>(certificate.requests) >= 1.5 * pages
                                : certificate.basis.revisits * 2 >= certificate.pages.size();
  if (scale <= 1 || !visits_again || expected_too_little(certificate)) return std::nullopt;
  return once.expected_blur * scale;
}

std::string false_answers(const SiteTrust& site, const AuditRule& rule) {
  const std::uint64_t open = site.answers - site.audited;
  if (open == 0) return "every one of them was checked";
  const double most = std::floor(site.allowed + 1e-9);
  return fmt::format(
      "with {:.0f} % confidence at most {:.1f} % of the {} are false: {} of the {} that were not "
      "checked",
      100 * rule.confidence, 100 * site.bound, counted(site.answers, "answer"),
      most < 1 ? std::string("fewer than 1") : fmt::format("at most {:.0f}", most),
      with_commas(open));
}

std::string undone_in_words(const Certificate& certificate) {
  const Undone& undone = certificate.undone;
  if (undone.all_chances() == 0)
    return "How often pages change back on this site is not known, because none was seen to change "
           "twice.";
  const Interval share = undone.share();
  std::string text = fmt::format(
      "In this crawl and earlier ones of the site, pages that had changed before were seen to "
      "change again {}; {} of these changes brought earlier content back ({:.1f} to {:.1f} %, with "
      "90 % probability).",
      undone.all_chances() == 1 ? "once" : with_commas(undone.all_chances()) + " times",
      with_commas(undone.all_returned()), 100 * share.least, 100 * share.most);
  if (certificate.tells_rates() && certificate.figures.sharp > 0)
    text += fmt::format(
        " So of the {} that are proven or attested, {:.0f} to {:.0f} did not change at all in "
        "between.",
        counted(certificate.figures.sharp, "page"), certificate.figures.sharp_least,
        certificate.figures.sharp_most);
  return text;
}

}  // namespace asof::certificate
