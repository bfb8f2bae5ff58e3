#include "html/tokenizer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "html/token_recorder_internal.h"

namespace asof::html {
namespace {

// One line per token: T text, S start tag, E end tag, C comment, D doctype.
std::string printed(const std::vector<RecordedToken>& tokens) {
  std::string out;
  for (const auto& token : tokens) {
    out += out.empty() ? "" : "|";
    out += "TSECD"[static_cast<std::size_t>(token.kind)];
    out += ' ' + token.text;
    if (token.kind == RecordedToken::Kind::Doctype) {
      if (token.has_public_id) out += " p=" + token.attributes[0].second;
      if (token.has_system_id) out += " s=" + token.attributes[1].second;
      if (token.force_quirks) out += " quirks";
      continue;
    }
    for (const auto& [name, value] : token.attributes) out += ' ' + name + '=' + value;
    if (token.self_closing) out += " /";
    if (token.cut) out += " cut";
  }
  return out;
}

std::string tokens_of(std::string_view source, const TokenizerOptions& options = {}) {
  TokenRecorder recorder;
  tokenize(source, recorder, options);
  return printed(recorder.tokens);
}

struct Case {
  const char* rule;
  const char* source;
  const char* tokens;
};

constexpr Case kStates[] = {
    {"data", "a < b <3 c", "T a < b <3 c"},
    {"data: the document ends after '<'", "a<", "T a<"},
    {"references in text", "&amp;&lt&notit;&notin;&x;&#65;&#x42;&#128;&#0;&",
     "T &<¬it;∉&x;AB€\uFFFD&"},
    {"CR LF is one line end", "a\r\nb\rc", "T a\nb\nc"},
    {"tag name", "<A><b-c>", "S a|S b-c"},
    {"end tag", "</A ><//a>", "E a|C /a"},
    {"end tag without a name", "a</>b", "T ab"},
    {"end tag open at the end", "a</", "T a</"},
    {"attributes: quotes, bare, none", "<a x=\"1\" y='2' z=3 w>", "S a x=1 y=2 z=3 w="},
    {"attributes: white space around '='", "<a x\n=\t'1' >", "S a x=1"},
    {"attributes: the first of a name counts", "<a x=1 X=2>", "S a x=1"},
    {"attributes: no space between", "<a x='1'y='2'/z>", "S a x=1 y=2 z="},
    {"attributes: names may begin with '='", "<a =x=1>", "S a =x=1"},
    {"attributes: value missing", "<a x=>", "S a x="},
    {"attributes: '/' in a bare value", "<a x=/b/>", "S a x=/b/"},
    {"attributes: quotes in names", "<a \"x'>", "S a \"x'="},
    {"attributes: references", "<a x='&amp;&copy=1&copy;&lt'>", "S a x=&&copy=1©<"},
    {"self-closing", "<br/><br / ><br/ x>", "S br /|S br|S br x="},
    {"a tag the document's end cuts is none", "a<b x='", "T a"},
    {"comment", "<!--a-b--c-->d", "C a-b--c|T d"},
    {"comment: abrupt", "<!-->a<!--->b", "C |T a|C |T b"},
    {"comment: empty", "<!---->", "C "},
    {"comment: end with bang", "<!--a--!>b", "C a|T b"},
    {"comment: bang goes on", "<!--a--!-->b", "C a--!|T b"},
    {"comment: nested start", "<!--a<!--b-->c", "C a<!--b|T c"},
    {"comment: cut by the end", "<!--a--", "C a"},
    {"bogus comments", "<?x?><!x></ x><!-x>", "C ?x?|C x|C  x|C -x"},
    {"doctype", "<!DOCTYPE HTML>", "D html"},
    {"doctype: public and system", "<!doctype a PUBLIC \"p\" 's'>", "D a p=p s=s"},
    {"doctype: system", "<!doctype a SYSTEM's' x>", "D a s=s"},
    {"doctype: broken", "<!doctype><!doctype a x>", "D  quirks|D a quirks"},
    {"doctype: '>' ends even a quoted id", "<!doctype a PUBLIC \"p>b", "D a p=p quirks|T b"},
    {"RCDATA", "<title>a<b>&amp;</titles></title >c", "S title|T a<b>&</titles>|E title|T c"},
    {"RCDATA: NUL and CR", "<textarea>\r\n</textarea>", "S textarea|T \n|E textarea"},
    {"RCDATA: the end cuts the end tag", "<title>a</title", "S title|T a</title"},
    {"RAWTEXT", "<style><!--</b>&amp;</STYLE>", "S style|T <!--</b>&amp;|E style"},
    {"RAWTEXT: other elements", "<xmp><a></xmp><iframe><b></iframe>",
     "S xmp|T <a>|E xmp|S iframe|T <b>|E iframe"},
    {"noscript is parsed where scripts do not run", "<noscript><b></noscript>",
     "S noscript|S b|E noscript"},
    {"script", "<script>a<b>&amp;</script>c", "S script|T a<b>&amp;|E script|T c"},
    {"script: escaped, end tag still ends", "<script><!--a</script>b",
     "S script|T <!--a|E script|T b"},
    {"script: double escaped", "<script><!--<script>a</script>b--></script>c",
     "S script|T <!--<script>a</script>b-->|E script|T c"},
    {"script: escape over at once", "<script><!--><script></script>c",
     "S script|T <!--><script>|E script|T c"},
    {"script: nested name must be whole", "<script><!--<scripts></script>c",
     "S script|T <!--<scripts>|E script|T c"},
    {"script: double escape ends with the comment", "<script><!--<script>--></script>c",
     "S script|T <!--<script>-->|E script|T c"},
    {"PLAINTEXT", "<plaintext>a</plaintext>", "S plaintext|T a</plaintext>"},
    {"CDATA is a bogus comment in HTML", "<![CDATA[a]]>", "C [CDATA[a]]"},
    {"CDATA in svg", "<svg><![CDATA[a<b>]]]>c</svg><![CDATA[d]]>",
     "S svg|T a<b>]c|E svg|C [CDATA[d]]"},
    {"CDATA is upper case", "<svg><![cdata[a]]>", "S svg|C [cdata[a]]"},
    {"CDATA: not at an integration point", "<svg><desc><![CDATA[a]]></desc><![CDATA[b]]>",
     "S svg|S desc|C [CDATA[a]]|E desc|T b"},
    {"svg has no text states", "<svg><title><b></title>", "S svg|S title|S b|E title"},
    {"an element of HTML ends svg", "<svg><div><title><b></title>",
     "S svg|S div|S title|T <b>|E title"},
    {"a self-closing svg holds nothing", "<svg/><title><b></title>",
     "S svg /|S title|T <b>|E title"},
    {"foreignObject holds HTML again",
     "<svg><foreignObject><title><b></title></foreignObject><title><b>",
     "S svg|S foreignobject|S title|T <b>|E title|E foreignobject|S title|S b"},
};

TEST(Tokenizer, FollowsEveryStateOfTheStandard) {
  for (const auto& [rule, source, tokens] : kStates) {
    EXPECT_EQ(tokens_of(source), tokens) << rule << ": " << source;
  }
}

TEST(Tokenizer, ReplacesNulWhereTheStandardDoes) {
  using namespace std::string_literals;
  EXPECT_EQ(tokens_of("a\0b"s), "T a\0b"s);
  EXPECT_EQ(tokens_of("<title>\0</title>"s), "S title|T \uFFFD|E title");
  EXPECT_EQ(tokens_of("<a\0 b\0=\0><!--\0-->"s), "S a\uFFFD b\uFFFD=\uFFFD|C \uFFFD");
}

TEST(Tokenizer, NoscriptIsTextWhereScriptsRun) {
  EXPECT_EQ(tokens_of("<noscript><b></noscript>", {.scripting = true}),
            "S noscript|T <b>|E noscript");
}

TEST(Tokenizer, EverySplitGivesTheSameTokens) {
  for (const auto& [rule, source, tokens] : kStates) {
    const std::string_view text = source;
    for (std::size_t first = 0; first <= text.size(); ++first) {
      for (std::size_t second = first; second <= text.size(); ++second) {
        TokenRecorder recorder;
        Tokenizer<TokenRecorder> tokenizer(recorder);
        tokenizer.feed(text.substr(0, first));
        tokenizer.feed(text.substr(first, second - first));
        tokenizer.finish(text.substr(second));
        ASSERT_EQ(printed(recorder.tokens), tokens) << rule << " at " << first << ',' << second;
      }
    }
  }
}

TEST(Tokenizer, ByteByByteGivesTheSameTokens) {
  std::string all;
  for (const auto& row : kStates) all += std::string(row.source) + "</title></script></style>";
  TokenRecorder whole;
  tokenize(all, whole);
  TokenRecorder split;
  Tokenizer<TokenRecorder> tokenizer(split);
  for (char c : all) tokenizer.feed({&c, 1});
  tokenizer.finish();
  EXPECT_EQ(whole.tokens, split.tokens);
}

// Rebuilds the document from the tokens and the gaps between them.
class Splicer final {
 public:
  explicit Splicer(std::string_view source) : source_(source) {}
  void text(const Text& token) { expect(token.raw, token.begin); }
  void start_tag(const Tag& tag) {
    expect(tag.raw, tag.begin);
    for (const auto& attribute : tag.attributes) {
      expect(attribute.name, tag.offset_of(attribute.name));
      expect(attribute.value, tag.offset_of(attribute.value));
    }
  }
  void end_tag(const Tag& tag) { start_tag(tag); }
  void comment(const Comment& token) { expect(token.raw, token.begin); }
  void doctype(const Doctype& token) { expect(token.raw, token.begin); }

