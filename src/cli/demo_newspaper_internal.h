// The demo's newspaper as values: its articles, what the ticker says, and the pages made of them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/time.h"

namespace asof::cli {

inline constexpr std::string_view kPaperHost = "https://daily.example";
inline constexpr std::array<std::string_view, 6> kSections = {"town",    "country", "business",
                                                              "culture", "sport",   "science"};
inline constexpr std::size_t kArticlesEach = 18;

struct Article {
  std::size_t section = 0;
  std::size_t number = 0;  // within its section; the first are the liveliest
  std::string title;
  std::string path;  // "/town/3-the-harbour-bridge"
  std::vector<std::string> paragraphs;
  std::vector<std::string> updates;  // the newest last
  Instant published;
  Instant updated;
  bool online = false;
  bool withdrawn = false;
};

struct TickerLine {
  Instant at;
  std::string text;
};

// All that can be seen of the newspaper at one time.
struct Newspaper {
  std::vector<Article> articles;   // by section, then by number
  std::vector<TickerLine> ticker;  // the newest last
  int temperature = 11;
  Instant weather_at;
};

// The articles as they stand before anything happens; some are not online yet.
Newspaper new_newspaper(Instant start, Rng& rng);

// Sentences for corrections and the ticker, never the same twice in a row.
std::string sentence(Rng& rng);

std::string front_page(const Newspaper& paper);
std::string section_page(const Newspaper& paper, std::size_t section);
std::string article_page(const Newspaper& paper, const Article& article);
std::string ticker_page(const Newspaper& paper);
std::string weather_page(const Newspaper& paper);

// What never changes: path, type and bytes.
struct Fixture {
  std::string path, type, body;
};
std::vector<Fixture> fixtures();

}  // namespace asof::cli
