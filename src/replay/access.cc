#include "replay/access.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/json_read.h"
#include "base/period.h"
#include "base/text.h"
#include "url/surt.h"

namespace asof::replay {
namespace {

constexpr std::int64_t kDay = 86'400'000;
constexpr std::string_view kWhole = "###";

Result<std::optional<Period>> date_of(const json::Field& rule, const std::string& name) {
  const auto field = TRY(rule.find(name));
  if (!field) return std::optional<Period>();
  const std::string text = TRY(field->text());
  const auto period = parse_period(text);
  if (!period) return field->wrong("\"" + text + "\" is no date; one is 2026-11-02");
  return period;
}

Result<std::string> text_of(const json::Field& rule, const std::string& name) {
  const auto field = TRY(rule.find(name));
  if (!field) return std::string();
  return field->text();
}

Result<void> read_access(AccessRule& rule, const json::Field& root) {
  const json::Field field = TRY(root.at("access"));
  const std::string access = TRY(field.text());
  const bool embargo = access == "embargo";
  if (access == "block")
    rule.access = Access::Block;
  else if (access == "exclude" || embargo)
    rule.access = Access::Exclude;
  else if (access != "allow")
    return field.wrong("\"" + access + "\" is none of allow, block, exclude, embargo");
  const auto days = TRY(root.find("days"));
  if (embargo != days.has_value())
    return field.wrong(embargo ? "an embargo needs \"days\"" : "\"days\" is for embargoes only");
  if (!days) return {};
  const double count = TRY(days->number({.least = 0, .most = 100'000}));
  rule.days = static_cast<std::int64_t>(count);
  if (static_cast<double>(*rule.days) != count) return days->wrong("this is no whole number");
  return {};
}

// A rule that can fit no capture would be believed to withhold something.
Result<void> check_key(std::string_view key) {
  if (key.find("://") != kNone)
    return Error{Errc::Invalid, fmt::format("\"{}\" is a URL; a rule begins with a SURT key, as "
                                            "'com,example)/' for example.com",
                                            to_utf8(key))};
  if (key != lower(key))
    return Error{Errc::Invalid,
                 fmt::format("\"{}\" fits nothing: keys have small letters only", to_utf8(key))};
  const std::size_t end = key.find(')');
  if (end == kNone) return {};
  const std::string_view site = key.substr(0, end);
  const std::size_t port = std::min(site.find(':'), end);
  std::string host;
  for (const std::string_view label : split(site.substr(0, port), ','))
    host = host.empty() ? std::string(label) : std::string(label) + "." + host;
  host += site.substr(port);
  const std::string right = url::surt_key("http://" + host + "/");
  if (right.starts_with(key.substr(0, end + 1))) return {};
  return Error{Errc::Invalid, fmt::format("\"{}\" fits nothing: the key of {} begins with \"{}\"",
                                          to_utf8(key), to_utf8(host), to_utf8(right))};
}

Result<AccessRule> parse_rule(std::string_view line) {
  const std::size_t space = line.find(' ');
  const std::size_t brace = line.find('{');
  if (space == kNone || brace == kNone || trim(line.substr(space, brace - space)) != "-")
    return Error{Errc::Invalid, R"(a rule is written so: com,example)/ - {"access": "block"})"};
  AccessRule rule;
  std::string_view key = line.substr(0, space);
  if (key.ends_with(kWhole)) {
    rule.whole = true;
    key.remove_suffix(kWhole.size());
  }
  if (key != "*") {
    TRY(check_key(key));
    rule.key = key;
  }
  const json::Document document = TRY(json::parse(line.substr(brace)));
  const json::Field root = document.root();
  TRY(root.only({"access", "from", "to", "days", "reason", "date"}));
  TRY(read_access(rule, root));
  if (const auto from = TRY(date_of(root, "from"))) rule.from = from->first;
  if (const auto to = TRY(date_of(root, "to"))) rule.to = to->last();
  if (rule.from && rule.to && *rule.to < *rule.from)
    return root.wrong("\"to\" lies before \"from\"");
  rule.reason = TRY(text_of(root, "reason"));
  TRY(date_of(root, "date"));
  rule.date = TRY(text_of(root, "date"));
  return rule;
}

}  // namespace

bool AccessRule::covers(std::string_view urlkey) const {
  if (whole) return urlkey == key;
  if (urlkey.starts_with(key)) return true;
  // The key of a folder's own page has no slash at its end.
  if (!key.ends_with('/')) return false;
  const std::string_view folder = std::string_view(key).substr(0, key.size() - 1);
  return urlkey.starts_with(folder) &&
         (urlkey.size() == folder.size() || urlkey[folder.size()] == '?');
}

bool AccessRule::fits(std::string_view urlkey, Instant at, Instant now) const {
  if (!covers(urlkey)) return false;
  if (from && at < *from) return false;
  if (to && at > *to) return false;
  return !days || now.ms - at.ms < *days * kDay;
}

Result<AccessRules> AccessRules::parse(std::string_view text, std::string_view name) {
  AccessRules rules;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line);
    if (line.empty() || line.starts_with('#')) continue;
    auto rule = parse_rule(line);
    if (!rule) return std::move(rule).error().within(fmt::format("{}:{}", name, number));
    rule->line = number;
    rules.rules_.push_back(std::move(*rule));
  }
  return rules;
}

Result<AccessRules> AccessRules::load(const std::string& path) {
  if (!exists(path)) return AccessRules();
  const std::string text = TRY(read_whole(path, std::uint64_t{16} << 20));
  return parse(text, path);
}

const AccessRule* AccessRules::find(std::string_view urlkey, Instant at, Instant now) const {
  const AccessRule* best = nullptr;
  for (const AccessRule& rule : rules_) {
    if (!rule.fits(urlkey, at, now)) continue;
    const bool longer = best == nullptr || rule.key.size() > best->key.size() ||
                        (rule.key.size() == best->key.size() && rule.whole >= best->whole);
    if (longer) best = &rule;
  }
  return best;
}

bool AccessRules::touches(std::string_view urlkey) const {
  return std::ranges::any_of(rules_, [&](const AccessRule& rule) {
    return rule.access != Access::Allow && rule.covers(urlkey);
  });
}

bool AccessRules::touches_below(std::string_view prefix) const {
  return touches(prefix) || std::ranges::any_of(rules_, [&](const AccessRule& rule) {
           return rule.access != Access::Allow && rule.key.starts_with(prefix);
         });
}

Access AccessRules::judge(std::string_view urlkey, Instant at, Instant now) const {
  const AccessRule* rule = find(urlkey, at, now);
  return rule == nullptr ? Access::Allow : rule->access;
}

std::string_view name_of(const AccessRule& rule) {
  if (rule.days) return "embargo";
  switch (rule.access) {
    case Access::Allow:
      return "allow";
    case Access::Block:
      return "block";
    case Access::Exclude:
      return "exclude";
  }
  return "";
}

}  // namespace asof::replay
