#include "lab/measure_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json_read.h"
#include "quality/blur.h"
#include "quality/completeness.h"
#include "quality/sharp.h"

namespace asof::lab {
namespace {

using json::Bounds;
using json::Field;

// Beyond these, sums of the measures would no longer be numbers.
constexpr Bounds kTimes{-1e15, 1e15};
constexpr Bounds kWeights{0, 1e15};

// Names and where each was used first.
class Names final {
 public:
  Result<std::string> add(const Field& owner) {
    const Field field = TRY(owner.at("name"));
    const std::string name = TRY(field.text());
    const auto [first, is_new] = first_.emplace(name, field.path());
    if (!is_new)
      return field.wrong(fmt::format("'{}' is already the name at {}", name, first->second));
    return name;
  }

 private:
  std::map<std::string, std::string> first_;
};

Result<quality::Interval> parse_observation(const Field& document) {
  const Field field = TRY(document.at("observation"));
  const auto ends = TRY(field.numbers(kTimes));
  if (ends.size() != 2)
    return field.wrong(fmt::format("has {} numbers, not a start and an end", ends.size()));
  if (!(ends[0] < ends[1]))
    return field.wrong(fmt::format("its end {} is not after its start {}", ends[1], ends[0]));
  return quality::Interval{ends[0], ends[1]};
}

Result<std::vector<quality::Change>> parse_changes(const Field& page) {
  const Field list = TRY(page.at("changes"));
  const auto items = TRY(list.items());
  std::vector<quality::Change> changes;
  changes.reserve(items.size());
  for (const Field& item : items) {
    TRY(item.only({"at", "importance"}));
    const Field at = TRY(item.at("at"));
    const double when = TRY(at.number(kTimes));
    const double importance = TRY(item.number_or("importance", 1, kWeights));
    changes.push_back({when, importance});
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const quality::Change& a, const quality::Change& b) { return a.at < b.at; });
  return changes;
}

Result<std::vector<Time>> parse_captures(const Field& page, quality::Interval observation) {
  const Field list = TRY(page.at("captures"));
  const auto items = TRY(list.items());
  std::vector<Time> captures;
  captures.reserve(items.size());
  for (const Field& item : items) {
    const double at = TRY(item.number(kTimes));
    if (at < observation.from || at > observation.to)
      return item.wrong(fmt::format("{} is outside the observation, {} to {}", at, observation.from,
                                    observation.to));
    captures.push_back(at);
  }
  std::sort(captures.begin(), captures.end());
  return captures;
}

Result<quality::PageTrack> parse_page(const Field& field, quality::Interval observation) {
  TRY(field.only({"name", "importance", "changes", "captures"}));
  quality::PageTrack page;
  page.weight = TRY(field.number_or("importance", 1, kWeights));
  page.changes = TRY(parse_changes(field));
  page.captures = TRY(parse_captures(field, observation));
  return page;
}

}  // namespace

Result<MeasureFile> parse_measure_file(const std::string& text) {
  const json::Document parsed = TRY(json::parse(text));
  const Field document = parsed.root();
  TRY(document.only({"observation", "as_of", "sites", "queries"}));
  MeasureFile file;
  file.observation = TRY(parse_observation(document));
  file.as_of = TRY(document.number_or("as_of", file.observation.middle(), kTimes));
  if (const auto queries = TRY(document.find("queries")))
    file.queries = TRY(queries->numbers(kTimes));

  const Field list = TRY(document.at("sites"));
  const auto sites = TRY(list.items());
  Names site_names;
  Names page_names;
  for (const Field& site : sites) {
    TRY(site.only({"name", "pages"}));
    const std::string site_name = TRY(site_names.add(site));
    file.site_names.push_back(site_name);
    const Field pages = TRY(site.at("pages"));
    const auto items = TRY(pages.items());
    auto& names = file.page_names.emplace_back();
    auto& tracks = file.sites.emplace_back();
    for (const Field& item : items) {
      const std::string name = TRY(page_names.add(item));
      quality::PageTrack page = TRY(parse_page(item, file.observation));
      names.push_back(name);
      tracks.push_back(std::move(page));
    }
  }
  return file;
}

Measured measure(const MeasureFile& file) {
  Measured result;
  for (const quality::SiteTrack& site : file.sites) {
    MeasuredSite& part = result.sites.emplace_back();
    for (const quality::PageTrack& track : site) {
      MeasuredPage page;
      if (!track.captures.empty())
        page.blur = quality::exact_blur(track.changes, track.captures, file.observation);
      page.completeness = quality::page_completeness(track);
      page.sharp = quality::is_sharp(track.changes, track.captures, file.as_of);
      part.pages.push_back(page);
    }
    part.completeness = quality::site_completeness(site);
    for (const Time at : file.queries) part.queries.push_back(quality::query_coherence(site, at));
    if (const auto mean = quality::site_coherence(site, file.queries))
      part.coherence = mean->weight;
    result.blur += quality::exact_blur(site, file.observation);
    result.sharp_pages += quality::sharp_pages(site, file.as_of);
  }
  result.completeness = quality::archive_completeness(file.sites);
  result.global_completeness = quality::global_completeness(file.sites);
  result.unweighted_completeness = quality::unweighted_completeness(file.sites);
  if (const auto mean = quality::archive_coherence(file.sites, file.queries))
    result.coherence = mean->weight;
  return result;
}

}  // namespace asof::lab
