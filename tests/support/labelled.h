// Labelled changes: pairs of versions of real pages that a reader has judged, and what the program
// says of them. tests/data/changes.tsv names them by address and times; the pages stay where they
// are.
#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/digest.h"
#include "base/text.h"
#include "change/change.h"
#include "html/links.h"
#include "support/history_shelf.h"

namespace asof::test {

struct Labelled {
  std::string site, url, old, fresh;
  bool meaningful = false;
  std::string kind;
  bool sure = false;
  std::string reason;
};

inline std::vector<Labelled> read_labelled(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  std::vector<Labelled> rows;
  while (std::getline(in, line)) {
    const auto f = split(line, '\t');
    if (f.size() < 8) continue;
    rows.push_back({std::string(f[0]), std::string(f[1]), std::string(f[2]), std::string(f[3]),
                    f[4] == "meaningful", std::string(f[5]), f[6] == "yes", std::string(f[7])});
  }
  return rows;
}

// What the program says of a pair.
struct Judged {
  const Labelled* row = nullptr;
  double importance = 0;
  change::Stage stage = change::Stage::Digest;
  double text = 0;  // share of distinct words that differ, of the plain texts
};

class Judge final {
 public:
  explicit Judge(std::string histories) : histories_(std::move(histories)) {}

  // Nothing where the histories are not there.
  std::optional<Judged> judge(const Labelled& row) {
    auto& shelf = shelves_[row.site];
    if (!shelf) shelf = HistoryShelf::open(histories_ + "/" + row.site + ".warc.gz");
    if (!shelf) return std::nullopt;
    const Instant old_at = parse_iso8601(row.old).value_or(Instant{});
    const Instant new_at = parse_iso8601(row.fresh).value_or(Instant{});
    const auto old = shelf->at(row.url, old_at);
    const auto fresh = shelf->at(row.url, new_at);
    if (!old || !fresh) return std::nullopt;
    change::Means means;
    means.old_resources = shelf->resources(old_at);
    means.new_resources = shelf->resources(new_at);
    const auto finding = change::compare(version_of(*old), version_of(*fresh), means);
    if (!finding) return std::nullopt;
    return Judged{&row, finding->importance, finding->stage,
                  importance::text_distance(text_of(*old), text_of(*fresh))};
  }

 private:
  static change::Version version_of(const ingest::Content& content) {
    change::Version version{
        .url = content.url, .at = content.at, .status = content.status, .mime = content.mime};
    version.sha256 = digest_of(Algorithm::Sha256, content.bytes);
    version.body = [&content]() -> Result<std::string> { return ingest::to_utf8(content); };
    return version;
  }
  // Everything between tags: what a plain difference of texts would look at.
  static std::string text_of(const ingest::Content& content) {
    return html::extract(ingest::to_utf8(content), {.text = true}).text;
  }

  std::string histories_;
  std::map<std::string, std::unique_ptr<HistoryShelf>> shelves_;
};

struct Score {
  double precision = 1;
  double recall = 0;
  double f() const {
    return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
  }
};
template <class Of>
Score score(const std::vector<Judged>& judged, double threshold, Of of) {
  double hits = 0, called = 0, wanted = 0;
  for (const Judged& row : judged) {
    const bool said = of(row) >= threshold;
    wanted += row.row->meaningful ? 1 : 0;
    called += said ? 1 : 0;
    hits += row.row->meaningful && said ? 1 : 0;
  }
  return {called == 0 ? 1 : hits / called, wanted == 0 ? 1 : hits / wanted};
}

}  // namespace asof::test
