#include "noise/noise.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"

namespace asof::noise {
namespace {

// "[date]" in place of each piece.
std::string marked(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  for (const Piece& piece : noise_in(text)) {
    out += text.substr(at, piece.begin - at);
    out += '[' + std::string(piece.rule) + ']';
    at = piece.end;
  }
  return out + std::string(text.substr(at));
}

struct Row {
  std::string_view text;
  std::string_view expected;
};

void expect_rows(const std::vector<Row>& rows) {
  for (const Row& row : rows) EXPECT_EQ(marked(row.text), row.expected) << row.text;
}

TEST(Noise, KnowsDatesInNumbers) {
  expect_rows({
      {"2026-11-16", "[date]"},
      {"on 2026-11-16 at noon", "on [date] at noon"},
      {"2026/11/16", "[date]"},
      {"16.11.2026", "[date]"},
      {"16. 11. 2026", "[date]"},
      {"16.11.26", "[date]"},
      {"11/16/2026", "[date]"},
      {"11/16/26", "[date]"},
      {"16-11-2026", "[date]"},
      {"2026-11-16T10:15:30Z", "[date]"},
      {"2026-11-16T10:15:30.123+01:00", "[date]"},
      {"2026-11-16 10:15", "[date]"},
      {"20261116T101530Z", "[date]"},
      {"20261116101530", "[date]"},
      {"2026年11月16日 更新", "[date] 更新"},
      {"2026년 11월 16일", "[date]"},
      {"(2026-11-16)", "([date])"},
      {"from 2020-01-02 to 2020-03-04.", "from [date] to [date]."},
  });
}

TEST(Noise, KnowsDatesInWords) {
  expect_rows({
      {"16 November 2026", "[date]"},
      {"16th November 2026", "[date]"},
      {"the 5th of November 2026", "the [date]"},
      {"November 16, 2026", "[date]"},
      {"Nov. 16, 2026", "[date]"},
      {"Nov 16", "[date]"},
      {"November 2026", "[date]"},
      {"16-Nov-2026 10:15", "[date]"},
      {"16/Nov/2026:10:15:30 +0000", "[date]"},
      {"Monday, November 16, 2026", "[date]"},
      {"Mon, 16 Nov 2026 10:15:30 GMT", "[date]"},
      {"Mon Nov 16 10:15:30 UTC 2026", "[date]"},
      {"May 5", "[date]"},
      {"5-7 May 2026", "[date]"},
      {"Montag, den 16. November 2026", "[date]"},
      {"16. März 2026, 14.30 Uhr", "[date]"},
      {"lundi 16 novembre 2026 à 17h30", "[date]"},
      {"1er août 2026", "[date]"},
      {"3 de mayo de 2026", "[date]"},
      {"16 novembre 2026 alle 10:15", "[date] alle [time]"},
      {"16 ноября 2026", "[date]"},
      {"10:15, 16 November 2026 (UTC)", "[date] (UTC)"},
      {"November 16, 2026 at 10:15 am EST", "[date]"},
  });
}

TEST(Noise, KnowsTimesOfDay) {
  expect_rows({
      {"10:15", "[time]"},
      {"at 10:15:30", "at [time]"},
      {"10:15 p.m.", "[time]"},
      {"5 pm", "[time]"},
      {"5pm GMT", "[time]"},
      {"17h30", "[time]"},
      {"17 Uhr", "[time]"},
      {"14.30 Uhr", "[time]"},
      {"10:15 UTC+2", "[time]"},
      {"10:15 -0500", "[time]"},
      {"Friday 10:15", "[time]"},
      {"10:15 (CET)", "[time]"},
  });
}

TEST(Noise, KnowsAges) {
  expect_rows({
      {"3 hours ago", "[age]"},
      {"an hour ago", "[age]"},
      {"2 years, 3 months ago", "[age]"},
      {"5m ago", "[age]"},
      {"just now", "[age]"},
      {"vor 3 Stunden", "[age]"},
      {"il y a 2 jours", "[age]"},
      {"hace 5 minutos", "[age]"},
      {"3 ore fa", "[age]"},
      {"It takes 3 hours", "It takes 3 hours"},
  });
}

TEST(Noise, KnowsStamps) {
  expect_rows({
      {"Last updated: 16 November 2026", "[stamp]"},
      {"Last modified: 2026-11-16", "[stamp]"},
      {"This page was last edited on 16 November 2026, at 10:15 (UTC).", "This [stamp]."},
      {"Page last modified on November 16, 2026", "[stamp]"},
      {"Generated on 2026-11-16 10:15:30, took 0.012 s", "[stamp], [stamp]"},
      {"Page generated in 0.034 seconds.", "[stamp]."},
      {"Updated 3 hours ago", "[stamp]"},
      {"Zuletzt geändert am 16.11.2026", "[stamp]"},
      {"Stand: 16.11.2026", "[stamp]"},
      {"Letzte Änderung: 16.11.2026", "[stamp]"},
      {"Dernière mise à jour le 16 novembre 2026", "[stamp]"},
      {"Última actualización: 16/11/2026", "[stamp]"},
      {"© 2026 Example Ltd", "[stamp] Example Ltd"},
      {"Copyright © 1999-2026 Example", "[stamp] Example"},
      {"Copyright (c) 1999, 2003, 2026", "[stamp]"},
      {"(c) 2026", "[stamp]"},
      {"Updated the list of members", "Updated the list of members"},
      {"The last update broke it", "The last update broke it"},
  });
}

TEST(Noise, KnowsCounters) {
  expect_rows({
      {"1,234 views", "[counter]"},
      {"42 comments", "[counter]"},
      {"1 comment", "[counter]"},
      {"12.3k followers", "[counter]"},
      {"Views: 1,234", "[counter]"},
      {"Comments (42)", "[counter]"},
      {"17 users online", "[counter]"},
      {"5,678 page views", "[counter]"},
      {"123 points by someone 3 hours ago | 45 comments", "[counter] by someone [age] | [counter]"},
      {"42 Kommentare", "[counter]"},
      {"1.234 Aufrufe", "[counter]"},
      {"12 commentaires", "[counter]"},
  });
}

TEST(Noise, KnowsTokens) {
  expect_rows({
      {"id 550e8400-e29b-41d4-a716-446655440000 end", "id [token] end"},
      {"d41d8cd98f00b204e9800998ecf8427e", "[token]"},
      {"0123456789abcdef", "[token]"},
      {"token=Zm9vYmFyMTIzNDU2Nzg5MA==", "[token]"},
      {"dGhpc0lzQVRva2VuV2l0aDEyMw==", "[token]"},
      {"csrf_token: a8f5f167f44f", "[token]"},
      {"PHPSESSID=q1w2e3r4t5y6", "[token]"},
      {"x7f3k9q2m5t8w1z4b6n0", "[token]"},
  });
}

TEST(Noise, LeavesWhatMeansSomething) {
  for (const std::string_view text : {
           "asof 1.15.2 is out",
           "Linux 6.12.5",
           "version 10.1.20.3",
           "1.5.20",
           "$5 may be enough",
           "You may 5 times",
           "costs 1,234.50 euros",
           "a 3/4 majority",
           "won 3-2",
           "won 12-10-2",
           "in 1984",
           "2026",
           "on Monday",
           "He scored 27 points in the final",
           "sold 100,000 shares of the company",
           "won by 12 votes to 8",
           "a 5 star hotel",
           "room 101",
           "call 555-123-4567",
           "ISBN 9783161484100",
           "192.168.10.12",
           "00:11:22:33:44:55",
           "Donaudampfschifffahrtsgesellschaft",
           "PCIe Gen 5",
           "internationalization_of_the_web_archive",
           "org/apache/commons/lang3/StringUtils",
           "libboost-python1.74-dev",
           "x86_64-linux-gnu",
           "HTMLCanvasElementPrototype2d",
           "aaaaaaaaaaaaaaaaaaaaaaaa",
           "--------------------------------",
           "45% of 12",
           "So 5 people came",
           "12 people died",
           "the march 5 kilometres long",
       }) {
    EXPECT_EQ(marked(text), text);
  }
}

TEST(Noise, IsLeftOutOfTheRestOfTheText) {
  EXPECT_EQ(without_noise("  Posted  by Ann\n on 16 November 2026 | 42 comments "),
            "Posted by Ann on |");
  EXPECT_EQ(without_noise("a"), "a");
  EXPECT_EQ(without_noise(" \n "), "");
  EXPECT_EQ(without_noise("10:15"), "");
  EXPECT_EQ(without_noise("News (10:15)"), without_noise("News (23:59)"));
}

// What a reader is told stays; a clock, a stamp of a program and a date by itself go.
TEST(Noise, IsNotWhatAReaderIsTold) {
  for (const std::string_view kept :
       {"These terms apply as of 1 February 2026", "Effective: 2026-02-01",
        "Effective Date: February 1, 2026", "Applications until 1 March 2026",
        "Last revised on 1 February 2026", "Gültig bis 31.12.2026",
        "The council will meet on 3 May 2026 and decide about the bridge",
        "Open Monday to Friday 9:00-17:00", "Saturdays from 10:00 to 14:00", "9 am to 5 pm"}) {
    EXPECT_EQ(without_noise(kept), kept);
  }
  for (const std::string_view gone :
       {"Last updated: 16 November 2026", "Generated on 2026-11-16", "16 November 2026",
        "Posted on 16 November 2026 by Ann", "It is now 10:15", "10:15:30", "© 1999-2026",
        "Data gathered at 2025-10-12 23:11", "Offer ends 10:15:30", "3 hours ago"}) {
    EXPECT_LT(without_noise(gone).size(), gone.size()) << gone;
  }
}

TEST(PictureName, IsTheSameForOnePicture) {
  const std::pair<std::string_view, std::string_view> same[] = {
      {"http://a.example/img/mill.png", "http://a.example/img/mill.webp?w=640"},
      {"http://a.example/img/mill.1f3a9c2e.png", "http://a.example/img/mill.77be01ad.png"},
      {"http://a.example/img/mill-1f3a9c2e.png", "http://cdn.example/img/mill.png"},
      {"http://a.example/mill-300x200.jpg", "http://a.example/mill.jpg"},
      {"http://a.example/mill@2x.png", "http://a.example/mill.png"},
      {"http://a.example/_next/image?url=%2Fimg%2Fmill.png&w=640&q=75",
       "http://a.example/img/mill.png"},
  };
  for (const auto& [a, b] : same) EXPECT_EQ(picture_name(a), picture_name(b)) << a << ' ' << b;
  const std::pair<std::string_view, std::string_view> different[] = {
      {"http://a.example/mill.png", "http://a.example/bridge.png"},
      {"http://a.example/2025/mill.png", "http://a.example/2026/mill.png"},
      {"http://a.example/1f3a9c2e.png", "http://a.example/77be01ad.png"},
      {"http://a.example/show?id=1", "http://a.example/show?id=2"},
      {"data:image/png;base64,AAAA", "data:image/png;base64,BBBB"},
  };
  for (const auto& [a, b] : different) EXPECT_NE(picture_name(a), picture_name(b)) << a << ' ' << b;
}

TEST(UnscrambledMail, IsTheSameWhateverTheKey) {
  EXPECT_EQ(unscrambled_mail("127352703c767e"), "a@b.dl");
  EXPECT_EQ(unscrambled_mail("345574561a5058"), "a@b.dl");
  for (const std::string_view bad : {"", "12", "zz", "12735", "1273737373"}) {
    EXPECT_EQ(unscrambled_mail(bad), "") << bad;
  }
  EXPECT_EQ(clean_address("http://x.example/cdn-cgi/l/email-protection#127352703c767e"),
            "mailto:a@b.dl");
}

TEST(AsksForConsent, KnowsBannersFromPagesAboutCookies) {
  for (const std::string_view box : {"cookie-banner", "onetrust-consent-sdk", "js-cookie-consent",
                                     "CybotCookiebotDialog", "gdpr_popup", "cookie_notice wide"}) {
    EXPECT_TRUE(asks_for_consent(box)) << box;
  }
  for (const std::string_view box :
       {"cookie-policy", "cookies", "content", "cookie-recipes main", "banner", "privacy-notice"}) {
    EXPECT_FALSE(asks_for_consent(box)) << box;
  }
}

// Pieces are in order and apart whatever the bytes, and the search is not quadratic: a text of a
// megabyte made of beginnings of phrases would take minutes.
TEST(Noise, IsFoundInAnyBytes) {
  Rng rng(5);
  const std::vector<std::string_view> parts = {
      "16", "2026",     "-",    ":",   ".", " ",    "\n",  "last", "updated",
      "©",  "(c)",      "csrf", "_",   "=", "Nov",  "Mon", "pm",   "views",
      "年", "\xE5\xB9", "a1b2", "ago", ",", "\xC2", "vor"};
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i) text += parts[rng.below(parts.size())];
    std::size_t at = 0;
    for (const Piece& piece : noise_in(text)) {
      ASSERT_LE(at, piece.begin);
      ASSERT_LT(piece.begin, piece.end);
      ASSERT_LE(piece.end, text.size());
      at = piece.end;
    }
  }
  for (const std::string_view part :
       {"last updated ", "csrf:", "1,", "16.", "csrf=a", "(c)", "= "}) {
    std::string text;
    while (text.size() < 1'000'000) text += part;
    EXPECT_LE(without_noise(text).size(), text.size());
  }
}

