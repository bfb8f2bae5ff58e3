#include <fmt/format.h>

#include "assess/show.h"
#include "base/text.h"

namespace asof::assess {
namespace {

using certificate::Grade;

std::string json_of(const certificate::Span& span) {
  return fmt::format("[\"{}\",\"{}\"]", iso8601(span.from), iso8601(span.until));
}

std::string json_of(const std::optional<quality::ShareCaught>& share) {
  if (!share) return "null";
  return fmt::format(
      "{{\"estimate\":{:.6f},\"low\":{},\"high\":{:.6f},\"at_most\":{},\"random_high\":{:.6f}}}",
      share->estimate, share->at_most ? "null" : fmt::format("{:.6f}", share->low), share->high,
      share->at_most, share->random_high);
}

std::string json_of(const Completeness& completeness, bool weighed) {
  return fmt::format("{{\"caught\":{:.0f},\"hidden\":{:.3f},\"share\":{},\"weighted\":{}}}",
                     completeness.versions.caught, completeness.versions.hidden,
                     json_of(completeness.share()),
                     weighed ? json_of(completeness.weighted_share()) : "null");
}

std::string json_of(const Coherent& c) {
  std::string grades;
  for (const Grade grade : certificate::kGrades)
    grades +=
        fmt::format("{}\"{}\":{{\"pages\":{},\"weight\":{:.6f}}}", grades.empty() ? "" : ",",
                    certificate::name_of(grade), c.as_of.of(grade).pages, c.as_of.of(grade).weight);
  return fmt::format(
      "\"pages\":{},\"weight\":{:.6f},\"as_of\":{},\"grades\":{{{}}},\"expected_coherent\":{:.4f},"
      "\"expected_coherent_weight\":{:.6f},\"heaviest_known_weight\":{:.6f}",
      c.pages, c.weight, json_of(c.as_of.span), grades, c.expected, c.expected_weight, c.heaviest);
}

std::string json_of(const MovedPage& page) {
  return fmt::format(
      "{{\"url\":{},\"grade\":\"{}\",\"probability\":{},\"changes\":{},\"rate\":{:.6g},"
      "\"expected_blur\":{:.6f}}}",
      json_quote(page.url), certificate::name_of(page.grade),
      page.grade == Grade::Likely ? fmt::format("{:.6f}", page.probability) : "null", page.changes,
      page.rate, page.expected_blur);
}

std::string json_of(const CrawlQuality& crawl) {
  std::string sites, moved;
  for (const SiteOfCrawl& site : crawl.sites)
    sites += fmt::format("{}{{\"host\":{},{}}}", sites.empty() ? "" : ",", json_quote(site.site),
                         json_of(site.coherent));
  for (const MovedPage& page : crawl.moved) moved += (moved.empty() ? "" : ",") + json_of(page);
  return fmt::format(
      "{{\"name\":{},\"label\":{},\"span\":{},\"captures\":{},\"revisited\":{},{},"
      "\"expected_blur\":{:.6f},\"at_least\":{},\"best_blur\":{:.6f},\"expected_sharp\":{:.4f},"
      "\"sharp\":{},"
      "\"site_count\":{},\"sites\":[{}],\"moved\":[{}]}}",
      json_quote(crawl.name), json_quote(crawl.label), json_of(crawl.span), crawl.captures,
      crawl.revisited, json_of(crawl.coherent), crawl.expected_blur, crawl.at_least,
      crawl.best_blur, crawl.expected_sharp, crawl.coherent.known(), crawl.site_count, sites,
      moved);
}

std::string json_of(const SiteQuality& site, bool weighed) {
  return fmt::format(
      "{{\"host\":{},\"pages\":{},\"seen_once\":{},\"crawls\":{},\"known\":{:.6f},\"coherent\":"
      "{:.6f},\"coherent_weight\":{:.6f},\"completeness\":{},\"clustering\":{:.3f},\"dates_"
      "trusted\":{},"
      "\"validators_trusted\":{},\"validators_lied\":{}}}",
      json_quote(site.site), site.pages, site.seen_once, site.crawls, site.known, site.coherent,
      site.coherent_weight, json_of(site.completeness, weighed), site.clustering,
      site.dates_trusted, site.validators_trusted, site.validators_lied);
}

}  // namespace

std::string to_json(const Assessment& assessment) {
  std::string sites, crawls;
  for (const SiteQuality& site : assessment.sites)
    sites += (sites.empty() ? "" : ",") + json_of(site, assessment.weighed);
  for (const CrawlQuality& crawl : assessment.crawls)
    crawls += (crawls.empty() ? "" : ",") + json_of(crawl);
  return fmt::format(
      "{{\"pages\":{},\"seen_once\":{},\"others\":{},\"copies\":{},\"undated\":{},\"weak_digests\":"
      "{},\"weighed\":{},"
      "\"completeness\":{},\"known\":{:.6f},\"coherent\":{:.6f},\"coherent_weight\":{:.6f},"
      "\"site_count\":{},\"sites\":[{}],\"crawl_count\":{},\"crawls\":[{}]}}",
      assessment.pages, assessment.seen_once, assessment.others, assessment.copies,
      assessment.undated, assessment.weak_digests, assessment.weighed,
      json_of(assessment.completeness, assessment.weighed), assessment.known, assessment.coherent,
      assessment.coherent_weight, assessment.site_count, sites, assessment.crawl_count, crawls);
}

}  // namespace asof::assess
