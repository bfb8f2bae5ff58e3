// History: the truth about a site: every version of every page, and when each began. The
// laboratory's ground, whether read from a WARC that holds every version or made up by a generator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/axis.h"
#include "quality/track.h"
#include "schedule/strategy.h"

namespace asof::lab {

using Links = std::vector<std::uint32_t>;  // indices of pages, in the order of the page, no repeats
using Embeds = std::vector<bool>;          // of links: which of them are needed to show the page

// What a page says of another: equal numbers mean the same words.
struct Saying {
  std::uint32_t page = 0;
  std::uint64_t says = 0;
};

struct Version {
  Time at = 0;                // it is what the page shows from here to the next version
  std::uint32_t content = 0;  // equal numbers mean equal bytes, within one page; 0: not there
  std::uint32_t links = 0;    // index into History::links
  double importance = 1;      // of the change that made it, 0..1
};

struct HistoryPage {
  std::string name;  // its URL, or a made-up name
  std::string mime;
  double weight = 1;
  std::vector<Version> versions;  // in order; the first may lie before the history's start
};

struct History {
  std::string name;
  Time from = 0;
  Time until = 0;
  std::uint32_t entry = 0;                     // the page a crawl starts from
  std::vector<std::uint32_t> further_entries;  // it starts from these, too: of other hosts
  std::vector<HistoryPage> pages;
  std::vector<Links> links = {{}};  // link lists; the first is empty
  std::vector<Embeds> embeds;       // beside links; lists may be missing where nothing is embedded
  std::vector<std::vector<Saying>> sayings;  // beside links, each by page; may be missing likewise

  std::vector<std::uint32_t> entries() const;  // all of them

  // What a page shows at a time; null before its first version. A deleted page shows content 0.
  const Version* version_at(std::uint32_t page, Time at) const;
  bool alive(std::uint32_t page, Time at) const;
  const Links& links_at(std::uint32_t page, Time at) const;
  // Which of links_at() are images, styles and the like, by the first link to each; empty where
  // none is.
  const Embeds& embeds_at(std::uint32_t page, Time at) const;
};

// Times at which a page changed after `from` and at or before `until`. What it showed at the
// history's start is no change.
std::vector<quality::Change> changes_of(const History& history, std::uint32_t page,
                                        Time from = -kNever, Time until = kNever);
std::vector<Time> change_times(const History& history, std::uint32_t page, Time from = -kNever,
                               Time until = kNever);

// The pages of which the later of two versions of a page has something new to say: a link that was
// not there, or other words beside it. In order.
std::vector<std::uint32_t> news_of(const History& history, const Version& before,
                                   const Version& after);

// Hops from the nearest entry page by the links of that time; ~0 where it cannot be reached.
std::vector<std::uint32_t> depths(const History& history, Time at);

}  // namespace asof::lab
