// Content: what a record shows a reader, its codings undone; and the shelf an archive keeps it on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "archive/directory.h"
#include "base/source.h"
#include "catalog/catalog.h"
#include "warc/record.h"

namespace asof::ingest {

struct Content {
  std::string url;
  Instant at;
  int status = 0;       // 0: not HTTP
  std::string mime;     // without parameters; by the bytes where nothing is stated
  std::string charset;  // as stated
  std::string etag, last_modified;
  std::string location;  // of a redirect, absolute
  std::string bytes;     // transfer and content codings undone
  bool cut = false;      // longer than the limit: only the beginning
  std::string sha256;    // of all the content, where it was cut
};

inline constexpr std::uint64_t kLongestContent = std::uint64_t{32} << 20;

// The record at `where`. Errc::NotFound when no record starts there, Errc::Corrupt when it is
// damaged, Errc::Invalid when it is no response or resource.
Result<Content> content_at(const Source& source, warc::Position where,
                           std::uint64_t limit = kLongestContent);

// Bytes read from elsewhere, for example a file: the media type is guessed from them and the name.
Content content_of(std::string_view name, std::string bytes);

bool is_html(const Content& content);
bool is_text(const Content& content);  // and no HTML
// As UTF-8, by the charset stated or found.
std::string to_utf8(const Content& content);

// The contents of an archive, found by address and instant. Belongs to one thread.
class Shelf final {
 public:
  // Both must outlive it.
  Shelf(const archive::Directory& directory, const catalog::Catalog& catalog)
      : directory_(directory), catalog_(catalog) {}

  // What a capture shows; of a revisit, its original's content under the revisit's address and
  // instant. Errc::NotFound where the original is not in the archive.
  Result<Content> content(const catalog::Capture& capture);
  Result<Content> content(const catalog::Locator& where);
  // What a page captured at `at` would have been shown under this address: the nearest capture with
  // status 200. Nothing where there is none, or where it cannot be read.
  std::optional<Content> as_of(std::string_view url, Instant at);

 private:
  Result<const Source*> source(catalog::FileId file);

  const archive::Directory& directory_;
  const catalog::Catalog& catalog_;
  std::map<catalog::FileId, archive::Holding> open_;
};

}  // namespace asof::ingest
