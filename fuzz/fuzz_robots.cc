// modules: base robots
//
// robots.txt files and the questions put to them. The first line is the target, the rest the file.
// Matching must agree with the definition, and every answer name a line that is there.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "robots/path_pattern_internal.h"
#include "robots/robots.h"

namespace {

// Which ends of the target each beginning of the pattern reaches, column by column.
bool matches_by_definition(std::string_view pattern, std::string_view target) {
  bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  std::vector<bool> reached(target.size() + 1, false);
  reached[0] = true;
  for (char c : pattern) {
    std::vector<bool> next(target.size() + 1, false);
    for (std::size_t i = 0; i <= target.size(); ++i) {
      if (c == '*') {
        next[i] = reached[i] || (i > 0 && next[i - 1]);
      } else {
        next[i] = i > 0 && reached[i - 1] && target[i - 1] == c;
      }
    }
    reached = std::move(next);
  }
  return to_the_end ? reached.back()
                    : std::find(reached.begin(), reached.end(), true) != reached.end();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string_view target = text.substr(0, text.find('\n'));
  std::string_view file = text.substr(std::min(size, target.size() + 1));

  asof::robots::Rules rules = asof::robots::Rules::parse(file, "asof");
  asof::robots::Answer answer = rules.ask(target);
  CHECK(answer.allowed || answer.line > 0);
  CHECK((answer.line > 0) == !answer.rule.empty());
  if (auto delay = rules.crawl_delay()) CHECK(*delay >= 0);
  for (const std::string& sitemap : rules.sitemaps()) CHECK(!sitemap.empty());

  std::string_view line = file.substr(0, std::min<std::size_t>(file.find('\n'), 80));
  std::string pattern = asof::robots::normalise_pattern(line);
  CHECK(asof::robots::normalise_pattern(pattern) == pattern);
  std::string buffer;
  std::string plain(asof::robots::normalise_target(target.substr(0, 200), buffer));
  CHECK(asof::robots::matches(pattern, plain) == matches_by_definition(pattern, plain));
  asof::robots::parse_x_robots_tag(file, "asof");
  return 0;
}
