#include "change/change.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/digest.h"
#include "base/text.h"
#include "change/clean.h"
#include "change/distance.h"
#include "html/text.h"
#include "http/mime.h"
#include "noise/noise.h"
#include "url/surt.h"

namespace asof::change {
namespace {

// Words times edits that the distance of two texts may cost; beyond it shingles weigh them.
constexpr std::size_t kMostWork = 50'000'000;

enum class Form : std::uint8_t { Html, Text, Other };

Form form_of(std::string_view mime) {
  if (mime == "text/html" || mime == "application/xhtml+xml") return Form::Html;
  const bool text = mime.starts_with("text/") || mime == "application/json" ||
                    mime.ends_with("+json") || mime.ends_with("/xml") || mime.ends_with("+xml") ||
                    mime == "application/javascript" || mime == "application/x-javascript";
  return text ? Form::Text : Form::Other;
}

// What an answer says about a page.
enum class Answer : std::uint8_t { Shown, Moved, Gone, Silent };

Answer answer_of(const Version& version) {
  if (version.status == 0 || (version.status >= 200 && version.status < 300)) return Answer::Shown;
  if (version.status >= 300 && version.status < 400) return Answer::Moved;
  return version.status == 404 || version.status == 410 ? Answer::Gone : Answer::Silent;
}

// To six digits: what is stored is what was found, on every machine.
double rounded(double value) { return std::round(std::clamp(value, 0.0, 1.0) * 1e6) / 1e6; }

Finding settled(Stage stage, double importance, std::string reason) {
  return {.stage = stage,
          .changed = importance > 0,
          .importance = rounded(importance),
          .reason = std::move(reason)};
}

// Gone, come, moved: settled without a look at what is shown.
std::optional<Finding> by_status(const Version& old, const Version& fresh) {
  const Answer before = answer_of(old);
  const Answer after = answer_of(fresh);
  if (before == Answer::Shown && after == Answer::Shown) return std::nullopt;
  if (before == Answer::Silent || after == Answer::Silent) {
    const int status = after == Answer::Silent ? fresh.status : old.status;
    return settled(Stage::Status, 0, fmt::format("the answer {} says nothing of the page", status));
  }
  if (before == Answer::Gone && after == Answer::Gone) {
    return settled(Stage::Status, 0, "it was gone before and is gone still");
  }
  if (after == Answer::Gone) return settled(Stage::Status, 1, "the page is gone");
  if (before == Answer::Gone) return settled(Stage::Status, 1, "the page is new");
  if (before == Answer::Moved && after == Answer::Moved) {
    const bool same = noise::clean_address(old.location) == noise::clean_address(fresh.location);
    return same ? settled(Stage::Status, 0, "it leads to the same place as before")
                : settled(Stage::Status, 1, "it leads to another place");
  }
  const Version& moved = before == Answer::Moved ? old : fresh;
  // From http to https, or to the same host with "www.": the page is the same one.
  if (url::surt_key(moved.location) == url::surt_key(moved.url)) {
    return settled(Stage::Status, 0, "it moved to another spelling of its address");
  }
  return after == Answer::Moved ? settled(Stage::Status, 1, "it leads elsewhere now")
                                : settled(Stage::Status, 1, "it no longer leads elsewhere");
}

// Of two texts without noise.
Finding by_words(const Cleaned& old, const Cleaned& fresh) {
  const auto before = word_hashes(old.text);
  const auto after = word_hashes(fresh.text);
  const std::size_t longer = std::max({before.size(), after.size(), std::size_t{1}});
  const std::size_t most = std::max<std::size_t>(1, kMostWork / (before.size() + after.size() + 1));
  if (const auto edits = bounded_distance(before, after, std::min(most, longer))) {
    if (*edits == 0) {
      return settled(Stage::Distance, 0, "the words are the same; spelling or addresses differ");
    }
    return settled(Stage::Distance, static_cast<double>(*edits) / static_cast<double>(longer),
                   fmt::format("{} of {} words differ", *edits, longer));
  }
  const double alike = html::resemblance(html::shingles(old.text), html::shingles(fresh.text));
  return settled(Stage::Shingles, 1 - alike,
                 fmt::format("the texts share {:.0f} of 100 runs of words", alike * 100));
}

// "blocks: 1 inserted, 2 moved; texts: 3 updated"
class Tally final {
 public:
  void add(std::string_view what, std::string_view done) { ++counts_[{what, done}]; }

