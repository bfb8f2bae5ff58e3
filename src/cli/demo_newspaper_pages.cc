// The newspaper's text and pages.
#include <fmt/format.h>

#include "base/text.h"
#include "cli/demo_newspaper_internal.h"

namespace asof::cli {
namespace {

constexpr std::array<std::string_view, 12> kPlaces = {
    "Elmwick", "Norrhaven",   "Sandmoor",    "Quillford", "Bramley Cross", "Port Arden",
    "Whitlow", "Kestrel Bay", "Marrow Hill", "Low Tarn",  "Ashgate",       "Overwater"};
constexpr std::array<std::string_view, 12> kWho = {
    "the council",     "the harbour board", "a group of pupils",    "the tram company",
    "the library",     "the fire brigade",  "the beekeeping guild", "the rowing club",
    "the fish market", "the museum",        "the water company",    "the night school"};
constexpr std::array<std::string_view, 12> kDid = {
    "has put off", "wants to repair", "voted against", "has found money for",
    "is counting", "has reopened",    "argues about",  "will measure",
    "has painted", "gave away",       "insists on",    "has moved"};
constexpr std::array<std::string_view, 12> kWhat = {
    "the swing bridge", "the old lighthouse", "two new ferries",      "the clock on the square",
    "the sluice gates", "a choir of frogs",   "the summer timetable", "the longest hedge",
    "the public ovens", "forty park benches", "the winter harvest",   "a map from 1712"};
constexpr std::array<std::string_view, 8> kHow = {
    "after a long evening",         "without a word to the neighbours",
    "for the third time this year", "to general relief",
    "as the tide came in",          "by a narrow margin",
    "in spite of the rain",         "and nobody objects"};
constexpr std::size_t kTickerShown = 12;
constexpr std::size_t kUpdatesShown = 4;
constexpr std::size_t kFrontOfEach = 3;  // articles of each section on the front page

template <std::size_t N>
std::string_view any(const std::array<std::string_view, N>& words, Rng& rng) {
  return words[static_cast<std::size_t>(rng.below(N))];
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = to_upper(text[0]);
  return text;
}

std::string name_of(std::size_t section) { return capital(std::string(kSections[section])); }

// "14:03", and the day where it matters.
std::string hour_of(Instant at) { return iso8601(at).substr(11, 5); }
std::string day_and_hour(Instant at) { return iso8601(at).substr(0, 10) + " " + hour_of(at); }

std::string slug_of(std::string_view title) {
  std::string slug;
  for (char c : title)
    if (is_alnum(c))
      slug += to_lower(c);
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  while (slug.ends_with('-')) slug.pop_back();
  return slug;
}

std::string page(const std::string& title, const std::string& body) {
  std::string sections;
  for (std::size_t s = 0; s < kSections.size(); ++s)
    sections += fmt::format("<a href=\"/{}/\">{}</a> ", kSections[s], name_of(s));
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n"
      "<link rel=\"stylesheet\" href=\"/style.css\">\n</head>\n<body>\n<header>\n"
      "<a href=\"/\"><img src=\"/logo.svg\" alt=\"The Daily Example\" width=\"320\"></a>\n"
      "<nav>{1}<a href=\"/ticker\">Ticker</a> <a href=\"/weather\">Weather</a></nav>\n</header>\n"
      "<main>\n<h1>{0}</h1>\n{2}</main>\n<footer><a href=\"/about\">About us</a> "
      "<a href=\"/imprint\">Imprint</a></footer>\n</body>\n</html>\n",
      title, sections, body);
}

std::string teaser(const Article& article) {
  return fmt::format("<li><a href=\"{}\">{}</a> <small>updated {}</small></li>\n", article.path,
                     article.title, day_and_hour(article.updated));
}

std::string ticker_list(const Newspaper& paper, std::size_t most) {
  std::string list = "<ol class=\"ticker\">\n";
  const std::size_t lines = std::min(most, paper.ticker.size());
  for (std::size_t i = 0; i < lines; ++i) {
    const TickerLine& line = paper.ticker[paper.ticker.size() - 1 - i];
    list += fmt::format("<li><time>{}</time> {}</li>\n", hour_of(line.at), line.text);
  }
  return list + "</ol>\n";
}

std::string picture(std::size_t section) {
  const auto hue = section * 60;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 120\">\n"
      "<rect width=\"320\" height=\"120\" fill=\"hsl({0},45%,80%)\"/>\n"
      "<circle cx=\"{1}\" cy=\"60\" r=\"34\" fill=\"hsl({0},60%,45%)\"/>\n"
      "<path d=\"M0 100 Q 80 {2} 160 95 T 320 90 V120 H0 Z\" fill=\"hsl({0},40%,30%)\"/>\n</svg>\n",
      hue, 60 + section * 40, 40 + section * 8);
}

}  // namespace

std::string sentence(Rng& rng) {
  // One after another: compilers differ in which argument of a call they evaluate first.
  const auto what = any(kWhat, rng);
  const auto did = any(kDid, rng);
  const auto place = any(kPlaces, rng);
  const auto who = any(kWho, rng);
  std::string text = fmt::format("{} of {} {} {}", who, place, did, what);
  if (rng.below(2) == 0) text += fmt::format(" {}", any(kHow, rng));
  return capital(text) + ".";
}

