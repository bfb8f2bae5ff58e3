#include "capture/page.h"

#include "base/text.h"
#include "html/charset.h"
#include "html/css.h"
#include "html/links.h"
#include "http/mime.h"
#include "url/url.h"

namespace asof::capture {
namespace {

// Pages beyond this are read up to it: no page people look at is longer.
constexpr std::uint64_t kLongestPage = std::uint64_t{32} << 20;
constexpr std::size_t kLongestTitle = 1000;
constexpr std::size_t kMostCssLinks = 100'000;

enum class Form { Html, Css, Other };

Form form_of(std::string_view mime, std::string_view content) {
  if (mime == "text/html" || mime == "application/xhtml+xml") return Form::Html;
  if (mime == "text/css") return Form::Css;
  bool says_nothing = mime.empty() || mime == "application/octet-stream" || mime == "unk";
  if (says_nothing && http::sniff_type(content.substr(0, 2048)) == "text/html") return Form::Html;
  return Form::Other;
}

LinkKind kind_of(html::LinkKind kind) {
  switch (html::role_of(kind)) {
    case html::LinkRole::Embed:
      return LinkKind::Requisite;
    case html::LinkRole::Speculative:
      return LinkKind::Speculative;
    default:
      return LinkKind::Hyperlink;
  }
}

void read_html(Page& page, const PageHead& head, std::string_view content) {
  auto charset = html::detect_charset(content, std::string(head.charset));
  page.charset = charset.name;
  std::string converted;
  if (charset.name != "utf-8") {
    converted = html::to_utf8(content, charset.name, kLongestPage);
    content = converted;
  }
  const html::Document found = html::extract(content);
  page.nofollow = found.robots.nofollow;
  page.cut = found.cut;
  page.title = asof::to_utf8(found.title.substr(0, kLongestTitle));

  auto base = url::parse(head.url);
  if (base && !found.base_href.empty())
    if (auto moved = url::parse(found.base_href, &*base)) base = std::move(moved);
  if (!base) return;
  const url::Resolver resolver(std::move(*base));
  if (!found.canonical.empty()) resolver.resolve(found.canonical, page.canonical);
  constexpr std::size_t kOrdinaryAddress = 64;
  page.links.reserve(found.links.size(), found.links.size() * kOrdinaryAddress);
  std::string address, place;
  const html::Link* placed = nullptr;
  for (const html::Link& link : found.links) {
    if (html::role_of(link.kind) == html::LinkRole::None) continue;
    if (!resolver.resolve(link.reference, address)) continue;
    // Most stand where the one before them does: a/@href.
    if (placed == nullptr || placed->element != link.element || placed->attribute != link.attribute)
      link.place(place);
    placed = &link;
    page.links.add({kind_of(link.kind), place, address, link.nofollow});
  }
}

void read_css(Page& page, const PageHead& head, std::string_view content) {
  auto base = url::parse(head.url);
  if (!base) return;
  const url::Resolver resolver(std::move(*base));
  std::string address;
  const auto links = html::css_links(content, kMostCssLinks);
  page.cut = links.size() == kMostCssLinks;
  for (const html::CssLink& found : links) {
    if (!resolver.resolve(found.reference, address)) continue;
    const char* context = found.is_import ? "css/@import" : "css/url";
    page.links.add({LinkKind::Requisite, context, address});
  }
}

}  // namespace

std::optional<Page> read_page(const PageHead& head, std::string_view payload,
                              const http::BodyClaims& claims) {
  http::BodyClaims coded;
  coded.content_codings = claims.content_codings;
  // Only what may be a page is worth decompressing.
  bool maybe = head.mime.empty() || form_of(head.mime, "") != Form::Other ||
               head.mime == "application/octet-stream" || head.mime == "unk";
  if (!maybe) return std::nullopt;
  auto content = http::decode_all(payload, coded, http::Layer::Content, {.output = kLongestPage});
  Form form = form_of(head.mime, content.bytes());
  if (form == Form::Other) return std::nullopt;
  Page page;
  if (form == Form::Html) {
    read_html(page, head, content.bytes());
  } else {
    read_css(page, head, content.bytes());
  }
  return page;
}

}  // namespace asof::capture
