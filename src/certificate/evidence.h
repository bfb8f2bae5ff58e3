// Evidence: what the WARC files of one crawl say about when each page held what. Values only, as
// read; what follows from them is certify()'s.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace asof::certificate {

// A WARC file the evidence lies in.
struct File {
  std::string name;
  std::uint64_t size = 0;
  std::string sha256;    // of all its bytes, lower-case hexadecimal
  bool earlier = false;  // not of this crawl: it holds originals that revisits refer to

  bool operator==(const File&) const = default;
};

// Where a record lies, and what it says of itself.
struct Locator {
  std::uint32_t file = 0;  // index into Evidence::files
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string id;              // WARC-Record-ID without brackets
  std::string block_digest;    // as declared
  std::string payload_digest;  // as declared

  bool operator==(const Locator&) const = default;
};

// What identifies the content a server gave: equal only where the status, every byte of the body
// and, for redirects, the target are.
struct Content {
  int status = 0;
  std::string sha256;    // of the body without its transfer coding, lower-case hexadecimal
  std::string location;  // as sent; redirects only

  bool operator==(const Content&) const = default;
};

struct Validators {
  std::string etag;           // as sent, white space trimmed; empty: none
  std::string last_modified;  // as sent

  bool empty() const { return etag.empty() && last_modified.empty(); }
  bool operator==(const Validators&) const = default;
};

enum class Purpose : std::uint8_t {
  Visit,    // discover or capture
  Revisit,  // whether it is still what was captured
  Audit,    // a full request right after an answer by validators, to see whether that was true
};

enum class Answer : std::uint8_t {
  Whole,        // a complete body, stored here or with the original it equals
  NotModified,  // 304
  Incomplete,   // a body that was cut off, or cannot be trusted to be whole
  Failed,       // no answer
};

// The response a revisit refers to.
struct Original {
  std::string url;
  Locator record;
  Content content;
  Validators validators;

  bool operator==(const Original&) const = default;
};

// One request for a page and what came of it. What the server held at some instant from `sent` to
// `received` is what it answered.
struct Sighting {
  Instant sent;      // the request was begun
  Instant received;  // its last byte was there, or it had failed
  Purpose purpose = Purpose::Visit;
  Answer answer = Answer::Failed;
  Content content;  // what came; the status alone unless Whole
  Validators validators;
  std::optional<Instant> modified;  // Last-Modified as a date
  Validators asked;                 // what the request was made conditional on
  std::optional<Original> original;
  Locator record;      // of the answer, or of the visit's first record where there was none
  std::string reason;  // for people, where something was wrong

  bool operator==(const Sighting&) const = default;
};

struct PageEvidence {
  std::string url;
  double weight = 1;                // importance, > 0
  std::optional<double> rate;       // expected changes per second, as the crawl believed
  std::uint32_t depth = 0;          // hops from a seed
  bool requisite = false;           // fetched because another page needs it
  std::vector<Sighting> sightings;  // by `sent`

  bool operator==(const PageEvidence&) const = default;
};

// Something in the files that is not what it claims to be. What it concerns is not used.
struct Fault {
  std::string file;
  std::uint64_t offset = 0;
  std::string url;  // empty where none is known
  std::string what;

  bool operator==(const Fault&) const = default;
};

// Links that were found and not followed, all for one reason.
struct Unfollowed {
  std::string reason;       // a word: "outside", "excluded"
  std::uint64_t count = 0;  // as often as they were found

  bool operator==(const Unfollowed&) const = default;
};

// What a crawl met and did not ask for.
struct LeftOut {
  std::uint64_t known = 0;        // addresses that belonged to it, asked for or not
  std::uint64_t refused = 0;      // those of them that robots.txt forbade
  std::vector<Unfollowed> links;  // by reason

  bool operator==(const LeftOut&) const = default;
};

struct Evidence {
  std::string crawl;
  std::string strategy;
  std::string software;
  std::string user_agent;
  std::string operator_name;
  std::string robots;  // "obey" or "ignore"
  std::string ended;   // "done", "limit", "interrupted"; empty where the crawl does not say
  std::string reason;
  std::optional<LeftOut> left_out;  // where the crawl says
  std::string clock;  // how the machine's was set meanwhile; empty where the crawl says nothing
  // What earlier crawls of these sites saw, as this one says: changes of pages that had changed
  // before, and those of them that brought earlier content back.
  std::uint64_t earlier_chances = 0;
  std::uint64_t earlier_returned = 0;
  std::vector<File> files;          // those of the crawl by name, then earlier ones by name
  std::vector<PageEvidence> pages;  // in the order they were first requested
  std::vector<Fault> faults;
  // Addresses of pages that must be consistent with each other, set by set.
  std::vector<std::vector<std::string>> together{};
};

// The authority of a URL, lower case, without user information: what validators are trusted by.
std::string site_of(std::string_view url);

// 404 and 410: the answer says that there is no such page.
bool is_gone(const Content& content);
// A whole answer that tells what the page held: 2xx, a redirect, or gone. Refusals, overload and
// server errors tell nothing.
bool tells_content(const Sighting& sighting);

}  // namespace asof::certificate
