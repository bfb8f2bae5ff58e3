// Reading goes on past a mistake, with empty values in its place; the first one is reported. So the
// code reads like the document.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "certificate/json.h"
#include "certificate/names_internal.h"

namespace asof::certificate {
namespace {

using Value = nlohmann::json;

constexpr int kDeepest = 16;

// One object of the document, and where it stands: its place is put into words only where something
// is wrong with it.
class Reader final {
 public:
  Reader(const Value& value, std::string& mistake) : value_(value), mistake_(mistake) { start(); }
  Reader(const Value& value, const Reader& parent, std::string_view key,
         std::optional<std::size_t> index = std::nullopt)
      : value_(value), mistake_(parent.mistake_), parent_(&parent), key_(key), index_(index) {
    start();
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  // Every key must have been asked for.
  ~Reader() {
    if (!mistake_.empty() || !value_.is_object() || asked_ == value_.size()) return;
    for (const auto& [key, unused] : value_.items())
      if (!is_known(key)) wrong(key, "is unknown");
  }

  void wrong(std::string_view key, std::string_view what) {
    if (mistake_.empty()) mistake_ = fmt::format("{} {}", place(key), what);
  }

  // Each key is asked for once.
  const Value* find(std::string_view key) {
    known_.push_back(key);
    if (!value_.is_object()) return nullptr;
    const auto member = value_.find(key);
    if (member == value_.end()) return nullptr;
    ++asked_;
    return &*member;
  }
  const Value& at(std::string_view key) {
    static const Value kNothing;
    const auto* member = find(key);
    if (member == nullptr) wrong(key, "is missing");
    return member == nullptr ? kNothing : *member;
  }

  std::string text(std::string_view key) { return as_text(at(key), key); }
  std::string text_if(std::string_view key) {
    const auto* member = find(key);
    return member == nullptr ? "" : as_text(*member, key);
  }
  std::uint64_t whole(std::string_view key, std::uint64_t most = ~std::uint64_t{0}) {
    const Value& value = at(key);
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= most)
      return value.get<std::uint64_t>();
    wrong(key, "is not a whole number in its range");
    return 0;
  }
  double number(std::string_view key) {
    const Value& value = at(key);
    if (value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() >= 0)
      return value.get<double>();
    wrong(key, "is not a number from 0 on");
    return 0;
  }
  bool flag(std::string_view key) {
    const Value& value = at(key);
    if (value.is_boolean()) return value.get<bool>();
    wrong(key, "is neither true nor false");
    return false;
  }
  Instant instant(std::string_view key) { return as_instant(at(key), key); }
  std::optional<Instant> instant_if(std::string_view key) {
    const auto* member = find(key);
    if (member == nullptr) return std::nullopt;
    return as_instant(*member, key);
  }
  Span span(std::string_view key) {
    const Value& value = at(key);
    if (value.is_array() && value.size() == 2) {
      const Span span{as_instant(value[0], key), as_instant(value[1], key)};
      if (span.from <= span.until) return span;
    }
    wrong(key, "is not a pair of times in order");
    return {};
  }
  // The index of the word among `words`.
  template <class Enum, std::size_t kCount>
  Enum word(std::string_view key, const std::array<std::string_view, kCount>& words) {
    const auto said = text(key);
    for (std::size_t i = 0; i < kCount; ++i)
      if (words[i] == said) return static_cast<Enum>(i);
    wrong(key, "is none of the words allowed");
    return {};
  }
  template <class T, class Read>
  std::vector<T> all(std::string_view key, Read read) {
    const Value& value = at(key);
    std::vector<T> values;
    if (!value.is_array()) {
      wrong(key, "is not an array");
      return values;
    }
    values.reserve(value.size());
    for (const Value& item : value) {
      if (!mistake_.empty()) break;
      Reader reader(item, *this, key, values.size());
      values.push_back(read(reader));
    }
    return values;
  }
  template <class T, class Read>
  std::vector<T> all_if(std::string_view key, Read read) {
    if (!value_.is_object() || !value_.contains(key)) {
      known_.push_back(key);
      return {};
    }
    return all<T>(key, read);
  }
  std::vector<std::string> texts(std::string_view key) {
    const Value& value = at(key);
    std::vector<std::string> values;
    if (!value.is_array()) wrong(key, "is not an array");
    if (value.is_array())
      for (const Value& item : value) values.push_back(as_text(item, key));
    return values;
  }
  std::optional<Span> span_if(std::string_view key) {
    if (value_.is_object() && value_.contains(key)) return span(key);
    known_.push_back(key);
    return std::nullopt;
  }
  template <class Read>
  auto object(std::string_view key, Read read) {
    Reader reader(at(key), *this, key);
    return read(reader);
  }
  template <class Read>
  auto object_if(std::string_view key, Read read) {
    std::optional<decltype(read(*this))> result;
    if (const auto* member = find(key)) {
      Reader reader(*member, *this, key);
      result = read(reader);
    }
    return result;
  }

