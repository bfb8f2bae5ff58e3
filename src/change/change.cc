#include "change/change.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/digest.h"
#include "base/text.h"
#include "change/clean.h"
#include "change/distance.h"
#include "change/sight_internal.h"
#include "html/text.h"
#include "http/mime.h"
#include "noise/noise.h"
#include "url/surt.h"

namespace asof::change {
namespace {

// Words times edits that the distance of two texts may cost; beyond it shingles weigh them.
constexpr std::size_t kMostWork = 50'000'000;

constexpr const char* kSamePayload = "the payload is the same";

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

Finding settled(Stage stage, double importance, std::string reason) {
  return {.stage = stage,
          .changed = importance > 0,
          .importance = rounded(importance),
          .matters = rounded(importance),
          .reason = std::move(reason)};
}

// Gone, come, moved: settled without a look at what is shown.
std::optional<Finding> by_status(const Version& old, const Version& fresh) {
  const Answer before = answer_of(old);
  const Answer after = answer_of(fresh);
  if (before == Answer::Shown && after == Answer::Shown) return std::nullopt;
  if (before == Answer::Silent || after == Answer::Silent) {
    const int status = after == Answer::Silent ? fresh.status : old.status;
    return settled(Stage::Status, 0,
                   fmt::format("the answer {} says nothing about the page", status));
  }
  if (before == Answer::Gone && after == Answer::Gone) {
    return settled(Stage::Status, 0, "it was gone before and is still gone");
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
    Finding finding =
        settled(Stage::Distance, static_cast<double>(*edits) / static_cast<double>(longer),
                fmt::format("{} of {} words differ", *edits, longer));
    finding.matters =
        rounded(importance::matters(finding.importance, {.words = static_cast<int>(*edits)}));
    return finding;
  }
  const double alike = html::resemblance(html::shingles(old.text), html::shingles(fresh.text));
  return settled(Stage::Shingles, 1 - alike,
                 fmt::format("the texts share {:.0f} of 100 runs of words", alike * 100));
}

// What the source says, without a look at the page: nothing a reader would call another page.
std::optional<Finding> by_source(const Cleaned& before, const Cleaned& after, const Trust& trust) {
  if (trust.timestamps.holds() && !before.timestamp.empty() &&
      before.timestamp == after.timestamp) {
    return settled(Stage::Timestamp, 0, "it says it was not modified: " + after.timestamp);
  }
  if (!before.same(after)) return std::nullopt;
  if (before.cut) {
    return settled(Stage::Digest, 1, "it differs beyond what is read of so long a page");
  }
  return settled(Stage::CleanText, 0,
                 "only markup, boilerplate, dates, counters, tokens or advertisements differ");
}

// Words of HTML: links and images count for something where the words are the same.
Finding by_words_of_html(const Cleaned& before, const Cleaned& after) {
  Finding finding = by_words(before, after);
  if (!finding.changed) {
    finding.changed = true;
    finding.importance = finding.matters = rounded(importance::EstimateOptions{}.alpha);
    finding.reason = "the words are the same; title, links or images differ";
  }
  return finding;
}

// What was settled without it is still shown to whoever wants to see it.
void add_picture(Finding& finding, const Texts& texts, const Means& means) {
  Finding seen = by_sight(texts, lay_out_both(texts, means), means.options);
  finding.sight = std::move(seen.sight);
  finding.notes = std::move(seen.notes);
}

Finding of_html(const Texts& texts, const Means& means) {
  const Options& options = means.options;
  const Cleaned& before = texts.before;
  const Cleaned& after = texts.after;
  const std::size_t larger = std::max(texts.old_html.size(), texts.new_html.size());
  const bool fits = options.visual && larger <= options.largest;
  std::optional<Pages> pages;
  if (fits && options.render != Render::InProcess) {
    pages = lay_out_both(texts, means);
    // What a browser shows is compared as it is shown: the source of a page that scripts write says
    // little, so no stage that reads it may settle anything.
    if (pages->old.engine == layout::Engine::Chromium) {
      return by_sight(texts, std::move(*pages), options);
    }
  }
  std::optional<Finding> finding = by_source(before, after, means.trust);
  if (!finding && fits) {
    if (!pages) pages = lay_out_both(texts, means);
    Finding seen = by_sight(texts, std::move(*pages), options);
    // Of a page that was cut only the beginning was seen; what differs below it are its words.
    const bool cut = seen.sight->old_page.cut || seen.sight->new_page.cut;
    if (seen.importance > 0 || !cut) return seen;
    finding = by_words_of_html(before, after);
    finding->notes = std::move(seen.notes);
    finding->sight = std::move(seen.sight);
  } else if (!finding) {
    finding = by_words_of_html(before, after);
  }
  if (options.picture && !finding->sight) add_picture(*finding, texts, means);
  if (options.visual && !fits) {
    finding->notes.push_back(fmt::format("{} is too large to be laid out", human_bytes(larger)));
  }
  return std::move(*finding);
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
  return fmt::format("{}.{}.{}.{}.{}", kChangeVersion, noise::kNoiseVersion, delta::kDeltaVersion,
                     importance::kImportanceVersion, importance::kMattersVersion);
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

std::string_view name_of(Render render) {
  switch (render) {
    case Render::InProcess:
      return "in-process";
    case Render::Auto:
      return "auto";
    case Render::Browser:
      return "chromium";
  }
  return "";
}

std::optional<Render> render_of(std::string_view name) {
  for (Render render : {Render::InProcess, Render::Auto, Render::Browser}) {
    if (name_of(render) == name) return render;
  }
  return std::nullopt;
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
  const Options& options = means.options;
  if (digests && !differ && !options.picture) return settled(Stage::Digest, 0, kSamePayload);
  if (digests && (old.cut || fresh.cut)) {
    return differ ? settled(Stage::Digest, 1, "it differs; so long a content is compared by digest")
                  : settled(Stage::Digest, 0, kSamePayload);
  }
  const bool maybe_text = old.mime.empty() || fresh.mime.empty() ||
                          (form_of(old.mime) != Form::Other && form_of(fresh.mime) != Form::Other);
  if (differ && !maybe_text) {
    return settled(Stage::Digest, 1, "it differs; " + fresh.mime + " is compared by digest");
  }
  const std::string before = TRY(old.body());
  const std::string after = TRY(fresh.body());
  const std::string old_type = type_of(old, before);
  const std::string new_type = type_of(fresh, after);
  const Form form = form_of(new_type);
  const bool same = before == after && (!differ || form_of(old_type) == form);
  const char* encoded = differ ? "the content is the same, encoded differently" : kSamePayload;
  if (same && !(form == Form::Html && options.picture)) return settled(Stage::Digest, 0, encoded);
  if (!same && form_of(old_type) != form) {
    return settled(Stage::Digest, 1, "it was " + old_type + " and is " + new_type);
  }
  if (form == Form::Other) {
    return settled(Stage::Digest, 1, "it differs; " + new_type + " is compared by digest");
  }
  if (form == Form::Text) return of_text(before, after);
  const noise::AdRules& advertisements = options.estimate.advertisements != nullptr
                                             ? *options.estimate.advertisements
                                             : noise::default_ad_rules();
  const Cleaned old_document = clean_html(before, old.url, advertisements);
  const Cleaned new_document = clean_html(after, fresh.url, advertisements);
  const Texts texts{old, fresh, before, after, old_document, new_document};
  if (!same) return of_html(texts, means);
  Finding finding = settled(Stage::Digest, 0, encoded);
  add_picture(finding, texts, means);
  return finding;
}

Interval interval_of(Instant last_of_old, Instant first_of_new,
                     const std::optional<Instant>& last_modified, const Proof& validators) {
  const bool between =
      last_modified && *last_modified > last_of_old && *last_modified <= first_of_new;
  if (between && validators.holds()) return {*last_modified, *last_modified};
  return {last_of_old, first_of_new};
}

}  // namespace asof::change
