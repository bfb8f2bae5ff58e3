#include "certificate/course.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace asof::certificate {
namespace {

// RFC 9110 §8.8.3.2, weak comparison: what If-None-Match is answered by.
bool same_etag(std::string_view a, std::string_view b) {
  const auto opaque = [](std::string_view tag) {
    return tag.starts_with("W/") ? tag.substr(2) : tag;
  };
  return !a.empty() && opaque(a) == opaque(b);
}

// Whether a server that was asked with these validators was asked about an answer with those: the
// ETag decides where there is one.
bool asks_for(const Validators& asked, const Validators& had) {
  if (!asked.etag.empty()) return same_etag(asked.etag, had.etag);
  return !asked.last_modified.empty() && asked.last_modified == had.last_modified;
}

// The statement, among those so far, whose answer had the validators; the last one.
const Statement* find_asked(const PageEvidence& page, const std::vector<Statement>& so_far,
                            const Validators& asked) {
  for (auto i = so_far.size(); i-- > 0;)
    if (asks_for(asked, page.sightings[so_far[i].sighting].validators)) return &so_far[i];
  return nullptr;
}

std::optional<Statement> by_not_modified(const PageEvidence& page, std::size_t index,
                                         const std::vector<Statement>& so_far) {
  const Sighting& sighting = page.sightings[index];
  if (const auto* earlier = find_asked(page, so_far, sighting.asked))
    return Statement{index, earlier->content, true,
                     earlier->by_validator ? earlier->vouched : earlier->sighting};
  if (sighting.original && asks_for(sighting.asked, sighting.original->validators))
    return Statement{index, sighting.original->content, true, std::nullopt};
  return std::nullopt;
}

std::optional<Statement> by_equal_validator(const PageEvidence& page, std::size_t index,
                                            const std::vector<Statement>& so_far) {
  for (auto i = so_far.size(); i-- > 0;) {
    if (so_far[i].by_validator) continue;
    const Sighting& whole = page.sightings[so_far[i].sighting];
    // Only the last whole answer is asked: what an older one had says nothing about today.
    if (whole.content.status != page.sightings[index].content.status ||
        !asks_for(page.sightings[index].validators, whole.validators))
      return std::nullopt;
    return Statement{index, whole.content, true, so_far[i].sighting};
  }
  return std::nullopt;
}

// Consecutive statements first..last (included) of one content.
struct Run {
  std::size_t first = 0;
  std::size_t last = 0;
};

std::vector<Run> runs_of(const std::vector<Statement>& said) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (!runs.empty() && said[runs.back().last].content == said[i].content)
      runs.back().last = i;
    else
      runs.push_back({i, i});
  }
  return runs;
}

// From the end of the earliest to the start of the latest of a run's sightings that `counts` lets
// through; nothing where they do not leave room between them.
template <class Counts>
void add_span(const PageEvidence& page, const std::vector<Statement>& said, const Run& run,
              const Counts& counts, std::vector<Held>& held) {
  std::optional<Instant> from, until;
  for (auto i = run.first; i <= run.last; ++i) {
    if (!counts(said[i])) continue;
    const Sighting& sighting = page.sightings[said[i].sighting];
    from = from ? std::min(*from, sighting.received) : sighting.received;
    until = until ? std::max(*until, sighting.sent) : sighting.sent;
  }
  // One sighting alone leaves no room: it was received after it was sent, or at the same instant.
  const auto count =
      std::count_if(said.begin() + static_cast<std::ptrdiff_t>(run.first),
                    said.begin() + static_cast<std::ptrdiff_t>(run.last) + 1, counts);
  if (count >= 2 && *from <= *until) held.push_back({{*from, *until}, said[run.first].content});
}

}  // namespace

std::vector<Statement> statements(const PageEvidence& page) {
  std::vector<Statement> said;
  for (std::size_t i = 0; i < page.sightings.size(); ++i) {
    const Sighting& sighting = page.sightings[i];
    std::optional<Statement> next;
    if (tells_content(sighting))
      next = Statement{i, sighting.content, false, std::nullopt};
    else if (sighting.answer == Answer::NotModified)
      next = by_not_modified(page, i, said);
    else if (sighting.answer == Answer::Incomplete)
      next = by_equal_validator(page, i, said);
    if (next) said.push_back(std::move(*next));
  }
  return said;
}

bool same_state(const Content& a, const Content& b) { return a == b || (is_gone(a) && is_gone(b)); }

Course course_of(const PageEvidence& page, bool trusted) {
  const auto said = statements(page);
  Course course;
  const auto runs = runs_of(said);
  const auto counts = [trusted](const Statement& s) { return trusted || !s.by_validator; };
  for (const Run& run : runs) {
    add_span(
        page, said, run, [](const Statement& s) { return !s.by_validator; }, course.proven);
    add_span(page, said, run, counts, course.solid);
  }
  // Changes: between the last that counts of one run and the first that counts of the next.
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (!counts(said[i])) continue;
    if (last && !same_state(said[*last].content, said[i].content)) {
      const Sighting& old_one = page.sightings[said[*last].sighting];
      const Sighting& new_one = page.sightings[said[i].sighting];
      const Span within{old_one.sent, std::max(old_one.sent, new_one.received)};
      const bool dated = new_one.modified && within.holds(*new_one.modified);
      course.changes.push_back(
          {within, said[*last].content, said[i].content, dated ? new_one.modified : std::nullopt});
    }
    last = i;
  }
  std::copy_if(said.begin(), said.end(), std::back_inserter(course.said), counts);
  return course;
}

}  // namespace asof::certificate
