#include <fmt/format.h>

#include <algorithm>
#include <span>

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

// Lines, and in them a new one before every tag that follows another or a text.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::string_view line : split(text, '\n')) {
    while (!line.empty()) {
      const std::size_t tag = line.find("><");
      const std::string_view piece = trim(line.substr(0, tag == line.npos ? tag : tag + 1));
      line = tag == line.npos ? "" : line.substr(tag + 1);
      if (!piece.empty()) lines.push_back(piece);
    }
  }
  return lines;
}

}  // namespace

std::vector<Word> difference_of(const std::vector<std::string_view>& before,
                                const std::vector<std::string_view>& after) {
  std::vector<Word> words;
  words.reserve(before.size() + after.size());
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = 0;
  while (head < shorter && before[head] == after[head]) words.push_back({before[head++], 0});
  std::size_t tail = 0;
  while (tail < shorter - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  const std::span a(before.data() + head, before.size() - head - tail);
  const std::span b(after.data() + head, after.size() - head - tail);
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
  for (; tail > 0; --tail) words.push_back({before[before.size() - tail], 0});
  return words;
}

std::vector<Word> word_difference(std::string_view before, std::string_view after) {
  return difference_of(words_of(before), words_of(after));
}

std::string line_difference(std::string_view before, std::string_view after, std::size_t rows) {
  const auto words = difference_of(lines_of(before), lines_of(after));
  std::string out;
  std::size_t count = 0;
  for (const Word& line : words) {
    if (line.side == 0 || ++count > rows) continue;
    out += fmt::format("  {} {}\n", line.side < 0 ? '-' : '+', shortened(std::string(line.text)));
  }
  if (count > rows) {
    out += fmt::format("  and {}; --rows shows more\n", counted(count - rows, "more line"));
  }
  return out.empty() ? out : "\n" + out;
}

}  // namespace asof::cli
