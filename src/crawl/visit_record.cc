#include "crawl/visit_record.h"

#include <fmt/format.h>

#include "base/text.h"

namespace asof::crawl {
namespace {

using Kind = VisitRecord::Kind;

warc::Draft answer_of(const VisitRecord& visit, std::string_view message) {
  warc::Draft draft{.type = warc::Type::Response,
                    .id = visit.id,
                    .date = visit.at,
                    .target_uri = visit.url,
                    .content_type = std::string(warc::kHttpResponse),
                    .block = message,
                    .ip_address = visit.ip,
                    .truncated = visit.truncated};
  if (!visit.protocol.empty()) draft.extra.emplace_back("WARC-Protocol", visit.protocol);
  if (!visit.cipher.empty()) draft.extra.emplace_back("WARC-Cipher-Suite", visit.cipher);
  if (visit.kind != Kind::NotModified)
    draft.payload_digest = warc::labelled(Algorithm::Sha256, visit.answer.sha256);
  if (visit.kind == Kind::Response) {
    draft.block_sha256 = visit.answer.message_sha256;
    return draft;
  }
  draft.type = warc::Type::Revisit;
  draft.block = message.substr(0, visit.head);
  draft.profile = visit.kind == Kind::Identical ? warc::kIdenticalPayload : warc::kNotModified;
  draft.refers_to = visit.refers_to;
  draft.refers_to_uri = visit.refers_to_url;
  draft.refers_to_date = visit.refers_to_at;
  if (visit.kind == Kind::Identical) draft.truncated = "length";
  return draft;
}

// Archives are handed on; passwords are not to be.
void forget_credentials(std::string& request) {
  std::size_t end = 0;
  for (std::size_t line = 0; (end = request.find("\r\n", line)) != std::string::npos;) {
    const auto colon = request.find(':', line);
    const std::string_view name = std::string_view(request).substr(line, colon - line);
    if (iequals(name, "Authorization") || iequals(name, "Proxy-Authorization")) {
      request.replace(colon + 1, end - colon - 1, " (not kept)");
      end = request.find("\r\n", colon);
    }
    line = end + 2;
  }
}

}  // namespace

Result<std::vector<warc::Draft>> drafts_of(VisitRecord& visit, const warc::IdSource& ids) {
  const bool asked = !visit.request.empty();
  forget_credentials(visit.request);
  const bool answered = visit.kind != Kind::None;
  const std::string metadata_id = ids();
  const std::string request_id = asked ? ids() : "";
  std::vector<warc::Draft> drafts;
  drafts.reserve(3);
  drafts.push_back({.type = warc::Type::Metadata,
                    .id = metadata_id,
                    .date = visit.at,
                    .target_uri = visit.url,
                    .content_type = std::string(warc::kWarcFields),
                    .block = visit.metadata});
  if (asked) drafts.back().concurrent_to.push_back(request_id);
  if (answered) drafts.back().concurrent_to.push_back(visit.id);
  if (asked) {
    drafts.push_back({.type = warc::Type::Request,
                      .id = request_id,
                      .date = visit.at,
                      .target_uri = visit.url,
                      .content_type = std::string(warc::kHttpRequest),
                      .block = visit.request,
                      .ip_address = visit.ip});
    if (answered) drafts.back().concurrent_to.push_back(visit.id);
    drafts.back().concurrent_to.push_back(metadata_id);
  }
  if (answered) {
    const std::string_view message = TRY(visit.response->bytes());
    drafts.push_back(answer_of(visit, message));
    if (asked) drafts.back().concurrent_to.push_back(request_id);
    drafts.back().concurrent_to.push_back(metadata_id);
  }
  return drafts;
}

warc::Draft draft_of(const DnsRecord& dns, const warc::IdSource& ids, std::string& text) {
  text = digits14(dns.at) + "\n";
  for (const std::string& address : dns.addresses) {
    const bool six = address.find(':') != std::string::npos;
    text += fmt::format("{}.\t0\tIN\t{}\t{}\n", dns.host, six ? "AAAA" : "A", address);
  }
  return {.type = warc::Type::Resource,
          .id = ids(),
          .date = dns.at,
          .target_uri = "dns:" + dns.host,
          .content_type = "text/dns",
          .block = text,
          .payload_digest = warc::labelled(Algorithm::Sha256, digest_of(Algorithm::Sha256, text))};
}

}  // namespace asof::crawl
