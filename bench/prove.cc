// Answers of `asof prove` beside the truth: whether a yes or no is right, and whether "unknown" is
// said only where the evidence is silent.
//
//   prove HISTORY.warc.gz...
//
// From each history archives are drawn: captures of some pages at irregular times, written as WARC
// and imported. 500 phrases, each from a version of a page, at times by lot; each answer is graded
// by the version that stood at that time. Wrong answers where a change was made and undone between
// two equal captures, which every proof assumes away, are counted apart.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "base/random.h"
#include "base/text.h"
#include "catalog/writer.h"
#include "keep/import.h"
#include "lab/history_reader.h"
#include "prove/phrase.h"
#include "prove/words.h"
#include "retrieve/record_at.h"
#include "support/crawl_records.h"

namespace asof {
namespace {

constexpr double kHour = 3600;
constexpr std::size_t kPages = 60;
constexpr std::size_t kQuestions = 500;
constexpr std::size_t kMostCaptures = 300;  // of a page

using test::must;

// A history, and where the record of every version lies in its file.
struct Truth {
  explicit Truth(const std::string& path)
      : source(must(FileSource::open(path))),
        history(must(lab::read_history(
            source, {.on_version = [&](std::uint32_t page, const warc::Position& where) {
              if (places.size() <= page) places.resize(page + 1);
              places[page].push_back(where);
            }}))) {}

  const warc::Position& place(std::uint32_t page, const lab::Version& version) const {
    return places[page][static_cast<std::size_t>(&version - history.pages[page].versions.data())];
  }
  retrieve::Content content(std::uint32_t page, const lab::Version& version) const {
    return must(retrieve::content_at(source, place(page, version)));
  }

  FileSource source;
  std::vector<std::vector<warc::Position>> places;
  lab::History history;
};

class Archive final {
 public:
  Archive(const Truth& truth, const std::filesystem::path& folder)
      : truth_(truth),
        directory_(must(archive::Directory::open((folder / "archive").string(),
                                                 archive::Directory::Access::Write))),
        writer_(directory_.warc_path(), clock_, warc::seeded_ids(1), {.prefix = "drawn"}) {}

  void capture(std::uint32_t page, Time at) {
    const lab::Version* version = truth_.history.version_at(page, at);
    if (version == nullptr) return;
    const Instant when{static_cast<std::int64_t>(at * 1000)};
    clock_.at = when;
    captures_[page].push_back(when);
    warc::Draft draft{.type = warc::Type::Response,
                      .id = writer_.new_id(),
                      .date = when,
                      .target_uri = truth_.history.pages[page].name,
                      .content_type = std::string(warc::kHttpResponse)};
    const auto known = kept_.find({page, version->content});
    if (known != kept_.end()) {
      draft.type = warc::Type::Revisit;
      draft.profile = std::string(warc::kIdenticalPayload);
      draft.refers_to = known->second.id;
      draft.refers_to_uri = draft.target_uri;
      draft.refers_to_date = known->second.date;
      draft.payload_digest = known->second.payload_digest;
      const std::string head =
          fmt::format("HTTP/1.1 {} Whatever\r\n\r\n", version->content == 0 ? 404 : 200);
      draft.block = head;
      must(writer_.write(draft));
      return;
    }
    const std::string block = block_of(page, *version);
    draft.block = block;
    draft.payload_digest = test::CrawlRecords::digest(block.substr(block.find("\r\n\r\n") + 4));
    must(writer_.write(draft));
    kept_[{page, version->content}] = {draft.id, draft.target_uri, when, draft.payload_digest, {}};
  }

  catalog::Reader finish() {
    must(writer_.close());
    auto catalog = must(catalog::Writer::open(directory_.catalog_path()));
    must(keep::catch_up(directory_, catalog, {}));
    must(catalog.settle());
    return must(catalog::Reader::open(directory_.catalog_path()));
  }
  const archive::Directory& directory() const { return directory_; }
  const std::vector<Instant>& captures(std::uint32_t page) { return captures_[page]; }

 private:
  // The answer as the history has it.
  std::string block_of(std::uint32_t page, const lab::Version& version) const {
    auto record = must(retrieve::RecordAt::open(truth_.source, truth_.place(page, version)));
    std::string block;
    for (;;) {
      const std::string_view piece = must(record.read());
      if (piece.empty()) return block;
      block += piece;
    }
  }

  const Truth& truth_;
  test::SetClock clock_;
  archive::Directory directory_;
  archive::WarcWriter writer_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, test::Kept> kept_;
  std::map<std::uint32_t, std::vector<Instant>> captures_;
};

struct Tally {
  std::size_t right_yes = 0, right_no = 0;
  std::size_t wrong_yes = 0, wrong_no = 0;  // but for those that follow
  std::size_t undone_yes = 0, undone_no = 0;
  std::size_t changed = 0, outside = 0, unreadable = 0;  // unknown: the evidence is silent
  std::size_t silent_wrongly = 0;  // unknown, although equal captures stand on both sides
  std::size_t likely_right = 0, likely = 0;
};

class Grader final {
 public:
  Grader(const Truth& truth, Duration gap, const std::filesystem::path& folder, std::uint64_t seed)
      : truth_(truth), rng_(seed), archive_(truth, folder) {
    const lab::History& history = truth.history;
    for (std::uint32_t page = 0; page < history.pages.size(); ++page)
      if (history.pages[page].mime == "text/html" && history.pages[page].versions.size() > 1)
        pages_.push_back(page);
    rng_.shuffle(std::span(pages_));
    if (pages_.size() > kPages) pages_.resize(kPages);
    const Duration lasts =
        std::min(history.until - history.from, gap * static_cast<double>(kMostCaptures));
    from_ = rng_.uniform(history.from, history.until - lasts + 1);
    until_ = from_ + lasts;
    std::vector<std::pair<Time, std::uint32_t>> visits;
    for (const std::uint32_t page : pages_)
      for (Time at = from_ + rng_.uniform(0, gap); at < until_; at += gap * rng_.uniform(.4, 1.6))
        visits.emplace_back(at, page);
    std::ranges::sort(visits);
    for (const auto& [at, page] : visits) archive_.capture(page, at);
    visits_ = visits.size();
  }

