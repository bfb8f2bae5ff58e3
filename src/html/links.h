// What a page says about itself and where it points: one pass of the tokenizer over the document.
//
// References are as the author meant them: character references decoded, white space trimmed, not
// resolved. Resolve them against `base_href`, itself resolved against the page's address.
// References that never name something to fetch (data:, javascript:, mailto:, tel:, about:, blob:)
// are left out. docs/formats/links.md lists every place that is looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

namespace asof::html {

enum class LinkKind : std::uint8_t {
  Anchor,
  Area,
  Image,
  ImageSet,  // a candidate of srcset or imagesrcset
  Style,
  Script,
  Frame,
  Media,   // video, audio, source, track, bgsound
  Object,  // object, applet
  Embed,   // embed, and param of a plug-in
  Form,
  Icon,
  Manifest,
  Prefetch,   // preload, modulepreload, prefetch, prerender
  Feed,       // alternate of a feed's type
  Alternate,  // another language or form of this page
  Canonical,
  Related,  // other link elements: next, prev, license, search
  Refresh,
  Import,  // @import of a style sheet
  CssUrl,
  SvgReference,
  Background,
  Cite,  // cite, longdesc, profile
  Ping,
  Hint,         // preconnect, dns-prefetch: a host, not a page
  Speculative,  // lazy loading attributes, og:image and the like, strings in scripts
};

// Why a crawler would follow a link.
enum class LinkRole : std::uint8_t {
  Navigation,   // another page
  Embed,        // needed to show this page
  Speculative,  // may be either, may be nothing
  None,         // not to be fetched: ping, preconnect
};

std::string_view name_of(LinkKind kind);  // "anchor", "image-set"
LinkRole role_of(LinkKind kind);

// Parts of the document that was read, or of the Document that holds the link.
struct Link {
  std::string_view reference;
  std::string_view element, attribute;  // as written; "style", "text" of a reference in CSS
  LinkKind kind = LinkKind::Anchor;
  bool nofollow = false;    // rel=nofollow, ugc or sponsored
  std::uint64_t begin = 0;  // the raw attribute value or CSS reference in the document
  std::uint64_t end = 0;

  // Writes "a/@href", "style/@text" to `out`.
  void place(std::string& out) const;
};

struct RobotsMeta {
  bool noindex = false;
  bool nofollow = false;
  bool noarchive = false;
};

struct Document {
  Document() = default;
  Document(Document&&) = default;
  Document& operator=(Document&&) = default;

  std::string title;  // white space folded
  std::string base_href;
  std::string canonical;
  std::string charset_meta;  // the label as written
  std::string description;
  std::string lang;
  RobotsMeta robots;
  std::vector<Link> links;
  std::forward_list<std::string> decoded;  // references that are not in the document as they are
  std::string text;
  bool cut = false;  // a limit was reached; something is missing
};

struct ExtractOptions {
  bool links = true;
  bool text = false;
  bool speculative = true;
  std::string_view robots_name = "robots";  // also obeyed: <meta name=...> of this name
  std::size_t most_links = 100'000;
  std::size_t longest_reference = 8192;
  std::size_t text_limit = std::size_t{8} << 20;
};

// The document must be in UTF-8 or another encoding that keeps ASCII (charset.h converts), and
// outlive what is found in it.
Document extract(std::string_view document, const ExtractOptions& options = {});

// Strings in a script that look like references: absolute URLs and paths with a file's extension.
// A guess; most crawlers are better off without.
std::vector<std::string> script_references(std::string_view script, std::size_t most = 10'000);

}  // namespace asof::html
