// Pairs of pages made to take forever, to exhaust memory or to confuse, compared by the program
// from outside: each ends within bounds of CPU and memory, with a number and its reason.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace asof {
namespace {

using test::Command;
using test::TempDir;
using test::write_file;

// Sanitizers make everything slower and larger, and reserve more addresses than any limit allows.
#ifdef ASOF_SANITIZED
constexpr std::size_t kShare = 8;
constexpr std::uint64_t kAddressSpace = 0;
constexpr std::uint64_t kMemory = std::uint64_t{3} << 30;
#else
constexpr std::size_t kShare = 1;
constexpr std::uint64_t kAddressSpace = std::uint64_t{2} << 30;
constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
#endif
constexpr unsigned kSeconds = 20;  // of CPU; the worst takes a quarter of it

std::string times(std::size_t count, std::string_view text) {
  std::string out;
  out.reserve(count * text.size());
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

std::string numbered(std::size_t count, const std::function<std::string(std::size_t)>& make) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += make(i);
  return out;
}

// Words nobody has seen, or of a vocabulary of so many.
class Writer final {
 public:
  explicit Writer(std::uint64_t seed, std::uint64_t vocabulary = 0)
      : rng_(seed), vocabulary_(vocabulary) {}

  std::string words(std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) out += ' ';
      // Letters alone: what mixes them with digits is taken for a token, which means nothing.
      std::uint64_t number = vocabulary_ > 0 ? rng_.below(vocabulary_) : rng_.next();
      for (int letter = 0; letter < 7; ++letter, number /= 26) {
        out += static_cast<char>('a' + number % 26);
      }
    }
    return out;
  }
  std::string sections(std::size_t count) {
    return numbered(count, [this](std::size_t) {
      return fmt::format("<section><h2>{}</h2><p>{}</p></section>", words(4), words(9));
    });
  }
  std::string bytes(std::size_t count) {
    std::string out(count, ' ');
    for (char& c : out) c = static_cast<char>(rng_.below(256));
    return out;
  }

 private:
  Rng rng_;
  std::uint64_t vocabulary_;
};

struct Pair {
  const char* what;
  std::string old;
  std::string fresh;
  const char* reason;  // that the answer gives, among others
};

