#include <array>

#include "base/text.h"
#include "html/links.h"

namespace asof::html {
namespace {

constexpr std::size_t kLongestLiteral = 2048;

// The literal with "\/" undone, as JSON inside scripts writes it.
std::string unescaped(std::string_view literal) {
  std::string out;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '\\' && i + 1 < literal.size() && literal[i + 1] == '/') continue;
    out += literal[i];
  }
  return out;
}

bool has_known_extension(std::string_view path) {
  constexpr std::array<std::string_view, 24> kExtensions = {
      "html", "htm",  "xhtml", "php",   "asp", "aspx", "jsp", "js",
      "css",  "json", "xml",   "png",   "jpg", "jpeg", "gif", "webp",
      "avif", "svg",  "woff",  "woff2", "mp4", "webm", "mp3", "pdf"};
  path = path.substr(0, path.find_first_of("?#"));
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return false;
  for (auto extension : kExtensions) {
    if (iequals(path.substr(dot + 1), extension)) return true;
  }
  return false;
}

bool looks_like_reference(std::string_view text) {
  if (text.size() < 4) return false;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 0x7F || c == '<' || c == '>' || c == '{' || c == '}' || c == '\\' ||
        c == '|' || c == '^' || c == '`') {
      return false;
    }
  }
  if (istarts_with(text, "http://") || istarts_with(text, "https://")) return text.size() > 8;
  if (text.starts_with("//")) return is_alnum(text[2]);
  return text.find('/') != std::string_view::npos && has_known_extension(text);
}

}  // namespace

// Takes every quoted literal on its own: a quote ends at the next one of its kind on the same line.
// An apostrophe in a comment or a regular expression only costs the literals up to the next line.
std::vector<std::string> script_references(std::string_view script, std::size_t most) {
  std::vector<std::string> references;
  std::size_t at = 0;
  while (at < script.size() && references.size() < most) {
    const std::size_t begin = script.find_first_of("'\"`", at);
    if (begin == std::string_view::npos) break;
    std::size_t end = begin + 1;
    while (end < script.size() && script[end] != script[begin] && script[end] != '\n') {
      end += script[end] == '\\' ? 2 : 1;
    }
    if (end >= script.size()) break;
    at = end + 1;
    if (script[end] == '\n' || end - begin > kLongestLiteral) continue;
    std::string literal = unescaped(script.substr(begin + 1, end - begin - 1));
    if (looks_like_reference(literal)) references.push_back(std::move(literal));
  }
  return references;
}

}  // namespace asof::html
