#include "base/json.h"

#include "assess/show.h"

namespace asof::assess {
namespace {

using certificate::Grade;
using json::Array;
using json::Object;
using json::Value;

Array json_of(const certificate::Span& span) { return Array().add(span.from).add(span.until); }

Value json_of(const std::optional<quality::ShareCaught>& share) {
  if (!share) return nullptr;
  return Object{{"estimate", Value::fixed(share->estimate, 6)},
                {"low", share->at_most ? nullptr : Value::fixed(share->low, 6)},
                {"high", Value::fixed(share->high, 6)},
                {"at_most", share->at_most},
                {"random_high", Value::fixed(share->random_high, 6)}};
}

Object json_of(const Completeness& completeness, bool weighed) {
  return Object{{"caught", Value::fixed(completeness.versions.caught, 0)},
                {"hidden", Value::fixed(completeness.versions.hidden, 3)},
                {"share", json_of(completeness.share())},
                {"weighted", weighed ? json_of(completeness.weighted_share()) : nullptr}};
}

void add(Object& object, const Coherent& c) {
  Object grades;
  for (const Grade grade : certificate::kGrades) {
    const auto& of = c.as_of.of(grade);
    grades.add(certificate::name_of(grade),
               Object{{"pages", of.pages}, {"weight", Value::fixed(of.weight, 6)}});
  }
  object.add("pages", c.pages)
      .add("weight", Value::fixed(c.weight, 6))
      .add("as_of", json_of(c.as_of.span))
      .add("grades", grades)
      .add("expected_coherent", Value::fixed(c.expected, 4))
      .add("expected_coherent_weight", Value::fixed(c.expected_weight, 6))
      .add("heaviest_known_weight", Value::fixed(c.heaviest, 6));
}

Object json_of(const MovedPage& page) {
  const bool likely = page.grade == Grade::Likely;
  return Object{{"url", page.url},
                {"grade", certificate::name_of(page.grade)},
                {"probability", likely ? Value::fixed(page.probability, 6) : nullptr},
                {"changes", page.changes},
                {"rate", Value::significant(page.rate, 6)},
                {"expected_blur", Value::fixed(page.expected_blur, 6)}};
}

Object json_of(const SiteOfCrawl& site) {
  Object object{{"host", site.site}};
  add(object, site.coherent);
  return object;
}

Object json_of(const CrawlQuality& crawl) {
  Object object{{"name", crawl.name},
                {"label", crawl.label},
                {"span", json_of(crawl.span)},
                {"captures", crawl.captures},
                {"revisited", crawl.revisited}};
  add(object, crawl.coherent);
  const auto each = [](const auto& part) { return json_of(part); };
  return object.add("expected_blur", Value::fixed(crawl.expected_blur, 6))
      .add("at_least", crawl.at_least)
      .add("best_blur", Value::fixed(crawl.best_blur, 6))
      .add("expected_sharp", Value::fixed(crawl.expected_sharp, 4))
      .add("sharp", crawl.coherent.known())
      .add("site_count", crawl.site_count)
      .add("sites", json::array_of(crawl.sites, each))
      .add("moved", json::array_of(crawl.moved, each));
}

Object json_of(const certificate::Undone& undone) {
  const auto share = undone.share();
  return Object{{"chances", undone.chances},
                {"returned", undone.returned},
                {"share_least", Value::fixed(share.least, 6)},
                {"share_most", Value::fixed(share.most, 6)}};
}

Object json_of(const SiteQuality& site, bool weighed) {
  return Object{{"host", site.site},
                {"pages", site.pages},
                {"seen_once", site.seen_once},
                {"crawls", site.crawls},
                {"known", Value::fixed(site.known, 6)},
                {"coherent", Value::fixed(site.coherent, 6)},
                {"coherent_weight", Value::fixed(site.coherent_weight, 6)},
                {"completeness", json_of(site.completeness, weighed)},
                {"clustering", Value::fixed(site.clustering, 3)},
                {"undone", json_of(site.undone)},
                {"dates_trusted", site.dates_trusted},
                {"validators_trusted", site.validators_trusted},
                {"validators_lied", site.validators_lied}};
}

}  // namespace

std::string to_json(const Assessment& assessment) {
  const auto sites = json::array_of(
      assessment.sites, [&](const auto& site) { return json_of(site, assessment.weighed); });
  const auto crawls =
      json::array_of(assessment.crawls, [](const auto& crawl) { return json_of(crawl); });
  return Object{{"pages", assessment.pages},
                {"seen_once", assessment.seen_once},
                {"others", assessment.others},
                {"copies", assessment.copies},
                {"undated", assessment.undated},
                {"weak_digests", assessment.weak_digests},
                {"weighed", assessment.weighed},
                {"completeness", json_of(assessment.completeness, assessment.weighed)},
                {"undone", json_of(assessment.undone)},
                {"known", Value::fixed(assessment.known, 6)},
                {"coherent", Value::fixed(assessment.coherent, 6)},
                {"coherent_weight", Value::fixed(assessment.coherent_weight, 6)},
                {"site_count", assessment.site_count},
                {"sites", sites},
                {"crawl_count", assessment.crawl_count},
                {"crawls", crawls}}
      .text();
}

}  // namespace asof::assess
