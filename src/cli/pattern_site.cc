// asof pattern without a URL: a site or an archive.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "cli/pattern_internal.h"
#include "cli/print_internal.h"
#include "series/sentence.h"
#include "series/site_week.h"

namespace asof::cli {
namespace {

constexpr unsigned kOffPeakHours = 6;

struct SitePage {
  const derive::PatternPage* page = nullptr;
  pattern::PagePattern known;
  double weight = 0;
};

struct SiteAnswer {
  std::vector<SitePage> pages;  // documents, heaviest first
  std::uint64_t visits = 0, changes = 0, uncompared = 0, changed = 0;
  std::uint64_t seen_twice = 0;  // pages
  std::optional<Instant> first, last;
  bool by_publication = false;                         // on all sites
  std::array<std::uint64_t, pattern::kKinds> kinds{};  // of pages that changed
  pattern::WeekProfile week;
  std::array<pattern::CycleResult, pattern::kCycles> cycles;  // of all pages together
};

SiteAnswer answer_of(const derive::ArchivePatterns& patterns, const PageImportance& importance) {
  SiteAnswer answer;
  answer.by_publication = !patterns.sites().empty();
  for (const derive::PatternSite& site : patterns.sites())
    answer.by_publication = answer.by_publication && site.dating.by_publication;
  for (const derive::PatternPage& page : patterns.pages()) {
    if (!page.document) continue;
    const series::PageSeries& seen = patterns.series(page);
    SitePage one{&page, patterns.pattern(page), importance.of(page)};
    answer.visits += seen.visits();
    answer.seen_twice += seen.visits() > 1 ? 1 : 0;
    answer.changes += seen.changes();
    answer.uncompared += seen.uncompared();
    const Instant first = seen.runs.front().first, last = seen.runs.back().last;
    answer.first = std::min(answer.first.value_or(first), first);
    answer.last = std::max(answer.last.value_or(last), last);
    if (seen.changes() > 0) {
      ++answer.changed;
      ++answer.kinds[static_cast<std::size_t>(one.known.kind)];
    }
    answer.pages.push_back(std::move(one));
  }
  series::SiteWeek week;
  for (const SitePage& one : answer.pages)
    if (one.weight > 0) week.add(one.page->log, one.known, one.weight);
  // Of sites in several zones, a test of all pages together would mix their hours.
  const derive::SharedCalendar calendar =
      patterns.group_sets() == 1 ? patterns.sites().front().calendar : nullptr;
  std::vector<const pattern::VisitLog*> logs;
  for (const SitePage& one : answer.pages)
    if (one.weight > 0 && one.page->log.kept() > 0) logs.push_back(&one.page->log);
  for (std::size_t i = 0; i < pattern::kCycles; ++i)
    answer.cycles[i] = pattern::test_cycle(logs, static_cast<pattern::Cycle>(i),
                                           calendar ? *calendar : pattern::Calendar());
  answer.week = week.profile(series::believed_detail(answer.cycles));
  std::stable_sort(answer.pages.begin(), answer.pages.end(),
                   [](const SitePage& a, const SitePage& b) { return a.weight > b.weight; });
  return answer;
}

// Why nothing can be said; empty where something can.
std::string why_nothing(const PatternQuestion& question, const SiteAnswer& answer) {
  const std::string undated =
      question.undated == 0
          ? ""
          : fmt::format(" ({} without a date)", counted(question.undated, "capture"));
  if (answer.pages.empty() && question.undated > 0)
    return fmt::format(
        "no capture of a page has a date, so nothing is known of when pages change{}", undated);
  if (answer.pages.empty())
    return question.scope == "the archive" ? "there is no capture of a page yet"
                                           : "the archive has no capture of a page of it";
  if (answer.seen_twice == 0)
    return fmt::format(
        "every page was captured once, so nothing is known of when they change; capture them "
        "again{}",
        undated);
  if (answer.changes == 0)
    return fmt::format("no page was seen to change, in {} of {}{}", counted(answer.visits, "visit"),
                       counted(answer.pages.size(), "page"), undated);
  return "";
}

std::string sentence_for(const PatternQuestion& question, const SiteAnswer& answer) {
  std::string why = why_nothing(question, answer);
  if (!why.empty()) return why;
  return fmt::format("{}; known from {} of {}", series::sentence_of(answer.week),
                     counted(answer.visits, answer.by_publication ? "version" : "visit"),
                     counted(answer.pages.size(), "page"));
}

void print_cycles(const SiteAnswer& answer) {
  std::string kinds;
  for (std::size_t kind = 1; kind < pattern::kKinds; ++kind)
    if (answer.kinds[kind] > 0)
      kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", with_commas(answer.kinds[kind]),
                           name_of(static_cast<pattern::Kind>(kind)));
  print("  {} changed, {} without a cycle that can be told{}\n", counted(answer.changed, "page"),
        with_commas(answer.kinds[0]), kinds.empty() ? "" : ", " + kinds);
}

// A shared pattern as if it were a page's.
pattern::PagePattern as_page(const pattern::PatternGroups& groups,
                             const pattern::PatternGroups::Shared& shared) {
  pattern::PagePattern page{.kind = shared.kind, .calendar = groups.options().calendar};
  for (std::size_t slot = 0; slot < shared.shape.size(); ++slot) {
    const double rate = shared.shape[slot] / 86400;
    const double importance = slot < shared.importance.size() ? shared.importance[slot] : 1;
    page.slots.push_back({{rate, rate, rate}, {importance, importance, importance}});
  }
  return page;
}

void print_groups(const derive::ArchivePatterns& patterns, std::size_t rows) {
  for (std::size_t set = 0; set < patterns.group_sets(); ++set) {
    const pattern::PatternGroups& groups = patterns.group_set(set);
    if (groups.shared().size() < 2) continue;
    print("\nPatterns that pages share{}\n",
          patterns.group_sets() < 2 ? "" : " (" + zone_of(groups.options().calendar) + ")");
    for (std::size_t i = 1; i < groups.shared().size() && i <= rows; ++i) {
      const auto& shared = groups.shared()[i];
      const bool weekly = shared.kind != pattern::Kind::Monthly;
      const auto pages = static_cast<std::uint64_t>(std::llround(shared.pages));
      print("  {:>2}  {:>12}  {:<22} {}\n", i, counted(std::max<std::uint64_t>(1, pages), "page"),
            name_of(shared.kind),
            weekly ? series::sentence_of(pattern::profile_of(as_page(groups, shared))) : "");
    }
  }
}

void print_pages(const derive::ArchivePatterns& patterns, const SiteAnswer& answer,
                 const PageImportance& importance, std::size_t rows) {
  if (answer.pages.empty()) return;
  print("\nPages, most important first (weight by {})\n", importance.by);
  for (std::size_t i = 0; i < answer.pages.size() && i < rows; ++i) {
    const SitePage& one = answer.pages[i];
    print("  {:>8.3f}  {}\n            {}\n", one.weight, patterns.series(*one.page).url,
          sentence_of(patterns, *one.page, one.known));
  }
  if (answer.pages.size() > rows) print("  and {} more\n", with_commas(answer.pages.size() - rows));
}

void print_json(const PatternQuestion& question, const derive::ArchivePatterns& patterns,
                const SiteAnswer& answer, const PageImportance& importance) {
  json::Object kinds;
  for (std::size_t kind = 0; kind < pattern::kKinds; ++kind)
    kinds.add(name_of(static_cast<pattern::Kind>(kind)), answer.kinds[kind]);
  const auto digits = [](double value) { return json::Value::significant(value, 6); };
  json::Array groups;
  for (std::size_t set = 0; set < patterns.group_sets(); ++set) {
    const auto& all = patterns.group_set(set);
    for (std::size_t i = 1; i < all.shared().size(); ++i)
      groups.add(json::Object{{"number", i},
                              {"zone", zone_of(all.options().calendar)},
                              {"kind", name_of(all.shared()[i].kind)},
                              {"pages", digits(all.shared()[i].pages)},
                              {"shape", json::array_of(all.shared()[i].shape, digits)}});
  }
  json::Array pages;
  for (std::size_t i = 0; i < answer.pages.size() && i < question.rows; ++i) {
    const SitePage& one = answer.pages[i];
    const series::PageSeries& seen = patterns.series(*one.page);
    pages.add(json::Object{{"url", seen.url},
                           {"weight", digits(one.weight)},
                           {"visits", seen.visits()},
                           {"changes", seen.changes()},
                           {"kind", name_of(one.known.kind)},
                           {"rate", digits(one.known.rate.value)},
                           {"shared", one.known.shared},
                           {"sentence", sentence_of(patterns, *one.page, one.known)}});
  }
  json::Object all{{"scope", question.scope},
                   {"sentence", sentence_for(question, answer)},
                   {"pages", answer.pages.size()},
                   {"changed", answer.changed},
                   {"visits", answer.visits},
                   {"changes", answer.changes},
                   {"not_compared", answer.uncompared},
                   {"undated", question.undated},
                   {"first", answer.first},
                   {"last", answer.last},
                   {"dated_by_publication", answer.by_publication},
                   {"kinds", kinds},
                   {"week", json::array_of(answer.week.weight, digits)}};
  if (answer.changes > 0) all.add("off_peak", span_json(off_peak(answer.week, kOffPeakHours)));
  all.add("groups", groups).add("weight_by", importance.by).add("most_important", pages);
  fmt::print("{}\n", all.text());
}

}  // namespace

