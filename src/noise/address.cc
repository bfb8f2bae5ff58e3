// Addresses without what says who asked, from where, and when.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "noise/noise.h"

namespace asof::noise {
namespace {

// What a parameter's value must look like for it to go.
enum class If : std::uint8_t {
  Always,
  Number,     // digits and dots, or hexadecimal of 6 digits and more
  Epoch,      // 9 digits and more
  Identifier  // 16 characters and more of letters and digits, or a long number
};

struct Parameter {
  std::string_view name;  // lower case; a final * stands for any end
  If when;
};
constexpr auto kParameters = std::to_array<Parameter>({
    // tracking
    {"utm_*", If::Always},
    {"fbclid", If::Always},
    {"gclid", If::Always},
    {"gclsrc", If::Always},
    {"dclid", If::Always},
    {"gbraid", If::Always},
    {"wbraid", If::Always},
    {"msclkid", If::Always},
    {"yclid", If::Always},
    {"twclid", If::Always},
    {"ttclid", If::Always},
    {"igshid", If::Always},
    {"igsh", If::Always},
    {"mc_cid", If::Always},
    {"mc_eid", If::Always},
    {"_ga", If::Always},
    {"_gl", If::Always},
    {"_hsenc", If::Always},
    {"_hsmi", If::Always},
    {"hsctatracking", If::Always},
    {"mkt_tok", If::Always},
    {"vero_*", If::Always},
    {"oly_*", If::Always},
    {"pk_campaign", If::Always},
    {"pk_kwd", If::Always},
    {"mtm_*", If::Always},
    {"at_medium", If::Always},
    {"at_campaign", If::Always},
    {"ns_mchannel", If::Always},
    {"ns_campaign", If::Always},
    {"ns_source", If::Always},
    {"cmpid", If::Always},
    {"wt_mc", If::Always},
    {"spm", If::Always},
    // sessions and one-time tokens
    {"phpsessid", If::Always},
    {"jsessionid", If::Always},
    {"aspsessionid*", If::Always},
    {"cfid", If::Always},
    {"cftoken", If::Always},
    {"sessionid", If::Always},
    {"session_id", If::Always},
    {"sessid", If::Always},
    {"csrf*", If::Always},
    {"authenticity_token", If::Always},
    {"_wpnonce", If::Always},
    {"nonce", If::Always},
    {"sid", If::Identifier},
    {"s", If::Identifier},
    {"token", If::Identifier},
    {"auth", If::Identifier},
    {"sig", If::Identifier},
    {"signature", If::Identifier},
    // against caches
    {"_", If::Number},
    {"v", If::Number},
    {"ver", If::Number},
    {"rev", If::Number},
    {"cb", If::Number},
    {"cache", If::Number},
    {"cachebust*", If::Always},
    {"nocache", If::Always},
    {"rnd", If::Number},
    {"rand", If::Number},
    {"random", If::Number},
    {"t", If::Epoch},
    {"ts", If::Epoch},
    {"time", If::Epoch},
    {"timestamp", If::Epoch},
    {"d", If::Epoch},
});

bool looks(std::string_view value, If when) {
  const auto all = [value](auto&& of) { return std::all_of(value.begin(), value.end(), of); };
  const auto digit = [](char c) { return is_digit(c); };
  const auto digit_or_dot = [](char c) { return is_digit(c) || c == '.'; };
  const auto hex_digit = [](char c) { return hex_value(c) >= 0; };
  const bool has_digit = std::any_of(value.begin(), value.end(), digit);
  switch (when) {
    case If::Always:
      return true;
    case If::Number:
      return value.empty() || all(digit_or_dot) ||
             (value.size() >= 6 && has_digit && all(hex_digit));
    case If::Epoch:
      return value.size() >= 9 && all(digit_or_dot);
    case If::Identifier:
      return value.size() >= 16 && has_digit && all([](char c) {
               return is_alnum(c) || c == '-' || c == '_' || c == '%' || c == '.';
             });
  }
  return false;
}

bool named(std::string_view name, std::string_view wanted) {
  if (!wanted.ends_with('*')) return iequals(name, wanted);
  return istarts_with(name, wanted.substr(0, wanted.size() - 1));
}

bool meaningless(std::string_view parameter) {
  const std::size_t equals = parameter.find('=');
  const std::string_view name = parameter.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? "" : parameter.substr(equals + 1);
  return std::any_of(kParameters.begin(), kParameters.end(), [&](const Parameter& known) {
    return named(name, known.name) && looks(value, known.when);
  });
}

constexpr auto kStatic = std::to_array<std::string_view>(
    {".css", ".js", ".mjs", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico",
     ".bmp", ".woff", ".woff2", ".ttf", ".mp4", ".webm"});

bool static_file(std::string_view path) {
  return std::any_of(kStatic.begin(), kStatic.end(), [path](std::string_view ending) {
    return path.size() > ending.size() && iequals(path.substr(path.size() - ending.size()), ending);
  });
}

// Without ";jsessionid=..." and "/(S(...))".
void append_path(std::string& out, std::string_view path) {
  std::size_t at = 0;
  while (at < path.size()) {
    const std::string_view rest = path.substr(at);
    if (istarts_with(rest, ";jsessionid=") || istarts_with(rest, ";phpsessid=") ||
        istarts_with(rest, ";sid=")) {
      at += std::min(rest.find_first_of(";/", 1), rest.size());
      continue;
    }
    if (istarts_with(rest, "/(S(") || istarts_with(rest, "/(A(")) {
      const std::size_t close = rest.substr(0, 80).find("))");
      if (close != std::string_view::npos) {
        at += close + 2;
        continue;
      }
    }
    const std::size_t next = std::min(rest.find_first_of(";/", 1), rest.size());
    out.append(rest.substr(0, next));
    at += next;
  }
}

// Where Cloudflare's links to mail addresses lead.
constexpr std::string_view kScrambled = "/cdn-cgi/l/email-protection";

}  // namespace

std::string clean_address(std::string_view address) {
  // A fragment that begins with an exclamation mark names a page of its own.
  const std::size_t hash = address.find('#');
  if (hash != std::string_view::npos && address.substr(0, hash).ends_with(kScrambled)) {
    const std::string mail = unscrambled_mail(address.substr(hash + 1));
    if (!mail.empty()) return "mailto:" + mail;
  }
  std::string_view fragment = hash == std::string_view::npos ? "" : address.substr(hash);
  if (!fragment.starts_with("#!")) fragment = "";
  address = address.substr(0, hash);
  std::string out;
  if (istarts_with(address, "data:")) return std::string(address);
  out.reserve(address.size());
  const std::size_t mark = address.find('?');
  const std::string_view path = address.substr(0, mark);
  append_path(out, path);
  if (mark != std::string_view::npos) {
    std::string_view query = address.substr(mark + 1);
    const bool alone = query.find('=') == std::string_view::npos;
    if (alone && static_file(path) && looks(query, If::Number)) query = "";
    char joint = '?';
    while (!query.empty()) {
      const std::size_t end = std::min(query.find('&'), query.size());
      const std::string_view parameter = query.substr(0, end);
      if (!parameter.empty() && !meaningless(parameter)) {
        out += joint;
        out += parameter;
        joint = '&';
      }
      query.remove_prefix(std::min(end + 1, query.size()));
    }
  }
  out += fragment;
  return out;
}

}  // namespace asof::noise
