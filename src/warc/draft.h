// Draft: a record about to be written, and its bytes.
//
// What is written is WARC 1.1: no folded lines, angle brackets only where the standard has them,
// milliseconds in dates, one gzip member or zstd frame per record. The same draft always gives the
// same bytes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/time.h"
#include "codec/gzip.h"
#include "codec/zstd.h"
#include "warc/compression.h"
#include "warc/record.h"

namespace asof::warc {

constexpr std::string_view kIdenticalPayload =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
constexpr std::string_view kNotModified =
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified";
// Our own: a body came that differs too little from the original to be stored. The payload digest
// is that of the body which came.
constexpr std::string_view kNotStored = "urn:asof:revisit:not-stored";

constexpr std::string_view kHttpResponse = "application/http;msgtype=response";
constexpr std::string_view kHttpRequest = "application/http;msgtype=request";
constexpr std::string_view kWarcFields = "application/warc-fields";

// "urn:uuid:..." without angle brackets. Wherever ids are made, their source is an argument.
using IdSource = std::function<std::string()>;
IdSource random_ids();
// Ids that follow from the seed: for tests and for archives that must be reproducible.
IdSource seeded_ids(std::uint64_t seed);

struct Draft {
  Type type = Type::Response;
  std::string id;          // from an IdSource
  Instant date;            // the instant the capture began
  std::string target_uri;  // required except for warcinfo and metadata
  std::string content_type;
  std::string_view block;      // must outlive the call that writes it
  std::string block_sha256;    // 32 bytes, where whoever made the block knows it; empty: not yet
  std::string payload_digest;  // labelled; empty: none
  std::vector<std::string> concurrent_to;
  std::string warcinfo_id;
  std::string ip_address;
  std::string page_id;        // WARC-Page-ID: the page this was fetched for
  std::string resource_type;  // WARC-Resource-Type: document, stylesheet, image, ...
  std::string truncated;      // length, time, disconnect or unspecified
  std::string filename;       // warcinfo only
  // Revisits only: which profile, and the original they refer to (never another revisit).
  std::string profile;
  std::string refers_to;
  std::string refers_to_uri;
  std::optional<Instant> refers_to_date;
  std::vector<std::pair<std::string, std::string>> extra;  // further fields, in this order
};

// A digest as WARC writes it: sha1 and md5 label with Base32 for sha1, lower-case hexadecimal
// for all others.
std::string labelled(Algorithm algorithm, std::string_view digest_bytes);

// Turns drafts into bytes. One per thread.
class Encoder final {
 public:
  struct Options {
    Compression compression = Compression::Gzip;
    int level = 6;           // MemberDeflater's or FrameCompressor's
    std::string dictionary;  // of zstd alone; may be empty
    Algorithm block_digest = Algorithm::Sha256;
  };
  explicit Encoder(Options options);

  // The record with its closing line ends, compressed on its own where so asked. A CHECK fails on a
  // draft the standard forbids: fields from outside are cleaned of line ends, never refused.
  // `head`, where given, gets the record's head up to its empty line.
  std::string encode(const Draft& draft, std::string* head = nullptr);
  // The same piece by piece, for blocks too long to be in memory twice; gives the head. The bytes
  // may differ, what they unpack to does not.
  using Write = std::function<Result<void>(std::string_view bytes)>;
  Result<std::string> encode(const Draft& draft, const Write& write);

 private:
  std::string block_digest_of(const Draft& draft) const;
  std::string head_of(const Draft& draft) const;

  Options options_;
  std::optional<codec::MemberDeflater> deflater_;
  std::optional<codec::FrameCompressor> compressor_;
  std::string whole_;  // a record before it is compressed: memory is kept for the next
};

// The body of a warcinfo or metadata record: "name: value" lines.
std::string warc_fields(const std::vector<std::pair<std::string, std::string>>& fields);

}  // namespace asof::warc