Newspaper new_newspaper(Instant start, Rng& rng) {
  Newspaper paper{.weather_at = start};
  for (std::size_t s = 0; s < kSections.size(); ++s)
    for (std::size_t i = 0; i < kArticlesEach; ++i) {
      Article article{.section = s, .number = i};
      const auto what = any(kWhat, rng);
      article.title = capital(fmt::format("{} and {}", any(kPlaces, rng), what));
      article.path = fmt::format("/{}/{}-{}", kSections[s], i + 1, slug_of(article.title));
      for (int p = 0; p < 5; ++p) {
        std::string text;
        for (int k = 0; k < 4; ++k) text += sentence(rng) + " ";
        article.paragraphs.push_back(text);
      }
      article.published.ms = start.ms - static_cast<std::int64_t>(rng.below(240)) * 3600'000;
      article.updated = article.published;
      article.online = i + 1 < kArticlesEach;  // the last of each section comes later
      paper.articles.push_back(std::move(article));
    }
  for (std::size_t i = 0; i < kTickerShown; ++i) paper.ticker.push_back({start, sentence(rng)});
  return paper;
}

std::string front_page(const Newspaper& paper) {
  std::string body = "<section>\n<h2>Just now</h2>\n" + ticker_list(paper, 3) + "</section>\n";
  for (std::size_t s = 0; s < kSections.size(); ++s) {
    body += fmt::format(
        "<section>\n<h2><a href=\"/{}/\">{}</a></h2>\n<img src=\"/images/{}.svg\" "
        "alt=\"\">\n<ul>\n",
        kSections[s], name_of(s), kSections[s]);
    for (std::size_t i = 0; i < kFrontOfEach; ++i) {
      const Article& article = paper.articles[s * kArticlesEach + i];
      if (article.online) body += teaser(article);
    }
    body += "</ul>\n</section>\n";
  }
  body += fmt::format("<p>{} degrees in {} at {}.</p>\n", paper.temperature, kPlaces[0],
                      hour_of(paper.weather_at));
  return page("The Daily Example", body);
}

std::string section_page(const Newspaper& paper, std::size_t section) {
  std::string body =
      fmt::format("<img src=\"/images/{}.svg\" alt=\"\">\n<ul>\n", kSections[section]);
  for (std::size_t i = 0; i < kArticlesEach; ++i) {
    const Article& article = paper.articles[section * kArticlesEach + i];
    if (article.online) body += teaser(article);
  }
  return page(name_of(section), body + "</ul>\n");
}

std::string article_page(const Newspaper& paper, const Article& article) {
  std::string body = fmt::format("<p class=\"byline\">{}, published {}, updated {}</p>\n",
                                 name_of(article.section), day_and_hour(article.published),
                                 day_and_hour(article.updated));
  body += fmt::format("<img src=\"/images/{}.svg\" alt=\"\">\n", kSections[article.section]);
  const std::size_t all = article.updates.size();
  for (std::size_t i = all; i-- > 0 && i + kUpdatesShown >= all;)
    body += fmt::format("<p class=\"update\"><strong>Update {}:</strong> {}</p>\n", i + 1,
                        article.updates[i]);
  for (const std::string& text : article.paragraphs) body += fmt::format("<p>{}</p>\n", text);
  body += "<ul class=\"more\">\n";
  for (std::size_t step : {1u, 2u}) {
    const std::size_t number = (article.number + step) % kArticlesEach;
    const Article& other = paper.articles[article.section * kArticlesEach + number];
    // Only what was there from the start: else every new article would change its neighbours.
    if (number + 1 < kArticlesEach)
      body += fmt::format("<li><a href=\"{}\">{}</a></li>\n", other.path, other.title);
  }
  return page(article.title, body + "</ul>\n");
}

std::string ticker_page(const Newspaper& paper) {
  return page("Ticker", ticker_list(paper, kTickerShown));
}

std::string weather_page(const Newspaper& paper) {
  std::string body = "<table>\n";
  for (std::size_t i = 0; i < kPlaces.size(); ++i)
    body += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", kPlaces[i],
                        paper.temperature + static_cast<int>(i * 7 % 5) - 2);
  return page("Weather", fmt::format("{}</table>\n<p>Measured at {}.</p>\n", body,
                                     day_and_hour(paper.weather_at)));
}

std::vector<Fixture> fixtures() {
  std::vector<Fixture> list = {
      {"/style.css", "text/css",
       "body { font: 17px/1.5 Georgia, serif; max-width: 50em; margin: 0 auto; }\n"
       "header { border-bottom: 3px double #333; background: url(/images/paper.svg); }\n"
       "nav a, footer a { margin-right: 1em; }\n.byline, small, time { color: #666; }\n"
       ".update { border-left: 4px solid #b33; padding-left: 1em; }\nmain img { width: 15em; }\n"
       "section { display: inline-block; width: 46%; margin-right: 2%; vertical-align: top; }\n"},
      {"/logo.svg", "image/svg+xml",
       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 48\">\n"
       "<text x=\"4\" y=\"36\" font-family=\"Georgia\" font-size=\"34\">The Daily Example</text>\n"
       "</svg>\n"},
      {"/images/paper.svg", "image/svg+xml",
       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\">\n"
       "<rect width=\"8\" height=\"8\" fill=\"#fbfaf5\"/><path d=\"M0 8 L8 0\" stroke=\"#eee\"/>\n"
       "</svg>\n"},
      {"/about", "text/html; charset=utf-8",
       page("About us",
            "<p>The Daily Example is a newspaper that edits itself. Its places, people and news "
            "are made up as it goes along.</p>\n")},
      {"/imprint", "text/html; charset=utf-8",
       page("Imprint", "<p>The Daily Example, 1 Example Street, Elmwick.</p>\n")}};
  for (std::size_t s = 0; s < kSections.size(); ++s)
    list.push_back({fmt::format("/images/{}.svg", kSections[s]), "image/svg+xml", picture(s)});
  return list;
}

}  // namespace asof::cli
