#include "pattern/traits.h"

#include <algorithm>

namespace asof::pattern {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr std::size_t kIdentifier = 8;  // shorter hexadecimal words may be words

struct Parts {
  std::string_view site;
  std::string_view directory;  // with both slashes
  std::string_view last;       // after the last slash, with the query
};

Parts parts_of(std::string_view url) {
  Parts parts;
  url = url.substr(0, url.find('#'));
  if (const auto scheme = url.find("://"); scheme != std::string_view::npos)
    url.remove_prefix(scheme + 3);
  const auto slash = std::min(url.find_first_of("/?"), url.size());
  parts.site = url.substr(0, slash);
  const std::string_view path = url.substr(slash);
  const auto query = std::min(path.find('?'), path.size());
  const auto cut = path.substr(0, query).rfind('/');
  const std::size_t length = cut == std::string_view::npos ? 0 : cut + 1;
  parts.directory = path.substr(0, length);
  parts.last = path.substr(length);
  return parts;
}

// The first number of a segment, and whether another follows it.
struct Number {
  std::string_view digits;
  bool more = false;
};

Number first_number(std::string_view segment) {
  const auto begin = std::find_if(segment.begin(), segment.end(), is_digit);
  const auto end = std::find_if_not(begin, segment.end(), is_digit);
  const auto from = static_cast<std::size_t>(begin - segment.begin());
  return {segment.substr(from, static_cast<std::size_t>(end - begin)),
          std::any_of(end, segment.end(), is_digit)};
}

}  // namespace

std::string collapsed(std::string_view path) {
  std::string out;
  for (std::size_t i = 0; i < path.size();) {
    std::size_t end = i;
    while (end < path.size() && is_word(path[end])) ++end;
    const std::string_view word = path.substr(i, end - i);
    if (word.empty()) {
      out += path[i++];
      continue;
    }
    if (word.size() >= kIdentifier && std::all_of(word.begin(), word.end(), is_hex) &&
        std::any_of(word.begin(), word.end(), is_digit)) {
      out += '#';
    } else {
      for (std::size_t k = 0; k < word.size(); ++k)
        if (!is_digit(word[k]) || k == 0 || !is_digit(word[k - 1]))
          out += is_digit(word[k]) ? '#' : word[k];
    }
    i = end;
  }
  return out;
}

std::string host_of(std::string_view url) { return std::string(parts_of(url).site); }

std::string cluster_of(std::string_view url) {
  const Parts parts = parts_of(url);
  const std::string_view file = parts.last.substr(0, parts.last.find('?'));
  const auto dot = file.rfind('.');
  std::string name(parts.site);
  name += collapsed(parts.directory);
  if (dot != std::string_view::npos) name += file.substr(dot);
  return name;
}

std::vector<GroupName> groups_of(const PageTraits& page) {
  std::vector<GroupName> groups = {{Trait::All, ""}};
  // A line feed is in no URL, so names cannot run into each other; the trait says what was added.
  const auto add = [&](Trait trait, std::string_view what) {
    std::string name = groups.back().name;
    name += '\n';
    name += static_cast<char>('a' + static_cast<int>(trait));
    name += what;
    groups.push_back({trait, std::move(name)});
  };
  const Parts parts = parts_of(page.url);
  add(Trait::Site, parts.site);
  if (!page.mime.empty()) add(Trait::Type, page.mime.substr(0, page.mime.find_first_of("; ")));
  const std::string directory = collapsed(parts.directory);
  if (const auto end = directory.find('/', 1); end != std::string::npos) {
    add(Trait::Section, directory.substr(0, end + 1));
    if (end + 1 < directory.size()) add(Trait::Directory, directory);
  }
  add(Trait::Depth, std::string(1, static_cast<char>('0' + std::min(page.depth, 3U))));
  const Number number = first_number(parts.last.substr(0, parts.last.find('?')));
  if (number.digits.empty()) return groups;
  add(Trait::Template, collapsed(parts.last));
  if (number.digits.size() >= 2) add(Trait::Number1, number.digits.substr(0, 1));
  if (number.digits.size() >= 3) add(Trait::Number2, number.digits.substr(0, 2));
  if (number.more) add(Trait::Number3, number.digits);
  return groups;
}

}  // namespace asof::pattern
