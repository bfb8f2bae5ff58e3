#include "capture/capture.h"

#include <fmt/format.h>

#include "base/text.h"
#include "capture/answer_field.h"

namespace asof::capture {

bool Revisit::is_not_modified() const { return profile.ends_with("/server-not-modified"); }
bool Revisit::is_not_stored() const { return profile == warc::kNotStored; }
bool Revisit::is_identical() const { return profile.ends_with("/identical-payload-digest"); }

Cut Exchange::cut() const {
  if (record_cut != Cut::None) return record_cut;
  // A record that says that it is not all need not be found out.
  const bool told = !truncated.empty() || segmented;
  return kind != Kind::Response || told || method == "HEAD" ? Cut::None : answer.cut;
}

void leave_out_body(Exchange& exchange) {
  exchange.answer.sha256.clear();
  exchange.answer.size = 0;
  exchange.answer.page.reset();
}

namespace {

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

warc::Draft answer_draft(const Capture& capture, const Exchange& exchange,
                         std::string_view message) {
  warc::Draft draft{.type = warc::Type::Response,
                    .id = exchange.record.id,
                    .date = capture.at.value_or(Instant{}),
                    .target_uri = capture.url,
                    .content_type = std::string(warc::kHttpResponse),
                    .block = message,
                    .payload_digest = exchange.payload_digest,
                    .ip_address = exchange.ip,
                    .truncated = exchange.truncated};
  if (!exchange.protocol.empty()) draft.extra.emplace_back("WARC-Protocol", exchange.protocol);
  if (!exchange.cipher.empty()) draft.extra.emplace_back("WARC-Cipher-Suite", exchange.cipher);
  if (exchange.kind == Kind::Resource) {
    draft.type = warc::Type::Resource;
    draft.content_type = exchange.answer.mime;
  } else if (exchange.kind == Kind::Revisit) {
    draft.type = warc::Type::Revisit;
    draft.profile = exchange.revisit.profile;
    draft.refers_to = exchange.revisit.refers_to;
    draft.refers_to_uri = exchange.revisit.url;
    draft.refers_to_date = exchange.revisit.at;
    if (auto field = exchange.revisit.is_not_modified() ? to_answer_field(message) : std::nullopt) {
      draft.extra.emplace_back(kAnswerField, std::move(*field));
      draft.block = {};
    }
    if (const auto& weighed = exchange.revisit.weighed) {
      draft.extra.emplace_back(kImportanceField, fmt::format("{:.9g}", weighed->importance));
      draft.extra.emplace_back(kMattersField, fmt::format("{:.9g}", weighed->matters));
    }
  }
  return draft;
}

}  // namespace

std::vector<warc::Draft> records_of(Capture& capture, const std::vector<std::string_view>& messages,
                                    const warc::IdSource& ids, std::string& notes_block) {
  std::vector<warc::Draft> drafts;
  drafts.reserve(1 + 2 * capture.exchanges.size());
  if (capture.notes) {
    capture.notes_record.id = ids();
    notes_block = to_block(*capture.notes);
  }
  for (Exchange& exchange : capture.exchanges) {
    if (!exchange.request.empty()) exchange.request_record.id = ids();
    if (exchange.kind != Kind::None && exchange.record.id.empty()) exchange.record.id = ids();
    for (const std::string& id : {exchange.request_record.id, exchange.record.id})
      if (!id.empty() && capture.notes) capture.concurrent_to.push_back(id);
  }
  const Instant at = capture.at.value_or(Instant{});
  if (capture.notes)
    drafts.push_back({.type = warc::Type::Metadata,
                      .id = capture.notes_record.id,
                      .date = at,
                      .target_uri = capture.url,
                      .content_type = std::string(warc::kWarcFields),
                      .block = notes_block,
                      .concurrent_to = capture.concurrent_to});
  const auto refer = [&](const std::string& id) {
    if (!id.empty()) drafts.back().concurrent_to.push_back(id);
  };
  for (std::size_t i = 0; i < capture.exchanges.size(); ++i) {
    Exchange& exchange = capture.exchanges[i];
    if (!exchange.request.empty()) {
      forget_credentials(exchange.request);
      drafts.push_back({.type = warc::Type::Request,
                        .id = exchange.request_record.id,
                        .date = at,
                        .target_uri = capture.url,
                        .content_type = std::string(warc::kHttpRequest),
                        .block = exchange.request,
                        .ip_address = exchange.ip});
      refer(exchange.record.id);
      refer(capture.notes_record.id);
    }
    if (exchange.kind == Kind::None) continue;
    drafts.push_back(answer_draft(capture, exchange, messages[i]));
    refer(exchange.request_record.id);
    refer(capture.notes_record.id);
  }
  return drafts;
}

}  // namespace asof::capture
