// CrawlRecords: writes the records of a crawl as docs/formats/crawl.md says, one visit at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/directory.h"
#include "archive/warc_writer.h"
#include "base/digest.h"
#include "base/text.h"
#include "support/result.h"
#include "warc/draft.h"

namespace asof::test {

class SetClock final : public Clock {
 public:
  Instant now() const override { return at; }
  Instant at;
};

struct CrawlVisit {
  std::string url;
  Instant sent;
  std::int64_t took = 0;  // milliseconds
  std::string purpose = "capture";
  std::string hops;
  std::string etag;           // of the answer
  std::string last_modified;  // of the answer
  std::string type;           // its Content-Type; empty: it has none
  std::string asked_etag;
  std::string asked_modified;
  std::vector<std::pair<std::string, std::string>> more;  // further metadata fields
};

// What a revisit refers to.
struct Kept {
  std::string id;
  std::string url;
  Instant date;
  std::string payload_digest;
  archive::Written where;
};

class CrawlRecords final {
 public:
  CrawlRecords(const archive::Directory& directory, std::string name, Instant begun,
               std::uint64_t seed = 1, const std::string& software = "asof")
      : name_(std::move(name)),
        writer_(directory.warc_path(), clock_, warc::seeded_ids(seed),
                {.prefix = name_,
                 .about = {{"software", software},
                           {"http-header-user-agent", "asof (+https://example.org/)"},
                           {"robots", "obey"},
                           {"operator", "a library"},
                           {"isPartOf", name_},
                           {"strategy", "sharc-unified"},
                           {"settings", "{}"}}}) {
    clock_.at = begun;
  }

  // A whole body.
  Kept whole(const CrawlVisit& visit, std::string_view body, int status = 200,
             const std::string& location = "", const std::string& truncated = "") {
    const auto head = answer_head(visit, status, location);
    const std::string block =
        head + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
    warc::Draft draft{.type = warc::Type::Response,
                      .content_type = std::string(warc::kHttpResponse),
                      .block = block,
                      .payload_digest = digest(body),
                      .truncated = truncated};
    return write_visit(visit, &draft);
  }

  Kept not_modified(const CrawlVisit& visit, const Kept& original) {
    const std::string block = answer_head(visit, 304, "") + "\r\n";
    warc::Draft draft{.type = warc::Type::Revisit,
                      .content_type = std::string(warc::kHttpResponse),
                      .block = block,
                      .profile = std::string(warc::kNotModified),
                      .refers_to = original.id,
                      .refers_to_uri = original.url,
                      .refers_to_date = original.date};
    return write_visit(visit, &draft);
  }

  // A whole body that is the original's.
  Kept identical(const CrawlVisit& visit, const Kept& original, int status = 200) {
    const std::string block = answer_head(visit, status, "") + "\r\n";
    warc::Draft draft{.type = warc::Type::Revisit,
                      .content_type = std::string(warc::kHttpResponse),
                      .block = block,
                      .payload_digest = original.payload_digest,
                      .truncated = "length",
                      .profile = std::string(warc::kIdenticalPayload),
                      .refers_to = original.id,
                      .refers_to_uri = original.url,
                      .refers_to_date = original.date};
    return write_visit(visit, &draft);
  }

  // A whole body that differs too little from the stored one to be stored.
  Kept not_stored(const CrawlVisit& visit, const Kept& stored, std::string_view body) {
    const std::string block = answer_head(visit, 200, "") + "\r\n";
    warc::Draft draft{.type = warc::Type::Revisit,
                      .content_type = std::string(warc::kHttpResponse),
                      .block = block,
                      .payload_digest = digest(body),
                      .truncated = "length",
                      .profile = std::string(warc::kNotStored),
                      .refers_to = stored.id,
                      .refers_to_uri = stored.url,
                      .refers_to_date = stored.date};
    return write_visit(visit, &draft);
  }

  // No answer.
  void failed(CrawlVisit visit, const std::string& status, const std::string& reason) {
    visit.more.emplace_back("status", status);
    visit.more.emplace_back("reason", reason);
    write_visit(visit, nullptr);
  }

  // The records that end a crawl; closes the file.
  void end(const std::string& ended = "done",
           const std::vector<std::pair<std::string, std::string>>& more = {}) {
    std::vector<std::pair<std::string, std::string>> fields = {{"ended", ended},
                                                               {"reason", "nothing left to do"}};
    fields.insert(fields.end(), more.begin(), more.end());
    const auto body = warc::warc_fields(fields);
    must(writer_.write({.type = warc::Type::Metadata,
                        .date = clock_.at,
                        .target_uri = "urn:asof:crawl:" + name_,
                        .content_type = std::string(warc::kWarcFields),
                        .block = body}));
    close();
  }
  void close() { must(writer_.close()); }

  static std::string digest(std::string_view body) {
    return warc::labelled(Algorithm::Sha256, digest_of(Algorithm::Sha256, body));
  }

 private:
  static std::string answer_head(const CrawlVisit& visit, int status, const std::string& location) {
    std::string head = "HTTP/1.1 " + std::to_string(status) + " Whatever\r\n";
    if (!visit.etag.empty()) head += "ETag: " + visit.etag + "\r\n";
    if (!visit.last_modified.empty()) head += "Last-Modified: " + visit.last_modified + "\r\n";
    if (!visit.type.empty()) head += "Content-Type: " + visit.type + "\r\n";
    if (!location.empty()) head += "Location: " + location + "\r\n";
    return head;
  }

  Kept write_visit(const CrawlVisit& visit, warc::Draft* answer) {
    clock_.at = visit.sent;
    const auto about = writer_.new_id();
    const auto asked = writer_.new_id();
    const auto answered = writer_.new_id();
    std::vector<std::pair<std::string, std::string>> fields = {
        {"hopsFromSeed", visit.hops},
        {"fetchTimeMs", std::to_string(visit.took)},
        {"purpose", visit.purpose}};
    fields.insert(fields.end(), visit.more.begin(), visit.more.end());
    const auto body = warc::warc_fields(fields);
    must(writer_.write({.type = warc::Type::Metadata,
                        .id = about,
                        .date = visit.sent,
                        .target_uri = visit.url,
                        .content_type = std::string(warc::kWarcFields),
                        .block = body,
                        .concurrent_to = {asked}}));
    std::string request = "GET / HTTP/1.1\r\nHost: example\r\n";
    if (!visit.asked_etag.empty()) request += "If-None-Match: " + visit.asked_etag + "\r\n";
    if (!visit.asked_modified.empty())
      request += "If-Modified-Since: " + visit.asked_modified + "\r\n";
    request += "\r\n";
    must(writer_.write({.type = warc::Type::Request,
                        .id = asked,
                        .date = visit.sent,
                        .target_uri = visit.url,
                        .content_type = std::string(warc::kHttpRequest),
                        .block = request,
                        .concurrent_to = {about}}));
    if (answer == nullptr) return {};
    answer->id = answered;
    answer->date = visit.sent;
    answer->target_uri = visit.url;
    answer->concurrent_to = {asked, about};
    auto written = must(writer_.write(*answer));
    return {answered, visit.url, visit.sent, answer->payload_digest, written};
  }

  std::string name_;
  SetClock clock_;
  archive::WarcWriter writer_;
};

}  // namespace asof::test
