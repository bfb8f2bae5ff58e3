// The stages of a SURT key, one by one, for their tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace asof::url {

// A URL as archive tools split it: by RFC 2396's expression, accepting everything.
struct LooseUrl {
  std::string scheme;  // as written
  std::string host;    // "" if none; an IPv6 address without brackets
  std::optional<std::uint16_t> port;
  std::string path;
  std::string query;
  bool ends_in_question_mark = false;  // an empty query, which only the first stage keeps

  std::string text() const;  // "scheme://host:port/path?query"
  std::string key() const;   // "tsoh:port)/path?query"
};

// How long the scheme before the first colon is; kNone where there is none.
std::size_t scheme_length(std::string_view url);

// Nullopt where the tools raise: no scheme after all, or a port that is not one.
std::optional<LooseUrl> split_loosely(std::string_view url);

// The key of an address that has nothing to canonicalise but case; nothing for others.
std::optional<std::string> plain_key(std::string_view url);
// The key of any, through all stages.
std::string staged_key(std::string_view url);

// Google's Safe Browsing form: escapes undone and redone, dots and slashes resolved, numbers as
// addresses, names in ASCII.
void canonicalize_google(LooseUrl& url);
// The Internet Archive's on top: case, "www.", default ports, sessions, order of arguments.
void canonicalize_archive(LooseUrl& url);

std::string normalize_path(std::string_view path);
std::string strip_path_session(std::string_view path);
std::string strip_query_session(std::string query);
std::string sort_arguments(std::string_view query);
std::string_view strip_www(std::string_view host);
// "1.2.3" -> "1.2.0.3", as inet_aton; nullopt for names.
std::optional<std::string> address_of(std::string_view host);

}  // namespace asof::url
