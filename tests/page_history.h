// PageHistory: the pages of a history file, as they were and as they were laid out at their time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "layout/layout.h"
#include "retrieve/content.h"
#include "warc/record.h"

namespace asof {

struct PageVersion {
  Instant at;
  warc::Position where;
};

class PageHistory final {
 public:
  using Versions = std::map<std::string, std::vector<PageVersion>>;  // by address, in order of time

  static Result<PageHistory> open(const std::string& path);

  const Versions& versions() const { return versions_; }
  struct Source {
    std::string url;
    std::string html;  // UTF-8
    Instant at;
  };
  // Nothing where the version is no HTML page, or a deletion.
  std::optional<Source> source(const std::string& url, const PageVersion& version) const;
  // The version captured at that very instant.
  std::optional<retrieve::Content> content(const std::string& url, Instant at) const;
  // With the styles and images of its time.
  layout::Page lay_out(const Source& source);
  // Styles and images as they were then, or first were; the history must outlive them.
  layout::Resources resources(Instant at);

 private:
  explicit PageHistory(FileSource file) : file_(std::move(file)) {}
  std::optional<std::string> as_of(std::string_view url, layout::ResourceKind kind, Instant at);

  FileSource file_;
  Versions versions_;
  std::map<warc::Position, std::optional<std::string>> resources_;
};

}  // namespace asof
