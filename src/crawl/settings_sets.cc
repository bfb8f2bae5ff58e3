// Sets of pages that are visited next to each other, as a setting.
#include "base/file.h"
#include "crawl/settings.h"

namespace asof::crawl {
namespace {

constexpr std::uint64_t kLongestSets = std::uint64_t{1} << 30;

}  // namespace

Result<void> set_together(Settings& s, std::string_view given) {
  const bool inside = given.find('\n') != std::string_view::npos;
  std::string text(given);
  if (!inside) text = TRY(read_whole(std::string(given), kLongestSets));
  auto sets = url::parse_address_sets(text);
  if (!sets) {
    Error error = std::move(sets).error();
    return inside ? error : std::move(error).within(std::string(given));
  }
  s.together = std::move(*sets);
  return {};
}

void hold_sets(Given& given, const Settings& settings) {
  if (settings.together.empty()) return;
  std::string text;
  for (const auto& set : settings.together) {
    if (!text.empty()) text += '\n';
    for (const std::string& url : set) text += url + '\n';
  }
  std::erase_if(given, [](const auto& one) { return one.first == "together"; });
  given.emplace_back("together", std::move(text));
}

}  // namespace asof::crawl
