#include "crawl/site_preparation.h"

#include <fmt/format.h>

#include "crawl/message.h"
#include "robots/sitemap.h"
#include "url/url.h"

namespace asof::crawl {
namespace {

constexpr unsigned kMostRobotsRedirects = 5;  // RFC 9309 §2.3.1.2
constexpr std::size_t kMostSitemaps = 200;    // of one host
constexpr Duration kRulesHold = 86400;        // RFC 9309 §2.4

std::string origin_of(std::string_view address) {
  const auto url = url::parse(address);
  return url ? url->origin() : std::string(address);
}

// What is asked for in a request: path and query.
std::string target_of(std::string_view address) {
  const auto url = url::parse(address);
  if (!url) return "/";
  return url->query ? url->path + "?" + *url->query : url->path;
}

std::optional<std::string> redirect_of(const Answer& answer) {
  if (answer.status < 300 || answer.status >= 400) return std::nullopt;
  for (std::size_t i = 0; i < answer.links.size(); ++i) {
    const capture::Links::Item link = answer.links[i];
    std::string room;
    if (link.kind == capture::LinkKind::Redirect)
      return std::string(url::without_user(link.url, room));
  }
  return std::nullopt;
}

robots::Rules rules_of(const Reply& reply, std::string_view message, const std::string& failure) {
  const int status = reply.answer.status;
  if (!failure.empty())
    return robots::Rules::refuse_all("robots.txt cannot be reached: " + failure);
  if (status >= 200 && status < 300) {
    const auto file = robots_of_message(message, reply.whole);
    return file ? robots::Rules::parse(*file, "asof")
                : robots::Rules::refuse_all("robots.txt was cut off in transfer");
  }
  if (status >= 500 || status == 429)
    return robots::Rules::refuse_all(fmt::format("robots.txt answers {}", status));
  return {};  // 4xx: everything is allowed
}

}  // namespace

bool SitePreparation::begin() {
  const Frontier& frontier = parts_.frontier;
  const std::string origin = origin_of(frontier.url(frontier.first_page_of(parts_.site)));
  if (!parts_.settings.robots || parts_.host.rules(origin) != nullptr) return false;
  ++expected_;
  want_rules(origin, origin + "/robots.txt", 0);
  return true;
}

void SitePreparation::want_rules(const std::string& origin, const std::string& url,
                                 unsigned redirects) {
  if (redirects == 0) fetching_.insert(origin);
  parts_.tasks.push_front({.kind = Task::Kind::Robots,
                           .site = parts_.site,
                           .url = url,
                           .origin = origin,
                           .redirects = redirects});
}

bool SitePreparation::park(Task& visit, Time now) {
  if (!parts_.settings.robots) return false;
  const std::string origin = origin_of(visit.url);
  const auto read = read_.find(origin);
  const bool stale = read != read_.end() && now - read->second > kRulesHold;
  if (parts_.host.rules(origin) != nullptr && !stale) return false;
  if (!fetching_.contains(origin)) want_rules(origin, origin + "/robots.txt", 0);
  parked_.push_back(std::move(visit));
  return true;
}

std::optional<NoAnswer> SitePreparation::refusal(std::string_view url) const {
  if (!parts_.settings.robots) return std::nullopt;
  const robots::Rules* rules = parts_.host.rules(origin_of(url));
  if (rules == nullptr) return std::nullopt;
  const robots::Answer answer = rules->ask(target_of(url));
  if (answer.allowed) return std::nullopt;
  NoAnswer none{capture::kRefusedByRobots, "robots.txt forbids it"};
  if (answer.line != 0)
    none.reason += " in line " + std::to_string(answer.line) + ": " + std::string(answer.rule);
  else if (!answer.rule.empty())
    none.reason =
        "not requested, because robots.txt could not be read: " + std::string(answer.rule);
  return none;
}

bool SitePreparation::end_robots(const Task& task, const Reply& reply, std::string_view message,
                                 const std::string& failure, Time at) {
  if (failure.empty() && task.redirects < kMostRobotsRedirects) {
    if (const auto target = redirect_of(reply.answer)) {
      want_rules(task.origin, *target, task.redirects + 1);
      return false;
    }
  }
  robots::Rules rules = rules_of(reply, message, failure);
  const std::vector<std::string> sitemaps = rules.sitemaps();
  parts_.host.set_rules(task.origin, std::move(rules));
  read_[task.origin] = at;
  fetching_.erase(task.origin);
  if (parts_.settings.sitemaps && !parts_.frontier.begun(parts_.frontier.group_of(
                                      parts_.frontier.first_page_of(parts_.site)))) {
    const auto base = url::parse(task.url);
    for (const std::string& sitemap : sitemaps) {
      std::string address;
      if (base && url::resolve(*base, sitemap, address)) want_sitemap(address);
    }
  }
  std::erase_if(parked_, [&](Task& visit) {
    if (origin_of(visit.url) != task.origin) return false;
    parts_.tasks.push_back(std::move(visit));
    return true;
  });
  return true;
}

void SitePreparation::want_sitemap(std::string_view url) {
  std::string room;
  std::string address(url::without_user(url, room));
  if (host_key(address) != parts_.frontier.host(parts_.site)) return;
  if (sitemap_urls_.size() >= kMostSitemaps || !sitemap_urls_.insert(address).second) return;
  ++expected_;
  parts_.tasks.push_back(
      {.kind = Task::Kind::Sitemap, .site = parts_.site, .url = std::move(address)});
}

void SitePreparation::take_sitemap(const std::string& url, std::string_view message) {
  const std::string content = content_of_message(message, kLongestSitemap);
  const robots::Sitemap sitemap = robots::parse_sitemap(content, url);
  for (const robots::SitemapEntry& entry : sitemap.entries) {
    if (sitemap.kind == robots::Sitemap::Kind::Index) {
      want_sitemap(entry.url);
      continue;
    }
    if (entry.last_modified) parts_.earlier.take_hint(entry.url, *entry.last_modified);
    parts_.frontier.find(entry.url, kNoNumber, 'M');
  }
}

}  // namespace asof::crawl
