#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/crawl_internal.h"
#include "cli/print_internal.h"

namespace asof::cli {
namespace {

constexpr std::size_t kMostRows = 8;

template <class Key>
std::vector<std::pair<std::string, std::uint64_t>> largest(
    const std::map<Key, std::uint64_t>& all) {
  std::vector<std::pair<std::string, std::uint64_t>> rows;
  rows.reserve(all.size());
  for (const auto& [key, count] : all) rows.emplace_back(fmt::format("{}", key), count);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return rows;
}

template <class Key>
std::string list(std::string_view title, const std::map<Key, std::uint64_t>& all) {
  std::string text;
  const auto rows = largest(all);
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i)
    text += formatted("  {:<12} {:>10}  {}\n", i == 0 ? title : "", with_commas(rows[i].second),
                      rows[i].first);
  if (rows.size() > kMostRows)
    text += formatted("  {:<12} and {} more\n", "", rows.size() - kMostRows);
  return text;
}

template <class Key>
json::Object object(const std::map<Key, std::uint64_t>& all) {
  json::Object json;
  for (const auto& [key, count] : all) json.add(fmt::format("{}", key), count);
  return json;
}

}  // namespace

CrawlProgress::CrawlProgress() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void CrawlProgress::show(const crawl::Progress& at) {
  if (!terminal_ || at.counts == nullptr) return;
  const auto now = std::chrono::steady_clock::now();
  if (drawn_ && now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  drawn_ = true;
  const crawl::Counts& counts = *at.counts;
  // What was read back was not visited now.
  if (at.doing != doing_) before_ = counts.visits;
  doing_ = at.doing;
  const double rate =
      at.running > 1 ? static_cast<double>(counts.visits - before_) / at.running : 0;
  const std::uint64_t queue = at.known > counts.visits ? at.known - counts.visits : 0;
  std::string text = fmt::format("{}: {} visits", at.doing, with_commas(counts.visits));
  // What fits in a line, the most useful first.
  const std::size_t room = terminal_width() - 1;
  const auto add = [&](const std::string& part) {
    if (text.size() + 2 + part.size() <= room) text += ", " + part;
  };
  if (const double left = at.visits - static_cast<double>(counts.visits); rate > 0 && left > 0)
    add("about " + human_duration(left / rate) + " left");
  add(with_commas(queue) + " waiting");
  add(fmt::format("{:.1f}/s", rate));
  add(human_bytes(counts.bytes));
  if (at.sharp)
    add(fmt::format("{:.1f} % expected unchanged since their capture", at.sharp() * 100));
  if (counts.failed > 0) add(with_commas(counts.failed) + " failed");
  if (at.pages > at.known) add(fmt::format("about {} pages in all", with_commas(at.pages)));
  if (counts.unchanged > 0) add(with_commas(counts.unchanged) + " already stored");
  std::fputs(("\r\x1b[K" + text).c_str(), stderr);
  std::fflush(stderr);
}

void CrawlProgress::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

std::string ended_text(const crawl::CrawlSummary& ended) {
  const crawl::Counts& counts = ended.counts;
  std::string text;
  text += formatted("{}, strategy {}: {} in {}, robots.txt and sitemaps included\n", ended.name,
                    ended.strategy, counted(counts.visits, "visit"),
                    human_duration(on_axis(ended.ended) - on_axis(ended.began)));
  text += formatted(
      "  {} stored as new, {} unchanged or already stored, {} failed{}; {} received\n  {} found, "
      "robots.txt and sitemaps not counted\n",
      with_commas(counts.captured), with_commas(counts.unchanged), with_commas(counts.failed),
      counts.refused == 0
          ? ""
          : ", " + with_commas(counts.refused) + " not requested because of robots.txt",
      human_bytes(counts.bytes), counted(ended.known, "URL"));
  if (counts.not_stored > 0)
    text += formatted("  {} changed too little to be stored (--store); their digests are kept\n",
                      counted(counts.not_stored, "version"));
  if (ended.acknowledged < counts.visits)
    text += formatted("  at least {} of them on disk; --resume requests the others again\n",
                      with_commas(ended.acknowledged));
  if (counts.retries + counts.audits > 0)
    text += formatted(
        "  {} repeated after a failure; {} \"not modified\" checked by a full request, {} found "
        "false\n",
        counted(counts.retries, "request"), counted(counts.audits, "answer"),
        with_commas(counts.lies));
  text += list("status", counts.statuses) + list("type", counts.mimes) + list("host", counts.hosts);
  for (const auto& [reason, skipped] : ended.skipped) {
    // An example is "URL: why", and no URL has a space.
    const std::string_view example = skipped.examples.empty() ? reason : skipped.examples.front();
    const std::size_t end = std::min(example.find(": "), example.size());
    text += formatted("  not followed {:>10}  {}, for example {}\n", with_commas(skipped.count),
                      example.substr(std::min(end + 2, example.size())), example.substr(0, end));
  }
  for (const std::string& failed : ended.seeds_failed)
    text += formatted("  seed failed   {}\n", failed);
  // Of several lines, and each is shown as one.
  for (const std::string_view line : split(ended.headline, '\n'))
    if (!line.empty()) text += formatted("{}\n", line);
  if (ended.waiting > 0)
    text += formatted("  not visited  {:>10}  URLs found, but {}\n", with_commas(ended.waiting),
                      ended.certificate.empty() ? "not answered" : "not in the certificate");
  if (!ended.certificate.empty()) {
    const std::string stem = ended.certificate.substr(0, ended.certificate.size() - 5);
    text += "  certificate   " + stem + ".html (to read), .json (to verify)\n";
  }
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string ended_json(const crawl::CrawlSummary& ended) {
  const crawl::Counts& counts = ended.counts;
  json::Object skipped;
  for (const auto& [reason, one] : ended.skipped) skipped.add(reason, one.count);
  return json::Object{{"event", "ended"},
                      {"crawl", ended.name},
                      {"how", crawl::name_of(ended.reason)},
                      {"why", ended.why},
                      {"strategy", ended.strategy},
                      {"began", ended.began},
                      {"ended", ended.ended},
                      {"visits", counts.visits},
                      {"acknowledged", ended.acknowledged},
                      {"captured", counts.captured},
                      {"unchanged", counts.unchanged},
                      {"not_stored", counts.not_stored},
                      {"failed", counts.failed},
                      {"refused", counts.refused},
                      {"retries", counts.retries},
                      {"audits", counts.audits},
                      {"false_claims", counts.lies},
                      {"not_captured", ended.waiting},
                      {"bytes", counts.bytes},
                      {"known", ended.known},
                      {"memory", ended.memory},
                      {"statuses", object(counts.statuses)},
                      {"types", object(counts.mimes)},
                      {"hosts", object(counts.hosts)},
                      {"skipped", skipped},
                      {"clock", ended.clock},
                      {"certificate", ended.certificate}}
      .text();
}

}  // namespace asof::cli
