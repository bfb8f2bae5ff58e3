// Session identifiers that archive keys leave out. The tools say what they are by regular
// expressions; these are the same languages, searched from the right because the expressions begin
// with a greedy ".*", and in linear time.
#include <algorithm>

#include "base/text.h"
#include "url/surt_internal.h"

namespace asof::url {
namespace {

// The number of leading bytes of `text` that satisfy `is`, at most `limit`.
template <class Predicate>
std::size_t run_length(std::string_view text, std::size_t limit, Predicate is) {
  std::size_t length = 0;
  while (length < limit && length < text.size() && is(text[length])) ++length;
  return length;
}

// A session argument: a name, some letters more, '=', and a value of exactly one length.
struct Argument {
  std::string_view name;
  std::size_t letters_after_name;
  std::size_t value_length;
  bool letters_only;
};

constexpr Argument kArguments[] = {
    {"jsessionid", 0, 32, false},
    {"phpsessid", 0, 32, false},
    {"sid", 0, 32, false},
    {"aspsessionid", 8, 24, true},
};

// The length of the argument at the front of `text`, or 0.
std::size_t match_argument(std::string_view text, const Argument& argument) {
  if (!istarts_with(text, argument.name)) return 0;
  std::size_t at = argument.name.size();
  std::size_t letters = argument.letters_after_name;
  if (run_length(text.substr(at), letters, is_alpha) != letters) return 0;
  at += letters;
  if (at >= text.size() || text[at] != '=') return 0;
  ++at;
  auto is = argument.letters_only ? is_alpha : is_alnum;
  if (run_length(text.substr(at), argument.value_length, is) != argument.value_length) return 0;
  at += argument.value_length;
  return at == text.size() || text[at] == '&' ? at : 0;
}

// Takes `length` bytes at `at` out of the query, and the '&' after them.
void cut(std::string& query, std::size_t at, std::size_t length) {
  query.erase(at, length < query.size() - at ? length + 1 : length);
}

void strip_argument(std::string& query, const Argument& argument) {
  for (std::size_t at = query.size(); at-- > 0;) {
    std::size_t length = match_argument(std::string_view(query).substr(at), argument);
    if (length > 0) return cut(query, at, length);
  }
}

// "cfid=...&cftoken=..." is a pair of arguments.
void strip_cold_fusion(std::string& query) {
  std::string folded = lower(query);
  constexpr std::string_view kToken = "&cftoken=";
  for (std::size_t token = folded.rfind(kToken); token != kNone && token > 0;
       token = folded.rfind(kToken, token - 1)) {
    std::size_t value = token + kToken.size();
    std::size_t end = std::min(folded.find('&', value), folded.size());
    if (end == value) continue;
    std::size_t start = folded.rfind('&', token - 1);
    start = start == kNone ? 0 : start + 1;
    std::string_view before = std::string_view(folded).substr(start, token - start);
    if (before.size() < 6) continue;
    std::size_t name = before.rfind("cfid=", before.size() - 6);
    if (name == kNone) continue;
    return cut(query, start + name, end - start - name);
  }
}

// The length of "(S(24 letters or digits)F(...))/" or "(24)/" at the front of `text`, or 0.
std::size_t match_path_session(std::string_view text, bool lettered) {
  constexpr std::size_t kLength = 24;
  auto group = [&text](std::size_t at) {  // "(24)"
    return at + kLength + 1 < text.size() && text[at] == '(' &&
           run_length(text.substr(at + 1), kLength, is_alnum) == kLength &&
           text[at + kLength + 1] == ')';
  };
  std::size_t at = 0;
  if (!lettered) {
    if (!group(0)) return 0;
    at = kLength + 2;
  } else {
    if (!text.starts_with('(')) return 0;
    at = 1;
    while (at < text.size() && is_alpha(text[at]) && group(at + 1)) at += kLength + 3;
    if (at == 1 || at >= text.size() || text[at] != ')') return 0;
    ++at;
  }
  return at < text.size() && text[at] == '/' ? at + 1 : 0;
}

void strip_path_session_of(std::string& path, bool lettered) {
  if (path.find('(') == kNone) return;
  std::string folded = lower(path);
  constexpr std::string_view kPage = ".aspx";
  // The nearest page suffix and question mark at or after `searched`, found while going left.
  std::size_t searched = folded.size();
  std::size_t page = kNone;
  std::size_t question = kNone;
  for (std::size_t slash = folded.rfind('/'); slash != kNone;
       slash = slash == 0 ? kNone : folded.rfind('/', slash - 1)) {
    std::size_t start = slash + 1;
    std::size_t length = match_path_session(std::string_view(folded).substr(start), lettered);
    if (length == 0) continue;
    std::size_t rest = start + length;
    if (rest + 1 > folded.size()) continue;
    std::string_view part =
        std::string_view(folded).substr(0, std::min(searched + 5, folded.size()));
    std::size_t nearer = part.find(kPage, rest + 1);
    if (nearer != kNone) page = nearer;
    nearer = part.substr(0, std::max(searched, rest)).find('?', rest);
    if (nearer != kNone) question = nearer;
    searched = rest;
    if (page == kNone || page > question) continue;
    path.erase(start, length);
    return;
  }
}

}  // namespace

std::string strip_query_session(std::string query) {
  constexpr std::string_view kShortest = "cfid=1&cftoken=2";
  if (query.size() < kShortest.size()) return query;
  for (const Argument& argument : kArguments) strip_argument(query, argument);
  strip_cold_fusion(query);
  return query;
}

std::string strip_path_session(std::string_view path) {
  std::string out(path);
  strip_path_session_of(out, true);
  strip_path_session_of(out, false);
  return out;
}

}  // namespace asof::url
