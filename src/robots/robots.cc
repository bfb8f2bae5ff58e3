#include "robots/robots.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "robots/line_internal.h"
#include "robots/path_pattern_internal.h"

namespace asof::robots {
namespace {

std::uint32_t literal_length(std::string_view pattern) {
  if (pattern.ends_with('$')) pattern.remove_suffix(1);
  return static_cast<std::uint32_t>(std::min(pattern.find('*'), pattern.size()));
}

}  // namespace

// Collects, line by line, what is said to us and what is said to everybody; only the end of the
// file tells which of the two holds.
class Rules::Reader final {
 public:
  explicit Reader(std::string_view token) : token_(token) {}

  void take(const Line& line, std::uint32_t number) {
    switch (line.field) {
      case Field::UserAgent:
        name_agent(product_token(line.value));
        break;
      case Field::Allow:
      case Field::Disallow:
        add_rule(line, number);
        naming_ = false;
        naming_for_delay_ = false;
        break;
      case Field::CrawlDelay:
        add_delay(line);
        naming_for_delay_ = false;
        break;
      case Field::Sitemap:
        if (!line.value.empty() && known_sitemaps_.emplace(line.value).second) {
          sitemaps_.emplace_back(line.value);
        }
        break;
      case Field::Other:
        break;
    }
  }

  Rules finish() {
    Rules& chosen = named_ ? ours_ : everybodys_;
    auto wins = [](const Rule& a, const Rule& b) {
      if (a.pattern_length != b.pattern_length) return a.pattern_length > b.pattern_length;
      return a.allow && !b.allow;
    };
    std::stable_sort(chosen.rules_.begin(), chosen.rules_.end(), wins);
    chosen.sitemaps_ = std::move(sitemaps_);
    return std::move(chosen);
  }

 private:
  struct Audience {
    bool us = false;
    bool everybody = false;
  };

  // A group is some User-agent lines and the rules after them. Other lines do not end it (§2.2.4),
  // but a delay holds only for those who were named since the last one.
  void name_agent(std::string_view agent) {
    if (!naming_) rules_for_ = {};
    if (!naming_for_delay_) delay_for_ = {};
    naming_ = true;
    naming_for_delay_ = true;
    bool us = !agent.empty() && iequals(agent, token_);
    bool everybody = agent == "*";
    named_ = named_ || us;
    for (Audience* audience : {&rules_for_, &delay_for_}) {
      audience->us = audience->us || us;
      audience->everybody = audience->everybody || everybody;
    }
  }

  void add_rule(const Line& line, std::uint32_t number) {
    if (!rules_for_.us && !rules_for_.everybody) return;
    // An empty pattern matches nothing (§2.2.2); one that does not begin like a path never can.
    if (!line.value.starts_with('/') && !line.value.starts_with('*')) return;
    bool allow = line.field == Field::Allow;
    std::string pattern = normalise_pattern(line.value);
    if (rules_for_.us) append(ours_, pattern, line.shown, number, allow);
    if (rules_for_.everybody) append(everybodys_, pattern, line.shown, number, allow);
    // Who allows the index page means the directory it is the page of.
    constexpr std::string_view kIndex = "index.html";
    if (!allow || !pattern.ends_with("/index.html")) return;
    pattern.resize(pattern.size() - kIndex.size());
    pattern += '$';
    if (rules_for_.us) append(ours_, pattern, line.shown, number, allow);
    if (rules_for_.everybody) append(everybodys_, pattern, line.shown, number, allow);
  }

  static void append(Rules& rules, std::string_view pattern, std::string_view shown,
                     std::uint32_t number, bool allow) {
    Rule rule;
    rule.pattern = static_cast<std::uint32_t>(rules.text_.size());
    rule.pattern_length = static_cast<std::uint32_t>(pattern.size());
    rule.literal_length = literal_length(pattern);
    rules.text_ += pattern;
    rule.shown = static_cast<std::uint32_t>(rules.text_.size());
    rule.shown_length = static_cast<std::uint32_t>(shown.size());
    rules.text_ += shown;
    rule.line = number;
    rule.allow = allow;
    rules.rules_.push_back(rule);
  }

  void add_delay(const Line& line) {
    auto seconds = parse_delay(line.value);
    if (!seconds) return;
    auto keep = [seconds](Rules& rules) {
      rules.crawl_delay_ = std::max(rules.crawl_delay_.value_or(0), *seconds);
    };
    if (delay_for_.us) keep(ours_);
    if (delay_for_.everybody) keep(everybodys_);
  }

  std::string_view token_;
  Rules ours_;
  Rules everybodys_;
  std::vector<std::string> sitemaps_;
  std::unordered_set<std::string> known_sitemaps_;
  Audience rules_for_;
  Audience delay_for_;
  bool naming_ = false;            // the last line that counts for rules was a User-agent
  bool naming_for_delay_ = false;  // the same for delays
  bool named_ = false;             // a group is ours, even if it says nothing
};

Rules Rules::parse(std::string_view file, std::string_view token) {
  bool cut = file.size() > kMostRead;
  std::string text = to_text(file.substr(0, kMostRead));
  std::string_view rest = text;
  if (cut) {
    std::size_t end = rest.find_last_of("\r\n");
    rest = rest.substr(0, end == std::string_view::npos ? 0 : end);
  }
  Reader reader(token);
  for (std::uint32_t number = 1; !rest.empty(); ++number) {
    Line line = take_line(rest);
    reader.take(line, number);
  }
  return reader.finish();
}

Rules Rules::refuse_all(std::string_view why) {
  Rules rules;
  rules.text_ = "/robots.txt$/";
  Rule allow;
  allow.pattern_length = static_cast<std::uint32_t>(rules.text_.size()) - 1;
  allow.literal_length = allow.pattern_length - 1;
  allow.allow = true;
  Rule refuse;
  refuse.pattern = allow.pattern_length;
  refuse.pattern_length = 1;
  refuse.literal_length = 1;
  refuse.shown = static_cast<std::uint32_t>(rules.text_.size());
  refuse.shown_length = static_cast<std::uint32_t>(why.size());
  rules.text_ += why;
  rules.rules_ = {allow, refuse};
  return rules;
}

Answer Rules::ask(std::string_view target) const {
  std::string buffer;
  target = normalise_target(target, buffer);
  std::string_view text = text_;
  std::size_t searched = 0;
  for (const Rule& rule : rules_) {
    std::string_view pattern = text.substr(rule.pattern, rule.pattern_length);
    if (!target.starts_with(pattern.substr(0, rule.literal_length))) continue;
    if (rule.literal_length + 1 < rule.pattern_length) searched += target.size();
    bool hopeless = searched > kMostSearched;
    if (!hopeless && !matches(pattern, target)) continue;
    bool allowed = rule.allow && !hopeless;
    return {allowed, text.substr(rule.shown, rule.shown_length), rule.line};
  }
  return {};
}

}  // namespace asof::robots
