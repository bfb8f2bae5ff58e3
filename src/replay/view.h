// View: the captures of an archive that may be shown, as the access rules say. Every answer about
// captures is made from it. Belongs to one thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "base/result.h"
#include "catalog/reader.h"
#include "replay/memento.h"
#include "replay/settings.h"
#include "retrieve/library.h"

namespace asof::replay {

class View final {
 public:
  // The settings must outlive it.
  static Result<std::unique_ptr<View>> open(const Settings& settings);

  const catalog::Reader& catalog() const { return catalog_; }
  retrieve::Library& library() { return library_; }
  const Settings& settings() const { return settings_; }

  // The rule's word on a capture, at this moment.
  Access access_to(const catalog::Capture& capture) const {
    return access_of(capture.urlkey, capture.at);
  }
  Access access_of(std::string_view urlkey, Instant at) const;
  // The rule that blocks captures of a URL: that of the capture nearest to `at` among those that
  // are blocked. Null where none is.
  Result<const AccessRule*> blocking(std::string_view url, Instant at) const;
  // Whether the capture of a URL at an instant would be blocked, and there are such captures.
  Result<bool> is_blocked(std::string_view url, Instant at) const;

  // What a capture shows. Errc::Corrupt, with file and place, where that cannot be read.
  Result<retrieve::Content> content(const retrieve::Found& found);

  // Captures of exactly this URL or, where there are none, of its key: ascending, one per second.
  // What is withheld is left out; `withheld`, where given, counts captures that are blocked.
  Result<void> captures_of(std::string_view url, const catalog::On<catalog::Capture>& on_capture,
                           std::uint64_t* withheld = nullptr) const;
  // Makes a version's dates and count those of its captures that may be shown.
  Result<void> keep_shown(catalog::Version& version) const;
  // That of the second `at` lies in; nothing where there is none.
  Result<std::optional<catalog::Capture>> at_second(std::string_view url, Instant at) const;
  // The nearest to `at`, the earlier on a tie.
  Result<std::optional<catalog::Capture>> nearest(std::string_view url, Instant at) const;
  // The same by key: of a request with a method and a body, which its URL does not tell.
  Result<std::optional<catalog::Capture>> nearest_of_key(std::string_view key, Instant at) const;
  // Around a capture of `url`.
  Result<Neighbours> neighbours(std::string_view url, Instant at) const;

 private:
  View(const Settings& settings, archive::Directory directory, catalog::Reader catalog);
  Result<std::optional<catalog::Capture>> nearest_of(std::string_view key, Instant at,
                                                     std::string_view only) const;
  // The next capture at or after (before) an instant that may be shown.
  Result<std::optional<catalog::Capture>> shown_after(std::string_view key, Instant at,
                                                      std::string_view url) const;
  Result<std::optional<catalog::Capture>> shown_before(std::string_view key, Instant at,
                                                       std::string_view url) const;
  // The URL to filter by: itself where the archive has captures of it, else any of its key.
  Result<std::string_view> exact(std::string_view key, std::string_view url) const;

  const Settings& settings_;
  archive::Directory directory_;
  catalog::Reader catalog_;
  retrieve::Library library_;
};

}  // namespace asof::replay
