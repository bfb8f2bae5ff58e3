// Planted edits: changes of real pages that are known beforehand, and whether a delta names them.
//
// What is right is decided from the old page alone: a section that is a block of its own is
// inserted, deleted and moved as one; what is smaller than a block is an edit of its contents.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "delta/delta.h"
#include "page_history.h"
#include "planted_source.h"

namespace asof::test::planted {

// Words that the page does not have.
class FreshWords final {
 public:
  FreshWords(const Seen& seen, std::uint64_t seed);
  std::string word(std::size_t letters);
  std::string words(std::size_t count);
  std::string path();  // of an address
  std::string image();
  // Text in which every word of more than three letters is another one.
  std::string instead_of(std::string_view text);
  // The same for markup: texts, addresses, ids.
  std::string markup_instead_of(std::string_view html);

 private:
  std::set<std::string> used_;
  std::map<std::string, std::string> instead_;
  Rng rng_;
};

struct Splice {
  std::size_t begin = 0, end = 0;
  std::string text;
};

// An operation that a delta ought to have.
struct Expected {
  std::string operation;  // as in name(): "block move", "link update"
  Bag before;             // of a block: of what it takes; of a content: planted words that went
  Bag after;              // that came
  std::string address;    // of a link or an image, how it ends
  Bag instead;            // of a move: what might as well have moved the other way
};

struct Plan {
  std::string what;
  std::vector<Splice> splices;
  std::vector<Expected> expected;
  std::set<block::BlockId> touched;  // leaves

  bool apart_from(const Plan& other) const;
};

// The kinds of edits there are, and one of a kind on a page, if it has a place for it.
const std::vector<std::string_view>& kinds();
std::optional<Plan> plan(std::string_view kind, const Seen& seen, FreshWords& fresh, Rng& rng);
Plan joined(const Plan& a, const Plan& b);
std::string applied(const Plan& plan, const std::string& html);

// Per operation.
struct Count {
  std::size_t planted = 0, found = 0, named = 0, right = 0;

  double precision() const;
  double recall() const;
  void add(const Count& other);
};
struct Verdict {
  std::map<std::string, Count> counts;
  std::vector<std::string> missed, wrong;  // in words
  bool applies = false;                    // the delta gives the new version's blocks
};
Verdict judge(const Plan& plan, const block::BlockTree& old, const block::BlockTree& fresh);

// One edit of each kind and a few of several, each compared with the page.
struct Trial {
  std::string kind;  // "several": two or three
  Plan plan;
  std::string html;
  Verdict verdict;
};
std::vector<Trial> trials(const Page& page, std::uint64_t seed);

// Pages of a history, each as it was at one time; the history must outlive them.
std::vector<Page> history_pages(PageHistory& history, std::size_t most);
// Pages of documentation that Debian packages, as many of each package that is installed.
enum class Packages { All, Installed };  // by ./asof test
std::vector<Page> documentation_pages(std::size_t each, Packages which);

}  // namespace asof::test::planted
