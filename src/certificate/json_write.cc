#include <fmt/format.h>

#include "base/text.h"
#include "certificate/json.h"
#include "certificate/names_internal.h"

namespace asof::certificate {
namespace {

// An object or array being written: members in the order they are added.
class Writer final {
 public:
  Writer(std::string& out, char open, char close) : out_(out), close_(close) { out_ += open; }
  ~Writer() { out_ += close_; }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // The place for the next member's value; its key first, where it has one.
  std::string& next(std::string_view key = "") {
    if (any_) out_ += ',';
    any_ = true;
    if (!key.empty()) out_.append("\"").append(key).append("\":");
    return out_;
  }
  void text(std::string_view key, std::string_view value) { append_json(next(key), value); }
  void text_if(std::string_view key, std::string_view value) {
    if (!value.empty()) text(key, value);
  }
  void whole(std::string_view key, std::uint64_t value) { next(key) += std::to_string(value); }
  // Six digits: more would be noise, and differ from machine to machine.
  void number(std::string_view key, double value) { next(key) += fmt::format("{:.6g}", value); }
  void flag(std::string_view key, bool value) { next(key) += value ? "true" : "false"; }
  void instant(std::string_view key, Instant at) {
    next(key).append("\"").append(iso8601(at)).append("\"");
  }
  void span(std::string_view key, const Span& span) {
    next(key) += fmt::format("[\"{}\",\"{}\"]", iso8601(span.from), iso8601(span.until));
  }

