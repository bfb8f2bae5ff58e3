// Catalog: what an archive holds, found by address and instant. One SQLite file beside the WARCs.
//
// Raw rows are written in batches by one writer; settle() then brings the derived tables (originals
// of revisits, versions, sites, crawls, paths) up to date. They are a function of the raw rows:
// settling bit by bit, in any order, killed and resumed, gives what rebuild() gives. Everything can
// be made again from the WARC files.
//
// A Catalog belongs to one thread at a time; each thread may open its own. A callback may call the
// catalog's queries; it returns false to stop early.
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
#include "catalog/evidence.h"
#include "catalog/links.h"
#include "catalog/rows.h"
#include "catalog/summary.h"

namespace asof::catalog {

class Database;

enum class Access { Read, Write };

// Narrows a look-up. Empty and 0 mean: any.
struct Filter {
  std::string_view url;  // this exact URL, not just one with the same key
  int status = 0;
};

using OnCapture = std::function<bool(const Capture&)>;
using OnNamedCapture = std::function<bool(const Capture&, std::string_view file_name)>;

class Catalog final {
 public:
  // Write creates the file where it is missing and migrates an older one. Read never changes
  // anything and works in a read-only directory. Invalid: not a catalog, or a newer one.
  // Writing may fail with Busy (another writer), Full (no space), Io.
  static Result<Catalog> open(const std::filesystem::path& path, Access access);
  // Puts one catalog, closed and whole, in the place of another, which may be missing or broken.
  // Whoever dies meanwhile leaves the old one or the new one there, each with all its rows.
  static Result<void> replace(const std::filesystem::path& old, const std::filesystem::path& fresh);
  Catalog(Catalog&&) noexcept;
  Catalog& operator=(Catalog&&) noexcept;
  ~Catalog();

  const std::string& path() const;  // of its file

  // -- writing

  // Names a file about to be imported. A file known already is returned as it is, so that an
  // import can go on at its `progress`; otherwise name, base, size, format and compression count.
  Result<File> begin_file(const File& file);
  // All rows of the batch and the file's progress, or nothing. Rows that are there already are
  // replaced, so a batch may be committed twice. Rows are written in the order of their keys: a
  // batch of thousands writes each page of the large tables for many of them.
  Result<void> commit(const Batch& batch);
  Result<void> finish_file(FileId file, std::uint64_t size, std::string_view sha256);
  Result<void> remove_file(FileId file);  // with all rows read from it
  Result<void> add_log(const std::vector<LogEntry>& entries);

  // -- deriving

  Result<Settled> settle(const OnStep& on_step = {});
  Result<Settled> rebuild(const OnStep& on_step = {});
  Result<bool> settled() const;  // nothing was written since

  // -- files

  Result<std::optional<File>> file(FileId id) const;
  Result<std::optional<File>> file_by_name(std::string_view name) const;
  Result<std::optional<File>> file_by_sha256(std::string_view sha256) const;
  Result<std::vector<File>> files() const;  // by name
  Result<void> damage(const std::function<bool(const Damage&)>& on_damage) const;

  // -- captures: responses, revisits and resources, unless said otherwise

  Result<std::optional<Capture>> at_or_before(std::string_view urlkey, Instant at,
                                              const Filter& filter = {}) const;
  Result<std::optional<Capture>> at_or_after(std::string_view urlkey, Instant at,
                                             const Filter& filter = {}) const;
  // The earlier one on a tie.
  Result<std::optional<Capture>> nearest(std::string_view urlkey, Instant at,
                                         const Filter& filter = {}) const;
  Result<void> captures_of(std::string_view urlkey, const OnCapture& on_capture,
                           const Filter& filter = {}) const;  // in time order
  // Of any kind, keys in byte order, then by time. An empty prefix means all.
  Result<void> captures_with_prefix(std::string_view key_prefix,
                                    const OnNamedCapture& on_capture) const;
  Result<std::optional<Capture>> capture_at(const Locator& where) const;  // of any kind
  // In the order of the file, of any kind.
  Result<void> captures_in_file(FileId file, const OnCapture& on_capture) const;
  // The earliest capture with content of this declared payload digest.
  Result<std::optional<Capture>> content_with_digest(std::string_view digest) const;

