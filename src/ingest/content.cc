#include "ingest/content.h"

#include <algorithm>

#include "base/digest.h"
#include "html/charset.h"
#include "http/fields.h"
#include "http/mime.h"
#include "url/surt.h"
#include "url/url.h"
#include "warc/exchange.h"
#include "warc/reader.h"

namespace asof::ingest {
namespace {

void take_head(Content& content, const http::Response& response) {
  content.status = response.status.value_or(0);
  content.etag = http::etag(response.fields);
  content.last_modified = response.fields.find("last-modified").value_or("");
  const auto base = url::parse(content.url);
  const auto location = http::location(response.fields);
  if (base && location) url::resolve(*base, *location, content.location);
  http::ContentType type = http::content_type(response.fields);
  content.mime = std::move(type.essence);
  content.charset = std::move(type.charset);
}

bool says_nothing(std::string_view mime) {
  return mime.empty() || mime == "application/octet-stream" || mime == "unk";
}

void guess_type(Content& content) {
  if (says_nothing(content.mime)) content.mime = http::sniff_type(content.bytes);
}

}  // namespace

Result<Content> content_at(const Source& source, warc::Position where, std::uint64_t limit) {
  const std::string at = source.name() + " at offset " + to_string(where);
  std::string damage;
  warc::Reader reader(
      source,
      [&](const warc::Damage& d) {
        if (d.lost && damage.empty()) damage = d.what;
      },
      where);
  const warc::Record* record = TRY(reader.next());
  if (record == nullptr || reader.position() != where)
    return Error{Errc::NotFound, at + ": no record starts here"};
  const bool http = warc::holds_http_response(*record);
  if (record->type() == warc::Type::Revisit)
    return Error{Errc::Invalid,
                 at + ": a revisit, which has no content of its own; name it by URL and time"};
  if (!http && record->type() != warc::Type::Resource)
    return Error{Errc::Invalid, at + ": neither a response nor a resource"};
  Content content{.url = std::string(record->target_uri()),
                  .at = record->date().value_or(Instant{})};
  std::optional<Hasher> whole;  // once there is more than is kept
  warc::Exchange exchange(*record, http::Layer::Content, [&](std::string_view bytes) {
    const std::uint64_t room = limit - content.bytes.size();
    if (bytes.size() > room && !whole) whole.emplace(Algorithm::Sha256).update(content.bytes);
    if (whole) whole->update(bytes);
    content.bytes +=
        bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), room)));
  });
  for (;;) {
    std::string_view piece = TRY(reader.read());
    if (piece.empty()) break;
    exchange.push(piece);
  }
  exchange.finish();
  warc::End end = TRY(reader.finish());
  if (!end.sound) return Error{Errc::Corrupt, at + ": " + damage};
  content.cut = whole.has_value() || exchange.limited();
  if (whole) content.sha256 = whole->finish();
  if (const http::Response* response = exchange.response()) {
    take_head(content, *response);
  } else {
    http::ContentType type = http::parse_content_type(record->find("Content-Type"));
    content.mime = std::move(type.essence);
    content.charset = std::move(type.charset);
  }
  guess_type(content);
  return content;
}

Content content_of(std::string_view name, std::string bytes) {
  Content content{.url = std::string(name), .bytes = std::move(bytes)};
  const std::string_view extension = name.substr(std::min(name.rfind('.'), name.size()));
  const std::string_view found = http::sniff_type(content.bytes);
  const bool is_page = extension == ".html" || extension == ".htm" || extension == ".xhtml";
  // A name promises less than the first bytes of an image or a compressed file do.
  if (is_page && (found.starts_with("text/") || found == "application/octet-stream")) {
    content.mime = "text/html";
  } else if (extension == ".css") {
    content.mime = "text/css";
  } else {
    guess_type(content);
  }
  return content;
}

bool is_html(const Content& content) {
  return content.mime == "text/html" || content.mime == "application/xhtml+xml";
}

bool is_text(const Content& content) {
  return !is_html(content) &&
         (content.mime.starts_with("text/") || content.mime == "application/json" ||
          content.mime.ends_with("+json") || content.mime.ends_with("/xml") ||
          content.mime.ends_with("+xml") || content.mime == "application/javascript");
}

std::string to_utf8(const Content& content) {
  return html::to_utf8(content.bytes, html::detect_charset(content.bytes, content.charset).name,
                       kLongestContent);
}

Result<const Source*> Shelf::source(catalog::FileId file) {
  auto found = open_.find(file);
  if (found == open_.end()) {
    auto row = TRY(catalog_.file(file));
    if (!row) {
      return Error{Errc::Corrupt, "the catalog names a file it does not know; run 'asof reindex'"};
    }
    // Archives of many files would run out of descriptors; whoever reads comes back to few.
    if (open_.size() >= 64) open_.clear();
    archive::Holding holding = TRY(archive::Holding::open(directory_, row->name));
    found = open_.emplace(file, std::move(holding)).first;
  }
  return &found->second.source();
}

Result<Content> Shelf::content(const catalog::Locator& where) {
  const Source* source = TRY(this->source(where.file));
  return content_at(*source, {where.offset, where.inner});
}

Result<Content> Shelf::content(const catalog::Capture& capture) {
  if (capture.kind != catalog::Kind::Revisit) return content(capture.where);
  auto original = TRY(catalog_.original_of(capture.where));
  if (!original || original->how == catalog::How::None) {
    return Error{Errc::NotFound, capture.url + " at " + iso8601(capture.at) +
                                     " is a revisit whose original is not in the archive"};
  }
  Content shown = TRY(content(original->where));
  shown.url = capture.url;
  shown.at = capture.at;
  return shown;
}

std::optional<Content> Shelf::as_of(std::string_view url, Instant at) {
  auto capture = catalog_.nearest(url::surt_key(url), at, {.status = 200});
  if (!capture || !*capture) return std::nullopt;
  auto shown = content(**capture);
  if (!shown) return std::nullopt;
  return std::move(*shown);
}

}  // namespace asof::ingest
