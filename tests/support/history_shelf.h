// HistoryShelf: the versions of a history's pages, by address and time, with what they looked like.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "ingest/content.h"
#include "ingest/item.h"
#include "layout/layout.h"

namespace asof::test {

class HistoryShelf final {
 public:
  struct Place {
    Instant at;
    warc::Position where;
  };

  // Nothing where the file is not there.
  static std::unique_ptr<HistoryShelf> open(const std::string& path) {
    auto source = FileSource::open(path);
    if (!source) return nullptr;
    return std::unique_ptr<HistoryShelf>(new HistoryShelf(std::move(*source)));
  }

  const std::map<std::string, std::vector<Place>, std::less<>>& places() const { return places_; }

  std::optional<ingest::Content> at(std::string_view url, Instant instant) const {
    const auto found = places_.find(url);
    if (found == places_.end()) return std::nullopt;
    const auto place = std::ranges::find(found->second, instant, &Place::at);
    return place == found->second.end() ? std::nullopt : read(place->where);
  }
  std::optional<ingest::Content> read(warc::Position where) const {
    auto content = ingest::content_at(source_, where);
    if (!content) return std::nullopt;
    return std::move(*content);
  }

  // Styles and images as they were at an instant: a history is exact about that.
  layout::Resources resources(Instant instant) {
    return [this, instant](std::string_view url,
                           layout::ResourceKind kind) -> std::optional<std::string> {
      const auto found = places_.find(url);
      if (found == places_.end()) return std::nullopt;
      const Place* latest = &found->second.front();
      for (const Place& place : found->second) {
        if (place.at <= instant) latest = &place;
      }
      auto [kept, fresh] = cache_.try_emplace(latest->where.offset);
      if (fresh) {
        if (auto content = read(latest->where); content && content->status == 200) {
          kept->second =
              kind == layout::ResourceKind::StyleSheet ? ingest::to_utf8(*content) : content->bytes;
        }
      }
      return kept->second;
    };
  }

 private:
  explicit HistoryShelf(FileSource source) : source_(std::move(source)) {
    ingest::StretchReader reader(source_, {}, {.keep = 0, .digest_all = false});
    for (;;) {
      auto stretch = reader.next();
      if (!stretch || !*stretch) break;
      for (const ingest::Item& item : (*stretch)->items) {
        if (item.record.type() != warc::Type::Response) continue;
        places_[std::string(item.record.target_uri())].push_back(
            {item.record.date().value_or(Instant{}), item.position});
      }
    }
  }

  FileSource source_;
  std::map<std::string, std::vector<Place>, std::less<>> places_;
  std::map<std::uint64_t, std::optional<std::string>> cache_;
};

}  // namespace asof::test
