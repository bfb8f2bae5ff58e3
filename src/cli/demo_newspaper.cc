// The demo's newspaper over four days, every version of every page. An edit of an article changes
// it, its section's page and, for the most important, the front page, at the same instant: what a
// capture must keep together.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "archive/warc_writer.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/demo_newspaper_internal.h"
#include "cli/demo_site_internal.h"
#include "warc/draft.h"

namespace asof::cli {
namespace {

constexpr double kDay = 86400;
constexpr double kDays = 4;
constexpr double kTickerADay = 120;
constexpr std::size_t kFrontArticles = 3;  // of each section, as on the front page

class FixedClock final : public Clock {
 public:
  explicit FixedClock(Instant at) : at_(at) {}
  Instant now() const override { return at_; }

 private:
  Instant at_;
};

// Something that happens; what happens to which article is decided when its time has come.
struct Event {
  enum class Kind { Edit, Ticker, Weather, Publish, Withdraw };
  double at = 0;  // seconds from the start
  Kind kind = Kind::Edit;
  std::size_t article = 0;

  auto operator<=>(const Event&) const = default;
};

// Readers are awake from 6 to 22 o'clock, and so are editors; a third of what they do falls asleep.
bool awake(double at) {
  const double hour = (at - kDay * static_cast<double>(static_cast<long>(at / kDay))) / 3600;
  return hour >= 6 && hour < 22;
}

double edits_a_day(const Article& article) {
  return article.number < 2 ? 8 : article.number < 6 ? 2 : article.number < 11 ? 0.3 : 0;
}

void add_events(std::vector<Event>& events, Event::Kind kind, std::size_t article, double a_day,
                Rng rng) {
  if (a_day <= 0) return;
  for (double at = 0;;) {
    at += rng.exponential(a_day * 1.5 / kDay);
    if (at >= kDays * kDay) return;
    if (awake(at)) events.push_back({at, kind, article});
  }
}

std::vector<Event> all_events(const Newspaper& paper, Rng& rng) {
  std::vector<Event> events;
  for (std::size_t i = 0; i < paper.articles.size(); ++i)
    add_events(events, Event::Kind::Edit, i, edits_a_day(paper.articles[i]), rng.fork(i));
  add_events(events, Event::Kind::Ticker, 0, kTickerADay, rng.fork(1000));
  for (double at = 3600; at < kDays * kDay; at += 3600)
    events.push_back({at, Event::Kind::Weather, 0});
  for (std::size_t s = 0; s < kSections.size(); ++s)
    events.push_back(
        {rng.uniform(0.3, kDays - 0.3) * kDay, Event::Kind::Publish, (s + 1) * kArticlesEach - 1});
  for (std::size_t s : {1u, 4u})
    events.push_back(
        {rng.uniform(1.5, kDays - 0.3) * kDay, Event::Kind::Withdraw, s * kArticlesEach + 12});
  std::sort(events.begin(), events.end());
  return events;
}

// Writes pages as they come to be; what shows nothing new is not written.
class Press final {
 public:
  Press(const std::string& folder, Instant start, std::uint64_t seed)
      : folder_(folder),
        clock_(start),
        writer_(folder, clock_, warc::seeded_ids(seed),
                {.prefix = "EVERY-VERSION",
                 .about = {{"software", "asof demo"},
                           {"description", "the-daily-example, every version"}}}) {}

  Result<void> print(Instant at, const std::string& path, const std::string& type,
                     const std::string& body, int status = 200) {
    const std::string digest = digest_of(Algorithm::Sha256, body);
    std::string& last = last_[path];
    if (last == digest) return {};
    last = digest;
    std::string head = fmt::format("HTTP/1.1 {}\r\nDate: {}\r\nContent-Type: {}\r\n",
                                   status == 200 ? "200 OK" : "410 Gone", http_date(at), type);
    if (status == 200)
      head += fmt::format("Last-Modified: {}\r\nETag: \"{}\"\r\n", http_date(at),
                          hex(digest).substr(0, 16));
    const std::string block =
        fmt::format("{}Content-Length: {}\r\n\r\n{}", head, body.size(), body);
    written_ = TRY(writer_.write({.type = warc::Type::Response,
                                  .date = at,
                                  .target_uri = std::string(kPaperHost) + path,
                                  .content_type = std::string(warc::kHttpResponse),
                                  .block = block,
                                  .payload_digest = warc::labelled(Algorithm::Sha256, digest)}));
    return {};
  }
  Result<void> print(Instant at, const std::string& path, const std::string& html) {
    return print(at, path, "text/html; charset=utf-8", html);
  }

