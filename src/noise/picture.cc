// Names that are made anew with every build or answer: of pictures, of mail addresses.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "noise/noise.h"

namespace asof::noise {
namespace {

constexpr std::size_t kLeastHash = 6;

bool is_hash(std::string_view part) {
  if (part.size() < kLeastHash) return false;
  const bool digit = std::ranges::any_of(part, is_digit);
  const bool letter = std::ranges::any_of(part, is_alpha);
  const bool hexadecimal = std::ranges::all_of(part, [](char c) { return hex_value(c) >= 0; });
  const bool plain = std::ranges::all_of(part, [](char c) { return is_alnum(c); });
  return digit && letter && plain && (hexadecimal || part.size() >= 16);
}

// 300x200, 2x, scaled
bool is_size(std::string_view part) {
  const std::size_t by = part.find('x');
  const auto number = [](std::string_view digits) {
    return !digits.empty() && digits.size() <= 4 && std::ranges::all_of(digits, is_digit);
  };
  if (part == "scaled") return true;
  return by != std::string_view::npos && number(part.substr(0, by)) &&
         (by + 1 == part.size() || number(part.substr(by + 1)));
}

// "logo-300x200.3fa9c1" without what changes.
std::string plain_stem(std::string_view stem) {
  std::string out;
  while (!stem.empty()) {
    const std::size_t end = std::min(stem.find_first_of(".-_@", 1), stem.size());
    std::string_view part = stem.substr(0, end);
    const bool joined = part.find_first_of(".-_@") == 0;
    const std::string_view word = joined ? part.substr(1) : part;
    if (!is_hash(word) && !(joined && is_size(word))) out += part;
    stem.remove_prefix(end);
  }
  return out;
}

constexpr auto kEndings = std::to_array<std::string_view>(
    {".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico", ".bmp"});

bool is_picture(std::string_view path) {
  return std::ranges::any_of(kEndings, [path](std::string_view ending) {
    return path.size() > ending.size() && iequals(path.substr(path.size() - ending.size()), ending);
  });
}

// What "/_next/image?url=%2Flogo.png&w=640" shows.
std::string inner_address(std::string_view address) {
  const std::size_t at = address.find("?url=");
  if (at == std::string_view::npos) return std::string(address);
  std::string_view value = address.substr(at + 5);
  value = value.substr(0, value.find('&'));
  std::string out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto byte = value[i] == '%' ? from_hex(value.substr(i + 1, 2)) : std::nullopt;
    out += byte && byte->size() == 1 ? byte->front() : value[i];
    if (byte && byte->size() == 1) i += 2;
  }
  return out;
}

// A box's name says consent by one of these alone,
constexpr auto kConsentNames = std::to_array<std::string_view>(
    {"onetrust", "cookiebot", "didomi", "usercentrics", "osano", "iubenda", "truste", "cookieyes",
     "cookielaw", "cookieconsent", "cookiebanner", "cookiebar", "cookienotice", "quantcast",
     "klaro", "termly", "borlabs", "cmplz", "tarteaucitron"});
// or by one of these and one of those.
constexpr auto kConsentTopics =
    std::to_array<std::string_view>({"cookie", "cookies", "consent", "gdpr", "ccpa"});
constexpr auto kConsentForms = std::to_array<std::string_view>(
    {"banner", "bar", "notice", "popup", "modal", "overlay", "dialog", "consent", "prompt", "law",
     "message", "container", "wrapper", "alert", "info", "manager", "sdk"});

}  // namespace

std::string unscrambled_mail(std::string_view hexadecimal) {
  const auto bytes = from_hex(hexadecimal);
  if (!bytes || bytes->size() < 4) return {};
  std::string mail;
  for (std::size_t i = 1; i < bytes->size(); ++i) {
    mail += static_cast<char>(static_cast<unsigned char>((*bytes)[i]) ^
                              static_cast<unsigned char>(bytes->front()));
  }
  const bool plain = std::ranges::all_of(mail, [](char c) { return c > ' ' && c < 0x7F; });
  return plain && mail.find('@') != std::string::npos ? mail : std::string();
}

std::string picture_name(std::string_view address) {
  if (istarts_with(address, "data:")) return std::string(address);
  const std::string whole = inner_address(address);
  std::string_view path = whole;
  path = path.substr(0, path.find_first_of("?#"));
  if (!is_picture(path)) return clean_address(whole);
  if (const std::size_t scheme = path.find("://"); scheme != std::string_view::npos) {
    path.remove_prefix(std::min(path.find('/', scheme + 3), path.size()));
  }
  std::string name;
  for (const std::string_view part : split(path, '/')) {
    const bool last = part.data() + part.size() == path.data() + path.size();
    if (!last) {
      if (!part.empty() && !is_hash(part)) name.append("/").append(part);
      continue;
    }
    const std::size_t dot = part.rfind('.');
    const std::string stem = plain_stem(part.substr(0, dot));
    // A name that is all hash is the only one the picture has.
    name.append("/").append(stem.empty() ? part.substr(0, dot) : stem);
  }
  return name;
}

bool asks_for_consent(std::string_view marks) {
  const std::string all = lower(marks);
  bool topic = false;
  bool form = false;
  std::size_t at = 0;
  while (at < all.size()) {
    std::size_t end = at;
    while (end < all.size() && is_alpha(all[end])) ++end;
    const std::string_view word = std::string_view(all).substr(at, end - at);
    if (std::ranges::find(kConsentNames, word) != kConsentNames.end()) return true;
    // "CybotCookiebotDialog"
    if (word.starts_with("cybotcookie") || word.starts_with("qccmp")) return true;
    topic = topic || std::ranges::find(kConsentTopics, word) != kConsentTopics.end();
    form = form || std::ranges::find(kConsentForms, word) != kConsentForms.end();
    at = end + 1;
  }
  return topic && form;
}

}  // namespace asof::noise