 private:
  void start() {
    if (!value_.is_object()) wrong("", "is not an object");
  }
  bool is_known(std::string_view key) const {
    return std::find(known_.begin(), known_.end(), key) != known_.end();
  }
  std::string place(std::string_view key) const {
    std::string path = parent_ == nullptr ? std::string() : parent_->place(key_);
    if (index_) path += fmt::format("[{}]", *index_);
    if (key.empty()) return path.empty() ? "the document" : path;
    return path.empty() ? to_utf8(key) : path + "." + to_utf8(key);
  }
  std::string as_text(const Value& value, std::string_view key) {
    if (value.is_string()) return value.get_ref<const std::string&>();
    wrong(key, "is not a text");
    return "";
  }
  Instant as_instant(const Value& value, std::string_view key) {
    const auto at = parse_iso8601(as_text(value, key));
    if (!at) wrong(key, "is not a time");
    return at.value_or(Instant{});
  }

  const Value& value_;
  std::string& mistake_;
  const Reader* parent_ = nullptr;
  std::string_view key_;
  std::optional<std::size_t> index_;
  std::size_t asked_ = 0;                // keys asked for that are there
  std::vector<std::string_view> known_;  // all keys asked for
};

Content read_content(Reader& object) {
  return {.status = static_cast<int>(object.whole("status", 999)),
          .sha256 = object.text_if("sha256"),
          .location = object.text_if("location")};
}

Validators read_validators(Reader& object) {
  return {.etag = object.text_if("etag"), .last_modified = object.text_if("last_modified")};
}

Locator read_record(Reader& object) {
  return {.file = static_cast<std::uint32_t>(object.whole("file", 0xffffffff)),
          .offset = object.whole("offset"),
          .length = object.whole("length"),
          .id = object.text("id"),
          .block_digest = object.text_if("block_digest"),
          .payload_digest = object.text_if("payload_digest")};
}

Original read_original(Reader& object) {
  return {.url = object.text("url"),
          .record = object.object("record", read_record),
          .content = object.object("content", read_content),
          .validators = object.object("validators", read_validators)};
}

Sighting read_sighting(Reader& object) {
  Sighting sighting{.sent = object.instant("sent"),
                    .received = object.instant("received"),
                    .purpose = object.word<Purpose>("purpose", kPurposes),
                    .answer = object.word<Answer>("answer", kAnswers),
                    .content = object.object("content", read_content),
                    .modified = object.instant_if("modified"),
                    .original = object.object_if("original", read_original),
                    .record = object.object("record", read_record),
                    .reason = object.text_if("reason")};
  if (auto validators = object.object_if("validators", read_validators))
    sighting.validators = *validators;
  if (auto asked = object.object_if("asked", read_validators)) sighting.asked = *asked;
  return sighting;
}

Held read_held(Reader& object) {
  return {.span = object.span("span"), .content = object.object("content", read_content)};
}

ChangeSeen read_change(Reader& object) {
  return {.within = object.span("within"),
          .before = object.object("before", read_content),
          .after = object.object("after", read_content),
          .server_says = object.instant_if("server_says")};
}

PageVerdict read_page(Reader& object, bool with_rates) {
  PageVerdict page;
  page.evidence.url = object.text("url");
  page.grade = object.word<Grade>("grade", kGradeNames);
  if (page.grade == Grade::Likely && with_rates) page.probability = object.number("probability");
  page.content = object.object_if("content", read_content);
  page.evidence.weight = object.number("weight");
  page.rate = object.number("rate");
  page.rate_source = object.word<RateSource>("rate_source", kRateSources);
  if (page.rate_source == RateSource::Believed) page.evidence.rate = page.rate;
  page.evidence.depth = static_cast<std::uint32_t>(object.whole("depth", 0xffffffff));
  page.evidence.requisite = object.flag("requisite");
  page.proven = object.all<Held>("proven", read_held);
  page.attested = object.all<Held>("attested", read_held);
  page.changes = object.all<ChangeSeen>("changes", read_change);
  page.evidence.sightings = object.all<Sighting>("sightings", read_sighting);
  return page;
}

File read_file(Reader& object) {
  return {.name = object.text("name"),
          .size = object.whole("size"),
          .sha256 = object.text("sha256"),
          .earlier = object.flag("earlier")};
}

Fault read_fault(Reader& object) {
  return {.file = object.text("file"),
          .offset = object.whole("offset"),
          .url = object.text_if("url"),
          .what = object.text("what")};
}

Wrong read_wrong(Reader& object) {
  return {.url = object.text("url"),
          .sent = object.instant("sent"),
          .found = object.instant("found"),
          .what = object.text("what")};
}

SiteTrust read_site(Reader& object, int rules) {
  SiteTrust site{.site = object.text("site"),
                 .answers = object.whole("answers"),
                 .audited = object.whole("audited"),
                 .needed = object.whole("needed"),
                 .inconclusive = rules >= 2 ? object.whole("inconclusive") : 0,
                 .matched = object.whole("matched"),
                 .wrong = object.all<Wrong>("wrong", read_wrong),
                 .bound = object.number("bound"),
                 .allowed = object.number("allowed")};
  if (object.flag("granted") != site.granted())
    object.wrong("granted", "contradicts the audits beside it");
  return site;
}

Options read_rules(Reader& object, std::uint64_t version) {
  Options rules = usual_rules(1);
  if (version >= 3) {
    const auto stated = object.whole("version", 1'000'000);
    if (stated != kRules) object.wrong("version", "is of rules that this program does not have");
    rules = usual_rules(kRules);
  }
  rules.audits.share = object.number("audit_share");
  rules.audits.least = object.whole("audit_least");
  rules.audits.confidence = object.number("confidence");
  rules.prior_interval = object.number("prior_interval");
  if (rules.audits.share > 1) object.wrong("audit_share", "is above 1");
  if (rules.audits.confidence >= 1) object.wrong("confidence", "is not below 1");
  if (rules.prior_interval < 1) object.wrong("prior_interval", "is below a second");
  return rules;
}

Tally read_tally(Reader& object) {
  return {.pages = object.whole("pages"), .weight = object.number("weight")};
}

AsOf read_as_of(Reader& object) {
  AsOf as_of{.span = object.span("span")};
  for (const Grade grade : kGrades) as_of.of(grade) = object.object(name_of(grade), read_tally);
  return as_of;
}

BreadthFirst read_breadth_first(Reader& object) {
  return {.expected_blur = object.number("expected_blur"),
          .expected_coherent = object.number("expected_coherent"),
          .duration = object.number("duration")};
}

Basis read_basis(Reader& object) {
  return {.revisits = object.whole("revisits"),
          .changes = object.whole("changes"),
          .dates = object.whole("dates")};
}

Undone read_undone(Reader& object) {
  const Undone undone{.chances = object.whole("chances"),
                      .returned = object.whole("returned"),
                      .earlier_chances = object.whole("earlier_chances"),
                      .earlier_returned = object.whole("earlier_returned")};
  if (undone.returned > undone.chances || undone.earlier_returned > undone.earlier_chances)
    object.wrong("returned", "is more than there were chances");
  // They follow from the counts.
  object.number("share_least");
  object.number("share_most");
  return undone;
}

Figures read_figures(Reader& object, int rules, bool with_rates) {
  Figures figures{.observed_blur_least = object.number("observed_blur_least"),
                  .observed_blur_most = object.number("observed_blur_most"),
                  .sharp = object.whole("sharp")};
  if (!with_rates) return figures;
  figures.expected_blur = object.number("expected_blur");
  figures.expected_sharp = object.number("expected_sharp");
  figures.expected_coherent = object.number("expected_coherent");
  figures.breadth_first = object.object("breadth_first", read_breadth_first);
  if (rules < 2) return figures;
  figures.blur_least = object.number("blur_least");
  figures.blur_most = object.number("blur_most");
  figures.sharp_least = object.number("sharp_least");
  figures.sharp_most = object.number("sharp_most");
  return figures;
}

Unfollowed read_unfollowed(Reader& object) {
  return {.reason = object.text("reason"), .count = object.whole("count")};
}

std::optional<LeftOut> read_left_out(Reader& object, std::uint64_t version) {
  if (version < 2) return std::nullopt;
  const auto read = [](Reader& inner) -> LeftOut {
    return {.known = inner.whole("known"),
            .refused = inner.whole("refused"),
            .links = inner.all<Unfollowed>("links", read_unfollowed)};
  };
  if (version >= 3) return object.object_if("left_out", read);
  return object.object("left_out", read);
}

SetVerdict read_set(Reader& object) {
  SetVerdict set{.urls = object.texts("pages"),
                 .grade = object.word<Grade>("grade", kGradeNames),
                 .span = object.span_if("span"),
                 .why = object.text_if("why")};
  if (set.span.has_value() != set.why.empty()) object.wrong("why", "is there, and so is a span");
  return set;
}

// Locators must point at files there are.
void check_files(const Certificate& certificate, Reader& object) {
  const auto inside = [&](const Locator& record) {
    if (record.file >= certificate.files.size())
      object.wrong("pages", "point at a file that is not listed");
  };
  for (const PageVerdict& page : certificate.pages)
    for (const Sighting& sighting : page.evidence.sightings) {
      inside(sighting.record);
      if (sighting.original) inside(sighting.original->record);
    }
}

Certificate read_certificate(Reader& object) {
  if (object.text("format") != kFormat) object.wrong("format", "is not that of a certificate");
  const auto version = object.whole("version");
  if (version < 1 || version > kVersion) object.wrong("version", "is another than this program's");
  if (object.text("assumption") != kAssumption) object.wrong("assumption", "is another");
  Certificate certificate{
      .crawl = object.text("crawl"),
      .strategy = object.text("strategy"),
      .software = object.text("software"),
      .user_agent = object.text("user_agent"),
      .operator_name = object.text("operator"),
      .robots = object.text("robots"),
      .ended = object.text("ended"),
      .reason = object.text("reason"),
      .left_out = read_left_out(object, version),
      .clock = object.text_if("clock"),
      .rules = object.object("rules", [&](Reader& inner) { return read_rules(inner, version); }),
      .from = object.instant("from"),
      .until = object.instant("until"),
      .requests = object.whole("requests"),
      .pace = object.number("pace"),
      .as_of = object.object("as_of", read_as_of),
      .as_of_proven = object.object("as_of_proven", read_as_of)};
  const int rules = certificate.rules.version;
  if (rules >= 2) {
    certificate.basis = object.object("rates", read_basis);
    certificate.undone = object.object("undone", read_undone);
  }
  const bool with_rates = certificate.tells_rates();
  certificate.figures = object.object(
      "figures", [&](Reader& inner) { return read_figures(inner, rules, with_rates); });
  certificate.sites =
      object.all<SiteTrust>("sites", [&](Reader& inner) { return read_site(inner, rules); });
  certificate.files = object.all<File>("files", read_file);
  certificate.faults = object.all<Fault>("faults", read_fault);
  certificate.pages =
      object.all<PageVerdict>("pages", [&](Reader& inner) { return read_page(inner, with_rates); });
  certificate.sets = object.all_if<SetVerdict>("sets", read_set);
  check_files(certificate, object);
  return certificate;
}

// Whether brackets are nested deeper than any certificate's. The library could tell by a callback,
// but then walks over all that an array holds whenever one of its objects ends.
bool is_too_deep(std::string_view json) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

// The only place where exceptions of the library are met: they carry the offset.
Result<Value> parse_document(std::string_view json) {
  if (is_too_deep(json)) return Error{Errc::Invalid, "not a certificate: nested too deeply"};
  try {
    return Value::parse(json);
  } catch (const Value::exception& e) {
    const std::string what = to_utf8(e.what());
    const auto bracket = what.find("] ");
    return Error{Errc::Invalid,
                 "not a certificate: not JSON: " +
                     (bracket == std::string::npos ? what : what.substr(bracket + 2))};
  }
}

}  // namespace

Result<Certificate> parse(std::string_view json) {
  const Value document = TRY(parse_document(json));
  std::string mistake;
  Certificate certificate;
  {
    Reader reader(document, mistake);
    certificate = read_certificate(reader);
  }
  if (!mistake.empty()) return Error{Errc::Invalid, "not a certificate: " + mistake};
  return certificate;
}

}  // namespace asof::certificate
