// ArchivedHistory: an archive of a history whose truth is known: crawls are written as WARC files,
// imported and assessd from them alone, then compared with what really happened.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assess/assess.h"
#include "keep/import.h"
#include "lab/history.h"
#include "lab/simulate.h"
#include "quality/blur.h"
#include "quality/coherence.h"
#include "quality/completeness.h"
#include "support/crawl_records.h"
#include "support/proofs.h"

namespace asof::test {

inline Instant instant_at(Time at) { return {static_cast<std::int64_t>(std::llround(at * 1000))}; }

// What really happened beside what the archive says.
struct CrawlTruth {
  double blur = 0;
  std::uint64_t coherent = 0;  // pages whose capture nearest to the instant was valid at it
  Proofs proofs;               // of the as-of interval
};

class ArchivedHistory final {
 public:
  // Page names must be URLs. With `dated`, answers carry Last-Modified.
  ArchivedHistory(const lab::History& history, const std::filesystem::path& folder,
                  bool dated = false)
      : history_(history),
        dated_(dated),
        directory_(must(archive::Directory::open((folder / "archive").string(),
                                                 archive::Directory::Access::Write))),
        captures_(history.pages.size()),
        kept_(history.pages.size()) {}

  // Visits to pages of the history, in the order of time.
  void crawl(const std::vector<std::pair<std::uint32_t, Time>>& visits) {
    const auto number = crawls_.size();
    const std::string name = fmt::format("crawl{:03}", number);
    CrawlRecords records(directory_, name, instant_at(visits.front().second), number + 1);
    crawls_.emplace_back(history_.pages.size());
    for (const auto& [page, at] : visits) visit(records, page, at);
    records.end();
  }

  assess::Assessment assess(const assess::AssessOptions& options = {}) {
    auto catalog = must(catalog::Writer::open(directory_.catalog_path()));
    must(keep::catch_up(directory_, catalog, {}));
    must(catalog.settle());
    return must(assess::assess(catalog.reader(), options));
  }

  // Share of the versions that existed from each page's first capture to the archive's last one.
  std::optional<double> completeness() const {
    Time last = 0;
    for (const auto& times : captures_)
      if (!times.empty()) last = std::max(last, times.back());
    quality::SiteTrack site;
    for (std::uint32_t page = 0; page < captures_.size(); ++page) {
      if (captures_[page].empty()) continue;
      quality::PageTrack track{.changes = lab::changes_of(history_, page),
                               .captures = captures_[page]};
      site.push_back(quality::clipped(track, {captures_[page].front(), last}));
    }
    return quality::unweighted_completeness(site);
  }

  // Crawls are numbered as they were made; the assessment must list all their pages.
  CrawlTruth truth_of(std::size_t number, const assess::CrawlQuality& said) const {
    CrawlTruth truth;
    const auto& captures = crawls_[number];
    const quality::Interval observation{on_axis(said.span.from), on_axis(said.span.until)};
    truth.blur = quality::exact_blur(lab::tracks(history_, captures), observation);
    const auto& as_of = said.coherent.as_of.span;
    const Time middle = (on_axis(as_of.from) + on_axis(as_of.until)) / 2;
    for (std::uint32_t page = 0; page < captures.size(); ++page) {
      if (captures[page].empty()) continue;
      const Time shown = captures[page][*quality::nearest(captures[page], middle)];
      const auto* then = history_.version_at(page, middle);  // none: not yet there
      truth.coherent +=
          then != nullptr && history_.version_at(page, shown)->content == then->content;
    }
    const PagesByPath pages = pages_by_path(history_);
    for (const assess::MovedPage& page : said.moved) {
      const bool known =
          page.grade == certificate::Grade::Proven || page.grade == certificate::Grade::Attested;
      if (!known) continue;
      truth.proofs.proven += page.grade == certificate::Grade::Proven;
      truth.proofs.attested += page.grade == certificate::Grade::Attested;
      judge_known(pages.at(path_of(page.url)), as_of, truth.proofs);
    }
    return truth;
  }

 private:
  // A page is known because captures around the interval agree; where the truth differs in it, a
  // change was undone between them, or the proof is wrong.
  void judge_known(std::uint32_t page, const certificate::Span& as_of, Proofs& proofs) const {
    const auto& captures = captures_[page];
    const auto after =
        std::lower_bound(captures.begin(), captures.end(), on_axis(as_of.until) - 1e-3);
    const auto before =
        std::upper_bound(captures.begin(), captures.end(), on_axis(as_of.from) + 1e-3);
    const auto* last = after == captures.end() ? nullptr : history_.version_at(page, *after);
    const auto* first =
        before == captures.begin() ? nullptr : history_.version_at(page, *std::prev(before));
    if (last != nullptr && first != nullptr && first->content == last->content) {
      proofs.undone += std::any_of(
          first, last, [&](const lab::Version& v) { return v.content != first->content; });
      return;
    }
    judge_stretch(history_, page, as_of, proofs);
  }

  void visit(CrawlRecords& records, std::uint32_t page, Time at) {
    const lab::Version* version = history_.version_at(page, at);
    if (version == nullptr) return;
    CrawlVisit visit{.url = history_.pages[page].name, .sent = instant_at(at)};
    if (dated_) visit.last_modified = http_date(instant_at(std::ceil(version->at)));
    auto& kept = kept_[page];
    const auto same = kept.find(version->content);
    if (same != kept.end())
      records.identical(visit, same->second, version->content == 0 ? 404 : 200);
    else
      kept.emplace(version->content,
                   records.whole(visit, fmt::format("{} {}", visit.url, version->content),
                                 version->content == 0 ? 404 : 200));
    captures_[page].push_back(at);
    crawls_.back()[page].push_back(at);
  }

  const lab::History& history_;
  const bool dated_;
  archive::Directory directory_;
  std::vector<std::vector<Time>> captures_;             // by page
  std::vector<std::vector<std::vector<Time>>> crawls_;  // by crawl and page
  std::vector<std::unordered_map<std::uint32_t, Kept>> kept_;
};

// One visit to each page that is alive, in an order by lot, one every `delay`.
inline std::vector<std::pair<std::uint32_t, Time>> round_of(const lab::History& history, Time start,
                                                            Duration delay, Rng& rng) {
  std::vector<std::uint32_t> pages;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    if (history.alive(page, start)) pages.push_back(page);
  rng.shuffle(std::span(pages));
  std::vector<std::pair<std::uint32_t, Time>> visits;
  visits.reserve(pages.size());
  for (const std::uint32_t page : pages) {
    visits.emplace_back(page, start);
    start += delay;
  }
  return visits;
}

// The same, then once more backwards: every page is seen on both sides of the middle.
inline std::vector<std::pair<std::uint32_t, Time>> there_and_back(const lab::History& history,
                                                                  Time start, Duration delay,
                                                                  Rng& rng) {
  auto visits = round_of(history, start, delay, rng);
  const auto once = visits.size();
  for (std::size_t i = once; i-- > 0;)
    visits.emplace_back(visits[i].first, start + delay * static_cast<double>(2 * once - 1 - i));
  return visits;
}

}  // namespace asof::test
