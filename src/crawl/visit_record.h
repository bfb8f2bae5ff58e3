// VisitRecord: what is kept of a visit, and the WARC records it becomes (docs/formats/crawl.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crawl/examine.h"
#include "fetch/spool.h"
#include "warc/draft.h"

namespace asof::crawl {

struct VisitRecord {
  std::string url;
  Instant at;            // the request was begun
  std::string metadata;  // the body of its metadata record
  std::string request;
  std::string ip;
  std::string protocol;  // "http/1.1"
  std::string cipher;

  enum class Kind : std::uint8_t { None, Response, NotModified, Identical };
  Kind kind = Kind::None;
  std::string id;  // of the answer's record
  std::string truncated;
  std::string refers_to, refers_to_url;  // of revisits
  Instant refers_to_at;
  std::optional<fetch::Spool> response;  // head and body
  std::size_t head = 0;
  Answer answer;

  std::string log_line;      // for crawl.log; empty: none
  bool about_crawl = false;  // what is told of the crawl itself: no visit
};

struct DnsRecord {
  std::string host;
  std::vector<std::string> addresses;
  Instant at;
};

// The records of a visit: metadata first, the answer last. They refer to the visit's bytes, which
// must stay where they are. An Error where those cannot be read.
Result<std::vector<warc::Draft>> drafts_of(VisitRecord& visit, const warc::IdSource& ids);
// `text` becomes the record's block.
warc::Draft draft_of(const DnsRecord& dns, const warc::IdSource& ids, std::string& text);

}  // namespace asof::crawl
