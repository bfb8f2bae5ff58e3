// From a record to the part of a capture that it holds.
#include "base/text.h"
#include "capture/answer_field.h"
#include "capture/capture.h"
#include "capture/outlinks.h"
#include "cdx/post.h"
#include "http/fields.h"
#include "url/surt.h"
#include "warc/digest_field.h"
#include "warc/exchange.h"

namespace asof::capture {
namespace {

Kind kind_of(warc::Type type) {
  switch (type) {
    case warc::Type::Revisit:
      return Kind::Revisit;
    case warc::Type::Resource:
      return Kind::Resource;
    case warc::Type::Conversion:
      return Kind::Conversion;
    case warc::Type::Metadata:
      return Kind::Metadata;
    default:
      return Kind::Response;
  }
}

std::string_view without_brackets(std::string_view text) {
  const bool bracketed = text.starts_with('<') && text.ends_with('>');
  return bracketed ? text.substr(1, text.size() - 2) : text;
}

// A request that is no GET makes the answer another resource.
void take_request(std::string_view request, Capture& capture) {
  const auto head = http::parse_request(request);
  if (!head || head->method.empty() || head->method == "GET") return;
  Exchange& exchange = capture.exchanges.back();
  exchange.method = upper(head->method);
  const std::string_view type = head->fields.find("Content-Type").value_or("");
  auto key = cdx::post_key(capture.url, exchange.method, type, request.substr(head->size));
  capture.key = url::surt_key(key.url);
  exchange.request_body = std::move(key.request_body);
}

// Of a version that was not stored. Without sound numbers nothing is known but that it differs.
Weighed weighed_of(const warc::Record& record) {
  const auto number = [&](std::string_view field) {
    const auto value = parse_number(record.find(field));
    return value && *value <= 1 ? *value : 1;
  };
  return {.importance = number(kImportanceField), .matters = number(kMattersField)};
}

Revisit revisit_of(const warc::Record& record) {
  Revisit revisit{.profile = std::string(record.find("WARC-Profile")),
                  .refers_to = std::string(record.id("WARC-Refers-To")),
                  .url = std::string(without_brackets(record.find("WARC-Refers-To-Target-URI"))),
                  .at = parse_iso8601(record.find("WARC-Refers-To-Date"))};
  if (revisit.is_not_stored()) revisit.weighed = weighed_of(record);
  return revisit;
}

void read_answer_record(const warc::Record& record, const RecordBytes& bytes, const ReadWhat& what,
                        RecordName name, Capture& capture) {
  Exchange& exchange = capture.exchanges.emplace_back();
  exchange.kind = kind_of(record.type());
  exchange.record = std::move(name);
  exchange.payload_digest = warc::payload_digest(record);
  exchange.truncated = record.find("WARC-Truncated");
  exchange.ip = record.find("WARC-IP-Address");
  exchange.protocol = record.find("WARC-Protocol");
  exchange.cipher = record.find("WARC-Cipher-Suite");
  exchange.page_id = record.find("WARC-Page-ID");
  exchange.resource_type = record.find("WARC-Resource-Type");
  exchange.segmented = record.has("WARC-Segment-Number");
  if (!bytes.request.empty()) take_request(bytes.request, capture);
  const bool revisit = exchange.kind == Kind::Revisit;
  if (revisit) exchange.revisit = revisit_of(record);
  const bool needs_sha1 = what.any_digest && !revisit && exchange.payload_digest.empty();
  const bool http = warc::holds_http_response(record);
  std::string head;
  if (revisit && bytes.block.empty()) head = from_answer_field(record.find(kAnswerField));
  exchange.answer = read_answer(
      capture.url, head.empty() ? bytes.block : head,
      {.at = capture.at.value_or(Instant{}),
       .http = http,
       .type = !http || record.is_arc() ? record.find("Content-Type") : std::string_view(),
       .payload = http || what.sha256 || needs_sha1,
       .sha256 = what.sha256 && !revisit,
       .sha1 = needs_sha1,
       .page = what.page && !revisit,
       .rest = bytes.rest});
}

}  // namespace

bool is_indexed(const warc::Record& record) {
  switch (record.type()) {
    case warc::Type::Response:
    case warc::Type::Revisit:
    case warc::Type::Resource:
    case warc::Type::Conversion:
      return !record.target_uri().empty();
    case warc::Type::Metadata: {
      std::string_view type = record.find("Content-Type");
      return !record.target_uri().empty() && !istarts_with(type, warc::kWarcFields) &&
             !istarts_with(type, "text/anvl");
    }
    default:
      return false;
  }
}

std::optional<Capture> read_record(const warc::Record& record, const RecordBytes& bytes,
                                   const ReadWhat& what) {
  if (record.target_uri().empty()) return std::nullopt;
  Capture capture{.url = std::string(record.target_uri())};
  capture.key = url::surt_key(capture.url);
  if (const auto period = record.period()) {
    capture.at = period->first;
    capture.width = period->width();
  }
  if (!capture.at) capture.date_field = record.find("WARC-Date");
  RecordName name{.id = std::string(record.id()),
                  .block_digest = std::string(record.find("WARC-Block-Digest")),
                  .payload_digest = std::string(record.find("WARC-Payload-Digest"))};
  if (is_indexed(record)) {
    // A WAT file holds a record of JSON for each page, with the links of the page in it.
    const bool may_be_wat = record.type() == warc::Type::Metadata && what.page;
    if (auto links = may_be_wat ? read_wat(capture.url, bytes.block) : std::nullopt) {
      capture.notes = Notes{.outlinks = std::move(*links)};
      capture.notes_record = name;
    }
    read_answer_record(record, bytes, what, std::move(name), capture);
  } else if (record.type() == warc::Type::Metadata) {
    capture.notes = read_notes(capture.url, bytes.block);
    capture.notes_record = std::move(name);
    for (const warc::Field& field : record.fields())
      if (iequals(field.name, "WARC-Concurrent-To"))
        capture.concurrent_to.emplace_back(without_brackets(field.value));
  } else if (record.type() == warc::Type::Request) {
    Exchange& exchange = capture.exchanges.emplace_back();
    exchange.request = bytes.block;
    exchange.request_record = std::move(name);
    exchange.ip = record.find("WARC-IP-Address");
  } else {
    return std::nullopt;
  }
  return capture;
}

}  // namespace asof::capture
