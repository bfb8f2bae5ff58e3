// A text as numbers, words and marks, with what the words mean to the rules of noise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace asof::noise {

enum class LexemeKind : std::uint8_t { Number, Word, Mark };

// What a word says to the rules; most words say nothing. A word may say several things.
enum Meaning : std::uint32_t {
  kMonth = 1U << 0,
  kWeekday = 1U << 1,
  kHalfDay = 1U << 2,     // am, pm
  kZone = 1U << 3,        // UTC, CEST
  kOrdinal = 1U << 4,     // the st of 1st
  kParticle = 1U << 5,    // may stand inside a date: de, of
  kConnector = 1U << 6,   // may stand between a stamp's words and its date: on, at
  kUnit = 1U << 7,        // seconds, hours, Tage
  kAgo = 1U << 8,         // after an age
  kBeforeAge = 1U << 9,   // before an age: vor, il y a, hace
  kCounted = 1U << 10,    // views, comments
  kClock = 1U << 11,      // Uhr, h
  kStampLead = 1U << 12,  // may begin a stamp: last, generated
  kStampRest = 1U << 13,  // goes on with one: updated
  kCopyright = 1U << 14,
  kLastLead = 1U << 15,    // begins a stamp only with a kStampRest: last, page
  kIdentifier = 1U << 16,  // names a token: csrf, sid
  kQuantity = 1U << 17,    // an age without digits: a, an, one, eine
  kYearSign = 1U << 18,    // 年
  kMonthSign = 1U << 19,   // 月
  kDaySign = 1U << 20,     // 日
  kMagnitude = 1U << 21,   // the k of 12k views
  kCapital = 1U << 22,     // means it only with a capital letter: May, Mar, Sun
  kOnline = 1U << 23,      // users ... online
  kCountedOne = 1U << 24,  // view, comment: counted after a 1
  kAmount = 1U << 25,      // counted only where nothing else stands beside it: shares, points
  kInstant = 1U << 26,     // a unit that only machines count in: seconds
};

struct Lexeme {
  std::size_t begin = 0;  // bytes of the text
  std::size_t end = 0;
  std::uint32_t meaning = 0;
  LexemeKind kind = LexemeKind::Mark;
  bool gap = true;          // white space, or nothing, before it
  bool line = true;         // a line begins with it
  char mark = 0;            // of a Mark: its character; '-' for dashes, 'c' for the copyright sign
  std::uint8_t digits = 0;  // of a Number, at most 255
  std::uint32_t value = 0;  // of a Number of at most 9 digits

  bool is(Meaning wanted) const { return (meaning & wanted) != 0; }
};

// In order, apart; what lies between two of them is white space.
std::vector<Lexeme> lexemes_of(std::string_view text);

// A word's meanings, whatever its ASCII case; 0 for none.
std::uint32_t meaning_of(std::string_view word);

}  // namespace asof::noise
