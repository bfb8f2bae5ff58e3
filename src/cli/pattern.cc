// asof pattern: when pages change, how much, how sure that is, and when they rest.
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "catalog/page_runs.h"
#include "cli/lab_shared_internal.h"
#include "cli/opened.h"
#include "cli/pattern_internal.h"
#include "cli/print_internal.h"
#include "cli/shared_internal.h"
#include "derive/page_weights.h"
#include "pattern/calendar.h"
#include "url/surt.h"
#include "weight/url_weights.h"

namespace asof::cli {
namespace {

constexpr std::uint64_t kLongestFile = std::uint64_t{16} << 20;
constexpr Duration kDay = 86400;

Result<PatternQuestion> question_of(const Arguments& arguments) {
  if (arguments.operands().size() > 1)
    return Error{Errc::Invalid, "pattern takes one URL, or none for a site or the archive"};
  PatternQuestion question{.by_average = arguments.has("--by-average"),
                           .series = arguments.has("--series"),
                           .as_json = arguments.has("--json")};
  if (!arguments.operands().empty()) question.url = arguments.operands()[0];
  const std::string& site = arguments.get("--site");
  if (!site.empty() && !question.url.empty())
    return Error{Errc::Invalid, "--site and a URL exclude each other; give one of them"};
  question.scope = !question.url.empty() ? question.url : !site.empty() ? site : "the archive";
  question.period = TRY(duration_of(arguments, "--period"));
  question.rows = TRY(number_of(arguments, "--rows"));
  if (question.by_average) {
    if (question.url.empty())
      return Error{Errc::Invalid, "--by-average is about one page; give its URL"};
    const double slots = kDay / question.period;
    if (slots != static_cast<double>(static_cast<std::uint64_t>(slots)) || slots > 1440)
      return Error{Errc::Invalid,
                   "with --by-average a --period must divide a day, and last a minute at least"};
  }
  if (question.period < 1) return Error{Errc::Invalid, "--period takes a second at least"};
  if (!arguments.get("--keywords").empty() && !arguments.get("--weights").empty())
    return Error{Errc::Invalid, "--keywords and --weights exclude each other; give one of them"};
  return question;
}

// --zone ZONE for all sites, --zone HOST=ZONE for one.
Result<void> read_calendars(const Arguments& arguments, derive::PatternOptions& options) {
  std::vector<pattern::Day> holidays;
  if (const std::string& file = arguments.get("--holidays"); !file.empty()) {
    const std::string text = TRY(read_whole(file, kLongestFile));
    holidays = TRY(pattern::parse_holidays(text, file));
  }
  const auto made = [&](const std::string& name) -> Result<derive::SharedCalendar> {
    TimeZone zone = TRY(TimeZone::find(name));
    return std::make_shared<const pattern::Calendar>(std::move(zone), holidays);
  };
  options.calendar = TRY(made("UTC"));
  for (const std::string& value : arguments.all("--zone")) {
    const std::size_t equals = value.find('=');
    derive::SharedCalendar calendar =
        TRY(made(equals == std::string::npos ? value : value.substr(equals + 1)));
    if (equals == std::string::npos)
      options.calendar = std::move(calendar);
    else
      options.calendars_by_site[site_prefix(value.substr(0, equals))] = std::move(calendar);
  }
  return {};
}

Result<PageImportance> importance_of(const Arguments& arguments, const Opened& opened,
                                     const derive::ArchivePatterns& patterns,
                                     const std::optional<weight::UrlWeights>& by_hand,
                                     const std::string& key_prefix) {
  PageImportance importance{.by = "links"};
  if (by_hand) {
    importance.by = "hand";
    for (const derive::PatternPage& page : patterns.pages())
      importance.weights[page.urlkey] = by_hand->of(page.traits.url);
    return importance;
  }
  std::vector<derive::PageWeight> pages;
  if (const std::string& keywords = arguments.get("--keywords"); !keywords.empty()) {
    importance.by = "keywords";
    auto weights =
        TRY(derive::weights_by_keywords(opened.directory, opened.catalog, key_prefix, keywords));
    importance.unreadable = weights.unreadable;
    pages = std::move(weights.pages);
  } else {
    auto weights = TRY(derive::weights_by_links(opened.catalog, key_prefix));
    pages = std::move(weights.pages);
  }
  for (derive::PageWeight& page : pages)
    importance.weights.emplace(std::move(page.urlkey), page.weight);
  return importance;
}

// A page that has captures, none of which says when it was there.
Result<int> no_page(const catalog::Reader& catalog, const std::string& url) {
  const std::string key = url::surt_key(url);
  std::uint64_t undated = 0;
  TRY(catalog.undated(key, [&](const catalog::Undated&) { return ++undated > 0; }));
  if (undated > 0)
    return Error{Errc::NotFound,
                 fmt::format("the archive has no capture of {} with a date; {} without one", url,
                             undated == 1 ? "1 capture is" : fmt::format("{} are", undated))};
  const auto any = TRY(catalog.at_or_after(key, {}));
  if (any)
    return Error{Errc::NotFound,
                 "no capture of " + url +
                     " says something about the page: the server failed, or they are cut"};
  return Error{Errc::NotFound, "the archive has no capture of " + url};
}

}  // namespace

double PageImportance::of(const derive::PatternPage& page) const {
  const auto found = weights.find(page.urlkey);
  return found == weights.end() ? 0 : found->second;
}

std::string zone_of(const derive::SharedCalendar& calendar) {
  return calendar ? calendar->zone().name() : "UTC";
}

Result<int> run_pattern(const Arguments& arguments) {
  PatternQuestion question = TRY(question_of(arguments));
  derive::PatternOptions options{.times = question.series || question.by_average,
                                 .bounds = !question.url.empty()};
  TRY(read_calendars(arguments, options));
  std::optional<weight::UrlWeights> by_hand;
  if (const std::string& file = arguments.get("--weights"); !file.empty()) {
    const std::string text = TRY(read_whole(file, kLongestFile));
    by_hand = TRY(weight::UrlWeights::parse(text, file));
  }
  const Opened opened = TRY(open_to_read(arguments.get("--archive")));
  if (const std::string& site = arguments.get("--site"); !site.empty())
    options.key_prefix = site_prefix(site);
  else if (!question.url.empty())
    options.key_prefix = site_prefix(question.url);
  const auto patterns = TRY(derive::ArchivePatterns::load(opened.catalog, options));
  const derive::PatternPage* page = nullptr;
  if (!question.url.empty()) {
    page = patterns.find(question.url);
    if (page == nullptr) return no_page(opened.catalog, question.url);
  }
  if (question.series) {
    print_series(question, patterns, page);
    return 0;
  }
  question.undated = TRY(catalog::count_undated(opened.catalog, options.key_prefix));
  const auto importance =
      TRY(importance_of(arguments, opened, patterns, by_hand, options.key_prefix));
  if (importance.unreadable > 0)
    complain(fmt::format("{} cannot be read and have no weight by keywords",
                         counted(importance.unreadable, "page")));
  if (page != nullptr)
    print_page_pattern(question, patterns, *page, importance);
  else
    print_site_pattern(question, patterns, importance);
  return 0;
}

}  // namespace asof::cli