 private:
  void expect(std::string_view part, std::uint64_t at) {
    ASSERT_LE(at + part.size(), source_.size());
    EXPECT_EQ(part, source_.substr(at, part.size()));
  }
  std::string_view source_;
};

TEST(Tokenizer, KnowsWhereEveryPartStands) {
  std::string all;
  for (const auto& row : kStates) all += std::string(row.source) + "</title></script></style>";
  for (std::size_t chunk : {1UL, 7UL, 1000UL}) {
    Splicer splicer(all);
    Tokenizer<Splicer> tokenizer(splicer);
    for (std::size_t at = 0; at < all.size(); at += chunk) {
      tokenizer.feed(std::string_view(all).substr(at, chunk));
    }
    tokenizer.finish();
  }
}

TEST(Tokenizer, CutsTokensOverTheLimitAndGoesOnAfterThem) {
  const std::string filler(200, 'x');
  const TokenizerOptions options{.token_limit = 64};
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"<a b=1 c='" + filler + ">'>d", "S a b=1 cut|T d"},
      {"<a b=1 c=\"" + filler + "'>\" e=f>d", "S a b=1 cut|T d"},
      {"<a b=1 c=" + filler + " =>d", "S a b=1 cut|T d"},
      {"<a/b=1/c d='" + filler + ">'e>d", "S a b=1/c cut|T d"},
      {"</a b=1 '=" + filler + " /==\">\" />d", "E a b=1 cut|T d"},
      {"<!--" + filler + ">--a-!>--!>d", "C " + filler.substr(0, 60) + " cut|T d"},
      {"<?" + filler + ">d", "C ?" + filler.substr(0, 62) + " cut|T d"},
      {"<!doctype " + filler + ">d", "D " + filler.substr(0, 54) + " quirks|T d"},
  };
  for (const auto& [source, tokens] : cases) {
    EXPECT_EQ(tokens_of(source, options), tokens);
    TokenRecorder split;
    Tokenizer<TokenRecorder> tokenizer(split, options);
    for (char c : source) tokenizer.feed({&c, 1});
    tokenizer.finish();
    EXPECT_EQ(printed(split.tokens), tokens) << "byte by byte";
  }
}