  Tally grade() {
    const catalog::Reader catalog = archive_.finish();
    retrieve::Library library(archive_.directory(), catalog);
    const prove::Archive archive{catalog, library};
    Tally tally;
    for (std::size_t asked = 0; asked < kQuestions;) {
      const std::uint32_t page = pages_[rng_.below(pages_.size())];
      const Instant at{static_cast<std::int64_t>(rng_.uniform(from_, until_) * 1000)};
      const lab::Version* then = truth_.history.version_at(page, seconds(at));
      const std::string phrase = phrase_for(page, then);
      if (phrase.empty() || archive_.captures(page).empty()) continue;
      ++asked;
      const auto proof = must(prove::prove(
          archive, {.url = truth_.history.pages[page].name, .phrase = phrase, .asked = {at, at}}));
      grade(page, at, then, phrase, proof, tally);
    }
    return tally;
  }
  std::size_t pages() const { return pages_.size(); }
  std::size_t visits() const { return visits_; }

 private:
  static Time seconds(Instant at) { return static_cast<Time>(at.ms) / 1000; }

  // Some words of a version: of the one that stands then, or of any other of the page.
  std::string phrase_for(std::uint32_t page, const lab::Version* then) {
    const auto& versions = truth_.history.pages[page].versions;
    const lab::Version* from =
        then != nullptr && rng_.uniform() < .5 ? then : &versions[rng_.below(versions.size())];
    if (from->content == 0) return "";
    const std::string text = prove::text_of(truth_.content(page, *from));
    const auto words = split(text, ' ');
    const std::size_t length = std::min<std::size_t>(words.size(), 2 + rng_.below(7));
    const std::size_t first = rng_.below(words.size() - length + 1);
    std::string phrase;
    for (std::size_t i = first; i < first + length; ++i)
      phrase += (phrase.empty() ? "" : " ") + std::string(words[i]);
    return prove::normalised(phrase);
  }

  bool stood(std::uint32_t page, const lab::Version* version, const std::string& phrase) const {
    if (version == nullptr || version->content == 0) return false;
    return prove::look(truth_.content(page, *version), phrase).shown == prove::Shown::Visible;
  }

  // The versions that the captures next to an instant show.
  std::pair<const lab::Version*, const lab::Version*> around(std::uint32_t page, Instant at) {
    const auto& captures = archive_.captures(page);
    const auto after = std::ranges::lower_bound(captures, at);
    const auto version = [&](Instant when) {
      return truth_.history.version_at(page, seconds(when));
    };
    return {after == captures.begin() ? nullptr : version(*std::prev(after)),
            after == captures.end() ? nullptr : version(*after)};
  }

  void grade(std::uint32_t page, Instant at, const lab::Version* then, const std::string& phrase,
             const prove::Proof& proof, Tally& tally) {
    const bool was = stood(page, then, phrase);
    const auto [before, after] = around(page, at);
    const bool equal = before != nullptr && after != nullptr && before->content == after->content;
    const bool undone = equal && then != nullptr && then->content != before->content;
    switch (proof.verdict) {
      case prove::Verdict::Present:
        ++(was ? tally.right_yes : undone ? tally.undone_yes : tally.wrong_yes);
        return;
      case prove::Verdict::Absent:
      case prove::Verdict::Hidden:
        ++(!was ? tally.right_no : undone ? tally.undone_no : tally.wrong_no);
        return;
      default:
        break;
    }
    const prove::Part& part = proof.parts.front();
    if (part.stretch.content)
      ++tally.unreadable;
    else if (equal)
      ++tally.silent_wrongly;
    else
      ++(before == nullptr || after == nullptr ? tally.outside : tally.changed);
    if (part.likely == prove::Likely::Nothing) return;
    ++tally.likely;
    tally.likely_right += (part.likely == prove::Likely::Present) == was;
  }

  const Truth& truth_;
  Rng rng_;
  Archive archive_;
  std::vector<std::uint32_t> pages_;
  Time from_ = 0, until_ = 0;
  std::size_t visits_ = 0;
};

void run(const std::string& path, const std::filesystem::path& folder) {
  const Truth truth(path);
  const std::string name = std::filesystem::path(path).stem().stem().string();
  for (const double hours : {6., 24., 72.}) {
    std::filesystem::remove_all(folder);
    Grader grader(truth, hours * kHour, folder, 7);
    const Tally t = grader.grade();
    fmt::print(
        "| {} | {:.0f} h | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} of {} |\n",
        name, hours, grader.pages(), grader.visits(), t.right_yes, t.right_no, t.wrong_yes,
        t.wrong_no, t.undone_yes + t.undone_no, t.changed, t.outside, t.unreadable,
        t.silent_wrongly, t.likely_right, t.likely);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace asof

int main(int count, char** words) {
  using namespace asof;
  const auto folder = std::filesystem::temp_directory_path() /
                      fmt::format("asof-prove-{}", static_cast<long>(getpid()));
  fmt::print(
      "| history | gap | pages | captures | right yes | right no | wrong yes | wrong no | undone | "
      "unknown: changed | unknown: outside | unknown: no text | unknown wrongly | likely right |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (int i = 1; i < count; ++i) run(words[i], folder);
  std::filesystem::remove_all(folder);
  return 0;
}
