// Resource: what a page captured at some instant was shown under an address.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/directory.h"
#include "catalog/reader.h"
#include "layout/layout.h"
#include "render/chromium.h"
#include "retrieve/library.h"

namespace asof::derive {

// Which capture it is, as retrieve::Choose::Embedded says, a revisit standing for its original.
struct Chosen {
  std::optional<retrieve::Found> found;
  std::string identity = "0";  // 16 hexadecimal digits of its content's digest; "0": there is none
};
Result<Chosen> choose(const catalog::Reader& catalog, std::string_view url, Instant at);

// One line of ChangeDetail::uses.
struct Use {
  bool is_old = false;
  std::string_view identity;
  std::string_view url;
};
std::string line_of(const Use& use);
std::vector<Use> uses_of(std::string_view lines);

// The contents of an archive for one thread, with the last ones at hand: style sheets are asked for
// again and again.
class Stock final {
 public:
  static Result<Stock> open(const archive::Directory& directory, const std::string& catalog);

  const catalog::Reader& catalog() const { return *catalog_; }
  Result<retrieve::Content> content(const retrieve::Found& found) {
    return library_->content(found);
  }
  Result<std::optional<capture::Weighed>> weighed(const retrieve::Found& found) {
    return library_->weighed(found);
  }
  // As layout::Resources wants it; `identity` says which content it was.
  std::optional<std::string> resource(std::string_view url, Instant at, layout::ResourceKind kind,
                                      std::string& identity);

  // By a browser of its own, started when it is first needed.
  Result<layout::Page> browse(const layout::Source& source, const layout::Resources& resources);

  // The last page that was laid out, and the uses of it: successive pairs share a version.
  struct Laid {
    catalog::Locator where;
    bool shown = false;  // by the browser
    layout::Page page;
    std::vector<std::pair<std::string, std::string>> uses;  // identity, address
  };
  std::optional<Laid> laid;

 private:
  Stock() = default;

  // Owned apart, so that a Stock may move while the library refers to the catalog.
  std::unique_ptr<catalog::Reader> catalog_;
  std::unique_ptr<retrieve::Library> library_;
  std::optional<render::Chromium> browser_;
  std::map<std::pair<catalog::Locator, layout::ResourceKind>, std::string> held_;
  std::size_t held_bytes_ = 0;
};

}  // namespace asof::derive
