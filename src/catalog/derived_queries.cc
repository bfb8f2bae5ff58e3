// Reading derived rows.
#include <set>

#include "catalog/reader.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {

Result<bool> Reader::settled() const {
  std::int64_t open = TRY(database_->integer(
      "SELECT EXISTS (SELECT 1 FROM touched) + EXISTS (SELECT 1 FROM touched_file) +"
      " EXISTS (SELECT 1 FROM touched_site) + EXISTS (SELECT 1 FROM touched_crawl) +"
      " EXISTS (SELECT 1 FROM touched_day)"));
  return open == 0;
}

std::string_view name_of(OriginMatch match) {
  switch (match) {
    case OriginMatch::None:
      return "none";
    case OriginMatch::Address:
      return "address";
    case OriginMatch::Second:
      return "second";
    case OriginMatch::RecordId:
      return "record-id";
    case OriginMatch::Digest:
      return "digest";
    case OriginMatch::AnyDigest:
      return "any-digest";
    case OriginMatch::Before:
      return "before";
  }
  return "none";
}

Result<std::optional<Origin>> Reader::original_of(const Locator& revisit) const {
  Query query = database_->query(
      "SELECT how, o_urlkey, o_at, o_file, o_offset, o_inner FROM original"
      " WHERE file = ? AND offset = ? AND inner = ?");
  query.bind(revisit.file, revisit.offset, revisit.inner);
  if (!TRY(query.step())) return std::optional<Origin>();
  return std::optional<Origin>(Origin{static_cast<OriginMatch>(query.integer(0)), query.string(1),
                                      query.instant(2), read_locator(query, 3)});
}

Result<std::vector<Version>> Reader::versions_of(std::string_view urlkey,
                                                 std::string_view url) const {
  Query query = database_->query(
      "SELECT * FROM version WHERE urlkey = ?1 AND (?2 = '' OR url = ?2)"
      " ORDER BY url, first, file, offset, inner");
  return all_rows<Version>(query.bind(urlkey, url));
}

Result<void> Reader::pages(std::string_view key_prefix, const On<PageRow>& on_page) const {
  Query query =
      database_->query("SELECT * FROM page WHERE urlkey >= ? AND urlkey < ? ORDER BY urlkey");
  std::string end = after_prefix(key_prefix);
  query.bind(key_prefix, end);
  return each_row<PageRow>(query, on_page);
}

Result<std::vector<Site>> Reader::sites() const {
  Query query = database_->query("SELECT * FROM site ORDER BY key");
  return all_rows<Site>(query);
}

Result<std::vector<Crawl>> Reader::crawls() const {
  Query query = database_->query("SELECT * FROM crawl ORDER BY first, name");
  return all_rows<Crawl>(query);
}

Result<std::string> Reader::crawl_of(FileId file, Instant at) const {
  Query query = database_->query(
      "SELECT crawl FROM crawl_span WHERE file = ? AND first <= ?2 AND last >= ?2 LIMIT 1");
  query.bind(file, at);
  if (!TRY(query.step())) return std::string();
  return query.string(0);
}

Result<std::optional<Path>> Reader::path_of(std::string_view crawl, std::string_view urlkey,
                                            std::string_view url) const {
  Query query = database_->query("SELECT * FROM path WHERE crawl = ? AND urlkey = ? AND url = ?");
  return one_row<Path>(query.bind(crawl, urlkey, url));
}

Result<void> Reader::paths(std::string_view crawl, const On<Path>& on_path) const {
  Query query = database_->query("SELECT * FROM path WHERE crawl = ? ORDER BY urlkey, url");
  return each_row<Path>(query.bind(crawl), on_path);
}

// The views have the name of the crawl before the columns of the capture.
constexpr int kAfterCrawl = 1;

Result<void> Reader::unique_captures(std::string_view crawl, const On<Capture>& on_capture) const {
  Query query = database_->query(
      "SELECT * FROM capture_unique WHERE crawl = ?"
      " ORDER BY urlkey, url");
  return each_row<Capture>(query.bind(crawl), on_capture, kAfterCrawl);
}

Result<void> Reader::clean_captures(std::string_view crawl, const On<Capture>& on_capture) const {
  Query query = database_->query("SELECT * FROM capture_clean WHERE crawl = ? ORDER BY urlkey");
  return each_row<Capture>(query.bind(crawl), on_capture, kAfterCrawl);
}

Result<void> Reader::unique_links(
    std::string_view crawl,
    const std::function<bool(std::string_view from, const Link& link)>& on_link) const {
  std::optional<Error> failed;
  auto links_of = [&](const Capture& capture) -> Result<bool> {
    std::string sha256 = capture.sha256;
    if (capture.kind == Kind::Revisit) {
      auto origin = TRY(original_of(capture.where));
      std::optional<Capture> original;
      if (origin && origin->match != OriginMatch::None) original = TRY(capture_at(origin->where));
      if (original) sha256 = original->sha256;
    }
    auto links = TRY(links_from(capture.urlkey, capture.url, sha256));
    if (links.empty() && !TRY(document(capture.urlkey, capture.url, sha256)))
      links = TRY(recorded_links(capture.urlkey, capture.url, capture.at));
    std::set<Link> seen;
    for (const Link& link : links) {
      if (seen.insert(link).second && !on_link(capture.url, link)) return false;
    }
    return true;
  };
  TRY(unique_captures(crawl, [&](const Capture& capture) {
    auto more = links_of(capture);
    if (more) return *more;
    failed = std::move(more).error();
    return false;
  }));
  if (failed) return std::move(*failed);
  return {};
}

}  // namespace asof::catalog
