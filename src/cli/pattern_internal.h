// What the parts of 'asof pattern' share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json.h"
#include "derive/patterns.h"
#include "pattern/spans.h"

namespace asof::cli {

// Weights of pages, and where they are from.
struct PageImportance {
  std::string by;  // "links", "keywords", "hand"
  std::unordered_map<std::string, double> weights;
  std::uint64_t unreadable = 0;

  double of(const derive::PatternPage& page) const;
};

struct PatternQuestion {
  std::string url;    // empty: of a site or the archive
  std::string scope;  // what the answer is about, for people: "example.org", "the archive"
  Duration period = 3600;
  bool by_average = false;
  bool series = false;
  bool as_json = false;
  std::size_t rows = 10;
  std::uint64_t undated = 0;  // captures of the scope that have no date
};

// -- charts

// Weights side by side, one column for each.
struct ChartColumn {
  std::string title;
  std::vector<pattern::Bounded> values;  // as many as there are labels
};
// Bars of one scale; intervals where `bounds`.
void print_chart(const std::vector<std::string>& labels, const std::vector<ChartColumn>& columns,
                 bool bounds);
// "0:00" to "23:00"; of periods of another length their beginnings.
std::vector<std::string> labels_of_day(std::size_t slots);

// What is expected of an hour in one slot: changes and their importance together.
pattern::Bounded hourly_weight(const pattern::SlotBelief& slot);
// Mean weekday, Saturday and Sunday.
std::vector<ChartColumn> columns_of(const pattern::WeekProfile& week);

// -- answers

void print_page_pattern(const PatternQuestion& question, const derive::ArchivePatterns& patterns,
                        const derive::PatternPage& page, const PageImportance& importance);
void print_site_pattern(const PatternQuestion& question, const derive::ArchivePatterns& patterns,
                        const PageImportance& importance);
// The series of one page or, with none, of all documents together.
void print_series(const PatternQuestion& question, const derive::ArchivePatterns& patterns,
                  const derive::PatternPage* page);

json::Object pattern_json(const pattern::PagePattern& known);
json::Object span_json(const pattern::WeekSpan& span);

// "0.012", "below 0.001".
std::string chance_in_words(double p);
// The name of the zone of a calendar.
std::string zone_of(const derive::SharedCalendar& calendar);
// The mean importance per period of the day, as JCDL averages it.
std::vector<double> averages_of(const derive::ArchivePatterns& patterns,
                                const derive::PatternPage& page, Duration period);
std::string sentence_of(const derive::ArchivePatterns& patterns, const derive::PatternPage& page,
                        const pattern::PagePattern& known);

}  // namespace asof::cli
