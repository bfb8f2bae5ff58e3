// Reader: asks the catalog of an archive. Everything is found by address and instant.
//
// A Reader belongs to one thread at a time; each thread may open its own. A callback may ask the
// same Reader; it returns false to stop early. See evidence.h, summary.h and dump.h for what is
// made of many rows, and writer.h for how rows come here.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/change.h"
#include "catalog/derived.h"
#include "catalog/links.h"
#include "catalog/rows.h"

namespace asof::catalog {

class Database;

// Narrows a look-up. Empty and 0 mean: any.
struct Filter {
  std::string_view url;  // this exact URL, not just one with the same key
  int status = 0;
};

// Called for each row; false stops.
template <class Row>
using On = std::function<bool(const Row&)>;
using OnNamedCapture = std::function<bool(const Capture&, std::string_view file_name)>;

// What a look at the file itself finds.
struct Condition {
  bool checksums = false;           // its pages have them
  std::vector<std::string> faults;  // some of what is wrong with how the pages hang together
};

class Reader final {
 public:
  // Changes nothing and works in a read-only directory; only a catalog of an older program is
  // brought up to date first. NotFound: no file. Invalid: not a catalog, or a newer one.
  static Result<Reader> open(const std::filesystem::path& path);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  const std::string& path() const;  // of its file
  // The derived tables are up to date with the raw ones.
  Result<bool> settled() const;
  // Another number once something else has written to the file; to be compared with what this
  // Reader said before, not with what another says.
  Result<std::int64_t> generation() const;
  // Reads all of it. Errc::Corrupt where a page does not match its checksum.
  Result<Condition> condition() const;

  // -- files

  Result<std::optional<File>> file(FileId id) const;
  Result<std::optional<File>> file_by_name(std::string_view name) const;
  Result<std::optional<File>> file_by_sha256(std::string_view sha256) const;
  Result<std::vector<File>> files() const;  // by name
  Result<void> damage(const On<Damage>& on_damage) const;

  // -- captures: responses, revisits and resources, unless said otherwise

  Result<std::optional<Capture>> at_or_before(std::string_view urlkey, Instant at,
                                              const Filter& filter = {}) const;
  Result<std::optional<Capture>> at_or_after(std::string_view urlkey, Instant at,
                                             const Filter& filter = {}) const;
  Result<void> captures_of(std::string_view urlkey, const On<Capture>& on_capture,
                           const Filter& filter = {}) const;  // in time order
  // Of any kind, keys in byte order, then by time. An empty prefix means all.
  Result<void> captures_with_prefix(std::string_view key_prefix,
                                    const OnNamedCapture& on_capture) const;
  Result<std::optional<Capture>> capture_at(const Locator& where) const;  // of any kind
  // In the order of the file, of any kind.
  Result<void> captures_in_file(FileId file, const On<Capture>& on_capture) const;
  // In what it is not whole, and how much its date leaves open; nothing of it for most.
  Result<Flawed> flaws_at(const Locator& where) const;
  // Captures without a date. An empty key means all.
  Result<void> undated(std::string_view urlkey, const On<Undated>& on_undated) const;
  // The earliest capture with content of this declared payload digest.
  Result<std::optional<Capture>> content_with_digest(std::string_view digest) const;

  // -- originals, versions, pages, sites

  // Nothing for a capture that is not a revisit, or not settled.
  Result<std::optional<Origin>> original_of(const Locator& revisit) const;
  Result<std::vector<Version>> versions_of(std::string_view urlkey,
                                           std::string_view url = "") const;  // by URL, then time
  Result<void> pages(std::string_view key_prefix, const On<PageRow>& on_page) const;
  Result<std::vector<Site>> sites() const;  // by key

  // -- crawls

  Result<std::vector<Crawl>> crawls() const;                    // by first instant
  Result<std::string> crawl_of(FileId file, Instant at) const;  // "" for none
  Result<std::optional<Path>> path_of(std::string_view crawl, std::string_view urlkey,
                                      std::string_view url) const;
  Result<void> paths(std::string_view crawl, const On<Path>& on_path) const;
  // Per URL of the crawl its latest capture (Spaniol et al. 2009, Listing 2), or per key (Listing
  // 3: URLs that differ in spelling only).
  Result<void> unique_captures(std::string_view crawl, const On<Capture>& on_capture) const;
  Result<void> clean_captures(std::string_view crawl, const On<Capture>& on_capture) const;
  // The links of those latest captures, once each.
  Result<void> unique_links(
      std::string_view crawl,
      const std::function<bool(std::string_view from, const Link& link)>& on_link) const;

  // -- changes between versions

  // Pages whose changes are to be looked at, keys in byte order, from the first after `after`.
  Result<std::vector<std::string>> touched_changes(std::string_view after, std::size_t most) const;
  Result<std::uint64_t> count_touched_changes() const;
  // Versions below a key prefix that have a version before them and no change by this algorithm
  // (empty: by any). Versions whose change rests on something that is another now are not counted.
  Result<std::uint64_t> count_uncompared(std::string_view algorithm,
                                         std::string_view key_prefix = "") const;
  Result<void> changes(std::string_view key_prefix, const On<Change>& on_change) const;
  Result<std::vector<Change>> changes_of(std::string_view urlkey,
                                         std::string_view url = "") const;  // by URL, then time
  Result<ChangeDetail> change_detail(const std::string& urlkey, const VersionName& version) const;
  Result<ValidatorTally> validators(std::string_view key_prefix) const;

  // -- documents, links, metadata and logs

  Result<std::optional<Document>> document(std::string_view urlkey, std::string_view url,
                                           std::string_view sha256) const;
  Result<void> documents(std::string_view key_prefix, const On<Document>& on_document) const;
  // The links of one content of a URL; none when it was not a document.
  Result<std::vector<Link>> links_from(std::string_view urlkey, std::string_view url,
                                       std::string_view sha256) const;
  // The links of a URL as a crawler recorded them, next to this instant; for a page that is not
  // there itself.
  Result<std::vector<Link>> recorded_links(std::string_view urlkey, std::string_view url,
                                           Instant at) const;
  // The documents below a key prefix (a site) that link to `target`, an absolute URL.
  Result<void> links_to(
      std::string_view target, std::string_view key_prefix,
      const std::function<bool(const Document& from, const Link& link)>& on_link) const;
  Result<void> metadata_of(std::string_view urlkey, const On<Metadata>& on_metadata) const;
  // In the order of the file.
  Result<void> metadata_in_file(FileId file, const On<Metadata>& on_metadata) const;
  Result<void> log_of(std::string_view urlkey, const On<LogEntry>& on_entry) const;

 private:
  friend class Writer;
  friend Database& database_of(const Reader& reader);  // for this module
  explicit Reader(std::unique_ptr<Database> database);

  std::unique_ptr<Database> database_;
};

}  // namespace asof::catalog
