// Noise: what changes on pages without meaning anything: dates, counters, tokens, advertisements.
//
// One list of rules, each with a name, so that whoever leaves something out can say why.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace asof::noise {

// Changes whenever an answer of this module may.
inline constexpr int kNoiseVersion = 2;

// A piece of a text that means nothing by itself.
struct Piece {
  std::size_t begin = 0;  // bytes of the text
  std::size_t end = 0;
  std::string_view rule;  // "date", "time", "age", "stamp", "counter", "token"
  // A date that the reader is told: in a sentence, of a term or a revision ("until 1 March", "last
  // revised"), or hours between which something is open.
  bool told = false;
};
// Dates and times of day in the common written forms of a dozen languages, ages ("3 hours ago"),
// stamps ("Generated on ...", "© 2026"), counters ("1,234 views"), long tokens of mixed letters
// and digits. In order, apart. A version ("1.15.2"), a price, an amount in a sentence, a bare year
// or weekday is not noise. In time linear in the text.
std::vector<Piece> noise_in(std::string_view text);

// The text without its noise, white space folded. What the reader is told stays.
std::string without_noise(std::string_view text);

// The address without session identifiers, tracking parameters, cache busters and fragments (but
// with those that begin with "#!", which name pages). A mail address that Cloudflare scrambled is
// written as "mailto:". Cleaning twice is cleaning once.
std::string clean_address(std::string_view address);
// The mail address that Cloudflare's scrambling stands for, a new one in each answer; or empty.
std::string unscrambled_mail(std::string_view hexadecimal);
// What a picture is called, whatever its size, format and server: without the query, the ending,
// "-300x200" and the hashes that builds put into names. Two pictures of one name are one. Of what
// has no ending of a picture the clean address.
std::string picture_name(std::string_view address);

// A box that asks for consent to cookies, by its class and id.
bool asks_for_consent(std::string_view marks);

struct AdRules {
  std::vector<std::string> hosts;          // and what lies below them
  std::vector<std::string> patterns;       // parts of an address, lower case
  std::vector<std::pair<int, int>> sizes;  // width, height of standard advertisements
  std::vector<std::string> marks;          // words of class and id attributes
};
const AdRules& default_ad_rules();
// The default rules and those of a text, one a line: "host DOMAIN", "pattern PART", "size
// WIDTHxHEIGHT", "mark WORD"; "only" leaves the default ones out. Empty lines and what follows a
// "#" at a line's beginning say nothing. Errc::Invalid names the file and the line.
Result<AdRules> read_ad_rules(std::string_view text, std::string_view file);

struct Suspect {
  std::string_view address;
  std::string_view marks;  // class and id, if known
  int width = 0;           // 0: unknown
  int height = 0;
  std::string_view page;  // the page it stands on: a size alone convicts only strangers
};
// The rule that says so, or empty.
std::string_view advertisement(const Suspect& suspect, const AdRules& rules = default_ad_rules());

}  // namespace asof::noise
