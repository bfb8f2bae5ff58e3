#include "base/digest.h"
#include "base/text.h"
#include "catalog/links.h"
#include "html/charset.h"
#include "html/css.h"
#include "html/links.h"
#include "html/text.h"
#include "http/mime.h"
#include "ingest/document_internal.h"
#include "url/url.h"

namespace asof::ingest {
namespace {

// Pages beyond this are read up to it: no page people look at is longer.
constexpr std::uint64_t kLongestPage = std::uint64_t{32} << 20;
constexpr std::size_t kLongestTitle = 1000;

enum class Form { Html, Css, Other };

Form form_of(std::string_view mime, std::string_view content) {
  if (mime == "text/html" || mime == "application/xhtml+xml") return Form::Html;
  if (mime == "text/css") return Form::Css;
  bool says_nothing = mime.empty() || mime == "application/octet-stream" || mime == "unk";
  if (says_nothing && http::sniff_type(content.substr(0, 2048)) == "text/html") return Form::Html;
  return Form::Other;
}

catalog::LinkKind kind_of(html::LinkKind kind) {
  switch (html::role_of(kind)) {
    case html::LinkRole::Embed:
      return catalog::LinkKind::Requisite;
    case html::LinkRole::Speculative:
      return catalog::LinkKind::Speculative;
    default:
      return catalog::LinkKind::Hyperlink;
  }
}

void read_html(catalog::Document& row, const Facts& facts, std::string_view content) {
  auto charset = html::detect_charset(content, facts.charset);
  row.charset = charset.name;
  std::string converted;
  if (charset.name != "utf-8") {
    converted = html::to_utf8(content, charset.name, kLongestPage);
    content = converted;
  }
  html::Document page = html::extract(content, {.text = true});
  row.title = to_utf8(page.title.substr(0, kLongestTitle));
  if (!page.text.empty()) row.text_digest = digest_of(Algorithm::Sha256, page.text).substr(0, 16);
  auto measured = html::measure(page.text);
  row.simhash = measured.simhash;
  row.words = measured.words;

  auto base = url::parse(facts.url);
  if (base && !page.base_href.empty())
    if (auto moved = url::parse(page.base_href, &*base)) base = std::move(moved);
  if (!base) return;
  if (!page.canonical.empty()) url::resolve(*base, page.canonical, row.canonical);
  std::vector<catalog::Link> links;
  links.reserve(page.links.size());
  catalog::Link link;
  for (html::Link& found : page.links) {
    if (html::role_of(found.kind) == html::LinkRole::None) continue;
    if (!url::resolve(*base, found.reference, link.url)) continue;
    link.kind = kind_of(found.kind);
    link.context = std::move(found.place);
    links.push_back(link);
  }
  row.link_count = links.size();
  row.links = catalog::pack_links(links);
}

void read_css(catalog::Document& row, const Facts& facts, std::string_view content) {
  auto base = url::parse(facts.url);
  if (!base) return;
  std::vector<catalog::Link> links;
  catalog::Link link{catalog::LinkKind::Requisite, "", ""};
  for (const html::CssLink& found : html::css_links(content)) {
    if (!url::resolve(*base, found.reference, link.url)) continue;
    link.context = found.is_import ? "css/@import" : "css/url";
    links.push_back(link);
  }
  row.link_count = links.size();
  row.links = catalog::pack_links(links);
}

}  // namespace

std::optional<catalog::Document> read_document(const catalog::Capture& capture, const Facts& facts,
                                               std::string_view payload,
                                               const http::BodyClaims& claims) {
  http::BodyClaims coded;
  coded.content_codings = claims.content_codings;
  // Only what may be a page is worth decompressing.
  bool maybe = capture.mime.empty() || form_of(capture.mime, "") != Form::Other ||
               capture.mime == "application/octet-stream" || capture.mime == "unk";
  if (!maybe) return std::nullopt;
  auto content = http::decode_all(payload, coded, http::Layer::Content, {.output = kLongestPage});
  Form form = form_of(capture.mime, content.bytes());
  if (form == Form::Other) return std::nullopt;
  catalog::Document row;
  row.urlkey = capture.urlkey;
  row.url = capture.url;
  row.sha256 = capture.sha256;
  if (form == Form::Html) {
    read_html(row, facts, content.bytes());
  } else {
    read_css(row, facts, content.bytes());
  }
  return row;
}

}  // namespace asof::ingest
