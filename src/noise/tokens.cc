// Identifiers made by machines: long, of letters and digits without a word in them.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "noise/rules_internal.h"

namespace asof::noise {
namespace {

constexpr std::size_t kLeast = 16;  // shorter runs are never tokens
constexpr std::size_t kLeastMixed = 20;
constexpr std::size_t kLongestWord = 6;

bool in_token(char c) {
  return is_alnum(c) || c == '_' || c == '-' || c == '+' || c == '/' || c == '=';
}

// What a run of characters is made of.
struct Make {
  std::size_t digits = 0;
  std::size_t upper = 0;
  std::size_t lower = 0;
  std::size_t hex = 0;
  std::size_t other = 0;         // - _ + / =
  std::size_t groups = 0;        // of digits, with something between them
  std::size_t longest_word = 0;  // letters of one case
};

Make make_of(std::string_view run) {
  Make make;
  std::size_t word = 0;
  char before = 0;
  for (char c : run) {
    if (hex_value(c) >= 0) ++make.hex;
    if (is_digit(c)) {
      ++make.digits;
      if (!is_digit(before)) ++make.groups;
    } else if (is_upper(c)) {
      ++make.upper;
    } else if (is_lower(c)) {
      ++make.lower;
    } else {
      ++make.other;
    }
    const bool goes_on = (is_lower(c) && is_lower(before)) || (is_upper(c) && is_upper(before));
    word = is_alpha(c) ? (goes_on ? word + 1 : 1) : 0;
    make.longest_word = std::max(make.longest_word, word);
    before = c;
  }
  return make;
}

bool is_uuid(std::string_view run) {
  if (run.size() != 36) return false;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? run[i] != '-' : hex_value(run[i]) < 0) return false;
  }
  return true;
}

bool is_token(std::string_view run) {
  if (run.size() < kLeast) return false;
  const Make make = make_of(run);
  const bool one_case = make.upper == 0 || make.lower == 0;
  if (make.hex == run.size() && one_case) {
    const bool mixed = make.digits >= 2 && make.upper + make.lower >= 2;
    return mixed || run.size() >= 32;
  }
  if (is_uuid(run)) return true;
  if (run.size() < kLeastMixed || make.longest_word > kLongestWord) return false;
  if (make.other * 6 > run.size()) return false;  // names and paths joined by dashes
  if (one_case) return make.other == 0 && make.groups >= 4;
  return make.groups >= 2 && make.upper >= 3 && make.lower >= 3;
}

}  // namespace

std::vector<Piece> tokens_in(std::string_view text) {
  std::vector<Piece> found;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!in_token(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && in_token(text[at])) ++at;
    const std::string_view run = text.substr(begin, at - begin);
    if (run.size() < kLeast) continue;
    // name=value; what pads Base64 stands at the end.
    const std::size_t equals = run.find('=');
    const bool name = equals < run.find_last_not_of('=');
    const std::size_t value = name ? equals + 1 : 0;
    if (is_token(run.substr(value))) {
      found.push_back({.begin = begin + value, .end = at, .rule = "token"});
    }
  }
  return found;
}

}  // namespace asof::noise
