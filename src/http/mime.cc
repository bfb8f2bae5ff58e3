#include "http/mime.h"

#include <algorithm>

#include "base/text.h"

namespace asof::http {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLook = 1445;

struct Magic {
  std::string_view bytes;
  std::string_view type;
};
constexpr Magic kMagics[] = {
    {"%PDF-"sv, "application/pdf"},      {"\x89PNG\r\n\x1A\n"sv, "image/png"},
    {"GIF87a"sv, "image/gif"},           {"GIF89a"sv, "image/gif"},
    {"\xFF\xD8\xFF"sv, "image/jpeg"},    {"\x1F\x8B\x08"sv, "application/gzip"},
    {"PK\x03\x04"sv, "application/zip"}, {"PK\x05\x06"sv, "application/zip"},
};

// A tag counts when a blank or '>' ends it, as in MIME Sniffing §7.1.
constexpr std::string_view kHtmlTags[] = {
    "<!doctype html", "<html", "<head",  "<script", "<iframe", "<h1",   "<div", "<font",
    "<table",         "<a",    "<style", "<title",  "<b",      "<body", "<br",  "<p",
    "<meta"};

bool is_html(std::string_view text) {
  if (text.starts_with("<!--")) return true;
  for (std::string_view tag : kHtmlTags) {
    if (!istarts_with(text, tag)) continue;
    if (text.size() == tag.size() || is_space(text[tag.size()]) || text[tag.size()] == '>') {
      return true;
    }
  }
  return false;
}

bool is_binary_byte(char c) {
  auto byte = static_cast<unsigned char>(c);
  return byte <= 0x08 || byte == 0x0B || (byte >= 0x0E && byte <= 0x1A) ||
         (byte >= 0x1C && byte <= 0x1F);
}

// An object or array by its first two marks. Text that merely starts with a bracket is not JSON.
bool is_json(std::string_view text) {
  if (text.size() < 2 || (text.front() != '{' && text.front() != '[')) return false;
  std::string_view rest = trim(text.substr(1));
  if (rest.empty()) return false;
  char next = rest.front();
  if (text.front() == '{') return next == '"' || next == '}';
  constexpr std::string_view kValueStarts = "\"{[]-0123456789tfn";
  return kValueStarts.find(next) != std::string_view::npos;
}

}  // namespace

std::string_view sniff_type(std::string_view bytes) {
  if (bytes.empty()) return {};
  bytes = bytes.substr(0, kLook);
  for (const Magic& magic : kMagics) {
    if (bytes.starts_with(magic.bytes)) return magic.type;
  }
  if (bytes.starts_with("RIFF") &&
      bytes.substr(std::min<std::size_t>(8, bytes.size())).starts_with("WEBP")) {
    return "image/webp";
  }
  if (bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE")) return "text/plain";
  std::string_view text = bytes;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  if (is_html(text)) return "text/html";
  if (text.starts_with("<?xml")) return "text/xml";
  if (std::any_of(bytes.begin(), bytes.end(), is_binary_byte)) return "application/octet-stream";
  if (is_json(text)) return "application/json";
  return "text/plain";
}

}  // namespace asof::http
