// Guide: which version of a page a link leads to, asked of an archive.
//
//   guide::Learner learner(path);
//   guide::Guide guide(catalog, {.learner = &learner});
//   auto advice = TRY(guide.advise({.url = link, .at = asked, .source = {{page, seen}}}));
//   if (advice) show(advice->capture, advice->sentence);
//
// src/navigate knows how to choose among the captures of two pages; here those are read from the
// catalog. How often the pages change is learned from them alone until the learner knows their
// site. Belongs to one thread, as its reader does.
//
// A probability is shown as a percentage only where the archive's own evidence calibrates it: its
// site is known, the version is the one that likelihood chooses, and hidden captures leave the
// number within .07 (navigate::Correction::holds). Else words are shown, and the advice says why.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "catalog/reader.h"
#include "guide/learner.h"
#include "guide/track.h"
#include "navigate/composite.h"

namespace asof::guide {

// The page that a reader comes from, or that shows what is asked for.
struct Source {
  std::string url;
  Instant at;  // of its capture
};

struct Query {
  std::string url;
  Instant at;                    // the time that the reader asked for
  std::optional<Source> source;  // without it the nearest capture is taken, whatever the policy
  std::string_view policy = "likelihood";  // a name of navigate::reader_policies()
  bool embedded = false;                   // a part of the source, not a page that it links to
};

// Whether the version chosen and the version of the source were online together.
enum class Verdict {
  Alone,     // there is no source
  Certain,   // both were seen on both sides of one instant
  Probable,  // more likely than not by far
  Possible,  // it may be so or not
  Conflict,  // the evidence says that they were not
  Unknown,   // nothing is known about the source
};
std::string_view name_of(Verdict verdict);
// In words: what a probability of having been online together is called.
Verdict verdict_of(double probability);

using navigate::Composite;
std::string_view name_of(Composite state);

// Consecutive captures that show one version.
struct Candidate {
  Instant first, last;
  std::size_t run = 0;  // its number among all of the page
  std::uint64_t captures = 0;
  int status = 0;
  std::optional<Instant> modified;    // begun then, by a Last-Modified that can be true
  std::optional<double> probability;  // of having been online with the source; nothing: no source
  std::optional<double> shown;        // the percentage, as a share; nothing: words
  bool chosen = false;
};

struct Advice {
  catalog::Capture capture;
  std::string policy;
  Verdict verdict = Verdict::Alone;
  std::optional<double> probability;  // a percentage to show, as a share; nothing: words
  std::string why_words;              // why there is none, as a sentence; empty where it is clear
  bool loops = false;                 // a redirect that only leads back here; nothing else is known
  std::optional<Composite> composite;  // of a part
  std::string sentence;                // for people: what is known, with times
  std::vector<Candidate> candidates;   // those next to the one chosen, by time
};

// A whole site as of one instant (navigate/snapshot.h).
struct SitePage {
  std::string url;
  std::optional<Instant> at;  // of its capture; nothing: it has none
  double probability = 0;     // that this version was online at the instant, as the model has it
};
struct SiteSnapshot {
  Instant at;         // the best instant near the one asked for; reading at it opens the snapshot
  double score = 0;   // pages expected to have been online as shown
  double damage = 0;  // and pages expected not to
  std::uint64_t left_out = 0;  // pages of the site that were not looked at
  std::vector<SitePage> pages;
};

struct GuideOptions {
  MayShow may_show{};
  Learner* learner = nullptr;  // shared by threads; without it there are words only
};

class Guide final {
 public:
  // The reader and the learner must outlive it.
  explicit Guide(const catalog::Reader& catalog, GuideOptions options = {})
      : catalog_(catalog), options_(std::move(options)) {}

  // Nothing where no capture may be shown.
  //
  // Of URLs with one key the captures of exactly this URL count, if there are any. A captured error
  // does not win over a good capture: answers of 5xx say nothing about a page, and one of 4xx
  // counts only where the page was gone on both sides of the instant. A redirect to the URL itself
  // is no answer, nor is one that leads back to it by others, while there is a better one.
  //
  // Parts of a page are chosen for the instant of the page's capture, all of them for the same one:
  // so they fit each other, too.
  Result<std::optional<Advice>> advise(const Query& query);

  // Of a host's key (site_key), the best instant within `window` seconds of `at`. Nothing where the
  // site is not known yet; it is being learned.
  std::optional<SiteSnapshot> snapshot(const std::string& key, Instant at, Duration window);

 private:
  struct Pair;
  struct Judged;

  Result<std::shared_ptr<const Track>> track(const std::string& url);
  Result<std::shared_ptr<const Track>> track_without_loops(const std::string& url, bool& loops);
  Result<bool> leads_in_a_circle(const catalog::Capture& redirect);
  Result<void> notice_growth();
  Pair pair_of(const Query& query, const Track& source, const Track& link);

  const catalog::Reader& catalog_;
  GuideOptions options_;
  std::optional<std::int64_t> generation_;
  // The tracks last asked for; a walk comes back to them. Forgotten when the catalog grows.
  std::list<std::pair<std::string, std::shared_ptr<const Track>>> recent_;
};

}  // namespace asof::guide
