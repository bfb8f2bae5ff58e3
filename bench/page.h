// Pages made up for measuring: words, links and markup in about the proportions of the web's pages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace asof::bench {

// A sequence of numbers that follows from its seed (splitmix64).
class Rng final {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    return low + below(high - low + 1);
  }

 private:
  std::uint64_t state_;
};

// Few words are frequent and many are rare, as in any language; some phrases come back.
class Vocabulary final {
 public:
  explicit Vocabulary(Rng& rng, std::size_t words = 8192) {
    static constexpr const char* kSyllables[] = {
        "ba", "co", "de", "fi", "ga", "hu", "in", "jo", "ka", "lu", "me",  "no",  "or",  "pe",
        "qu", "ra", "si", "ta", "un", "ve", "wi", "ex", "ya", "zo", "sch", "tra", "ent", "ion"};
    words_.reserve(words);
    for (std::size_t i = 0; i < words; ++i) {
      std::string word;
      for (std::uint64_t n = rng.between(1, 4); n > 0; --n)
        word += kSyllables[rng.below(std::size(kSyllables))];
      words_.push_back(std::move(word));
    }
    for (std::size_t i = 0; i < words / 8; ++i) {
      std::string phrase = word(rng);
      for (std::size_t n = 1; n < kPhrase; ++n) phrase += ' ' + word(rng);
      phrases_.push_back(std::move(phrase));
    }
  }

  static constexpr std::size_t kPhrase = 6;  // words
  const std::string& word(Rng& rng) const { return pick(words_, rng); }
  const std::string& phrase(Rng& rng) const { return pick(phrases_, rng); }

 private:
  static const std::string& pick(const std::vector<std::string>& from, Rng& rng) {
    std::uint64_t bits = rng.next();
    std::uint64_t bound = from.size() >> (bits & 7U);
    return from[(bits >> 8) % bound];
  }

  std::vector<std::string> words_;
  std::vector<std::string> phrases_;
};

inline std::string page_url(std::uint64_t number) {
  return "https://www.site" + std::to_string(number / 400) + ".example/section-" +
         std::to_string(number % 400 / 20) + "/article-" + std::to_string(number) + ".html";
}

// A page of 10 to 60 KB with about 80 links, some to itself, some to other sites.
inline std::string make_page(Rng& rng, const Vocabulary& words, std::uint64_t number) {
  std::size_t size = rng.between(10'000, 60'000);
  std::string page;
  page.reserve(size + 4096);
  auto add_words = [&](std::uint64_t count) {
    for (std::uint64_t left = count; left > 0;) {
      if (left < count) page += ' ';
      bool phrase = left >= Vocabulary::kPhrase && rng.below(4) != 0;
      page += phrase ? words.phrase(rng) : words.word(rng);
      left -= phrase ? Vocabulary::kPhrase : 1;
    }
  };
  auto add_link = [&] {
    page += "<a class=\"item-link\" href=\"";
    if (rng.below(4) != 0) {
      page += "/section-" + std::to_string(rng.below(20)) + "/article-" +
              std::to_string(number / 400 * 400 + rng.below(400)) + ".html";
    } else {
      page += page_url(rng.below(1'000'000));
    }
    page += "\">";
    add_words(3);
    page += "</a>";
  };
  page += "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>";
  add_words(6);
  page +=
      "</title>\n<link rel=\"stylesheet\" href=\"/style/main.css\">\n"
      "<script src=\"/script/main.js\"></script>\n</head>\n<body>\n<nav><ul>\n";
  for (int i = 0; i < 30; ++i) {
    page += "<li>";
    add_link();
    page += "</li>\n";
  }
  page += "</ul></nav>\n<main>\n";
  std::size_t paragraphs = size / 700 + 1;
  for (std::size_t i = 0; i < paragraphs; ++i) {
    page += "<div class=\"row content\"><p id=\"p" + std::to_string(i) + "\">";
    add_words(rng.between(40, 90));
    page += ", ";
    if (rng.below(paragraphs) < 40) add_link();
    page += ' ';
    add_words(10);
    page += ".</p>";
    if (rng.below(paragraphs) < 8)
      page += "<img src=\"/image/" + std::to_string(rng.below(100'000)) +
              ".jpg\" alt=\"\" width=\"640\" height=\"480\">";
    page += "</div>\n";
  }
  page += "</main>\n<footer>&copy; 2026 &mdash; all words are made up</footer>\n</body>\n</html>\n";
  return page;
}

}  // namespace asof::bench
