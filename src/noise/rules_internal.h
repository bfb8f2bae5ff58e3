// Where noise begins: each rule looks at a text's lexemes from one place on, and says where what it
// knows ends. All look a bounded way ahead, so a text is searched in linear time.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "noise/lexeme_internal.h"
#include "noise/noise.h"

namespace asof::noise {

// The lexemes of a text; beyond the last one stand marks without end.
class Lexemes final {
 public:
  Lexemes(std::string_view text, std::span<const Lexeme> all) : text_(text), all_(all) {}
  const Lexeme& operator[](std::size_t i) const { return i < all_.size() ? all_[i] : kNone; }
  std::size_t size() const { return all_.size(); }
  std::string_view text(std::size_t i) const {
    return i < all_.size() ? text_.substr(all_[i].begin, all_[i].end - all_[i].begin) : "";
  }

  bool word(std::size_t i, std::string_view lower) const;  // whatever its ASCII case
  bool mark(std::size_t i, char c) const {
    return (*this)[i].kind == LexemeKind::Mark && (*this)[i].mark == c;
  }
  bool glued(std::size_t i) const { return !(*this)[i].gap; }  // to the one before it
  bool number(std::size_t i) const { return (*this)[i].kind == LexemeKind::Number; }
  // A number of so many digits within bounds.
  bool number(std::size_t i, unsigned least_digits, unsigned most_digits, std::uint32_t low,
              std::uint32_t high) const;
  bool year(std::size_t i) const { return number(i, 4, 4, 1900, 2099); }
  bool day(std::size_t i) const { return number(i, 1, 2, 1, 31); }

  // Not in the middle of a longer number or name.
  bool may_begin(std::size_t i) const;
  bool may_end(std::size_t i) const;

 private:
  static const Lexeme kNone;
  std::string_view text_;
  std::span<const Lexeme> all_;
};

// Each gives the index after what it found, or 0.
std::size_t date_at(const Lexemes& lexemes, std::size_t i);
std::size_t time_at(const Lexemes& lexemes, std::size_t i);
// A date, a time of day, or both.
std::size_t instant_at(const Lexemes& lexemes, std::size_t i);

// What lies from `begin` to `end` is a date or a time that the reader is told.
bool is_told(const Lexemes& lexemes, std::size_t begin, std::size_t end, std::string_view rule);

// Long tokens, which lexemes tear apart.
std::vector<Piece> tokens_in(std::string_view text);

}  // namespace asof::noise
