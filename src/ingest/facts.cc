#include "ingest/facts.h"

#include "base/text.h"
#include "cdx/post.h"
#include "http/fields.h"
#include "url/surt.h"
#include "warc/draft.h"
#include "warc/exchange.h"

namespace asof::ingest {
namespace {

void take_request(Facts& facts, std::string_view request) {
  auto head = http::parse_request(request);
  if (!head || head->method.empty() || head->method == "GET") return;
  facts.method = upper(head->method);
  std::string_view type = head->fields.find("Content-Type").value_or("");
  auto key = cdx::post_key(facts.url, facts.method, type, request.substr(head->size));
  facts.key = url::surt_key(key.url);
  facts.request_body = std::move(key.request_body);
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

Facts facts_of(const warc::Record& record, std::string_view block, std::string_view request,
               std::string_view key) {
  Facts facts;
  facts.url = record.target_uri();
  facts.key = key.empty() ? url::surt_key(facts.url) : std::string(key);
  if (!request.empty()) take_request(facts, request);
  if (!warc::holds_http_response(record)) {
    auto type = http::parse_content_type(record.find("Content-Type"));
    facts.mime = std::move(type.essence);
    facts.charset = std::move(type.charset);
    return facts;
  }
  auto response = http::parse_response(block);
  if (response) {
    facts.status = response->status.value_or(0);
    auto type = http::content_type(response->fields);
    facts.mime = std::move(type.essence);
    facts.charset = std::move(type.charset);
    facts.response = std::move(*response);
  }
  if (facts.mime.empty() && record.is_arc())
    facts.mime = http::parse_content_type(record.find("Content-Type")).essence;
  return facts;
}

}  // namespace asof::ingest
