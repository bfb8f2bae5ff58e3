// Labelled changes: pairs of versions of real pages that a reader has judged, and what the program
// says of them. tests/data/changes.tsv names them by address and times; the pages stay where they
// are. Pairs of a public record of terms of service (URL, old, new, 1 or 0) are read as well; their
// pages are in the WARC file of the same name.
#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/digest.h"
#include "base/text.h"
#include "change/change.h"
#include "html/links.h"
#include "page_history.h"

namespace asof::test {

struct Labelled {
  std::string site, url, old, fresh;  // the site names the file of its history
  bool meaningful = false;
  std::string kind;
  bool sure = false;
  std::string reason;

  // Whose page it is: what is left out together when something is fitted.
  std::string service() const {
    const std::string_view host = std::string_view(url).substr(url.find("//") + 2);
    return std::string(host.substr(0, host.find('/')));
  }
};

inline std::vector<Labelled> read_labelled(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  std::vector<Labelled> rows;
  const std::string name = path.substr(path.rfind('/') + 1);
  while (std::getline(in, line)) {
    const auto f = split(line, '\t');
    if (f.size() == 4) {
      rows.push_back({name.substr(0, name.find('.')),
                      std::string(f[0]),
                      std::string(f[1]),
                      std::string(f[2]),
                      f[3] == "1",
                      "terms",
                      true,
                      {}});
    }
    if (f.size() < 8) continue;
    rows.push_back({std::string(f[0]), std::string(f[1]), std::string(f[2]), std::string(f[3]),
                    f[4] == "meaningful", std::string(f[5]), f[6] == "yes", std::string(f[7])});
  }
  return rows;
}

// The histories of a folder, opened once.
class Histories final {
 public:
  explicit Histories(std::string folder) : folder_(std::move(folder)) {}

  // Nothing where it is not there.
  PageHistory* of(const std::string& site) {
    const auto [slot, fresh] = open_.try_emplace(site);
    if (fresh)
      if (auto history = PageHistory::open(folder_ + "/" + site + ".warc.gz"))
        slot->second.emplace(std::move(*history));
    return slot->second ? &*slot->second : nullptr;
  }

 private:
  const std::string folder_;
  std::map<std::string, std::optional<PageHistory>> open_;
};

// What the program says of a pair.
struct Judged {
  const Labelled* row = nullptr;
  double importance = 0;
  change::Stage stage = change::Stage::Digest;
  double text = 0;  // share of distinct words that differ, of the plain texts
  double matters = 0;
  bool replaced = false;
  importance::Amount amount;
};

class Judge final {
 public:
  explicit Judge(std::string folder) : histories_(std::move(folder)) {}

  // Nothing where the histories are not there.
  std::optional<Judged> judge(const Labelled& row) {
    PageHistory* history = histories_.of(row.site);
    if (history == nullptr) return std::nullopt;
    const Instant old_at = parse_iso8601(row.old).value_or(Instant{});
    const Instant new_at = parse_iso8601(row.fresh).value_or(Instant{});
    const auto old = history->content(row.url, old_at);
    const auto fresh = history->content(row.url, new_at);
    if (!old || !fresh) return std::nullopt;
    change::Means means;
    means.old_resources = history->resources(old_at);
    means.new_resources = history->resources(new_at);
    const auto finding = change::compare(version_of(*old), version_of(*fresh), means);
    if (!finding) return std::nullopt;
    Judged judged{.row = &row,
                  .importance = finding->importance,
                  .stage = finding->stage,
                  .text = importance::text_distance(text_of(*old), text_of(*fresh)),
                  .matters = finding->matters,
                  .replaced = finding->replaced};
    if (finding->sight) judged.amount = finding->sight->estimate.amount;
    return judged;
  }

 private:
  static change::Version version_of(const retrieve::Content& content) {
    change::Version version{.url = content.url,
                            .at = content.at.value_or(Instant{}),
                            .status = content.status,
                            .mime = content.mime};
    version.sha256 = digest_of(Algorithm::Sha256, content.bytes);
    version.body = [&content]() -> Result<std::string> { return retrieve::to_utf8(content); };
    return version;
  }
  // Everything between tags: what a plain difference of texts would look at.
  static std::string text_of(const retrieve::Content& content) {
    return html::extract(retrieve::to_utf8(content), {.text = true}).text;
  }

  Histories histories_;
};

// The area under the curve: how often a meaningful pair ranks above another one.
template <class Of>
double area(const std::vector<Judged>& judged, Of of) {
  double above = 0, pairs = 0;
  for (const Judged& a : judged) {
    for (const Judged& b : judged) {
      if (!a.row->meaningful || b.row->meaningful) continue;
      ++pairs;
      above += of(a) > of(b) ? 1 : of(a) == of(b) ? .5 : 0;
    }
  }
  return pairs == 0 ? 1 : above / pairs;
}

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
