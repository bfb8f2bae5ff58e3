// Dates that the reader is told. "Effective 1 February", "applications until 1 March", "open
// 9:00-17:00" and a date within a sentence say something; a date alone, a clock and a stamp of the
// program that wrote the page do not.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "noise/rules_internal.h"

namespace asof::noise {
namespace {

// Words before a date that make a term of it.
constexpr auto kTerms = std::to_array<std::string_view>(
    {"effective", "until", "till",  "before", "since",    "through", "deadline",
     "expires",   "due",   "valid", "ends",   "starting", "revised", "amended",
     "force",     "bis",   "ab",    "seit",   "gültig",   "frist",   "kraft",
     "avant",     "jusqu", "dès",   "partir", "vigueur",  "hasta",   "desde",
     "vigencia",  "fino",  "dal",   "entro",  "closes",   "expire",  "expiry"});
// Words of a stamp that a person set.
constexpr auto kRevisions = std::to_array<std::string_view>(
    {"revised", "amended", "effective", "révisé", "überarbeitet", "revisado"});
// What follows is a clock.
constexpr auto kNows = std::to_array<std::string_view>(
    {"today", "now", "currently", "current", "heute", "jetzt", "aujourd", "hoy", "generated"});
constexpr auto kRanges = std::to_array<std::string_view>({"to", "until", "till", "bis", "a", "à"});

constexpr std::size_t kBack = 4;      // lexemes before a date that may make a term of it
constexpr std::size_t kLook = 60;     // lexemes of the line on either side
constexpr std::size_t kSentence = 5;  // words with a small letter that make a sentence of a line

template <class Words>
bool among(const Lexemes& l, std::size_t i, const Words& words) {
  return l[i].kind == LexemeKind::Word &&
         std::ranges::any_of(words, [&](std::string_view word) { return l.word(i, word); });
}

bool is_small(const Lexemes& l, std::size_t i) {
  const std::string_view text = l.text(i);
  return l[i].kind == LexemeKind::Word && !text.empty() && is_lower(text.front());
}

// 9:00-17:00, 9 am to 5 pm
bool in_range(const Lexemes& l, std::size_t begin, std::size_t end) {
  const auto joins = [&](std::size_t at) { return l.mark(at, '-') || among(l, at, kRanges); };
  if (joins(end) && time_at(l, end + 1) != 0) return true;
  if (begin < 2 || !joins(begin - 1)) return false;
  for (std::size_t at = begin - 1; at-- > 0 && at + 8 > begin;) {
    if (time_at(l, at) == begin - 1) return true;
  }
  return false;
}

bool follows(const Lexemes& l, std::size_t begin, auto&& wanted) {
  std::size_t at = begin;
  for (std::size_t left = kBack; left > 0 && at > 0 && !l[at].line; --left) {
    --at;
    if (wanted(at)) return true;
  }
  return false;
}

bool in_sentence(const Lexemes& l, std::size_t begin, std::size_t end) {
  std::size_t small = 0;
  std::size_t at = begin;
  for (std::size_t left = kLook; left > 0 && at > 0 && !l[at].line; --left) {
    small += is_small(l, --at) ? 1 : 0;
  }
  for (at = end; at < l.size() && at < end + kLook && !l[at].line; ++at) {
    small += is_small(l, at) ? 1 : 0;
  }
  return small >= kSentence;
}

}  // namespace

bool is_told(const Lexemes& l, std::size_t begin, std::size_t end, std::string_view rule) {
  if (rule == "stamp") {
    for (std::size_t at = begin; at < end; ++at) {
      if (among(l, at, kRevisions)) return true;
    }
    return false;
  }
  const bool time = rule == "time";
  if (!time && rule != "date") return false;
  if (follows(l, begin, [&](std::size_t at) { return among(l, at, kNows); })) return false;
  // Times to the second are a machine's.
  const bool to_the_second =
      end - begin >= 5 && l.mark(end - 2, ':') && l.mark(end - 4, ':') && l.number(end - 1);
  if (to_the_second) return false;
  const bool as_of = begin >= 2 && l.word(begin - 1, "of") && l.word(begin - 2, "as");
  if (follows(l, begin, [&](std::size_t at) { return among(l, at, kTerms); })) return true;
  if (time) return in_range(l, begin, end);
  return as_of || in_sentence(l, begin, end);
}

}  // namespace asof::noise
