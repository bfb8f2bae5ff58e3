// The rows of the catalog as values: files, captures, documents, metadata, log entries, damage.
//
// Raw rows are facts read from WARC files and logs. Their keys are natural (a name, an address, an
// instant), so one set of files gives one set of rows, whatever the order they are read in.
// An empty string stands for "not stated".
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "capture/cut.h"

namespace asof::catalog {

// The first 8 bytes of the SHA-256 without their highest bit.
std::int64_t hash63(std::string_view text);

// A function of the file's name alone.
using FileId = std::int64_t;
inline FileId file_id(std::string_view name) { return hash63(name); }

// Where a record lies. `inner` is the offset in the uncompressed stream of a file that is
// compressed as a whole, and 0 elsewhere.
struct Locator {
  FileId file = 0;
  std::uint64_t offset = 0;
  std::uint64_t inner = 0;

  auto operator<=>(const Locator&) const = default;
};

enum class FileState : std::uint8_t { Importing = 0, Complete = 1 };

struct File {
  std::string name;        // relative to the archive's warc/; "x.wacz!archive/y.warc.gz" inside one
  std::uint64_t base = 0;  // where it begins inside its container
  std::uint64_t size = 0;  // bytes
  std::string sha256;      // 32 bytes, or empty while importing
  std::string format;      // "warc", "arc"
  std::string compression;  // "none", "gzip", "zstd"...
  std::uint64_t records = 0;
  FileState state = FileState::Importing;
  std::uint64_t progress = 0;          // rows of all records before this offset are committed
  std::string about;                   // the warcinfo fields as a JSON object of strings
  std::optional<Instant> first, last;  // of its captures, once settled

  FileId id() const { return file_id(name); }
};

// The numbers are stored: append only.
enum class Kind : std::uint8_t {
  Response = 1,
  Revisit = 2,
  Resource = 3,
  Conversion = 4,
  Metadata = 5,
  Continuation = 6,
  Request = 7,
};
enum class Purpose : std::uint8_t { Import = 0, Visit = 1, Revisit = 2 };

struct Capture {
  std::string urlkey;  // SURT key of `url`
  Instant at;
  Locator where;
  std::string url;
  Kind kind = Kind::Response;
  int status = 0;            // 0: not HTTP, or not stated
  std::string mime;          // without parameters
  std::uint64_t size = 0;    // payload bytes
  std::uint64_t length = 0;  // bytes the record takes in its file
  std::string digest;        // payload digest with its label, as declared, else computed SHA-1
  std::string sha256;        // of the payload, computed: 32 bytes; empty where there is no body
  std::string etag;
  std::optional<Instant> last_modified;
  std::string location;  // where a redirect leads, absolute
  std::string record_id;
  std::string refers_to;                // record id
  std::string refers_to_key;            // SURT key of refers_to_url
  std::string refers_to_url;            // of a revisit
  std::optional<Instant> refers_to_at;  // of a revisit
  std::string profile;                  // of a revisit: its URI, or the short names below
  std::string truncated;
  std::string ip;
  std::string page_id;
  std::string resource_type;
  std::optional<std::int64_t> fetch_ms;
  Purpose purpose = Purpose::Import;
  std::string links;      // of its Link fields, as made by pack_links
  bool nofollow = false;  // its head says so
};

// The 16 bytes of "urn:uuid:" and a UUID of 32 lower-case hexadecimal digits; nothing of any other
// record id. The catalog keeps the bytes in place of the text.
std::optional<std::array<char, 16>> uuid_of(std::string_view record_id);

// The two profiles of WARC 1.1 §6.7 are stored by their last segment, others whole: as our own, of
// versions that were not stored.
inline constexpr std::string_view kIdenticalPayload = "identical-payload-digest";
inline constexpr std::string_view kNotModified = "server-not-modified";
inline constexpr std::string_view kNotStored = "urn:asof:revisit:not-stored";
std::string_view short_profile(std::string_view profile);

// What is known of a capture that is not whole, or whose date does not name the second. Few have
// such a row.
struct Flawed {
  Locator where;
  capture::Cut cut = capture::Cut::None;
  std::int64_t width = 0;  // from the capture's instant on: the time that its date leaves open

  // The record itself is not whole: it is nobody's original.
  bool is_cut_record() const {
    return cut != capture::Cut::None && static_cast<int>(cut) <= capture::kLastCutRecord;
  }
  bool is_cut() const { return cut != capture::Cut::None; }
};

// A capture whose record has no date that can be read. It has a place in a file and none in time.
struct Undated {
  std::string urlkey;
  Locator where;
  std::string url;
  Kind kind = Kind::Response;
  int status = 0;
  std::string mime;
  std::uint64_t size = 0;
  std::string digest;
  std::string record_id;
  std::string date;  // what stands in the place of one
};

// What is known of one content of one URL, however often it was captured.
struct Document {
  std::string urlkey;
  std::string url;
  std::string sha256;  // of the payload: 32 bytes
  std::string title;
  std::string charset;
  std::string canonical;
  std::uint64_t link_count = 0;
  std::string links;      // as made by pack_links
  bool nofollow = false;  // the page says so
  bool cut = false;       // it has more links than are read
};

// A metadata record: how the crawler came to a capture.
struct Metadata {
  std::string urlkey;
  Instant at;
  Locator where;
  std::string url;
  std::string via;
  std::optional<std::string> hops;  // an empty path is a seed's, no path is not stated
  bool seed = false;
  std::optional<std::int64_t> fetch_ms;
  std::string source_tag;
  std::string concurrent_to;  // record ids, separated by a space
  std::string links;          // as made by pack_links; may be empty
  std::string purpose;        // of the request: "capture", "revisit", "audit", "robots"...
  std::string turn;           // of a visit: capture::TurnCount as text
  std::string about;          // what a robots.txt or a sitemap is for
  std::optional<std::uint64_t> received;  // bytes of the answer
  std::optional<std::int64_t> status;     // only without an answer
  std::string reason;
};

// A line of a crawl.log.
struct LogEntry {
  std::string urlkey;
  Instant at;       // when it was logged
  std::string log;  // the log's name
  std::uint64_t line = 0;
  std::string url;
  int status = 0;
  std::optional<std::uint64_t> size;
  std::optional<std::string> hops;
  std::string via;
  std::string mime;
  std::optional<Instant> begin;  // of the fetch
  std::optional<std::int64_t> duration_ms;
  std::string digest;
  std::string source_tag;
  std::string annotations;
};

struct Damage {
  FileId file = 0;
  std::uint64_t offset = 0;
  std::string what;
};

// Rows of one stretch of one file, committed together with the offset they reach.
struct Batch {
  FileId file = 0;
  std::uint64_t progress = 0;        // the next record begins here
  std::uint64_t records = 0;         // of the file, up to there
  std::optional<std::string> about;  // once the warcinfo has been read
  std::vector<Capture> captures;
  std::vector<Document> documents;
  std::vector<Metadata> metadata;
  std::vector<Damage> damage;
  std::vector<Flawed> flawed;
  std::vector<Undated> undated;
};

}  // namespace asof::catalog
