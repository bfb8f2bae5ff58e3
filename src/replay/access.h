// AccessRules: what of an archive may be shown. Replay, the CDX API and TimeMaps ask here, so that
// they never differ.
//
// A file has one rule per line, in the form that pywb's .aclj files have:
//
//   com,example)/private - {"access": "block", "reason": "court order 12/26", "date": "2026-11-02"}
//   com,example)/ - {"access": "exclude", "from": "2019", "to": "2020-06"}
//   org,news) - {"access": "embargo", "days": 365}
//   org,news)/open### - {"access": "allow"}
//
// The first word is a prefix of SURT keys, or with ### behind it one whole key; * is every key. A
// prefix that ends in a slash is a folder: com,example)/private/ is http://example.com/private/ and
// all below it, but not /private2. Of the rules whose prefix and dates fit a capture the one with
// the longest prefix decides; of equally long ones the last. "from" and "to" are dates of captures,
// both included. Empty lines and lines that begin with # are skipped. Without any rule that fits, a
// capture is allowed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace asof::replay {

enum class Access {
  Allow,
  Block,    // 451: there is something, and it is withheld
  Exclude,  // 404: as if there were nothing
};

struct AccessRule {
  std::size_t line = 0;  // of the file, from 1
  std::string key;       // prefix of SURT keys; empty means all
  bool whole = false;    // the key itself, not what begins with it
  Access access = Access::Allow;
  std::optional<Instant> from, to;   // of captures
  std::optional<std::int64_t> days;  // embargo: for so long after the capture
  std::string reason;
  std::string date;  // when it was decided, as written

  bool covers(std::string_view urlkey) const;
  bool fits(std::string_view urlkey, Instant at, Instant now) const;
};

class AccessRules final {
 public:
  // Errc::Invalid with `name` and the line of what is wrong.
  static Result<AccessRules> parse(std::string_view text, std::string_view name);
  // No file means no rules.
  static Result<AccessRules> load(const std::string& path);

  // The rule that decides on a capture; null where none fits. `now` is for embargoes.
  const AccessRule* find(std::string_view urlkey, Instant at, Instant now) const;
  Access judge(std::string_view urlkey, Instant at, Instant now) const;

  // Whether any rule may withhold captures of a key, or of some key that begins with a prefix.
  bool touches(std::string_view urlkey) const;
  bool touches_below(std::string_view prefix) const;

  const std::vector<AccessRule>& rules() const { return rules_; }

 private:
  std::vector<AccessRule> rules_;
};

// As the file has it: "allow", "block", "exclude", "embargo".
std::string_view name_of(const AccessRule& rule);

}  // namespace asof::replay
