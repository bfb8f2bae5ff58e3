// The captures of one key, and the originals of its revisits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "catalog/addresses_internal.h"
#include "catalog/database_internal.h"
#include "catalog/derived.h"
#include "catalog/flawed_internal.h"

namespace asof::catalog {

// What makes two captures the same version.
struct Content {
  int status = 0;
  std::string sha256, digest, mime;
  std::uint64_t size = 0;
  bool cut = false;  // it is not whole
};

// What resolving and versions need to know of a capture. Texts that repeat are kept once, by the
// KeyCaptures the sighting belongs to.
struct Sighting {
  Instant at;
  Locator where;
  const std::string* url = nullptr;
  const std::string* digest = nullptr;
  const std::string* sha256 = nullptr;
  const std::string* mime = nullptr;
  std::size_t record = 0;  // hash of the record id; kept where a revisit of the key needs it
  std::uint64_t size = 0;
  int status = 0;
  Kind kind = Kind::Response;
  bool not_modified = false;  // a revisit of that profile
  bool not_stored = false;    // a revisit of that profile: its content is its own
  int reference = -1;         // of a revisit that says where its original is: which of those
  bool cut = false;           // it is not whole, and no version
  bool cut_record = false;    // nor is its record, which is no original
  std::int64_t width = 0;     // the time its date leaves open

  bool has_content() const { return kind != Kind::Revisit && status != 304 && !cut_record; }
};

// Where a revisit says its original is.
struct Reference {
  std::size_t record = 0;  // hash of a record id, 0 for none
  std::string key;
  std::string url;
  std::optional<Instant> at;
};

// All captures shown of one key, in time order, found by the number of its address.
class KeyCaptures final {
 public:
  static Result<KeyCaptures> load(Database& database, std::int64_t id);

  const Address& address() const { return address_; }

  const std::vector<Sighting>& all() const { return all_; }

  // The original of a revisit; OriginMatch::None where there is none. A function of the raw tables
  // alone: (1) where the revisit says, by address or by record id of this key; a revisit found
  // there is asked in turn, up to kLongestChain; (2) equal digest under this key, the latest at or
  // before, else the earliest after; (3) the same anywhere; (4) not modified: the latest content of
  // the same URL at or before; (5) as (3) for the revisits met in (1).
  Result<Origin> resolve(const Sighting& revisit) const;

  // The content of an original, which may lie under another key.
  Result<Content> content_of(const Origin& origin) const;

 private:
  // A capture on the way from a revisit to its original; of any key.
  struct Hop {
    std::string key, digest;
    Instant at;
    Locator where;
    Kind kind = Kind::Response;
    bool has_content = false;
    Reference reference;
  };

  KeyCaptures(Database& database, Flaws flaws, Address address)
      : database_(&database), flaws_(flaws), address_(std::move(address)) {}

  const std::string* keep(std::string_view text) { return &*texts_.emplace(text).first; }
  void add(const Query& row);
  void index();
  Hop hop(const Sighting& sighting) const;
  Result<std::optional<Hop>> by_address(const Hop& from, OriginMatch& how) const;
  std::optional<Hop> by_record(const Hop& from) const;
  Result<std::optional<Origin>> by_reference(const Hop& revisit, std::vector<Hop>& met) const;
  std::optional<Origin> by_digest(const Sighting& revisit) const;
  std::optional<Origin> by_url(const Sighting& revisit) const;
  Result<std::optional<Origin>> by_any_digest(const std::string& digest, Instant at) const;

  Database* database_;
  Flaws flaws_;
  Address address_;
  std::vector<Sighting> all_;
  std::vector<Reference> references_;
  std::unordered_set<std::string> texts_;                   // its nodes stay where they are
  std::unordered_map<std::size_t, std::size_t> by_record_;  // every capture
  std::unordered_map<const std::string*, std::vector<std::size_t>> by_digest_;  // with content
  std::unordered_map<const std::string*, std::vector<std::size_t>> by_url_;     // and of status 2xx
};

}  // namespace asof::catalog
