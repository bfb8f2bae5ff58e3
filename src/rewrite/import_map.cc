#include "rewrite/import_map.h"

#include <set>
#include <string>

#include "base/json.h"
#include "base/text.h"
#include "rewrite/label.h"

namespace asof::rewrite {
namespace {

// The text of a JSON string without \u: addresses have none.
std::string unescaped(std::string_view raw) {
  std::string out;
  for (std::size_t at = 0; at < raw.size(); ++at) {
    if (raw[at] == '\\' && at + 1 < raw.size()) ++at;
    out += raw[at];
  }
  return out;
}

bool is_address(std::string_view text) {
  return text.starts_with('/') || text.starts_with("./") || text.starts_with("../") ||
         istarts_with(text, "http:") || istarts_with(text, "https:");
}

class MapScanner final {
 public:
  MapScanner(std::string_view map, std::size_t offset, WebReferences& references, Edits& edits)
      : map_(map), offset_(offset), references_(references), edits_(edits) {}

  void scan() {
    for (; at_ < map_.size(); ++at_) {
      switch (map_[at_]) {
        case '{':
          ++depth_;
          is_key_ = true;
          break;
        case '}':
          if (depth_ > 0) --depth_;
          break;
        case ',':
          is_key_ = true;
          break;
        case ':':
          is_key_ = false;
          break;
        case '"':
          string();
          break;
        default:
          break;
      }
    }
  }

 private:
  void string() {
    const std::size_t begin = ++at_;
    while (at_ < map_.size() && map_[at_] != '"') at_ += map_[at_] == '\\' ? 2 : 1;
    if (at_ >= map_.size()) return;
    const std::string text = unescaped(map_.substr(begin, at_ - begin));
    if (depth_ == 1 && is_key_) section_ = text;
    if (!holds_address() || !is_address(text)) return;
    const auto mapped = references_.map(text, Use::Script);
    if (!mapped) return;
    const std::string quoted = json_quote(*mapped);
    edits_.add(offset_ + begin, offset_ + at_, quoted.substr(1, quoted.size() - 2));
  }

  bool holds_address() const {
    if (section_ == "imports") return depth_ == 2 && !is_key_;
    if (section_ == "scopes") return is_key_ ? depth_ == 2 : depth_ == 3;
    return section_ == "integrity" && depth_ == 2 && is_key_;
  }

  std::string_view map_;
  std::size_t offset_;
  WebReferences& references_;
  Edits& edits_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool is_key_ = false;
  std::string section_;
};

// A page that names more hosts is no page of modules by hand.
constexpr std::size_t kMostHosts = 64;

bool icontains(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; at + word.size() <= text.size(); ++at)
    if (iequals(text.substr(at, word.size()), word)) return true;
  return false;
}

// "https://cdn.example/" for each host that stands in the page with a scheme before it.
std::set<std::string> origins_in(std::string_view page) {
  std::set<std::string> found;
  for (std::size_t at = page.find("http"); at != kNone; at = page.find("http", at + 4)) {
    std::string_view rest = page.substr(at);
    const std::size_t scheme = rest.starts_with("https://")  ? 8
                               : rest.starts_with("http://") ? 7
                                                             : 0;
    if (scheme == 0) continue;
    const auto is_host = [](char c) { return is_alnum(c) || c == '.' || c == '-' || c == ':'; };
    std::size_t end = scheme;
    while (end < rest.size() && is_host(rest[end])) ++end;
    const auto origin = origin_of(lower(rest.substr(0, end)) + "/");
    if (origin && !origin->origin.host.empty()) found.insert(origin->origin.text() + "/");
    if (found.size() >= kMostHosts) break;
  }
  return found;
}

}  // namespace

std::string import_map_for(std::string_view page, const Mapper& mapper) {
  if (page.find("module") == kNone && page.find("import(") == kNone) return "";
  if (icontains(page, "importmap")) return "";
  json::Object imports;
  bool any = false;
  for (const std::string& origin : origins_in(page)) {
    imports.add(origin, mapper.map(origin, Use::Script));
    any = true;
  }
  if (!any) return "";
  return "<script type=\"importmap\">" + json::Object{{"imports", imports}}.text() + "</script>";
}

void edit_import_map(std::string_view map, std::size_t offset, WebReferences& references,
                     Edits& edits) {
  MapScanner(map, offset, references, edits).scan();
}

}  // namespace asof::rewrite