TEST(Tokenizer, KeepsABoundedNumberOfAttributes) {
  std::string source = "<a";
  for (int i = 0; i < 1000; ++i) source += " x" + std::to_string(i) + "=1";
  TokenRecorder recorder;
  tokenize(source + ">b", recorder);
  ASSERT_EQ(recorder.tokens.size(), 2U);
  EXPECT_EQ(recorder.tokens[0].attributes.size(), TagScanner::kMostAttributes);
  EXPECT_TRUE(recorder.tokens[0].cut);
}

// A name may begin with '=', which otherwise ends it.
TEST(Tokenizer, TellsNamesThatBeginWithEqualsApart) {
  struct Sink {
    bool found = true;
    void text(const Text&) {}
    void start_tag(const Tag& tag) {
      EXPECT_EQ(tag.attributes[0].name, "=href");
      found = tag.find(key_of("href")) != nullptr;
    }
    void end_tag(const Tag&) {}
    void comment(const Comment&) {}
    void doctype(const Doctype&) {}
  } sink;
  tokenize("<a =href=x>", sink);
  EXPECT_FALSE(sink.found);
}

TEST(NameKey, IsEqualForEqualNamesOnly) {
  using namespace literals;
  EXPECT_EQ(key_of("HREF"), "href"_name);
  EXPECT_NE(key_of("a"), key_of("aa"));
  EXPECT_NE(key_of("href"), key_of("hre\xC3"));
  EXPECT_EQ(key_of("imagesrcset"), kNoKey);
}

}  // namespace
}  // namespace asof::html
