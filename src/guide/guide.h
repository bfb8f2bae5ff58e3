// Guide: which version of a page a link leads to, asked of an archive.
//
//   guide::Guide guide(catalog);
//   auto advice = TRY(guide.advise({.url = link, .at = asked, .source = {{page, seen}}}));
//   if (advice) show(advice->capture, advice->sentence);
//
// src/navigate knows how to choose among the captures of two pages; here those are read from the
// catalog, and how often the pages change is learned from them. Belongs to one thread, as its
// reader does.
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
#include "guide/track.h"

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

// How a part fits its page, by times alone (Ainsworth, Nelson and Van de Sompel 2015).
enum class Composite { Coherent, PossiblyCoherent, ProbablyViolative, Violative };
std::string_view name_of(Composite state);

// Consecutive captures that show one version.
struct Candidate {
  Instant first, last;
  std::uint64_t captures = 0;
  int status = 0;
  std::optional<Instant> modified;    // begun then, by a Last-Modified that can be true
  std::optional<double> probability;  // of having been online with the source; nothing: no source
  bool chosen = false;
};

struct Advice {
  catalog::Capture capture;
  std::string policy;
  Verdict verdict = Verdict::Alone;
  std::optional<Composite> composite;  // of a part
  std::string sentence;                // for people: what is known, with times
  std::vector<Candidate> candidates;   // those next to the one chosen, by time
};

class Guide final {
 public:
  // Which captures may be shown; others are as if they were not there.
  using MayShow = std::function<bool(const catalog::Capture&)>;

  // The reader must outlive it.
  explicit Guide(const catalog::Reader& catalog, MayShow may_show = {})
      : catalog_(catalog), may_show_(std::move(may_show)) {}

  // Nothing where no capture may be shown.
  //
  // Of URLs with one key the captures of exactly this URL count, if there are any. A captured error
  // does not win over a good capture: answers of 5xx say nothing about a page, and one of 4xx
  // counts only where the page was gone on both sides of the instant. A redirect to the URL itself
  // is no answer.
  Result<std::optional<Advice>> advise(const Query& query);

 private:
  Result<std::shared_ptr<const Track>> track(const std::string& url);

  const catalog::Reader& catalog_;
  MayShow may_show_;
  // The tracks last asked for; a walk comes back to them.
  std::list<std::pair<std::string, std::shared_ptr<const Track>>> recent_;
};

}  // namespace asof::guide
