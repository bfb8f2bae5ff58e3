#include "retrieve/content.h"

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"
#include "html/charset.h"
#include "http/fields.h"
#include "http/mime.h"
#include "retrieve/record_at.h"
#include "url/url.h"
#include "warc/exchange.h"

namespace asof::retrieve {
namespace {

void take_head(Content& content, const http::Response& response) {
  content.status = response.status.value_or(0);
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

std::string remark_on(const warc::Record& record, const http::BodyNotes& notes) {
  const std::string_view truncated = record.find("WARC-Truncated");
  if (!truncated.empty())
    return "was cut off when it was captured (" + asof::to_utf8(truncated) +
           "); only its beginning is shown";
  if (notes.chunks_broken) return "was sent in chunks, of which one is none";
  if (notes.chunks_unterminated) return "was sent in chunks and ends without the last one";
  if (!notes.unknown_coding.empty())
    return "is coded as " + asof::to_utf8(notes.unknown_coding) + ", which asof cannot decode";
  if (notes.not_encoded) return "is not compressed as the server said; it is shown as received";
  if (notes.encoding_broken) return "was sent compressed and is damaged: this is its beginning";
  if (notes.encoding_unterminated) return "was sent compressed and ends too early";
  return "";
}

Result<Content> content_at(const Source& source, warc::Position where, std::uint64_t limit) {
  RecordAt opened = TRY(RecordAt::open(source, where));
  const warc::Record& record = opened.head();
  if (record.type() == warc::Type::Revisit)
    return Error{Errc::Invalid, opened.place() +
                                    ": this is a revisit, which has no content of its own; name it "
                                    "by URL and time instead"};
  if (!warc::holds_http_response(record) && record.type() != warc::Type::Resource)
    return Error{Errc::Invalid, opened.place() + ": neither a response nor a resource"};
  Content content{.url = std::string(record.target_uri()), .at = record.date()};
  std::optional<Hasher> whole;  // once there is more than is kept
  warc::Exchange exchange(record, http::Layer::Content, [&](std::string_view bytes) {
    const std::uint64_t room = limit - content.bytes.size();
    if (bytes.size() > room && !whole) whole.emplace(Algorithm::Sha256).update(content.bytes);
    if (whole) whole->update(bytes);
    content.bytes +=
        bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), room)));
  });
  for (;;) {
    const std::string_view piece = TRY(opened.read());
    if (piece.empty()) break;
    exchange.push(piece);
  }
  exchange.finish();
  TRY(opened.finish());
  content.cut = whole.has_value() || exchange.limited();
  if (whole) content.sha256 = whole->finish();
  content.head = exchange.head();
  content.remark = remark_on(record, exchange.notes());
  if (const http::Response* response = exchange.response()) {
    take_head(content, *response);
  } else {
    http::ContentType type = http::parse_content_type(record.find("Content-Type"));
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

}  // namespace asof::retrieve