  std::string text() const {
    std::string text;
    std::string_view open;
    for (const auto& [key, number] : counts_) {
      const bool same = key.first == open;
      text += text.empty() ? "" : same ? ", " : "; ";
      if (!same) text += std::string(key.first) + ": ";
      text += fmt::format("{} {}", number, key.second);
      open = key.first;
    }
    return text;
  }

 private:
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> counts_;
};

std::string_view several(block::ContentKind kind) {
  switch (kind) {
    case block::ContentKind::Text:
      return "texts";
    case block::ContentKind::Link:
      return "links";
    case block::ContentKind::Image:
      return "images";
  }
  return "";
}

std::string summary_of(const delta::Delta& delta) {
  Tally tally;
  for (const delta::Operation& operation : delta.operations) {
    tally.add("blocks", delta::participle(operation.kind));
  }
  for (const delta::ContentEdit& edit : delta.edits) {
    const block::Content& content = edit.edit == delta::Edit::Delete ? edit.before : edit.after;
    tally.add(several(content.kind), delta::participle(edit.edit));
  }
  const std::string text = tally.text();
  return text.empty() ? "blocks were grouped in another way" : text;
}

bool was_cut(const std::vector<std::string>& notes) {
  return std::ranges::any_of(
      notes, [](const std::string& note) { return note.find("only the first") != note.npos; });
}

Finding by_sight(const Version& old, const Version& fresh, const std::string& old_html,
                 const std::string& new_html, const Means& means) {
  const Options& options = means.options;
  const auto tree_of = [&](const std::string& html, const std::string& url,
                           const layout::Resources& resources, std::vector<std::string>& notes) {
    const layout::Page page = means.lay_out({.html = html, .url = url}, resources, options.layout);
    notes.insert(notes.end(), page.reasons.begin(), page.reasons.end());
    block::BlockTree tree = block::segment(page, options.segment);
    notes.insert(notes.end(), tree.reasons.begin(), tree.reasons.end());
    return tree;
  };
  Finding finding{.stage = Stage::Visual};
  Sight& sight = finding.sight.emplace();
  sight.old_tree = tree_of(old_html, old.url, means.old_resources, finding.notes);
  sight.new_tree = tree_of(new_html, fresh.url, means.new_resources, finding.notes);
  std::sort(finding.notes.begin(), finding.notes.end());
  finding.notes.erase(std::unique(finding.notes.begin(), finding.notes.end()), finding.notes.end());
  sight.comparison = delta::compare(sight.old_tree, sight.new_tree);
  importance::EstimateOptions estimate = options.estimate;
  estimate.page = fresh.url;
  sight.estimate = importance::estimate(sight.old_tree, sight.new_tree, sight.comparison, estimate);
  finding.importance = rounded(sight.estimate.value);
  finding.changed = finding.importance > 0;
  finding.reason = sight.comparison.delta.empty() ? "nothing that can be seen changed"
                                                  : summary_of(sight.comparison.delta);
  return finding;
}

Finding of_html(const Version& old, const Version& fresh, const std::string& old_html,
                const std::string& new_html, const Means& means) {
  const Cleaned before = clean_html(old_html, old.url);
  const Cleaned after = clean_html(new_html, fresh.url);
  if (means.trust.timestamps.holds() && !before.timestamp.empty() &&
      before.timestamp == after.timestamp) {
    return settled(Stage::Timestamp, 0, "it says it was not modified: " + after.timestamp);
  }
  if (before.same(after)) {
    return settled(Stage::CleanText, 0,
                   "only markup, boilerplate, dates, counters, tokens or advertisements differ");
  }
  const std::size_t larger = std::max(old_html.size(), new_html.size());
  std::vector<std::string> notes;
  if (means.options.visual && larger <= means.options.largest) {
    Finding seen = by_sight(old, fresh, old_html, new_html, means);
    // Of a page that was cut only the beginning was seen; what differs below it are its words.
    if (seen.importance > 0 || !was_cut(seen.notes)) return seen;
    notes = std::move(seen.notes);
  }
  Finding finding = by_words(before, after);
  finding.notes = std::move(notes);
  // Links and images count for something where the words are the same.
  if (!finding.changed) {
    finding.changed = true;
    finding.importance = rounded(importance::EstimateOptions{}.alpha);
    finding.reason = "the words are the same; links or images differ";
  }
  if (means.options.visual) {
    finding.notes.push_back(fmt::format("{} is too large to be laid out; its words were compared",
                                        human_bytes(larger)));
  }
  return finding;
}

Finding of_text(const std::string& old_text, const std::string& new_text) {
  const Cleaned before = clean_text(old_text);
  const Cleaned after = clean_text(new_text);
  if (before.same(after)) {
    return settled(Stage::CleanText, 0, "only dates, counters or tokens differ");
  }
  return by_words(before, after);
}

std::string type_of(const Version& version, std::string_view body) {
  return version.mime.empty() ? std::string(http::sniff_type(body.substr(0, 2048))) : version.mime;
}

}  // namespace

std::string algorithm() {
  return fmt::format("{}.{}.{}.{}", kChangeVersion, noise::kNoiseVersion, delta::kDeltaVersion,
                     importance::kImportanceVersion);
}

std::string_view name_of(Stage stage) {
  switch (stage) {
    case Stage::Status:
      return "status";
    case Stage::Validators:
      return "validators";
    case Stage::Timestamp:
      return "timestamp";
    case Stage::Digest:
      return "digest";
    case Stage::CleanText:
      return "clean text";
    case Stage::Shingles:
      return "shingles";
    case Stage::Distance:
      return "distance";
    case Stage::Visual:
      return "visual";
  }
  return "";
}

std::optional<bool> validators_equal(const Version& old, const Version& fresh) {
  const auto opaque = [](std::string_view tag) {
    return tag.starts_with("W/") ? tag.substr(2) : tag;
  };
  if (!old.etag.empty() && !fresh.etag.empty()) return opaque(old.etag) == opaque(fresh.etag);
  if (old.last_modified && fresh.last_modified) return *old.last_modified == *fresh.last_modified;
  return std::nullopt;
}

Result<Finding> compare(const Version& old, const Version& fresh, const Means& means) {
  if (auto finding = by_status(old, fresh)) return std::move(*finding);
  const bool digests = !old.sha256.empty() && !fresh.sha256.empty();
  const bool differ = digests && old.sha256 != fresh.sha256;
  // Bytes that are known to differ are no matter of trust.
  if (!differ && means.trust.validators.holds() && validators_equal(old, fresh).value_or(false)) {
    return settled(Stage::Validators, 0, "its validators are the same and have proven true");
  }
  if (digests && !differ) return settled(Stage::Digest, 0, "the payload is the same");
  const bool maybe_text = old.mime.empty() || fresh.mime.empty() ||
                          (form_of(old.mime) != Form::Other && form_of(fresh.mime) != Form::Other);
  if (differ && !maybe_text) {
    return settled(Stage::Digest, 1, "it differs; " + fresh.mime + " is compared by digest");
  }
  const std::string before = TRY(old.body());
  const std::string after = TRY(fresh.body());
  if (!differ && before == after) return settled(Stage::Digest, 0, "the payload is the same");
  const std::string old_type = type_of(old, before);
  const std::string new_type = type_of(fresh, after);
  const Form form = form_of(new_type);
  if (form_of(old_type) != form) {
    return settled(Stage::Digest, 1, "it was " + old_type + " and is " + new_type);
  }
  if (form == Form::Other) {
    return settled(Stage::Digest, 1, "it differs; " + new_type + " is compared by digest");
  }
  if (before == after) return settled(Stage::Digest, 0, "the content is the same, coded otherwise");
  if (form == Form::Text) return of_text(before, after);
  return of_html(old, fresh, before, after, means);
}

Interval interval_of(Instant last_of_old, Instant first_of_new,
                     const std::optional<Instant>& last_modified, const Proof& validators) {
  const bool between =
      last_modified && *last_modified > last_of_old && *last_modified <= first_of_new;
  if (between && validators.holds()) return {*last_modified, *last_modified};
  return {last_of_old, first_of_new};
}

}  // namespace asof::change
