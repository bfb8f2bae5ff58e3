// modules: base scope
//
// A crawl's scope and the URLs put to it. The first byte chooses options; then lines: seeds until
// an empty one, SURTs until another, a pattern to include, one to exclude, then hops, space and
// URL. What explain() says must be what judge() then does.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"

#include "scope/scope.h"

namespace {

std::string_view take_line(std::string_view& text) {
  std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

std::vector<std::string> take_lines(std::string_view& text) {
  std::vector<std::string> lines;
  for (std::string_view line = take_line(text); !line.empty(); line = take_line(text)) {
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.empty()) return 0;
  auto choice = static_cast<unsigned char>(text.front());
  text.remove_prefix(1);
  asof::scope::Options options;
  options.reach = static_cast<asof::scope::Reach>(choice % 5);
  options.speculative = (choice & 8) != 0;
  options.calendar = 2;
  options.sessions = 2;
  if ((choice & 16) != 0) options.most_links = 2;
  std::vector<std::string> seeds = take_lines(text);
  options.surts = take_lines(text);
  for (auto* patterns : {&options.include, &options.exclude}) {
    std::string_view pattern = take_line(text);
    if (!pattern.empty()) patterns->emplace_back(pattern);
  }
  auto scope = asof::scope::Scope::make(options, seeds);
  if (!scope) {
    CHECK(!scope.error().what.empty());
    return 0;
  }
  while (!text.empty()) {
    std::string_view line = take_line(text);
    std::string_view hops = line.substr(0, line.find(' '));
    std::string_view url = line.substr(std::min(line.size(), hops.size() + 1));
    auto expected = scope->explain({url, hops});
    auto verdict = scope->judge({url, hops});
    CHECK(verdict.in == expected.in && verdict.reason == expected.reason);
    CHECK(verdict.why == expected.why && !verdict.why.empty());
  }
  return 0;
}
