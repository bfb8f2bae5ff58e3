#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "verify/assembler_internal.h"
#include "verify/sighting_internal.h"

namespace asof::verify {

using certificate::Answer;
using certificate::Locator;
using certificate::Original;
using certificate::PageEvidence;
using certificate::Sighting;

namespace {

constexpr std::string_view kCrawlName = "urn:asof:crawl:";
constexpr std::string_view kForbidden = "-9998";  // by robots.txt: never asked for

bool is_web(std::string_view url) {
  return istarts_with(url, "http://") || istarts_with(url, "https://");
}

}  // namespace

std::string name_by_id(std::string_view id) { return std::string(id); }

std::string name_by_date(std::string_view url, Instant date) {
  return fmt::format("{} {}", iso8601(date), url);
}

Original original_of(const Scanned& response) {
  return {.url = response.url,
          .record = response.record,
          .content = {.status = response.status.value_or(0),
                      .sha256 = response.body_sha256,
                      .location = response.location},
          .validators = response.validators};
}

void Assembler::blame(const Locator& record, const std::string& url, std::string what) {
  evidence_.faults.push_back(
      {evidence_.files[record.file].name, record.offset, to_utf8(url), std::move(what)});
}

Sighting& Assembler::at(const Place& place) {
  return evidence_.pages[place.page].sightings[place.sighting];
}

void Assembler::take(Scanned record) {
  record.record.file = static_cast<std::uint32_t>(evidence_.files.size() - 1);
  if (!record.fault.empty()) blame(record.record, record.url, record.fault);
  switch (record.type) {
    case warc::Type::Warcinfo:
      if (record.fault.empty()) take_warcinfo(record);
      break;
    case warc::Type::Metadata:
      if (record.fault.empty()) take_metadata(std::move(record));
      break;
    case warc::Type::Request:
      if (record.fault.empty() && belongs(record)) asked_ = asked_with(record.text);
      break;
    case warc::Type::Response:
    case warc::Type::Revisit:
      if (is_web(record.url)) take_answer(record);
      break;
    default:
      break;
  }
}

void Assembler::end_file() { close_visit(nullptr); }

bool Assembler::belongs(const Scanned& record) const {
  return about_ && about_->url == record.url && about_->date == record.date;
}

void Assembler::take_warcinfo(const Scanned& record) {
  if (!evidence_.software.empty() || !evidence_.strategy.empty()) return;
  const auto fields = parse_fields(record.text);
  const auto value = [&](std::string_view name) { return to_utf8(find_field(fields, name)); };
  evidence_.software = value("software");
  evidence_.user_agent = value("http-header-user-agent");
  evidence_.operator_name = value("operator");
  evidence_.robots = value("robots");
  evidence_.strategy = value("strategy");
}

void Assembler::take_metadata(Scanned record) {
  close_visit(nullptr);
  if (record.url.starts_with(kCrawlName)) {
    const auto fields = parse_fields(record.text);
    evidence_.ended = to_utf8(find_field(fields, "ended"));
    evidence_.reason = to_utf8(find_field(fields, "reason"));
    evidence_.left_out = left_out_of(fields);
    // A crawl that went on ends more than once.
    const auto clock = find_field(fields, "clock");
    if (!clock.empty()) evidence_.clock = to_utf8(clock);
    return;
  }
  if (!is_web(record.url) || !record.date) return;
  about_ = std::move(record);
  fields_ = parse_fields(about_->text);
}

void Assembler::take_answer(const Scanned& record) {
  if (belongs(record)) return close_visit(&record);
  close_visit(nullptr);
  if (record.fault.empty())
    blame(record.record, record.url, "no metadata record says when its last byte came");
  if (record.fault.empty() && record.whole) {
    others_.emplace(name_by_id(record.record.id), original_of(record));
    if (record.date) others_.emplace(name_by_date(record.url, *record.date), original_of(record));
  }
}

void Assembler::describe(PageEvidence& page) const {
  if (const auto weight = number_field(fields_, "weight"); weight && *weight > 0)
    page.weight = *weight;
  page.requisite =
      std::ranges::any_of(fields_, [](const auto& field) { return field.first == "requisite"; });
  page.depth = static_cast<std::uint32_t>(
      std::min<std::size_t>(find_field(fields_, "hopsFromSeed").size(), 1'000'000));
}

void Assembler::close_visit(const Scanned* answer) {
  if (about_) add_visit(*about_, answer);
  fields_.clear();
  about_.reset();
}

void Assembler::add_visit(const Scanned& about, const Scanned* answer) {
  const certificate::Validators asked = std::exchange(asked_, {});
  const auto purpose = purpose_of(fields_);
  const auto status = find_field(fields_, "status");
  if (!purpose || status == kForbidden) {
    if (purpose) refused_.insert(about.url);
    if (answer != nullptr && answer->fault.empty() && answer->whole)
      others_.emplace(name_by_id(answer->record.id), original_of(*answer));
    return;
  }
  Sighting sighting;
  if (answer != nullptr) {
    sighting = sighting_of(*answer);
  } else {
    sighting.record = about.record;
    sighting.reason = status.empty() ? "the records end before the answer"
                                     : fmt::format("{} {}", to_utf8(status),
                                                   to_utf8(find_field(fields_, "reason")));
  }
  sighting.purpose = *purpose;
  sighting.sent = *about.date;
  sighting.received = *about.date;
  sighting.asked = asked;
  const auto taken = parse_uint(find_field(fields_, "fetchTimeMs"));
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 42;  // a century, in milliseconds
  if (taken && *taken <= kLongest) {
    sighting.received.ms += static_cast<std::int64_t>(*taken);
  } else if (sighting.answer != Answer::Failed) {
    sighting.answer = Answer::Failed;
    sighting.reason = "its metadata record does not say when its last byte came";
    blame(about.record, about.url, sighting.reason);
  }
  add(std::move(sighting), answer, about.url);
}

void Assembler::add(Sighting sighting, const Scanned* answer, const std::string& url) {
  const auto [entry, fresh] = pages_.try_emplace(url, evidence_.pages.size());
  if (fresh) {
    evidence_.pages.push_back({.url = to_utf8(url)});
    describe(evidence_.pages.back());
  }
  PageEvidence& page = evidence_.pages[entry->second];
  if (!page.rate) page.rate = number_field(fields_, "rate");
  const Place place{entry->second, page.sightings.size()};
  const bool refers =
      answer != nullptr && answer->type == warc::Type::Revisit && sighting.answer != Answer::Failed;
  if (refers) {
    std::string name = answer->refers_to;
    if (name.empty() && answer->refers_to_date)
      name = name_by_date(answer->refers_to_url.empty() ? url : answer->refers_to_url,
                          *answer->refers_to_date);
    referring_.push_back({place, std::move(name)});
  } else if (answer != nullptr && sighting.answer == Answer::Whole) {
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
