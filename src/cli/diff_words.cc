#include <algorithm>

#include "base/text.h"
#include "cli/diff_internal.h"

namespace asof::cli {
namespace {

constexpr std::size_t kCells = 1'000'000;

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words = split(text, ' ');
  std::erase(words, "");
  return words;
}

}  // namespace

std::vector<Word> word_difference(std::string_view before, std::string_view after) {
  const auto a = words_of(before);
  const auto b = words_of(after);
  std::vector<Word> words;
  words.reserve(a.size() + b.size());
  std::size_t i = 0;
  std::size_t j = 0;
  if (a.size() * b.size() <= kCells) {
    const std::size_t columns = b.size() + 1;
    std::vector<std::uint32_t> best((a.size() + 1) * columns);
    for (std::size_t x = a.size(); x-- > 0;) {
      for (std::size_t y = b.size(); y-- > 0;) {
        best[x * columns + y] =
            a[x] == b[y] ? best[(x + 1) * columns + y + 1] + 1
                         : std::max(best[(x + 1) * columns + y], best[x * columns + y + 1]);
      }
    }
    while (i < a.size() && j < b.size()) {
      if (a[i] == b[j]) {
        words.push_back({a[i], 0});
        ++i;
        ++j;
      } else if (best[(i + 1) * columns + j] >= best[i * columns + j + 1]) {
        words.push_back({a[i++], -1});
      } else {
        words.push_back({b[j++], 1});
      }
    }
  }
  for (; i < a.size(); ++i) words.push_back({a[i], -1});
  for (; j < b.size(); ++j) words.push_back({b[j], 1});
  return words;
}

}  // namespace asof::cli
