#include "html/charset.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"

namespace asof::html {
namespace {

using namespace std::string_literals;

TEST(Charset, KnowsTheLabelsOfTheStandard) {
  EXPECT_EQ(encoding_of_label(" UTF8\n"), "utf-8");
  EXPECT_EQ(encoding_of_label("latin1"), "windows-1252");
  EXPECT_EQ(encoding_of_label("ascii"), "windows-1252");
  EXPECT_EQ(encoding_of_label("gb2312"), "gbk");
  EXPECT_EQ(encoding_of_label("x-sjis"), "shift_jis");
  EXPECT_EQ(encoding_of_label("hz-gb-2312"), "replacement");
  EXPECT_EQ(encoding_of_label("utf-16"), "utf-16le");
  EXPECT_FALSE(encoding_of_label("utf-7"));
  EXPECT_FALSE(encoding_of_label(""));
}

constexpr struct {
  const char* rule;
  const char* page;
  const char* encoding;
} kPrescans[] = {
    {"charset", "<meta charset=koi8-r>", "koi8-r"},
    {"content type", "<META content='text/html; charset=big5' http-equiv=Content-Type>", "big5"},
    {"content without http-equiv", "<meta content='text/html; charset=big5'>", ""},
    {"charset wins over content",
     "<meta content='x;charset=big5' http-equiv=content-type charset=koi8-r>", "koi8-r"},
    {"an unknown label is passed over", "<meta charset=x><meta charset=big5>", "big5"},
    {"comments hide", "<!-- <meta charset=big5> --><meta charset=koi8-r>", "koi8-r"},
    {"attributes hide", "<a b='<meta charset=big5>'><meta charset=koi8-r>", "koi8-r"},
    {"declarations hide", "<!x><?y <meta charset=big5>", ""},
    {"UTF-16 cannot be", "<meta charset=utf-16be>", "utf-8"},
    {"x-user-defined is not believed", "<meta charset=x-user-defined>", "windows-1252"},
    {"unfinished", "<meta charset='big5", ""},
    {"slashes between", "<meta/charset=big5/>", ""},
    {"XML declaration", "<?xml version='1.0' encoding=\"koi8-r\"?><a>", "koi8-r"},
    {"another name", "<metal charset=big5>", ""},
};

TEST(Charset, ReadsWhatThePageSays) {
  for (const auto& [rule, page, encoding] : kPrescans) {
    EXPECT_EQ(prescan_charset(page), encoding) << rule;
  }
  EXPECT_EQ(prescan_charset(std::string(1024, ' ') + "<meta charset=big5>"), "");
}

TEST(Charset, WeighsTheEvidenceInTheStandardsOrder) {
  const std::string page = "<meta charset=big5>";
  EXPECT_EQ(detect_charset("\xEF\xBB\xBF" + page, "koi8-r").name, "utf-8");
  EXPECT_EQ(detect_charset(page, "koi8-r").name, "koi8-r");
  EXPECT_EQ(detect_charset(page, "no such").name, "big5");
  EXPECT_EQ(detect_charset("\xFF\xFE<").name, "utf-16le");
  EXPECT_EQ(detect_charset("a\xE2\x82\xAC").name, "utf-8");
  EXPECT_EQ(detect_charset("a\xE9").name, "windows-1252");
  EXPECT_EQ(detect_charset("a\xE9").source, CharsetSource::Default);
}

// Written by another program than the one that reads them here.
constexpr struct {
  const char* encoding;
  const char* hexadecimal;
  const char* text;
} kSamples[] = {
    {"shift_jis",
     "82b182ea82cd93fa967b8cea82cc95b68fcd82c582b781428345834683758379815b835782cc97e1"
     "82c582b78142",
     "これは日本語の文章です。ウェブページの例です。"},
    {"euc-jp",
     "a4b3a4eca4cfc6fccbdcb8eca4cecab8becfa4c7a4b9a1a3a5a6a5a7a5d6a5daa1bca5b8a4cecee3"
     "a4c7a4b9a1a3",
     "これは日本語の文章です。ウェブページの例です。"},
    {"euc-kr",
     "bec8b3e7c7cfbcbcbfe420c0ccb0cdc0ba20c7d1b1b9beee20b9aec0e5c0d4b4cfb4d920c0a520c6"
     "e4c0ccc1f6c0c720bfb9c0d4b4cfb4d9",
     "안녕하세요 이것은 한국어 문장입니다 웹 페이지의 예입니다"},
    {"gbk",
     "d5e2cac7d2bbb8f6d6d0cec4cdf8d2b3b5c4c0fdd7d3a3acced2c3c7d3c3cbfcc0b4b2e2cad4b1e0"
     "c2ebb5c4cab6b1f0cac7b7f1d5fdc8b7a1a3",
     "这是一个中文网页的例子，我们用它来测试编码的识别是否正确。"},
    {"big5",
     "b36fac4fa440add3a4a4a4e5baf4adb6aabaa8d2a46ca141a7daadcca5cea5a6a8d3b4fab8d5bd73"
     "bd58aabac3d1a74fac4fa75fa5bfbd54a143",
     "這是一個中文網頁的例子，我們用它來測試編碼的識別是否正確。"},
    {"windows-1251",
     "ddf2ee20eff0e8ece5f020f0f3f1f1eaeee3ee20f2e5eaf1f2e020ede020f1f2f0e0ede8f6e520e4"
     "ebff20eff0eee2e5f0eae8",
     "Это пример русского текста на странице для проверки"},
    {"koi8-r",
     "fcd4cf20d0d2c9cdc5d220d2d5d3d3cbcfc7cf20d4c5cbd3d4c120cec120d3d4d2c1cec9c3c520c4"
     "ccd120d0d2cfd7c5d2cbc9",
     "Это пример русского текста на странице для проверки"},
    {"windows-1252",
     "4c657320e96ce8766573206672616ee7616973206d616e67e872656e7420e0204e6feb6c207072e8"
     "73206475206368e274656175206ff920667574206c612066ea7465",
     "Les élèves français mangèrent à Noël près du château où fut la fête"},
};

TEST(Charset, GuessesAndConvertsSamplesOfEachLanguage) {
  for (const auto& [encoding, hexadecimal, text] : kSamples) {
    const std::string bytes = from_hex(hexadecimal).value();
    EXPECT_EQ(sniff_charset(bytes), encoding);
    EXPECT_EQ(to_utf8(bytes, encoding), text) << encoding;
  }
}

TEST(Charset, ConvertsEveryEncodingOfTheStandard) {
  for (const char* encoding :
       {"ibm866",       "iso-8859-2",   "iso-8859-3",     "iso-8859-4",   "iso-8859-5",
        "iso-8859-6",   "iso-8859-7",   "iso-8859-8",     "iso-8859-8-i", "iso-8859-10",
        "iso-8859-13",  "iso-8859-14",  "iso-8859-15",    "iso-8859-16",  "koi8-r",
        "koi8-u",       "macintosh",    "windows-874",    "windows-1250", "windows-1251",
        "windows-1252", "windows-1253", "windows-1254",   "windows-1255", "windows-1256",
        "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk",          "gb18030",
        "big5",         "euc-jp",       "iso-2022-jp",    "shift_jis",    "euc-kr"}) {
    ASSERT_EQ(encoding_of_label(encoding), encoding);
    EXPECT_EQ(to_utf8("plain <b>", encoding), "plain <b>") << encoding;
    // Every byte: something comes out, and it is UTF-8.
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    const std::string converted = to_utf8(all, encoding);
    EXPECT_TRUE(is_utf8(converted)) << encoding;
    EXPECT_GE(converted.size(), 128U) << encoding;
  }
  EXPECT_EQ(to_utf8("\xA4", "iso-8859-15"), "€");
  EXPECT_EQ(to_utf8("\x1B$B$3\x1B(B", "iso-2022-jp"), "こ");
}

TEST(Charset, ReplacesWhatIsInvalid) {
  EXPECT_EQ(to_utf8("a\xFFz", "utf-8"), "a\uFFFDz");
  EXPECT_EQ(to_utf8("\xEF\xBB\xBFz", "utf-8"), "z");
  EXPECT_EQ(to_utf8("a\x82", "shift_jis"), "a\uFFFD");
  EXPECT_EQ(to_utf8("a\xFFz", "euc-kr"), "a\uFFFDz");
  EXPECT_EQ(to_utf8("\x80\x81", "windows-1252"), "€\u0081");
  EXPECT_EQ(to_utf8("\x80", "x-user-defined"), "\uF780");
  EXPECT_EQ(to_utf8("abc", "replacement"), "\uFFFD");
  EXPECT_EQ(to_utf8("\xFF\xFE"
                    "a\0\x3D\xD8\x00\xDE\x00\xD8z"s,
                    "utf-16le"),
            "a😀\uFFFD\uFFFD");
  EXPECT_EQ(to_utf8("\0a\xD8\x3D\xDE\x00"s, "utf-16be"), "a😀");
}

TEST(Charset, BoundsItsOutput) {
  EXPECT_LE(to_utf8(std::string(100'000, '\xE9'), "windows-1252", 1000).size(), 1010U);
  EXPECT_LE(to_utf8(std::string(100'000, '\xE9'), "koi8-r", 1000).size(), 1000U + 16384U);
}

}  // namespace
}  // namespace asof::html
