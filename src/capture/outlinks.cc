#include "capture/outlinks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/json_read.h"
#include "base/text.h"
#include "url/url.h"

namespace asof::capture {
namespace {

constexpr std::size_t kLongestContext = 64;

void add_link(Links& links, LinkKind kind, std::string_view context, std::string_view address,
              const url::Url* base) {
  if (address.empty() || address.size() > kLongestOutlink || links.size() >= kMostOutlinks) return;
  const auto parsed = url::parse(address, base);
  if (!parsed) return;
  links.add({kind, to_utf8(context.substr(0, kLongestContext)), parsed->href()});
}

// Heritrix's letters: L a link, F a form sent, M listed by a sitemap, S made by the crawler; E
// embedded; R a redirect; X found in a script, I inferred.
std::optional<LinkKind> kind_of_letter(char letter) {
  switch (letter) {
    case 'P':
      return std::nullopt;
    case 'E':
      return LinkKind::Requisite;
    case 'R':
      return LinkKind::Redirect;
    case 'X':
    case 'I':
      return LinkKind::Speculative;
    default:
      return LinkKind::Hyperlink;
  }
}

// "a/@href" of "A@/href".
std::string context_of(std::string_view path) {
  std::string context = lower(path.substr(0, kLongestContext));
  if (const auto at = context.find("@/"); at != std::string::npos) context.replace(at, 2, "/@");
  return context;
}

LinkKind kind_of_context(std::string_view context, std::string_view rel) {
  const std::string_view element = context.substr(0, context.find('/'));
  if (context.find("/@on") != std::string_view::npos) return LinkKind::Speculative;
  if (element == "link") {
    const std::string words = lower(rel);
    for (const char* needed : {"stylesheet", "icon", "preload", "manifest"})
      if (words.find(needed) != std::string::npos) return LinkKind::Requisite;
    return LinkKind::Hyperlink;
  }
  for (const char* leading : {"a", "area", "form", "base", "blockquote", "q", "ins", "del"})
    if (element == leading) return LinkKind::Hyperlink;
  return LinkKind::Requisite;
}

// What is missing, or is of another kind than it should be, counts as missing: the files are made
// by many programs.
std::optional<json::Field> member(const std::optional<json::Field>& object, const char* name) {
  if (!object) return std::nullopt;
  auto found = object->find(name);
  if (!found) return std::nullopt;
  return std::move(found).value();
}

std::string text_of(const std::optional<json::Field>& object, const char* name) {
  const auto field = member(object, name);
  if (!field) return {};
  auto text = field->text();
  return text ? std::move(text).value() : std::string();
}

void add_all(Links& links, const std::optional<json::Field>& list, const url::Url* base) {
  if (!list) return;
  const auto items = list->items();
  if (!items) return;
  for (const json::Field& item : *items) {
    const std::optional<json::Field> link = item;
    const std::string context = context_of(text_of(link, "path"));
    add_link(links, kind_of_context(context, text_of(link, "rel")), context, text_of(link, "url"),
             base);
  }
}

}  // namespace

Links read_outlinks(const warc::TextFields& fields) {
  Links links;
  for (const auto& [name, value] : fields) {
    if (!iequals(name, "outlink")) continue;
    const std::string_view address = value.substr(0, value.find(' '));
    const std::string_view rest = trim(value.substr(address.size()));
    const std::string_view letter = rest.substr(0, rest.find(' '));
    const auto kind = kind_of_letter(letter.size() == 1 ? letter.front() : 'L');
    if (kind) add_link(links, *kind, trim(rest.substr(letter.size())), address, nullptr);
  }
  return links;
}

std::optional<Links> read_wat(std::string_view url, std::string_view block) {
  if (block.find("\"HTML-Metadata\"") == std::string_view::npos) return std::nullopt;
  const auto document = json::parse(block);
  if (!document) return std::nullopt;
  std::optional<json::Field> at = document->root();
  for (const char* name :
       {"Envelope", "Payload-Metadata", "HTTP-Response-Metadata", "HTML-Metadata"})
    at = member(at, name);
  if (!at) return std::nullopt;
  const auto head = member(at, "Head");
  const auto page = url::parse(url);
  const auto stated = url::parse(text_of(head, "Base"), page ? &*page : nullptr);
  const url::Url* base = stated ? &*stated : page ? &*page : nullptr;
  Links links;
  for (const char* list : {"Link", "Scripts"}) add_all(links, member(head, list), base);
  add_all(links, member(at, "Links"), base);
  return links;
}

}  // namespace asof::capture
