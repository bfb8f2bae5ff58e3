// Library: the only way archived content comes out of an archive.
//
//   auto found = TRY(find(catalog, {.url = url, .at = instant}));   // which capture: rows only
//   if (!found) ...                                                 // there is none
//   Content content = TRY(library.content(*found));                 // reads the WARC file
//
// Verbs on files (check, index, diff and extract of a FILE) use content_at() and extract() on a
// file of their own; `verify` and the import read whole files. Everything else asks a Library.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "archive/directory.h"
#include "capture/capture.h"
#include "catalog/reader.h"
#include "retrieve/choose.h"
#include "retrieve/content.h"
#include "retrieve/extract.h"

namespace asof::retrieve {

// The page that a reader comes from: a link on it leads to the URL, or it shows what is there.
struct From {
  std::string url;
  Instant at;  // of its capture
};

struct Request {
  std::string_view url;
  Instant at;
  Choose choose = Choose::Nearest;
  // Choose::Embedded takes its instant for `at`. Replay will use it to lead links to the version
  // that agrees best with the page.
  std::optional<From> from;
};

// A capture, and the capture that has its content.
struct Found {
  catalog::Capture capture;
  // The same one or, of a revisit, its original, in whatever file that lies; nothing where the
  // original is not in the archive.
  std::optional<catalog::Capture> with_content;

  bool is_revisit() const { return capture.kind == catalog::Kind::Revisit; }
  // What is shown is not what came: that differed too little to be stored.
  bool is_not_stored() const { return is_revisit() && capture.profile == catalog::kNotStored; }
};

// The capture that has the content of a capture, as Found says.
Result<std::optional<catalog::Capture>> with_content(const catalog::Reader& catalog,
                                                     const catalog::Capture& capture);

// The capture that stands for a URL, or nothing where there is none.
Result<std::optional<Found>> find(const catalog::Reader& catalog, const Request& request);
// A capture that is known by its row, or by where it lies. Errc::Corrupt where the catalog has none
// there.
Result<Found> resolve(const catalog::Reader& catalog, catalog::Capture capture);
Result<Found> resolve(const catalog::Reader& catalog, const catalog::Locator& where);

// Opens the files it needs and keeps some of them open. Belongs to one thread; any number of
// libraries may read one archive at the same time, also while it is written.
class Library final {
 public:
  // Both must outlive it.
  Library(const archive::Directory& directory, const catalog::Reader& catalog)
      : directory_(directory), catalog_(catalog) {}

  // What the capture shows; of a revisit, its original's content under the revisit's URL and
  // instant. Errc::NotFound where the original is not in the archive; otherwise as content_at().
  Result<Content> content(const Found& found);
  // How much a version that was not stored differs from the one shown for it; nothing of any other
  // capture.
  Result<std::optional<capture::Weighed>> weighed(const Found& found);
  // The record itself; of a revisit the payload is its original's. As extract().
  Result<std::string> extract(const Found& found, Extract what, const Write& write);

 private:
  Result<const Source*> source(catalog::FileId file);

  const archive::Directory& directory_;
  const catalog::Reader& catalog_;
  std::map<catalog::FileId, archive::Holding> open_;
};

}  // namespace asof::retrieve
