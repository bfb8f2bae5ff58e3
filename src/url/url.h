// URLs as browsers understand them: the parser, resolver and serialiser of the URL Standard.
//
// Input is taken as UTF-8. Bytes that are not UTF-8 are percent-encoded as they stand, so nothing
// of an address found in the wild is lost; in a domain they are a failure. Queries are encoded as
// UTF-8 whatever the encoding of the page. Pure functions, safe on any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asof::url {

struct Url {
  std::string scheme;  // lower case, without the colon
  std::string username;
  std::string password;
  std::optional<std::string> host;      // as serialised: "example.org", "1.2.3.4", "[::1]", ""
  std::optional<std::uint16_t> port;    // absent when it is the scheme's default
  std::string path;                     // as serialised: "/a/b", or what an opaque path holds
  bool opaque_path = false;             // "mailto:a@b", "data:..."; nothing resolves against it
  std::optional<std::string> query;     // without '?'
  std::optional<std::string> fragment;  // without '#'

  // The absolute URL. Parsing it again gives an equal Url.
  std::string href(bool with_fragment = true) const;
  // "https://example.org:8080"; "null" for schemes that have no such origin.
  std::string origin() const;
  // ftp, file, http, https, ws, wss.
  bool special() const;
  // http or https: what can be fetched and archived as a page.
  bool web() const { return scheme == "http" || scheme == "https"; }

  friend bool operator==(const Url&, const Url&) = default;
};

// The URL that `input` means, relative to `base` if given; nullopt where the standard says failure.
std::optional<Url> parse(std::string_view input, const Url* base = nullptr);

// Resolves references against one base.
class Resolver final {
 public:
  explicit Resolver(Url base);

  // Writes to `out` the href without fragment of what `reference` means, reusing its memory. False,
  // with `out` unspecified, where parse() fails. Equal to parse() and href(false), but does no more
  // than copy when the reference is plain, as nearly all links are.
  bool resolve(std::string_view reference, std::string& out) const;

 private:
  bool resolve_plain(std::string_view reference, std::string& out) const;
  bool resolve_relative(std::string_view reference, std::string& out) const;

  Url base_;
  std::string origin_;             // up to the path
  std::string folders_;            // up to the base's folder
  std::vector<std::size_t> ends_;  // in it: of that folder, the one above, and so on to the root
  bool hierarchical_ = false;
};

// The same for one reference.
bool resolve(const Url& base, std::string_view reference, std::string& out);

// `href`, an absolute web address as serialised, without user name and password. The same view
// where it has none; else one of `room`.
std::string_view without_user(std::string_view href, std::string& room);

// The port a special scheme implies; nullopt for file and unknown schemes.
std::optional<std::uint16_t> default_port(std::string_view scheme);

}  // namespace asof::url