TEST(AdRules, OfAFileJoinTheDefaultOnes) {
  const auto rules = read_ad_rules(
      "# ours\n\nhost Promo.Example.org\npattern /Kampagne/\r\nsize 400x300\n mark teaser \n",
      "ads");
  ASSERT_TRUE(rules.has_value());
  const auto by = [&](const Suspect& suspect) { return advertisement(suspect, *rules); };
  EXPECT_EQ(by({.address = "https://a.promo.example.org/x.png"}), "host");
  EXPECT_EQ(by({.address = "https://example.org/kampagne/x.png"}), "pattern");
  EXPECT_EQ(by({.address = "https://example.org/x.png", .marks = "big-teaser"}), "mark");
  const Suspect sized{
      .address = "https://else.net/x", .width = 400, .height = 300, .page = "https://example.org/"};
  EXPECT_EQ(by(sized), "size");
  EXPECT_EQ(advertisement(sized), "");
  EXPECT_EQ(by({.address = "https://x.doubleclick.net/"}), "host");
}

TEST(AdRules, OnlyLeavesTheDefaultOnesOut) {
  const auto rules = read_ad_rules("only\nhost promo.example.org", "ads");
  ASSERT_TRUE(rules.has_value());
  EXPECT_EQ(advertisement({.address = "https://x.doubleclick.net/"}, *rules), "");
  EXPECT_EQ(advertisement({.address = "https://promo.example.org/"}, *rules), "host");
}

TEST(AdRules, WrongLinesAreNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"hots a.org", "f, line 1: \"hots\" is none of host, pattern, size, mark and only"},
      {"# x\nsize 300", "f, line 2: \"300\" is no size; write 300x250"},
      {"size 0x5", "f, line 1: \"0x5\" is no size; write 300x250"},
      {"host", "f, line 1: \"host\" is no rule; write host, pattern, size or mark and one word"},
      {"mark a b",
       "f, line 1: \"mark a b\" is no rule; write host, pattern, size or mark and one word"},
      {"host https://a.org/", "f, line 1: \"https://a.org/\" is no host; write ads.example.org"},
  };
  for (const auto& [text, error] : cases) {
    const auto rules = read_ad_rules(text, "f");
    ASSERT_FALSE(rules.has_value()) << text;
    EXPECT_EQ(rules.error().what, error);
  }
}

}  // namespace
}  // namespace asof::noise
