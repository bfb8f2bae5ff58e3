// robots.txt as RFC 9309 has it, with the extensions everybody uses: Crawl-delay and Sitemap.
//
// Parsing never fails: what cannot be understood is passed over, as §2.2 asks. Values in, values
// out; who fetches the file and for how long it holds is the crawler's business.
// docs/conformance-robots.md says where the standard leaves a choice and what was chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asof::robots {

// What is read of a file; the standard wants at least 500 KiB. A line cut by this does not count.
inline constexpr std::size_t kMostRead = std::size_t{1} << 20;
// What one question may search: bytes of the target, once for each pattern with a star that could
// fit. No file that is meant to be read comes near it; one that is not refuses.
inline constexpr std::size_t kMostSearched = std::size_t{16} << 20;

struct Answer {
  bool allowed = true;
  std::string_view rule{};  // the line that decided, as written; empty where none did
  std::uint32_t line = 0;   // its number, from 1; 0 where none did
};

class Rules final {
 public:
  Rules() = default;  // everything is allowed
  // The rules for a product token ("asof") in a file's bytes: its own groups merged, else those of
  // "*". A byte order mark, UTF-16 and any line ends are understood.
  static Rules parse(std::string_view file, std::string_view token);
  // Nothing is allowed but /robots.txt itself: what a server in trouble means (§2.3.1.4). `why` is
  // given as the rule of every refusal.
  static Rules refuse_all(std::string_view why);

  // `target` is path and query of a URL as it is requested. The longest rule wins, Allow on a tie.
  // Linear in rules and length whatever the patterns. Views into these Rules.
  // Whoever fetches a robots.txt for its rules does not ask: that is always allowed (§2.2.2).
  Answer ask(std::string_view target) const;

  std::optional<double> crawl_delay() const { return crawl_delay_; }      // seconds, as stated
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }  // as written, each once

 private:
  struct Rule {
    std::uint32_t pattern = 0;  // where it begins in text_, percent-encoding normalised
    std::uint32_t pattern_length = 0;
    std::uint32_t literal_length = 0;  // of it before the first star or the final dollar
    std::uint32_t shown = 0;           // where the line begins in text_
    std::uint32_t shown_length = 0;
    std::uint32_t line = 0;
    bool allow = false;
  };
  class Reader;

  std::string text_;
  std::vector<Rule> rules_;  // the one that wins first
  std::optional<double> crawl_delay_;
  std::vector<std::string> sitemaps_;
};

// What X-Robots-Tag fields and <meta name=robots> say to a crawler.
struct Directives {
  bool noindex = false;
  bool nofollow = false;
  bool noarchive = false;

  friend bool operator==(const Directives&, const Directives&) = default;
};
// One field's value, as far as it speaks to everybody or to `token`: "otherbot: noindex" does not.
Directives parse_x_robots_tag(std::string_view value, std::string_view token);

}  // namespace asof::robots