 private:
  std::string& out_;
  char close_;
  bool any_ = false;
};

void write(std::string& out, const Content& content) {
  Writer object(out, '{', '}');
  object.whole("status", static_cast<std::uint64_t>(content.status));
  object.text_if("sha256", content.sha256);
  object.text_if("location", content.location);
}

void write(std::string& out, const Validators& validators) {
  Writer object(out, '{', '}');
  object.text_if("etag", validators.etag);
  object.text_if("last_modified", validators.last_modified);
}

void write(std::string& out, const Locator& record) {
  Writer object(out, '{', '}');
  object.whole("file", record.file);
  object.whole("offset", record.offset);
  object.whole("length", record.length);
  object.text("id", record.id);
  object.text_if("block_digest", record.block_digest);
  object.text_if("payload_digest", record.payload_digest);
}

void write(std::string& out, const Original& original) {
  Writer object(out, '{', '}');
  object.text("url", original.url);
  write(object.next("record"), original.record);
  write(object.next("content"), original.content);
  write(object.next("validators"), original.validators);
}

void write(std::string& out, const Sighting& sighting) {
  Writer object(out, '{', '}');
  object.instant("sent", sighting.sent);
  object.instant("received", sighting.received);
  object.text("purpose", name_of(sighting.purpose));
  object.text("answer", name_of(sighting.answer));
  write(object.next("content"), sighting.content);
  if (!sighting.validators.empty()) write(object.next("validators"), sighting.validators);
  if (sighting.modified) object.instant("modified", *sighting.modified);
  if (!sighting.asked.empty()) write(object.next("asked"), sighting.asked);
  if (sighting.original) write(object.next("original"), *sighting.original);
  write(object.next("record"), sighting.record);
  object.text_if("reason", sighting.reason);
}

void write(std::string& out, const Held& held) {
  Writer object(out, '{', '}');
  object.span("span", held.span);
  write(object.next("content"), held.content);
}

void write(std::string& out, const ChangeSeen& change) {
  Writer object(out, '{', '}');
  object.span("within", change.within);
  write(object.next("before"), change.before);
  write(object.next("after"), change.after);
  if (change.server_says) object.instant("server_says", *change.server_says);
}

void write(std::string& out, const PageVerdict& page, bool with_rates);
void write(std::string& out, const SiteTrust& site, int rules);
void write(std::string& out, const File& file);
void write(std::string& out, const Fault& fault);
void write(std::string& out, const Wrong& wrong);
void write(std::string& out, const Unfollowed& links);
void write(std::string& out, const SetVerdict& set);

// One a line where `lines`.
template <class T, class... More>
void write_all(std::string& out, const std::vector<T>& values, bool lines = false,
               const More&... more) {
  Writer array(out, '[', ']');
  for (const T& value : values) {
    array.next();
    if (lines) out += '\n';
    write(out, value, more...);
  }
}

void write(std::string& out, const PageVerdict& page, bool with_rates) {
  Writer object(out, '{', '}');
  object.text("url", page.evidence.url);
  object.text("grade", name_of(page.grade));
  if (page.grade == Grade::Likely && with_rates) object.number("probability", page.probability);
  if (page.content) write(object.next("content"), *page.content);
  object.number("weight", page.evidence.weight);
  object.number("rate", page.rate);
  object.text("rate_source", name_of(page.rate_source));
  object.whole("depth", page.evidence.depth);
  object.flag("requisite", page.evidence.requisite);
  write_all(object.next("proven"), page.proven);
  write_all(object.next("attested"), page.attested);
  write_all(object.next("changes"), page.changes);
  write_all(object.next("sightings"), page.evidence.sightings);
}

void write(std::string& out, const File& file) {
  Writer object(out, '{', '}');
  object.text("name", file.name);
  object.whole("size", file.size);
  object.text("sha256", file.sha256);
  object.flag("earlier", file.earlier);
}

void write(std::string& out, const Fault& fault) {
  Writer object(out, '{', '}');
  object.text("file", fault.file);
  object.whole("offset", fault.offset);
  object.text_if("url", fault.url);
  object.text("what", fault.what);
}

void write(std::string& out, const Wrong& wrong) {
  Writer object(out, '{', '}');
  object.text("url", wrong.url);
  object.instant("sent", wrong.sent);
  object.instant("found", wrong.found);
  object.text("what", wrong.what);
}

void write(std::string& out, const SiteTrust& site, int rules) {
  Writer object(out, '{', '}');
  object.text("site", site.site);
  object.flag("granted", site.granted());
  object.whole("answers", site.answers);
  object.whole("needed", site.needed);
  object.whole("audited", site.audited);
  if (rules >= 2) object.whole("inconclusive", site.inconclusive);
  object.whole("matched", site.matched);
  object.number("bound", site.bound);
  object.number("allowed", site.allowed);
  write_all(object.next("wrong"), site.wrong);
}

void write(std::string& out, const Unfollowed& links) {
  Writer object(out, '{', '}');
  object.text("reason", links.reason);
  object.whole("count", links.count);
}

void write(std::string& out, const SetVerdict& set) {
  Writer object(out, '{', '}');
  {
    Writer urls(object.next("pages"), '[', ']');
    for (const std::string& url : set.urls) append_json(urls.next(), url);
  }
  object.text("grade", name_of(set.grade));
  if (set.span) object.span("span", *set.span);
  object.text_if("why", set.why);
}

void write(std::string& out, const LeftOut& left_out) {
  Writer object(out, '{', '}');
  object.whole("known", left_out.known);
  object.whole("refused", left_out.refused);
  write_all(object.next("links"), left_out.links);
}

void write(std::string& out, const Options& rules) {
  Writer object(out, '{', '}');
  if (rules.version >= 2) object.whole("version", static_cast<std::uint64_t>(rules.version));
  object.number("audit_share", rules.audits.share);
  object.whole("audit_least", rules.audits.least);
  object.number("confidence", rules.audits.confidence);
  object.number("prior_interval", rules.prior_interval);
}

void write(std::string& out, const AsOf& as_of) {
  Writer object(out, '{', '}');
  object.span("span", as_of.span);
  for (const Grade grade : kGrades) {
    Writer tally(object.next(name_of(grade)), '{', '}');
    tally.whole("pages", as_of.of(grade).pages);
    tally.number("weight", as_of.of(grade).weight);
  }
}

void write(std::string& out, const Basis& basis) {
  Writer object(out, '{', '}');
  object.whole("revisits", basis.revisits);
  object.whole("changes", basis.changes);
  object.whole("dates", basis.dates);
}

void write(std::string& out, const Undone& undone) {
  Writer object(out, '{', '}');
  object.whole("chances", undone.chances);
  object.whole("returned", undone.returned);
  object.whole("earlier_chances", undone.earlier_chances);
  object.whole("earlier_returned", undone.earlier_returned);
  const Interval share = undone.share();
  object.number("share_least", share.least);
  object.number("share_most", share.most);
}

// What was seen, and where that tells rates what is to be expected.
void write(std::string& out, const Figures& figures, int rules, bool with_rates) {
  Writer object(out, '{', '}');
  if (with_rates) object.number("expected_blur", figures.expected_blur);
  if (rules >= 2 && with_rates) {
    object.number("blur_least", figures.blur_least);
    object.number("blur_most", figures.blur_most);
  }
  object.number("observed_blur_least", figures.observed_blur_least);
  object.number("observed_blur_most", figures.observed_blur_most);
  if (with_rates) object.number("expected_sharp", figures.expected_sharp);
  if (rules >= 2 && with_rates) {
    object.number("sharp_least", figures.sharp_least);
    object.number("sharp_most", figures.sharp_most);
  }
  object.whole("sharp", figures.sharp);
  if (!with_rates) return;
  object.number("expected_coherent", figures.expected_coherent);
  Writer breadth(object.next("breadth_first"), '{', '}');
  breadth.number("expected_blur", figures.breadth_first.expected_blur);
  breadth.number("expected_coherent", figures.breadth_first.expected_coherent);
  breadth.number("duration", figures.breadth_first.duration);
}

std::uint64_t version_of(const Certificate& certificate) {
  if (certificate.rules.version >= 2) return kVersion;
  return certificate.left_out ? 2 : 1;
}

}  // namespace

std::string to_json(const Certificate& certificate) {
  std::string out;
  {
    Writer object(out, '{', '}');
    object.text("format", kFormat);
    object.whole("version", version_of(certificate));
    object.text("assumption", kAssumption);
    object.text("crawl", certificate.crawl);
    object.text("strategy", certificate.strategy);
    object.text("software", certificate.software);
    object.text("user_agent", certificate.user_agent);
    object.text("operator", certificate.operator_name);
    object.text("robots", certificate.robots);
    object.text("ended", certificate.ended);
    object.text("reason", certificate.reason);
    if (certificate.left_out) write(object.next("left_out"), *certificate.left_out);
    object.text_if("clock", certificate.clock);
    write(object.next("rules"), certificate.rules);
    object.instant("from", certificate.from);
    object.instant("until", certificate.until);
    object.whole("requests", certificate.requests);
    object.number("pace", certificate.pace);
    write(object.next("as_of"), certificate.as_of);
    write(object.next("as_of_proven"), certificate.as_of_proven);
    const int rules = certificate.rules.version;
    if (rules >= 2) {
      write(object.next("rates"), certificate.basis);
      write(object.next("undone"), certificate.undone);
    }
    write(object.next("figures"), certificate.figures, rules, certificate.tells_rates());
    write_all(object.next("sites"), certificate.sites, true, rules);
    write_all(object.next("files"), certificate.files, true);
    write_all(object.next("faults"), certificate.faults, true);
    write_all(object.next("pages"), certificate.pages, true, certificate.tells_rates());
    if (!certificate.sets.empty()) write_all(object.next("sets"), certificate.sets, true);
  }
  out += '\n';
  return out;
}

}  // namespace asof::certificate
