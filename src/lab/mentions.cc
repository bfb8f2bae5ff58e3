#include "lab/mentions.h"

#include <algorithm>

#include "html/text.h"

namespace asof::lab {
namespace {

// The order of words counts; markup does not.
std::uint64_t hash_of(std::string_view markup) {
  std::string text;
  bool inside = false;
  for (const char c : markup) {
    if (c == '<') inside = true;
    text += inside ? ' ' : c;
    if (c == '>') inside = false;
  }
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t hash = 0;
  html::Words words(text);
  while (const auto word = words.next()) hash = hash * kPrime + html::word_hash(*word);
  return hash;
}

}  // namespace

std::vector<Mention> mentions_in(std::string_view page, const std::vector<html::Link>& links,
                                 const url::Url& base) {
  std::vector<const html::Link*> anchors;
  for (const html::Link& link : links)
    if (html::role_of(link.kind) == html::LinkRole::Navigation && link.end <= page.size())
      anchors.push_back(&link);
  std::vector<Mention> mentions;
  std::string resolved;
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    if (!url::resolve(base, anchors[i]->reference, resolved)) continue;
    const std::size_t from = page.find('>', anchors[i]->end);
    const std::size_t to = i + 1 < anchors.size() ? anchors[i + 1]->begin : page.size();
    const bool some = from != std::string_view::npos && from < to;
    mentions.push_back({resolved, some ? hash_of(page.substr(from + 1, to - from - 1)) : 0});
  }
  return mentions;
}

std::vector<Mention> mentions_in_xml(std::string_view text) {
  std::vector<Mention> mentions;
  std::size_t said_from = 0;
  const auto close = [&](std::size_t to) {
    if (!mentions.empty()) mentions.back().says = hash_of(text.substr(said_from, to - said_from));
  };
  for (std::size_t at = text.find("http"); at != std::string_view::npos;
       at = text.find("http", at + 1)) {
    if (at == 0 || std::string_view(">\"'").find(text[at - 1]) == std::string_view::npos) continue;
    const std::size_t end = std::min(text.find_first_of("<\"'", at), text.size());
    close(at);
    mentions.push_back({std::string(text.substr(at, end - at))});
    said_from = end;
  }
  close(text.size());
  return mentions;
}

}  // namespace asof::lab
