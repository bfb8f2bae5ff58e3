// assess: how good an archive is, from its catalog alone: ours or anybody's.
//
// Per crawl, as of which instant most of its pages are known to have stood together, by the grades
// of certificates; how far the rest is to be believed; which pages moved while it ran. Per site and
// for the archive, what share of the versions that existed was caught.
//
// What a certificate does not use is used here: captures of other crawls are evidence too, and so
// is Last-Modified where a site's changes have shown that it tells the truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/reader.h"
#include "certificate/standing.h"
#include "certificate/undone.h"
#include "quality/hidden.h"

namespace asof::assess {

struct AssessOptions {
  std::string key_prefix;         // only pages below it: a site's key, or part of one
  std::size_t worst = 10;         // pages listed per crawl
  std::size_t listed = 1000;      // crawls and sites listed, the largest; the rest is counted
  std::size_t learned = 100'000;  // pages that rates are learned from at most
};

// A page that moved, or was likely to move, while the crawl ran.
struct MovedPage {
  std::string url;
  certificate::Grade grade = certificate::Grade::Unknown;
  double probability = 0;     // that it held, at the instant, what the crawl shows; Likely only
  std::uint64_t changes = 0;  // seen while the crawl ran
  double rate = 0;            // per second
  double expected_blur = 0;

  bool moved() const { return changes > 0 || expected_blur >= .005; }  // worth telling people
};

// How pages of one crawl stand together: all of them, or those of one site.
struct Coherent {
  std::uint64_t pages = 0;
  double weight = 0;  // of the pages, by the importance of their changes
  certificate::AsOf as_of;
  double expected = 0;         // pages expected to have stood together then, those known included
  double expected_weight = 0;  // and their weight
  // Weight known over the stretch where that is largest; it may be another than `as_of`.
  double heaviest = 0;

  std::uint64_t known() const {
    return as_of.of(certificate::Grade::Proven).pages +
           as_of.of(certificate::Grade::Attested).pages;
  }
};

struct SiteOfCrawl {
  std::string site;  // host
  Coherent coherent;
};

struct CrawlQuality {
  std::string name;
  std::string label;
  certificate::Span span;  // from the first request to the last answer
  std::uint64_t captures = 0;
  std::uint64_t revisited = 0;  // pages it saw more than once
  Coherent coherent;
  // Changes between an instant of the crawl and the nearest of its captures, averaged over it.
  double expected_blur = 0;
  // Much of it of pages that changed at every look; how much more they did nobody can tell.
  bool at_least = false;
  double best_blur = 0;  // one visit a page at the same pace in the best order
  double expected_sharp =
      0;  // pages expected not to change between the captures around the instant
  std::vector<SiteOfCrawl> sites;  // most pages first
  std::uint64_t site_count = 0;
  std::vector<MovedPage> moved;  // most changes first, then most expected blur
};

// What share of the versions was caught: of all, and by the importance of the changes.
struct Completeness {
  quality::VersionCount versions;
  quality::VersionCount weighted;
  // Most changes were captured within two seconds of their Last-Modified: as they happened, or by a
  // server that dates whatever it is asked for. Looks like that say nothing of what was missed.
  bool on_change = false;
  std::optional<quality::ShareCaught> share() const { return of(versions); }
  std::optional<quality::ShareCaught> weighted_share() const { return of(weighted); }

 private:
  std::optional<quality::ShareCaught> of(const quality::VersionCount& count) const {
    return on_change ? std::nullopt : quality::share_caught(count);
  }
};

struct SiteQuality {
  std::string site;  // host
  std::uint64_t pages = 0;
  std::uint64_t seen_once = 0;
  Completeness completeness;
  double clustering = 1;  // how many times the spread of pages that change apart
  // Means over its crawls, of shares of pages: known as of one instant, expected to stand together.
  std::uint64_t crawls = 0;
  double known = 0;
  double coherent = 0;
  double coherent_weight = 0;
  certificate::Undone undone;       // changes that brought earlier content back
  bool dates_trusted = false;       // Last-Modified
  bool validators_trusted = false;  // 304
  bool validators_lied = false;
};

struct Assessment {
  std::uint64_t pages = 0;  // URLs whose content was captured, or said to be gone
  std::uint64_t seen_once = 0;
  std::uint64_t others = 0;        // URLs that are no pages: robots.txt, sitemaps, other schemes
  std::uint64_t copies = 0;        // captures whose record lies in another file, too; not counted
  std::uint64_t weak_digests = 0;  // captures known to be equal by another digest than SHA-256
  std::uint64_t undated = 0;       // captures whose record does not say when the last byte came
  bool weighed = false;            // changes have importance; else every page weighs the same
  Completeness completeness;
  certificate::Undone undone;  // of all sites
  // Means over sites.
  double known = 0;
  double coherent = 0;
  double coherent_weight = 0;
  std::vector<CrawlQuality> crawls;  // latest first
  std::uint64_t crawl_count = 0;
  std::vector<SiteQuality> sites;  // most pages first
  std::uint64_t site_count = 0;
};

// The catalog is settled. Two passes over its captures; memory grows with the pages of each crawl,
// by some 200 bytes.
Result<Assessment> assess(const catalog::Reader& catalog, const AssessOptions& options = {});

}  // namespace asof::assess
