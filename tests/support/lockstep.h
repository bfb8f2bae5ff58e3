// A live crawl and a simulated one of the same history from the same instant, side by side: the
// laboratory's strategies must make the same visits in both worlds, to the second.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "archive/directory.h"
#include "base/random.h"
#include "capture/notes.h"
#include "certificate/certify.h"
#include "certificate/json.h"
#include "crawl/crawl.h"
#include "lab/history_reader.h"
#include "lab/origin.h"
#include "lab/simulate.h"
#include "lab/training.h"
#include "schedule/registry.h"
#include "schedule/requisites.h"
#include "support/proofs.h"
#include "support/result.h"
#include "verify/gather.h"
#include "warc/reader.h"

namespace asof::test {

struct LockstepRun {
  std::string strategy;
  double delay = 60;
  Time at = 0;
  double extra = -1;  // share of the pages; below 0: as the strategy has it
  bool requisites = true;
  bool importance = false;  // changes are compared while the crawl runs
  std::string audit = "0";  // of answers "not modified"; audits are visits the laboratory lacks
};

// What a visit's metadata record says about its change.
struct ToldChange {
  Time at = 0;
  std::string path;
  std::optional<double> importance;
};

// A visit: when, and to which path.
using Visits = std::vector<std::pair<Time, std::string>>;

struct Lockstep {
  Visits lab, live;
  std::vector<std::vector<Time>> lab_captures, live_captures;  // by page of the history
  std::vector<std::uint32_t> scope;
  std::vector<ToldChange> told;  // by the live crawl, one for each visit, in their order
  Proofs proofs;
  bool withdrawn = false;  // a site whose word does not count although it was asked for
  certificate::Certificate certificate;
  std::string failure;  // of the crawl; empty: none

  // The first visit in which they differ, in words; empty where they are equal.
  std::string difference() const {
    if (!failure.empty()) return failure;
    for (std::size_t i = 0; i < std::max(lab.size(), live.size()); ++i) {
      if (i < lab.size() && i < live.size() && lab[i] == live[i]) continue;
      auto text = [](const Visits& visits, std::size_t n) {
        return n < visits.size() ? fmt::format("{} at {:.3f}", visits[n].second, visits[n].first)
                                 : std::string("nothing");
      };
      return fmt::format("visit {} of {} and {}: lab {}, live {}", i, lab.size(), live.size(),
                         text(lab, i), text(live, i));
    }
    return {};
  }
};

inline bool needs_all(const std::string& strategy) {
  const auto* row = schedule::find_strategy(strategy);
  return row != nullptr && (row->needs & schedule::kAllPages) != 0;
}

class LockstepWorld final {
 public:
  // `history` must have been read with its dead links. The origin serves the same file.
  LockstepWorld(const lab::History& history, lab::Origin& origin, std::filesystem::path folder)
      : history_(history),
        origin_(origin),
        folder_(std::move(folder)),
        middle_(history.from + (history.until - history.from) / 2),
        training_(lab::train(history, history.from, middle_)) {}

  Time middle() const { return middle_; }

  Lockstep run(const LockstepRun& wanted, std::uint64_t seed) {
    Lockstep both;
    const auto depth = lab::depths(history_, wanted.at);
    for (std::uint32_t page = 0; page < history_.pages.size(); ++page)
      if (history_.alive(page, wanted.at) && depth[page] != ~std::uint32_t{0})
        both.scope.push_back(page);
    std::vector<std::uint32_t> known = {history_.entry};
    if (needs_all(wanted.strategy)) {
      known = both.scope;
      Rng(seed).shuffle(std::span(known));
    }
    simulate(wanted, known, both);
    crawl(wanted, known, both);
    return both;
  }

 private:
  void simulate(const LockstepRun& wanted, const std::vector<std::uint32_t>& known,
                Lockstep& both) {
    schedule::Tuning tuning;
    if (wanted.extra >= 0) {
      tuning.extra_given = true;
      tuning.extra = extra_of(wanted, both);
    }
    auto strategy = schedule::make_strategy(wanted.strategy, tuning).value();
    if (wanted.requisites) strategy = schedule::with_requisites(std::move(strategy));
    schedule::EveryAllocator allocator;
    both.lab_captures = lab::simulate(
        {.history = &history_,
         .strategy = std::move(strategy),
         .outlook = {.pages = both.scope.size(), .delay = wanted.delay, .start = wanted.at},
         .known = known,
         .believe =
             [&](schedule::SiteId, std::uint32_t page) {
               return schedule::Page{.rate = training_.rates[page]};
             }},
        allocator);
    for (std::uint32_t page = 0; page < both.lab_captures.size(); ++page)
      for (Time at : both.lab_captures[page])
        both.lab.emplace_back(at, path_of(history_.pages[page].name));
    std::sort(both.lab.begin(), both.lab.end());
  }

  static std::uint64_t extra_of(const LockstepRun& wanted, const Lockstep& both) {
    return static_cast<std::uint64_t>(
        std::llround(wanted.extra * static_cast<double>(both.scope.size())));
  }

