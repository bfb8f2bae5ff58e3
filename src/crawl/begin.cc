// How a crawl begins: seeds as they are meant, a name nobody has, settings that are remembered.
#include <fmt/format.h>

#include <algorithm>

#include "archive/recover.h"
#include "base/text.h"
#include "crawl/crawl_internal.h"
#include "crawl/log.h"
#include "keep/crawl_description.h"
#include "schedule/registry.h"
#include "url/url.h"

namespace asof::crawl {
namespace {

// "example.org" is taken for a web address, as in a browser.
Result<std::string> seed_of(const std::string& text) {
  auto url = url::parse(text);
  const bool bare = text.find("://") == std::string::npos;
  if (bare) url = url::parse("https://" + text);
  if (!url || !url->web() || !url->host || url->host->empty())
    return Error{Errc::Invalid,
                 fmt::format("\"{}\" is no web address; give one like https://example.org/", text)};
  if (!url->username.empty() || !url->password.empty())
    return Error{
        Errc::Invalid,
        fmt::format("the address of {} holds a user name or password, which would be stored in the "
                    "archive; leave it out and give a file with --credentials",
                    *url->host)};
  return url->href(false);
}

std::string file_safe(std::string_view host) {
  std::string name;
  // Neither hidden nor an option.
  for (char c : host) {
    const bool inside = (c == '.' || c == '-') && !name.empty();
    name += is_alnum(c) || inside ? c : '_';
  }
  return name.substr(0, 80);
}

Result<std::unique_ptr<Timekeeper>> time_of(const Options& options) {
  if (options.clock.empty()) return system_time();
  return time_from(options.clock);
}

bool has(const Given& given, std::string_view name) {
  return std::any_of(given.begin(), given.end(),
                     [&](const auto& one) { return one.first == name; });
}

// A contact is set once and remembered by the archive.
Result<void> remember_contact(const archive::Directory& directory, Given& given) {
  if (has(given, "contact")) {
    const auto last = std::find_if(given.rbegin(), given.rend(),
                                   [](const auto& one) { return one.first == "contact"; });
    return write_whole(directory.contact_path(), last->second + "\n");
  }
  if (!exists(directory.contact_path())) return {};
  const std::string text = TRY(read_whole(directory.contact_path(), 4096));
  given.emplace_back("contact", std::string(trim(text)));
  return {};
}

// What crawls left that were cut off, so that others can rely on it: files that end in half a
// record, logs that end in half a line, descriptions of crawls that could not begin.
Result<void> clear_away(const archive::Directory& directory) {
  TRY(archive::recover(directory));
  const std::string folder = directory.crawl_path();
  if (!is_directory(folder)) return {};
  const auto names = TRY(list_files(folder));
  for (const std::string& name : names)
    if (name.ends_with(".part")) TRY(remove_file(folder + "/" + name));
  const auto crawls = TRY(keep::described_crawls(directory));
  for (const keep::CrawlDescription& kept : crawls)
    if (kept.ended.empty()) TRY(mend_log(directory.log_path(kept.name + ".log")));
  return {};
}

}  // namespace

Result<void> check(const Options& options) {
  std::vector<std::string> seeds;
  for (const std::string& text : options.seeds) {
    std::string seed = TRY(seed_of(text));
    seeds.push_back(std::move(seed));
  }
  const Settings settings = TRY(settings_from(options.given, seeds));
  if (!seeds.empty()) TRY(scope::Scope::make(settings.scope, seeds));
  if (!settings.strategy.empty()) TRY(schedule::make_strategy(settings.strategy));
  return {};
}

Result<CrawlSummary> crawl(archive::Directory& directory, const Options& options) {
  std::vector<std::string> seeds;
  for (const std::string& text : options.seeds) {
    std::string seed = TRY(seed_of(text));
    if (std::find(seeds.begin(), seeds.end(), seed) == seeds.end()) seeds.push_back(seed);
  }
  if (seeds.empty()) return Error{Errc::Invalid, "give at least one URL to capture"};
  Given given = options.given;
  TRY(remember_contact(directory, given));
  Settings settings = TRY(settings_from(given, seeds));
  hold_sets(given, settings);
  // What is wrong with the settings is said before the crawl exists.
  TRY(scope::Scope::make(settings.scope, seeds));
  if (!settings.strategy.empty()) TRY(schedule::make_strategy(settings.strategy));
  TRY(clear_away(directory));
  auto time = TRY(time_of(options));
  const Instant began = time->now();
  const std::string stem = file_safe(host_key(seeds.front())) + "-" + digits14(began);
  std::string name = stem;
  for (int n = 2; exists(directory.crawl_path(name + ".json")); ++n)
    name = fmt::format("{}.{}", stem, n);
  Run run(directory, options, std::move(settings), to_json(given, seeds), name, began,
          std::move(time));
  return run.go(false);
}

bool is_watch(const keep::CrawlDescription& crawl) {
  const auto kept = settings_from_json(crawl.settings);
  return kept && has(kept->given, "period");
}

namespace {

// The one named, or those that have not ended.
Result<std::vector<keep::CrawlDescription>> crawls_to_resume(const archive::Directory& directory,
                                                             const std::string& name) {
  auto crawls = TRY(keep::described_crawls(directory));
  std::erase_if(crawls, [&](const keep::CrawlDescription& crawl) {
    return name.empty() ? crawl.ended == "done" || is_watch(crawl) : crawl.name != name;
  });
  return crawls;
}

}  // namespace

namespace {

// A crawl that goes on, its settings as they were.
struct Continued {
  keep::CrawlDescription description;
  Given given;
  std::vector<std::string> seeds;
};

Result<Continued> continued(archive::Directory& directory, const std::string& name,
                            const Options& options) {
  TRY(clear_away(directory));
  auto crawls = TRY(crawls_to_resume(directory, name));
  if (crawls.empty()) {
    TRY(keep::restore_descriptions(directory));
    crawls = TRY(crawls_to_resume(directory, name));
  }
  if (crawls.empty())
    return Error{Errc::NotFound,
                 name.empty() ? directory.path() + " has no crawl that could be continued"
                              : fmt::format("{} has no crawl named {}", directory.path(), name)};
  const auto last =
      std::max_element(crawls.begin(), crawls.end(),
                       [](const keep::CrawlDescription& a, const keep::CrawlDescription& b) {
                         return a.began < b.began;
                       });
  if (last->ended == "done")
    return Error{Errc::Invalid, fmt::format("{} has ended; start a new crawl", last->name)};
  auto kept = settings_from_json(last->settings);
  if (!kept) return std::move(kept).error().within(directory.crawl_path(last->name + ".json"));
  Continued going_on{*last, std::move(kept->given), std::move(kept->seeds)};
  // What is set now counts: a larger limit, say.
  for (const auto& one : options.given) going_on.given.push_back(one);
  return going_on;
}

}  // namespace

Result<CrawlSummary> resume(archive::Directory& directory, const std::string& name,
                            const Options& options) {
  Continued last = TRY(continued(directory, name, options));
  Settings settings = TRY(settings_from(last.given, last.seeds));
  hold_sets(last.given, settings);
  Options going_on = options;
  if (going_on.clock.empty()) going_on.clock = last.description.clock;
  auto time = TRY(time_of(going_on));
  Run run(directory, going_on, std::move(settings), to_json(last.given, last.seeds),
          last.description.name, last.description.began, std::move(time));
  return run.go(true);
}

Result<Plan> plan(archive::Directory& directory, const std::string& name, const Options& options,
                  Instant until) {
  Options asked = options;
  Continued last{{}, options.given, options.seeds};
  if (!name.empty()) {
    last = TRY(continued(directory, name, Options{}));
    if (asked.clock.empty()) asked.clock = last.description.clock;
  }
  Settings settings = TRY(settings_from(last.given, last.seeds));
  auto time = TRY(time_of(asked));
  const Instant began = name.empty() ? time->now() : last.description.began;
  Run run(directory, asked, std::move(settings), to_json(last.given, last.seeds), name, began,
          std::move(time));
  return run.plan(!name.empty(), until);
}

}  // namespace asof::crawl