  Result<std::string> close() {
    TRY(writer_.close());
    return folder_ + "/" + written_.file;
  }

 private:
  std::string folder_;
  FixedClock clock_;
  archive::WarcWriter writer_;
  archive::Written written_;
  std::map<std::string, std::string> last_;  // digests, by path
};

Result<void> print_section(Press& press, const Newspaper& paper, std::size_t section, Instant at) {
  return press.print(at, fmt::format("/{}/", kSections[section]), section_page(paper, section));
}

Result<void> print_all(Press& press, const Newspaper& paper, Instant at) {
  TRY(press.print(at, "/", front_page(paper)));
  for (std::size_t s = 0; s < kSections.size(); ++s) TRY(print_section(press, paper, s, at));
  for (const Article& article : paper.articles)
    if (article.online) TRY(press.print(at, article.path, article_page(paper, article)));
  TRY(press.print(at, "/ticker", ticker_page(paper)));
  TRY(press.print(at, "/weather", weather_page(paper)));
  for (const Fixture& fixture : fixtures())
    TRY(press.print(at, fixture.path, fixture.type, fixture.body));
  return {};
}

// An article was edited, published or withdrawn: it and the pages that name it change together.
Result<void> edit(Press& press, Newspaper& paper, const Event& event, Instant at, Rng& rng) {
  Article& article = paper.articles[event.article];
  if (article.withdrawn || (!article.online && event.kind == Event::Kind::Edit)) return {};
  if (event.kind == Event::Kind::Edit) article.updates.push_back(sentence(rng));
  if (event.kind == Event::Kind::Publish) article.published = at;
  article.updated = at;
  article.withdrawn = event.kind == Event::Kind::Withdraw;
  article.online = !article.withdrawn;
  if (article.withdrawn)
    TRY(press.print(at, article.path, "text/plain", "This article was withdrawn.\n", 410));
  else
    TRY(press.print(at, article.path, article_page(paper, article)));
  TRY(print_section(press, paper, article.section, at));
  if (article.number < kFrontArticles) TRY(press.print(at, "/", front_page(paper)));
  return {};
}

Result<void> happen(Press& press, Newspaper& paper, const Event& event, Instant at, Rng& rng) {
  if (event.kind == Event::Kind::Ticker) {
    paper.ticker.push_back({at, sentence(rng)});
    TRY(press.print(at, "/ticker", ticker_page(paper)));
    return press.print(at, "/", front_page(paper));
  }
  if (event.kind == Event::Kind::Weather) {
    paper.temperature += static_cast<int>(rng.below(3)) - 1;
    paper.weather_at = at;
    TRY(press.print(at, "/weather", weather_page(paper)));
    return press.print(at, "/", front_page(paper));
  }
  return edit(press, paper, event, at, rng);
}

}  // namespace

Result<std::string> write_demo_history(const std::string& folder, std::uint64_t seed) {
  TRY(make_directories(folder));
  const Instant start = *from_civil(2026, 10, 1, 0, 0, 0);
  Rng rng(seed);
  Newspaper paper = new_newspaper(start, rng);
  Press press(folder, start, seed);
  TRY(print_all(press, paper, start));
  for (const Event& event : all_events(paper, rng)) {
    const Instant at{.ms = start.ms + static_cast<std::int64_t>(event.at * 1000)};
    TRY(happen(press, paper, event, at, rng));
  }
  return press.close();
}

}  // namespace asof::cli