  void crawl(const LockstepRun& wanted, const std::vector<std::uint32_t>& known, Lockstep& both) {
    const auto archive = folder_ / "archive";
    std::filesystem::remove_all(archive);
    const std::string rates = (folder_ / "rates.json").string();
    write_rates(rates);
    crawl::Options options;
    options.seeds = {origin_.base() + path_of(history_.pages[history_.entry].name)};
    options.given = {{"strategy", wanted.strategy},
                     {"delay", fmt::format("{}s", wanted.delay)},
                     {"scope", "host"},
                     {"embeds", "0"},
                     {"robots", "ignore"},
                     {"traps", "ignore"},
                     {"audit", wanted.audit},
                     {"tries", "1"},
                     {"free-disk", "0"},
                     {"size", std::to_string(both.scope.size())},
                     {"requisites", wanted.requisites ? "with-page" : "as-pages"},
                     {"rates", rates}};
    if (wanted.extra >= 0)
      options.given.emplace_back(
          "revisit", fmt::format("{:.17g}", static_cast<double>(extra_of(wanted, both)) /
                                                static_cast<double>(both.scope.size())));
    if (wanted.importance) options.given.emplace_back("importance", "compare");
    if (needs_all(wanted.strategy)) {
      const std::string list = (folder_ / "known.txt").string();
      write_known(list, known);
      options.given.emplace_back("known", list);
      options.seeds = {origin_.base() + path_of(history_.pages[known.front()].name)};
    }
    options.clock = origin_.clock_url();
    static_cast<void>(origin_.restart(wanted.at));
    static_cast<void>(origin_.take_log());
    auto directory = archive::Directory::open(archive.string(), archive::Directory::Access::Write);
    if (!directory) {
      both.failure = directory.error().what;
      return;
    }
    auto ended = crawl::crawl(*directory, options);
    if (!ended) both.failure = ended.error().what;
    if (ended && ended->reason != crawl::EndReason::Done) both.failure = ended->why;
    if (both.failure.empty()) judge_certificate(*directory, *ended, both);
    if (both.failure.empty() && wanted.importance) read_told(*directory, *ended, both);
    both.live_captures.resize(history_.pages.size());
    const PagesByPath by_path = pages_by_path(history_);
    for (const lab::OriginVisit& visit : origin_.take_log()) {
      both.live.emplace_back(visit.at, visit.target);
      const auto page = by_path.find(visit.target);
      if (page != by_path.end()) both.live_captures[page->second].push_back(visit.at);
    }
    std::stable_sort(both.live.begin(), both.live.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  void judge_certificate(const archive::Directory& directory, const crawl::CrawlSummary& ended,
                         Lockstep& both) const {
    std::ifstream file(ended.certificate);
    const std::string json((std::istreambuf_iterator<char>(file)), {});
    // What was gathered while it was written must be what the files say.
    const auto evidence = verify::gather(directory, ended.name);
    if (!evidence || json != certificate::to_json(certificate::certify(*evidence)))
      both.failure = "the certificate is not what follows from the files";
    const auto certificate = certificate::parse(json);
    if (!certificate) {
      both.failure = certificate.error().what;
      return;
    }
    both.proofs = judge(history_, *certificate);
    for (const auto& site : certificate->sites)
      both.withdrawn = both.withdrawn || (site.answers > 0 && !site.granted());
    both.certificate = *certificate;
  }

  static void read_told(const archive::Directory& directory, const crawl::CrawlSummary& ended,
                        Lockstep& both) {
    for (const std::string& name : must(verify::crawl_files(directory, ended.name))) {
      const auto file = must(FileSource::open(directory.warc_path(name)));
      warc::Reader reader(file, [](const warc::Damage&) {});
      while (const warc::Record* record = must(reader.next())) {
        if (record->type() == warc::Type::Metadata) {
          const std::string url(record->target_uri());
          const Time at = on_axis(record->date().value());
          std::string block;
          for (auto piece = must(reader.read()); !piece.empty(); piece = must(reader.read()))
            block += piece;
          const auto notes = capture::read_notes(url, block);
          if (!notes.end) both.told.push_back({at, path_of(url), notes.importance});
        }
        must(reader.finish());
      }
    }
  }

  void write_rates(const std::string& path) const {
    std::ofstream out(path);
    out << "{\"rates\":{";
    for (std::uint32_t page = 0; page < history_.pages.size(); ++page)
      out << fmt::format("{}\"{}{}\":{:.17g}", page == 0 ? "" : ",", origin_.base(),
                         path_of(history_.pages[page].name), training_.rates[page]);
    out << "}}";
  }

  void write_known(const std::string& path, const std::vector<std::uint32_t>& known) const {
    std::ofstream out(path);
    for (std::uint32_t page : known)
      out << origin_.base() << path_of(history_.pages[page].name) << "\n";
  }

  const lab::History& history_;
  lab::Origin& origin_;
  const std::filesystem::path folder_;
  const Time middle_;
  const lab::Training training_;
};

}  // namespace asof::test