std::vector<std::function<Pair()>> structure() {
  return {
      [] {
        const std::string deep = times(100'000'000 / 5 / (kShare > 1 ? 2 : 1), "<div>");
        return Pair{"100 MB of nested tags", deep + "x", deep + "y",
                    "so long a content is compared by digest"};
      },
      [] {
        const std::string deep = times(800'000 / kShare, "<div>");
        return Pair{"4 MB of nested tags", deep + "x", deep + "y",
                    "elements nested deeper than 200 were melted"};
      },
      [] {
        const std::string many =
            numbered(1'000'000 / kShare, [](std::size_t i) { return fmt::format("a{}=b ", i); });
        return Pair{"a million attributes", "<p " + many + ">one", "<p " + many + ">two",
                    "elements with more than 64 attributes were cut"};
      },
      [] {
        return Pair{"1,000 nested tables", times(1'000, "<table><tr><td>") + "x",
                    times(1'000, "<table><tr><td>") + "y",
                    "tables nested deeper than 6 were melted"};
      },
      [] {
        return Pair{"lists in lists", times(200'000 / kShare, "<ul><li>x"),
                    times(200'000 / kShare, "<ul><li>y"),
                    "elements nested deeper than 200 were melted"};
      },
      [] {
        const auto blocks = [](std::size_t from) {
          return numbered(1'000'000 / kShare,
                          [from](std::size_t i) { return fmt::format("<p>{}</p>", from + i); });
        };
        return Pair{"a million tiny blocks, all changed", blocks(0), blocks(7'000'000),
                    "only the first 100000 elements and texts"};
      },
  };
}

std::vector<std::function<Pair()>> words() {
  return {
      [] {
        return Pair{"24,000 sections rewritten", Writer(1).sections(24'000 / kShare),
                    Writer(2).sections(24'000 / kShare), "blocks inserted"};
      },
      [] {
        return Pair{"24,000 sections of few words, rewritten",
                    Writer(1, 8'000).sections(24'000 / kShare),
                    Writer(2, 8'000).sections(24'000 / kShare), "blocks inserted"};
      },
      [] {
        return Pair{"one word of 4 MB", "<p>" + std::string(4'000'000 / kShare, 'w'),
                    "<p>" + std::string(4'000'000 / kShare, 'v'), "1 text updated"};
      },
      [] {
        return Pair{"20 MB of words", Writer(3).words(2'500'000 / kShare),
                    Writer(4).words(2'500'000 / kShare), "importance "};
      },
      [] {
        return Pair{"bytes in no encoding, said to be two",
                    "<meta charset=utf-16be><?xml encoding=\"ebcdic\"?>" +
                        Writer(5).bytes(3'000'000 / kShare),
                    "\xFF\xFE<meta charset=shift_jis>" + Writer(6).bytes(3'000'000 / kShare),
                    "importance "};
      },
      [] {
        const auto links = [](std::uint64_t seed) {
          Writer writer(seed);
          return numbered(100'000 / kShare, [&](std::size_t) {
            return fmt::format("<a href=\"/{}\">{}</a> ", writer.words(1), writer.words(1));
          });
        };
        return Pair{"100,000 links, all others", links(7), links(8), "importance "};
      },
  };
}

std::vector<std::function<Pair()>> styles() {
  return {
      [] {
        const std::string sheet = "<style>" + times(400'000 / kShare, "p{width:1px} ") + "</style>";
        return Pair{"a style sheet without end", sheet + "<p>one", sheet + "<p>two", ""};
      },
      [] {
        const std::string sheet =
            "<style>" +
            numbered(20'000 / kShare,
                     [](std::size_t i) {
                       return fmt::format("{} ~ * > * + * .q{}:not({}){{width:1px}}",
                                          times(30, "div "), i % 3, times(20, ".x"));
                     }) +
            "</style>";
        return Pair{"selectors of 40 steps",
                    sheet + times(300, "<div class=q1>one") + times(5'000, "<p>"),
                    sheet + times(300, "<div class=q1>two") + times(5'000, "<p>"),
                    "elements nested deeper than 200 were melted"};
      },
      [] {
        const std::string sheet =
            "<style>" + times(150'000 / kShare, "@media all{:root{--a:var(--a) var(--a)}") +
            times(100'000 / kShare, "{([") + "</style>";
        return Pair{"brackets and variables without end", sheet + "<p>one", sheet + "<p>two", ""};
      },
  };
}

void expect_bounded(const std::vector<std::function<Pair()>>& pairs) {
  for (const auto& make : pairs) {
    const TempDir directory;
    const Pair pair = make();
    SCOPED_TRACE(pair.what);
    write_file(directory / "old.html", pair.old);
    write_file(directory / "new.html", pair.fresh);
    const auto ran = test::run(
        {.words = {ASOF_PROGRAM, "diff", "old.html", "new.html", "--render", "in-process"},
         .directory = directory.path(),
         .timeout_seconds = 600,
         .cpu_seconds = kSeconds,
         .address_space = kAddressSpace});
    EXPECT_EQ(ran.signal, 0);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_LE(ran.peak_bytes, kMemory);
    EXPECT_LE(ran.out.size(), 20'000U);
    EXPECT_EQ(ran.out.find("importance 0.000"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("importance "), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find(pair.reason), std::string::npos) << ran.out;
  }
}

TEST(HostileDiff, StructureEndsWithinBounds) { expect_bounded(structure()); }
TEST(HostileDiff, WordsEndWithinBounds) { expect_bounded(words()); }
TEST(HostileDiff, StylesEndWithinBounds) { expect_bounded(styles()); }

}  // namespace
}  // namespace asof
