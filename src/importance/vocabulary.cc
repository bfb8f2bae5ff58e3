#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <unordered_set>
#include <vector>

#include "base/text.h"
#include "html/text.h"
#include "importance/vocabulary_internal.h"
#include "importance/weights.h"
#include "noise/noise.h"

namespace asof::importance {
namespace {

// Digits, perhaps in groups, perhaps within marks: "1,234", "(17)".
bool is_whole_number(std::string_view word) {
  while (!word.empty() && !is_alnum(word.front())) word.remove_prefix(1);
  while (!word.empty() && !is_alnum(word.back())) word.remove_suffix(1);
  return !word.empty() && std::ranges::all_of(word, [](char c) { return is_digit(c) || c == ','; });
}

}  // namespace

std::vector<std::uint64_t> word_set(std::string_view text) {
  std::vector<std::uint64_t> set;
  html::Words words(text);
  while (auto word = words.next()) set.push_back(html::word_hash(*word));
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

Vocabulary::Vocabulary(const block::BlockTree& old, const block::BlockTree& fresh) {
  // Whole texts and addresses tell whether anything is left; a date or a menu is something.
  std::unordered_set<std::string_view> before;
  const auto each = [&](const block::BlockTree& tree, std::int32_t step, const auto& look) {
    for (const block::Block& block : tree.blocks) {
      const bool frame = !block.contents.empty() && in_frame(block);
      for (const block::Content& content : block.contents) {
        look(content);
        // What a person weighed by 0 is as if it were not there.
        if (block.by_hand > 0) count(content, frame, step);
      }
    }
  };
  each(old, -1, [&](const block::Content& content) {
    html::Words words(content.text);
    while (auto word = words.next()) before.insert(*word);
    if (!content.address.empty()) before.insert(content.address);
  });
  each(fresh, 1, [&](const block::Content& content) {
    if (shared_) return;
    html::Words words(content.text);
    while (auto word = words.next()) shared_ = shared_ || before.contains(*word);
    shared_ = shared_ || before.contains(content.address);
  });
}

void Vocabulary::count(const block::Content& content, bool frame, std::int32_t step) {
  count_words(content.text, frame ? &Gain::frame : &Gain::main, step);
  if (frame || content.kind == block::ContentKind::Text) return;
  (content.kind == block::ContentKind::Link ? links_ : images_)[content.address] += step;
}

void Vocabulary::count_words(std::string_view text, std::int32_t Gain::*place, std::int32_t step) {
  const std::string clean = noise::without_noise(text);
  html::Words words(clean);
  while (auto word = words.next()) {
    Gain& gain = gain_[html::word_hash(*word)];
    gain.all += step;
    gain.*place += step;
    gain.number = is_digit(word->front()) && is_digit(word->back());
  }
}

bool Vocabulary::nothing_left() const { return !shared_ && !gain_.empty(); }

Amount Vocabulary::amount() const {
  Amount amount;
  // A word that only stands elsewhere did not change, so no place counts more of it than the page.
  const auto changed = [](std::int32_t here, std::int32_t all) {
    return here * all > 0 ? std::min(std::abs(here), std::abs(all)) : 0;
  };
  for (const auto& [word, gain] : gain_) {
    if (gain.all == 0) continue;
    (gain.number ? amount.numbers : amount.words) += changed(gain.main, gain.all);
    amount.frame_words += changed(gain.frame, gain.all);
  }
  const auto addresses = [](const Gains& gains, auto clean) {
    std::unordered_map<std::string, std::int32_t> cleaned;
    for (const auto& [address, gain] : gains) {
      if (gain != 0) cleaned[clean(address)] += gain;
    }
    std::int32_t sum = 0;
    for (const auto& [address, gain] : cleaned) sum += std::abs(gain);
    return sum;
  };
  amount.links = addresses(links_, noise::clean_address);
  amount.images = addresses(images_, noise::picture_name);
  return amount;
}

bool Vocabulary::came(std::uint64_t word) const {
  const auto found = gain_.find(word);
  return found != gain_.end() && found->second.all > 0;
}

bool Vocabulary::went(std::uint64_t word) const {
  const auto found = gain_.find(word);
  return found != gain_.end() && found->second.all < 0;
}

double Vocabulary::news(std::string_view before, std::string_view after) const {
  const std::vector<std::uint64_t> old = word_set(before);
  const std::vector<std::uint64_t> fresh = word_set(after);
  std::vector<std::uint64_t> lost, gained;
  std::ranges::set_difference(old, fresh, std::back_inserter(lost));
  std::ranges::set_difference(fresh, old, std::back_inserter(gained));
  const std::size_t all = old.size() + gained.size();
  const auto changed =
      std::ranges::count_if(lost, [&](std::uint64_t word) { return went(word); }) +
      std::ranges::count_if(gained, [&](std::uint64_t word) { return came(word); });
  return all == 0 ? 0 : static_cast<double>(changed) / static_cast<double>(all);
}

// Versions and decimals are one word here, unlike in html::Words: 1.14.4 is no whole number.
bool differs_in_numbers_only(std::string_view before, std::string_view after) {
  std::vector<std::string_view> a = split(before, ' ');
  std::vector<std::string_view> b = split(after, ' ');
  if (a.size() != b.size()) return false;
  bool numbers = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (iequals(a[i], b[i])) continue;
    if (!is_whole_number(a[i]) || !is_whole_number(b[i])) return false;
    numbers = true;
  }
  return numbers;
}

}  // namespace asof::importance