  // -- derived

  // Nothing for a capture that is not a revisit, or not settled.
  Result<std::optional<Origin>> original_of(const Locator& revisit) const;
  Result<std::vector<Version>> versions_of(std::string_view urlkey,
                                           std::string_view url = "") const;  // by URL, then time
  Result<void> pages(std::string_view key_prefix,
                     const std::function<bool(const PageRow&)>& on_page) const;
  Result<std::vector<Site>> sites() const;                      // by key
  Result<std::vector<Crawl>> crawls() const;                    // by first instant
  Result<std::string> crawl_of(FileId file, Instant at) const;  // "" for none
  Result<std::optional<Path>> path_of(std::string_view crawl, std::string_view urlkey,
                                      std::string_view url) const;
  Result<void> paths(std::string_view crawl, const std::function<bool(const Path&)>& on_path) const;
  // Per URL of the crawl its latest capture (Spaniol et al. 2009, Listing 2), or per key (Listing
  // 3: URLs that differ in spelling only).
  Result<void> unique_captures(std::string_view crawl, const OnCapture& on_capture) const;
  Result<void> clean_captures(std::string_view crawl, const OnCapture& on_capture) const;
  // The links of those latest captures, once each.
  Result<void> unique_links(
      std::string_view crawl,
      const std::function<bool(std::string_view from, const Link& link)>& on_link) const;

  // -- changes: made by whoever can lay pages out, of the versions

  // Pages whose changes are to be looked at, keys in byte order, from the first after `after`.
  Result<std::vector<std::string>> touched_changes(std::string_view after, std::size_t most) const;
  Result<std::uint64_t> count_touched_changes() const;
  // Touches the pages with changes that another algorithm made; how many pages are touched then.
  Result<std::uint64_t> touch_other_algorithms(std::string_view algorithm);
  // All of the batch or nothing.
  Result<void> put_changes(const std::vector<WeighedPage>& batch);
  Result<void> changes(std::string_view key_prefix,
                       const std::function<bool(const Change&)>& on_change) const;
  Result<std::vector<Change>> changes_of(std::string_view urlkey,
                                         std::string_view url = "") const;  // by URL, then time
  Result<ChangeDetail> change_detail(const std::string& urlkey, const VersionName& version) const;
  Result<ValidatorTally> validators(std::string_view key_prefix) const;
  Result<ChangeSummary> change_summary(std::string_view key_prefix, std::size_t most) const;

  // -- evidence: what the captures say about when each page held what

  // Every key below the prefix that was captured, in byte order. `Sighting::crawl` is a place in
  // crawls().
  Result<void> evidence(std::string_view key_prefix,
                        const std::function<bool(const KeyEvidence&)>& on_key) const;

  // -- documents and links

  Result<std::optional<Document>> document(std::string_view urlkey, std::string_view url,
                                           std::string_view sha256) const;
  Result<void> documents(std::string_view key_prefix,
                         const std::function<bool(const Document&)>& on_document) const;
  // The links of one content of a URL; none when it was not a document.
  Result<std::vector<Link>> links_from(std::string_view urlkey, std::string_view url,
                                       std::string_view sha256) const;
  // The documents below a key prefix (a site) that link to `target`, an absolute URL.
  Result<void> links_to(
      std::string_view target, std::string_view key_prefix,
      const std::function<bool(const Document& from, const Link& link)>& on_link) const;
  Result<void> metadata_of(std::string_view urlkey,
                           const std::function<bool(const Metadata&)>& on_metadata) const;
  // In the order of the file.
  Result<void> metadata_in_file(FileId file,
                                const std::function<bool(const Metadata&)>& on_metadata) const;
  Result<void> log_of(std::string_view urlkey,
                      const std::function<bool(const LogEntry&)>& on_entry) const;

  // -- the whole

  Result<Summary> summary(const SummaryOptions& options = {}) const;
  // Every row of every table as a line of text, tables by name, rows by primary key: equal
  // catalogs give equal text. What is yet to be settled is left out.
  Result<void> dump(const std::function<void(std::string_view line)>& on_line) const;

 private:
  explicit Catalog(std::unique_ptr<Database> database);

  std::unique_ptr<Database> database_;
};

}  // namespace asof::catalog