json::Object span_json(const pattern::WeekSpan& span) {
  return json::Object{{"from", series::hour_of_week(span.from)},
                      {"hours", span.hours},
                      {"share", json::Value::significant(span.share, 6)}};
}

void print_site_pattern(const PatternQuestion& question, const derive::ArchivePatterns& patterns,
                        const PageImportance& importance) {
  const SiteAnswer answer = answer_of(patterns, importance);
  if (question.as_json) return print_json(question, patterns, answer, importance);
  std::string sentence = sentence_for(question, answer);
  sentence[0] = to_upper(sentence[0]);
  print("{}\n{}.\n", question.scope, sentence);
  if (answer.changes == 0) return;
  print("\n  {} from {} to {} found {} of {}\n",
        counted(answer.visits, answer.by_publication ? "version" : "visit"),
        iso8601_seconds(*answer.first), iso8601_seconds(*answer.last),
        counted(answer.changes, "change"), counted(answer.pages.size(), "page"));
  if (answer.uncompared > 0)
    print("  {} not compared yet and counted by the mean importance; 'asof derive' compares\n",
          answer.uncompared == 1 ? "1 change is" : with_commas(answer.uncompared) + " changes are");
  if (question.undated > 0) print("  {} left out: no date\n", counted(question.undated, "capture"));
  if (answer.by_publication)
    print(
        "  captures are dated by Last-Modified: every version of the site is taken to be there\n");
  print_cycles(answer);
  if (patterns.group_sets() == 1)
    print(
        "  all pages together: chance of such evidence without a cycle of the day {}, of weekdays "
        "and weekend {}\n",
        chance_in_words(answer.cycles[static_cast<std::size_t>(pattern::Cycle::Daily)].p),
        chance_in_words(answer.cycles[static_cast<std::size_t>(pattern::Cycle::ByClass)].p));
  const pattern::WeekSpan quiet = pattern::off_peak(answer.week, kOffPeakHours);
  print("  off-peak: the quietest {} hours of the week are {}, with {:.1f} % of the importance\n",
        kOffPeakHours, series::in_words(quiet), 100 * quiet.share);
  if (patterns.group_sets() == 1)
    print("  times are in {}\n", zone_of(patterns.sites().front().calendar));
  else
    print("  times are local to each site\n");
  print("\nImportance of changes within an hour, the mean of all pages by weight\n");
  print_chart(labels_of_day(24), columns_of(answer.week), false);
  print_groups(patterns, question.rows);
  print_pages(patterns, answer, importance, question.rows);
}

}  // namespace asof::cli
