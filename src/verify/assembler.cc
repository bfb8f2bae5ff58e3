#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/json_read.h"
#include "base/text.h"
#include "verify/assembler_internal.h"
#include "verify/sighting_internal.h"
#include "warc/text_fields.h"

namespace asof::verify {

using capture::Capture;
using certificate::Answer;
using certificate::Locator;
using certificate::Original;
using certificate::PageEvidence;
using certificate::Sighting;

namespace {

bool is_web(std::string_view url) {
  return istarts_with(url, "http://") || istarts_with(url, "https://");
}

// The sets of pages that a crawl's settings name: addresses, a line each, an empty line between two
// sets. Settings that cannot be read name none.
std::vector<std::vector<std::string>> sets_of(std::string_view settings) {
  std::vector<std::vector<std::string>> sets;
  const auto document = json::parse(settings);
  if (!document) return sets;
  const auto field = document->root().find("together");
  if (!field || !*field) return sets;
  const auto text = (*field)->text();
  if (!text) return sets;
  bool open = false;
  for (const std::string_view line : split(*text, '\n')) {
    if (!line.empty() && !open) sets.emplace_back();
    open = !line.empty();
    if (open) sets.back().push_back(to_utf8(line));
  }
  return sets;
}

}  // namespace

std::string name_by_id(std::string_view id) { return std::string(id); }

std::string name_by_date(std::string_view url, Instant date) {
  return fmt::format("{} {}", iso8601(date), url);
}

void Assembler::blame(const Locator& record, const std::string& url, std::string what) {
  evidence_.faults.push_back(
      {evidence_.files[record.file].name, record.offset, to_utf8(url), std::move(what)});
}

Sighting& Assembler::at(const Place& place) {
  return evidence_.pages[place.page].sightings[place.sighting];
}

Locator Assembler::locator(const capture::RecordName& record) const {
  Locator locator = locator_of(record);
  locator.file = static_cast<std::uint32_t>(evidence_.files.size() - 1);
  return locator;
}

void Assembler::blame(const capture::RecordName& record, const std::string& url) {
  if (!record.fault.empty()) blame(locator(record), url, record.fault);
}

void Assembler::describe_crawl(std::string_view warcinfo) {
  if (!evidence_.software.empty() || !evidence_.strategy.empty()) return;
  const warc::TextFields fields(warcinfo);
  evidence_.software = to_utf8(fields.find("software"));
  evidence_.user_agent = to_utf8(fields.find("http-header-user-agent"));
  evidence_.operator_name = to_utf8(fields.find("operator"));
  evidence_.robots = to_utf8(fields.find("robots"));
  evidence_.strategy = to_utf8(fields.find("strategy"));
  evidence_.together = sets_of(fields.find("settings"));
}

void Assembler::take(const Capture& capture) {
  if (capture.notes) {
    blame(capture.notes_record, capture.url);
    if (capture.notes_record.fault.empty()) take_notes(capture);
  }
  for (const Exchange& exchange : capture.exchanges) {
    if (!exchange.request.empty()) {
      blame(exchange.request_record, capture.url);
      if (exchange.request_record.fault.empty() && belongs(capture))
        asked_ = asked_with(exchange.request);
    }
    if (exchange.kind == capture::Kind::None) continue;
    blame(exchange.record, capture.url);
    const bool answer =
        exchange.kind == capture::Kind::Response || exchange.kind == capture::Kind::Revisit;
    if (answer && is_web(capture.url)) take_answer(capture, exchange);
  }
}

void Assembler::end_file() { close_visit(nullptr); }

bool Assembler::belongs(const Capture& capture) const {
  return about_ && about_->url == capture.url && about_->at == capture.at;
}

void Assembler::take_notes(const Capture& capture) {
  close_visit(nullptr);
  if (capture.notes->end) {
    const capture::CrawlEnd& end = *capture.notes->end;
    evidence_.ended = end.ended;
    evidence_.reason = end.reason;
    evidence_.left_out = left_out_of(end);
    evidence_.earlier_chances = end.earlier_chances;
    evidence_.earlier_returned = std::min(end.earlier_returned, end.earlier_chances);
    // A crawl that went on ends more than once.
    if (!end.clock.empty()) evidence_.clock = end.clock;
    return;
  }
  if (!is_web(capture.url) || !capture.at) return;
  about_.emplace();
  about_->url = capture.url;
  about_->at = capture.at;
  about_->notes = capture.notes;
  about_->notes_record = capture.notes_record;
}

void Assembler::take_answer(const Capture& capture, const Exchange& exchange) {
  if (belongs(capture)) return close_visit(&exchange);
  close_visit(nullptr);
  if (!exchange.record.fault.empty()) return;
  blame(locator(exchange.record), capture.url, "no metadata record says when its last byte came");
  take_other(capture, exchange, true);
}

void Assembler::take_other(const Capture& capture, const Exchange& exchange, bool by_date) {
  if (!exchange.record.fault.empty() || exchange.kind != capture::Kind::Response ||
      !exchange.is_whole())
    return;
  Original original = original_of(capture, exchange);
  original.record = locator(exchange.record);
  if (by_date && capture.at) others_.emplace(name_by_date(capture.url, *capture.at), original);
  others_.emplace(name_by_id(exchange.record.id), std::move(original));
}

void Assembler::describe(PageEvidence& page) const {
  const capture::Notes& notes = *about_->notes;
  if (notes.weight && *notes.weight > 0) page.weight = *notes.weight;
  page.requisite = notes.requisite.has_value();
  constexpr std::size_t kDeepest = 1'000'000;
  page.depth = static_cast<std::uint32_t>(notes.hops ? std::min(notes.hops->size(), kDeepest) : 0);
}

void Assembler::close_visit(const Exchange* answer) {
  if (about_) add_visit(answer);
  about_.reset();
}

void Assembler::add_visit(const Exchange* answer) {
  const certificate::Validators asked = std::exchange(asked_, {});
  const capture::Notes& notes = *about_->notes;
  const auto purpose = purpose_of(notes);
  if (!purpose || (notes.none && notes.none->status == capture::kRefusedByRobots)) {
    if (purpose) refused_.insert(about_->url);
    if (answer != nullptr) take_other(*about_, *answer, false);
    return;
  }
  Sighting sighting;
  if (answer != nullptr) {
    sighting = sighting_of(*answer);
    sighting.record = locator(answer->record);
  } else {
    sighting.record = locator(about_->notes_record);
    sighting.reason = notes.none
                          ? fmt::format("{} {}", notes.none->status, to_utf8(notes.none->reason))
                          : "the records end before the answer";
  }
  sighting.purpose = *purpose;
  sighting.sent = *about_->at;
  sighting.received = *about_->at;
  sighting.asked = asked;
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 42;  // a century, in milliseconds
  if (notes.fetch_ms && *notes.fetch_ms <= kLongest) {
    sighting.received.ms += static_cast<std::int64_t>(*notes.fetch_ms);
  } else if (sighting.answer != Answer::Failed) {
    sighting.answer = Answer::Failed;
    sighting.reason = "its metadata record does not say when its last byte came";
    blame(locator(about_->notes_record), about_->url, sighting.reason);
  }
  add(std::move(sighting), answer);
}

void Assembler::add(Sighting sighting, const Exchange* answer) {
  const std::string& url = about_->url;
  const auto [entry, fresh] = pages_.try_emplace(url, evidence_.pages.size());
  if (fresh) {
    evidence_.pages.push_back({.url = to_utf8(url)});
    describe(evidence_.pages.back());
  }
  PageEvidence& page = evidence_.pages[entry->second];
  if (!page.rate) page.rate = about_->notes->rate;
  const Place place{entry->second, page.sightings.size()};
  // A version that was not stored shows what its digest says, not what it refers to.
  const bool not_stored = answer != nullptr && answer->revisit.is_not_stored();
  const bool refers = answer != nullptr && answer->kind == capture::Kind::Revisit && !not_stored &&
                      sighting.answer != Answer::Failed;
  if (refers) {
    const capture::Revisit& revisit = answer->revisit;
    std::string name = revisit.refers_to;
    if (name.empty() && revisit.at)
      name = name_by_date(revisit.url.empty() ? url : revisit.url, *revisit.at);
    referring_.push_back({place, std::move(name)});
  } else if (answer != nullptr && !not_stored && sighting.answer == Answer::Whole) {
    responses_.emplace(name_by_id(answer->record.id), place);
  }
  page.sightings.push_back(std::move(sighting));
}

const Original* Assembler::find_original(const std::string& name) {
  if (const auto other = others_.find(name); other != others_.end()) return &other->second;
  const auto place = responses_.find(name);
  if (place == responses_.end()) return nullptr;
  const Sighting& response = at(place->second);
  const Original original{evidence_.pages[place->second.page].url, response.record,
                          response.content, response.validators};
  return &others_.emplace(name, original).first->second;
}

std::vector<std::string> Assembler::missing() {
  const bool by_date = std::any_of(referring_.begin(), referring_.end(), [](const auto& r) {
    return r.name.find(' ') != std::string::npos;
  });
  if (by_date)
    for (std::size_t page = 0; page < evidence_.pages.size(); ++page)
      for (std::size_t i = 0; i < evidence_.pages[page].sightings.size(); ++i) {
        const Sighting& seen = evidence_.pages[page].sightings[i];
        if (responses_.contains(name_by_id(seen.record.id)))
          responses_.emplace(name_by_date(evidence_.pages[page].url, seen.sent), Place{page, i});
      }
  std::vector<std::string> names;
  for (const Referring& referring : referring_)
    if (!referring.name.empty() && !responses_.contains(referring.name) &&
        !others_.contains(referring.name))
      names.push_back(referring.name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void Assembler::found(const std::string& name, Original original) {
  others_.emplace(name, std::move(original));
}

void Assembler::attach(const Referring& referring) {
  Sighting& sighting = at(referring.from);
  const std::string& url = evidence_.pages[referring.from.page].url;
  const auto spoil = [&](std::string what) {
    sighting.answer = Answer::Incomplete;
    sighting.content.sha256.clear();
    sighting.content.location.clear();
    sighting.reason = std::move(what);
    blame(sighting.record, url, sighting.reason);
  };
  const auto* original = find_original(referring.name);
  if (original == nullptr) return spoil("the original it refers to is not in the archive");
  if (sighting.answer == Answer::Whole && original->content.sha256 != sighting.content.sha256)
    return spoil("the original it refers to has another body than it says");
  sighting.original = *original;
}

void Assembler::finish() {
  if (evidence_.left_out)
    evidence_.left_out->refused = static_cast<std::uint64_t>(
        std::count_if(refused_.begin(), refused_.end(),
                      [&](const std::string& url) { return !pages_.contains(url); }));
  for (const Referring& referring : referring_) attach(referring);
  for (PageEvidence& page : evidence_.pages)
    std::stable_sort(page.sightings.begin(), page.sightings.end(),
                     [](const Sighting& a, const Sighting& b) {
                       return std::tie(a.sent, a.received) < std::tie(b.sent, b.received);
                     });
}

}  // namespace asof::verify
