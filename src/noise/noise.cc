#include "noise/noise.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "noise/rules_internal.h"

namespace asof::noise {
namespace {

// 1234; 1,234,567; 1.2k
std::size_t amount_at(const Lexemes& l, std::size_t i) {
  if (!l.number(i)) return 0;
  std::size_t at = i + 1;
  while ((l.mark(at, ',') || l.mark(at, '.') || l.mark(at, '\'')) && l.glued(at) &&
         l.number(at + 1) && l.glued(at + 1) && at < i + 8) {
    at += 2;
  }
  if (l[at].is(kMagnitude) && l.glued(at)) ++at;
  return at;
}

// 1,234 views; 42 comments; 17 users online; Views: 1,234; Comments (42)
std::size_t counter_at(const Lexemes& l, std::size_t i) {
  if (l[i].is(kCounted) && (l.mark(i + 1, ':') || l.mark(i + 1, '('))) {
    const std::size_t end = amount_at(l, i + 2);
    if (end == 0) return 0;
    if (l.mark(i + 1, '(')) return l.mark(end, ')') ? end + 1 : 0;
    return l.may_end(end) ? end : 0;
  }
  std::size_t at = amount_at(l, i);
  if (at == 0) return 0;
  const bool one = at == i + 1 && l[i].value == 1;
  if (l.word(at, "page") || l.word(at, "total") || l.word(at, "unique")) ++at;
  if (l[at].is(kOnline)) return l.word(at + 1, "online") ? at + 2 : 0;
  if (!l[at].is(kCounted) && !(one && l[at].is(kCountedOne))) return 0;
  if (l[at].is(kAmount)) {
    const bool before = i == 0 || l[i].line || l[i - 1].kind == LexemeKind::Mark;
    const Lexeme& next = l[at + 1];
    const bool after = next.line || next.kind == LexemeKind::Mark || l.word(at + 1, "by");
    if (!before || !after) return 0;
  }
  return l.may_end(at + 1) ? at + 1 : 0;
}

// 3 hours ago; vor 3 Stunden; il y a 3 heures; just now
std::size_t age_at(const Lexemes& l, std::size_t i) {
  if (l.word(i, "just") && l.word(i + 1, "now")) return i + 2;
  std::size_t at = i;
  const bool il_y_a = l.word(i, "il") && l.word(i + 1, "y") && l.word(i + 2, "a");
  if (il_y_a) at = i + 3;
  const bool before = il_y_a || l[i].is(kBeforeAge);
  if (before && !il_y_a) at = i + 1;
  const auto span_at = [&](std::size_t where) -> std::size_t {
    const bool counted = l.number(where, 1, 3, 0, 999) || l[where].is(kQuantity);
    const bool short_minutes = l.word(where + 1, "m") && l.number(where);
    return counted && (l[where + 1].is(kUnit) || short_minutes) ? where + 2 : 0;
  };
  std::size_t end = span_at(at);
  if (end == 0) return 0;
  std::size_t more = end;
  if (l.mark(more, ',') || l.word(more, "and") || l.word(more, "und")) ++more;
  if (span_at(more) != 0) end = span_at(more);
  if (before) return end;
  return l[end].is(kAgo) ? end + 1 : 0;
}

// 0.012 s, 12 ms
std::size_t duration_at(const Lexemes& l, std::size_t i) {
  std::size_t at = amount_at(l, i);
  if (at == 0) return 0;
  if (l[at - 1].is(kMagnitude)) --at;
  return l[at].is(kInstant) ? at + 1 : 0;
}

// Last updated: 16 November 2026; Generated in 0.012 s
std::size_t stamp_at(const Lexemes& l, std::size_t i) {
  std::size_t at = i;
  bool said = false;
  for (; at < i + 4; ++at) {
    const std::uint32_t wanted =
        at == i ? kStampLead | kLastLead : kStampLead | kLastLead | kStampRest | kConnector;
    if ((l[at].meaning & wanted) == 0) break;
    said = said || (l[at].meaning & (kStampLead | (at > i ? kStampRest : 0U))) != 0;
  }
  if (!said) return 0;
  // Between the words and the date: "on", ":", "(", "date".
  for (std::size_t most = at + 4; at < most; ++at) {
    const std::size_t instant = instant_at(l, at);
    if (instant != 0) return instant;
    const std::size_t age = age_at(l, at);
    if (age != 0) return age;
    const std::size_t duration = duration_at(l, at);
    if (duration != 0) return duration;
    const bool between = l.mark(at, ':') || l.mark(at, '-') || l.mark(at, '(') || l.mark(at, '|') ||
                         l[at].is(kConnector) || l[at].is(kParticle);
    if (!between) return 0;
  }
  return 0;
}

// © 1999-2026; Copyright (c) 2026
std::size_t copyright_at(const Lexemes& l, std::size_t i) {
  const auto sign_at = [&](std::size_t at) -> std::size_t {
    if (l[at].is(kCopyright)) return at + 1;
    return l.mark(at, '(') && l.word(at + 1, "c") && l.mark(at + 2, ')') ? at + 3 : 0;
  };
  std::size_t at = sign_at(i);
  if (at == 0) return 0;
  while (at < i + 6 && sign_at(at) != 0) at = sign_at(at);
  if (l.mark(at, ':') || l.mark(at, ',')) ++at;
  if (!l.year(at)) return 0;
  ++at;
  while (at < i + 16 && (l.mark(at, '-') || l.mark(at, ',')) && l.year(at + 1)) at += 2;
  return l.may_end(at) ? at : 0;
}

// csrf_token=abc123...
std::size_t named_token_at(const Lexemes& l, std::size_t i) {
  if (!l[i].is(kIdentifier)) return 0;
  std::size_t at = i + 1;
  while (at < i + 7 && l.glued(at) &&
         (l.mark(at, '_') || l.mark(at, '-') || l[at].kind == LexemeKind::Word)) {
    ++at;
  }
  if (l.word(at, "id") || l.word(at, "token")) ++at;
  if (!l.mark(at, '=') && !l.mark(at, ':')) return 0;
  const std::size_t begin = ++at;
  bool digits = false;
  for (; at < begin + 64 && at < l.size() && (at == begin || l.glued(at)); ++at) {
    const Lexeme& part = l[at];
    const bool of_tokens = part.kind != LexemeKind::Mark || part.mark == '-' || part.mark == '_' ||
                           part.mark == '+' || part.mark == '/' || part.mark == '=';
    if (!of_tokens) break;
    digits = digits || part.kind == LexemeKind::Number;
  }
  if (at == begin || !digits) return 0;
  return l[at - 1].end - l[begin].begin >= 8 ? at : 0;
}

std::size_t only_time_at(const Lexemes& l, std::size_t i) {
  if (date_at(l, i) != 0) return 0;
  const std::size_t end = instant_at(l, i);
  const std::size_t time = time_at(l, i);
  return time == 0 || time == end ? end : 0;
}

struct Rule {
  std::string_view name;
  std::size_t (*end)(const Lexemes& lexemes, std::size_t begin);
};
// The first that fits wins.
constexpr auto kRules = std::to_array<Rule>({
    {"token", named_token_at},
    {"stamp", copyright_at},
    {"stamp", stamp_at},
    {"age", age_at},
    {"time", only_time_at},
    {"date", instant_at},
    {"counter", counter_at},
});

// Punctuation that a removed piece leaves standing alone is kept: it is there in both versions.
std::vector<Piece> phrases_in(std::string_view text) {
  const std::vector<Lexeme> all = lexemes_of(text);
  const Lexemes lexemes(text, all);
  std::vector<Piece> found;
  for (std::size_t i = 0; i < all.size();) {
    const Lexeme& first = all[i];
    const bool candidate = first.kind == LexemeKind::Number || first.meaning != 0 ||
                           first.mark == '(' || first.kind == LexemeKind::Word;
    std::size_t end = 0;
    if (candidate && lexemes.may_begin(i)) {
      for (const Rule& rule : kRules) {
        end = rule.end(lexemes, i);
        if (end == 0) continue;
        end = std::min(end, all.size());
        found.push_back({.begin = first.begin,
                         .end = all[end - 1].end,
                         .rule = rule.name,
                         .told = is_told(lexemes, i, end, rule.name)});
        break;
      }
    }
    i = end == 0 ? i + 1 : end;
  }
  return found;
}

}  // namespace

const Lexeme Lexemes::kNone{};

bool Lexemes::word(std::size_t i, std::string_view lower) const {
  return (*this)[i].kind == LexemeKind::Word && iequals(text(i), lower);
}

bool Lexemes::number(std::size_t i, unsigned least_digits, unsigned most_digits, std::uint32_t low,
                     std::uint32_t high) const {
  const Lexeme& l = (*this)[i];
  return l.kind == LexemeKind::Number && l.digits >= least_digits && l.digits <= most_digits &&
         l.value >= low && l.value <= high;
}

bool Lexemes::may_begin(std::size_t i) const {
  if (i == 0 || !glued(i)) return true;
  const Lexeme& before = (*this)[i - 1];
  // Han and Hangul stand beside numbers without a space.
  const bool ideograph =
      before.kind == LexemeKind::Word && static_cast<unsigned char>(text_[before.begin]) >= 0xE4;
  if (before.kind != LexemeKind::Mark) return ideograph;
  if (before.mark == '$' || before.mark == '_') return false;
  const bool joins = before.mark == '.' || before.mark == ',' || before.mark == ':' ||
                     before.mark == '/' || before.mark == '-';
  return !(joins && i >= 2 && glued(i - 1) && number(i - 2) && number(i));
}

bool Lexemes::may_end(std::size_t i) const {
  if (i >= size() || !glued(i)) return true;
  const Lexeme& next = (*this)[i];
  const bool ideograph =
      next.kind == LexemeKind::Word && static_cast<unsigned char>(text_[next.begin]) >= 0xE4;
  if (next.kind != LexemeKind::Mark) return ideograph;
  if (next.mark == '%' || next.mark == '_') return false;
  const bool joins = next.mark == '.' || next.mark == ',' || next.mark == ':' || next.mark == '/' ||
                     next.mark == '-';
  return !(joins && number(i + 1) && glued(i + 1));
}

std::vector<Piece> noise_in(std::string_view text) {
  std::vector<Piece> tokens = tokens_in(text);
  const std::vector<Piece> phrases = phrases_in(text);
  // A piece that overlaps a token is kept only where no token says it already.
  std::vector<Piece> all;
  all.reserve(tokens.size() + phrases.size());
  std::merge(tokens.begin(), tokens.end(), phrases.begin(), phrases.end(), std::back_inserter(all),
             [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
  std::vector<Piece> apart;
  apart.reserve(all.size());
  for (const Piece& piece : all) {
    if (!apart.empty() && piece.begin < apart.back().end) {
      apart.back().end = std::max(apart.back().end, piece.end);
      apart.back().told = apart.back().told && piece.told;
    } else {
      apart.push_back(piece);
    }
  }
  return apart;
}

std::string without_noise(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  // A piece left out separates what stood around it.
  const auto append = [&out](std::string_view part) {
    bool gap = true;
    for (char c : part) {
      if (is_space(c)) {
        gap = true;
        continue;
      }
      if (gap && !out.empty()) out += ' ';
      gap = false;
      out += c;
    }
  };
  std::size_t at = 0;
  for (const Piece& piece : noise_in(text)) {
    if (piece.told) continue;
    append(text.substr(at, piece.begin - at));
    at = piece.end;
  }
  append(text.substr(at));
  return out;
}

}  // namespace asof::noise
