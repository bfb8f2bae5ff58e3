// Capture: what came of a visit: why it was made, what was asked, what was answered. One pure value
// between the bytes of WARC records and everything that is computed from them: rows of the catalog,
// evidence for certificates, index lines.
//
// A crawler makes a Capture and records_of() turns it into records; read_record() turns a record
// back into the part of a Capture that it holds. Both ways give the same rows and the same
// evidence.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capture/answer.h"
#include "capture/notes.h"
#include "warc/draft.h"
#include "warc/record.h"

namespace asof::capture {

// What a record is called and where it lies in its file.
struct RecordName {
  std::string id;
  std::uint64_t offset = 0;
  std::uint64_t inner = 0;                   // in a file that is compressed as a whole
  std::uint64_t length = 0;                  // bytes it takes in the file
  std::string block_digest, payload_digest;  // as declared
  std::string fault;  // why it cannot be trusted: a digest that does not match; empty: none
};

// How much a change matters: the papers' importance, and how probably a reader calls it meaningful.
struct Weighed {
  double importance = 1;
  double matters = 1;
};

// The original that a revisit refers to.
struct Revisit {
  std::string profile;    // its URI
  std::string refers_to;  // a record id; may be empty
  std::string url;
  std::optional<Instant> at;
  std::optional<Weighed>
      weighed;  // of a version that was not stored: its change since the original

  bool is_not_modified() const;  // the server answered 304
  bool is_identical() const;     // a whole body came, equal to the original's
  bool is_not_stored() const;    // a whole body came, hardly different from the original's
};

enum class Kind : std::uint8_t { None, Response, Revisit, Resource, Conversion, Metadata };

// One request and its answer.
struct Exchange {
  // -- the request
  RecordName request_record;
  std::string request;       // head and body; empty where none was sent or recorded
  std::string method;        // empty for GET
  std::string request_body;  // as an index line has it, of requests that are no GET

  // -- the answer's record
  Kind kind = Kind::None;
  RecordName record;
  std::string payload_digest;  // the declared one; empty where that cannot be a digest
  std::string truncated;
  std::string ip, protocol, cipher;
  std::string page_id, resource_type;
  bool segmented = false;  // a part of a record that goes on elsewhere
  Revisit revisit;         // of revisits
  Answer answer;
  Cut record_cut = Cut::None;  // in what the record itself is not whole

  // The body is all there, by the record and by the HTTP head.
  bool is_whole() const { return answer.whole && truncated.empty() && !segmented; }
  // Why it is not, or not known to be, beyond what the record says of itself.
  Cut cut() const;
};

struct Capture {
  std::string url;
  std::string key;  // SURT key, with the method and body of a request that is no GET
  // The request was begun. Nothing where the records have no date that can be read: then the
  // capture has no place in time.
  std::optional<Instant> at;
  std::int64_t width = 0;  // where the date does not name the second: the time that it leaves open
  std::string date_field;  // what stands in the place of a date
  std::optional<Notes> notes;
  RecordName notes_record;
  std::vector<std::string> concurrent_to;  // ids of the records that belong to the notes
  // A browser's page has many. Empty where only notes were read.
  std::vector<Exchange> exchanges;
};

// A record as read from a file.
struct RecordBytes {
  std::string_view block;             // or its beginning, with all of an HTTP head
  const LongPayload* rest = nullptr;  // of a block that is only the beginning
  std::string_view request{};         // the request it answers, when that is no GET
};

struct ReadWhat {
  bool page = true;        // title and links
  bool sha256 = true;      // of payloads
  bool any_digest = true;  // SHA-1 where no payload digest is declared
};

// Whether an index has a line for it: responses, revisits, resources, conversions, and metadata
// that are not WARC fields.
bool is_indexed(const warc::Record& record);
// The part of a capture that a record holds: notes, a request, or an answer. Nothing for warcinfo
// records and those that are about nothing.
std::optional<Capture> read_record(const warc::Record& record, const RecordBytes& bytes,
                                   const ReadWhat& what = {});
// The same of a revisit that a crawler has just made: what its record will show of the answer.
void leave_out_body(Exchange& exchange);

// Gives the capture's records their ids and writes them: notes first, then each request and its
// answer. `messages`: head and body of each exchange's answer, of a revisit the head; they and the
// capture must outlive the drafts. The head of a 304 becomes a field (capture/answer_field.h).
// `notes_block` becomes the block of the notes.
std::vector<warc::Draft> records_of(Capture& capture, const std::vector<std::string_view>& messages,
                                    const warc::IdSource& ids, std::string& notes_block);

}  // namespace asof::capture
