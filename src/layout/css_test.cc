#include <gtest/gtest.h>

#include "layout/css_internal.h"
#include "layout/css_value_internal.h"
#include "layout/names_internal.h"

namespace asof::layout {
namespace {

struct MediaCase {
  const char* queries;
  bool holds;
};
constexpr MediaCase kMedia[] = {
    {"", true},
    {"all", true},
    {"screen", true},
    {"print", false},
    {"print, screen", true},
    {"not print", true},
    {"not screen", false},
    {"only screen and (min-width: 800px)", true},
    {"screen and (min-width: 1025px)", false},
    {"(max-width:64em)", true},
    {"(max-width:63.9em)", false},
    {"(min-width: 600px) and (max-width: 900px)", false},
    {"(width >= 600px)", true},
    {"(600px <= width < 1024px)", false},
    {"(600px <= width <= 1024px)", true},
    {"(orientation: landscape)", true},
    {"(prefers-color-scheme: dark)", false},
    {"(prefers-reduced-motion: reduce)", false},
    {"(min-width: 2000px) or (color)", true},
    {"not (min-width: 2000px)", true},
    {"((min-width: 10px) and (max-width: 5000px))", true},
    {"(unknown: 3)", false},
    {"(min-width: nonsense)", false},
    {"(((((((((((((((((((((color)))))))))))))))))))))", false},
};

TEST(Media, AnswersQueriesForAScreen) {
  for (const auto& [queries, holds] : kMedia) {
    EXPECT_EQ(media_holds(queries, {1024, 768}), holds) << queries;
  }
}

TEST(Rules, AreTakenApart) {
  const std::string sheet = strip_comments(
      "@charset 'x'; @import url( 'a.css' ) screen; @import \"b.css\" print; /* } */ p , "
      "b:not(.c,.d)"
      "{ width:1px; content:'}' } @media screen { i{x:y} @media print { u{} } } "
      "@font-face{src:url(x)}"
      "@keyframes k{from{left:0}} @supports (display:grid){s{}} <!-- em{a:b} --> q{last:1");
  const auto parts = parts_of(sheet, {1024, 768}, 100);
  ASSERT_EQ(parts.size(), 5);
  EXPECT_EQ(parts[0].reference, "a.css");
  EXPECT_EQ(parts[1].selectors, "p , b:not(.c,.d)");
  EXPECT_EQ(parts[1].declarations, " width:1px; content:'}' ");
  EXPECT_EQ(parts[2].selectors, "i");
  EXPECT_EQ(parts[3].selectors, "em");
  EXPECT_EQ(parts[4].declarations, "last:1");
  EXPECT_EQ(split_selectors(parts[1].selectors),
            (std::vector<std::string_view>{"p", "b:not(.c,.d)"}));
}

struct DeclarationCase {
  const char* rule;
  const char* written;
  const char* cleaned;
};
constexpr DeclarationCase kDeclarations[] = {
    {"what moves no box is left out", "color:red; cursor:pointer; width: 10px", "width:10px;"},
    {"importance is kept", "width:1px ! IMPORTANT", "width:1px !important;"},
    {"numbers are bounded", "width:1e9px; height:-1e300px", "width:20000px;height:-20000px;"},
    {"percentages are bounded", "width:1e308%", "width:1000%;"},
    {"points become pixels", "width:12pt", "width:16px;"},
    {"unknown units drop the declaration", "width:3parsec; height:1px", "height:1px;"},
    {"sums of pixels are worked out", "width:calc(2 * (10px + 5px))", "width:30px;"},
    {"mixed sums become percentages", "width:calc(100% - 256px)", "width:75%;"},
    {"mixed heights are given up", "height:calc(100% - 256px)", ""},
    {"functions only browsers know are given up", "width:min(3px, 4px)", ""},
    {"variables are filled in", "width:var(--w)", "width:7px;"},
    {"with their fallback", "width:var(--none, var(--w))", "width:7px;"},
    {"circles of variables end", "width:var(--circle)", ""},
    {"flex is remembered", "display:flex", "display:block;-asof-display:flex;"},
    {"sticky stays in the flow", "position:-webkit-sticky", "position:relative;"},
    {"only the colour of a background counts", "background:url(a;b.png) no-repeat #FFF 0 0",
     "background-color:#fff;"},
    {"fonts are taken apart", "font:italic 700 12px/1.5 'Courier New', serif",
     "font-weight:bold;font-size:12px;line-height:1.5;font-family:monospace;"},
    {"contents are emptied", "content:'a;b}'", "content:\"\";"},
    {"nested rules are left out", "width:1px; &:hover{width:2px}; height:3px",
     "width:1px;height:3px;"},
    {"nothing breaks out", "width:1px}body{height:2px", ""},
    {"sums nested too deeply are given up",
     "width:calc((((((((((((((((((((((1px))))))))))))))))))))))", ""},
};

TEST(Declarations, AreMadeHarmless) {
  const Variables variables = {{"--w", "7px"}, {"--circle", "var(--circle)"}};
  for (const auto& [rule, written, cleaned] : kDeclarations) {
    EXPECT_EQ(clean_declarations(written, variables, {1024, 768}), cleaned) << rule;
  }
}

TEST(Declarations, SetVariables) {
  Variables variables;
  collect_variables("--A: 1px; color:red; --b: x !important", variables);
  EXPECT_EQ(variables, (Variables{{"--A", "1px"}, {"--b", "x"}}));
}

struct SelectorCase {
  const char* rule;
  const char* written;
  const char* cleaned;
};
constexpr SelectorCase kSelectors[] = {
    {"names that occur", "P.note #lead", "p.note #lead"},
    {"a name that does not", "table", ""},
    {"a class that does not", "p.none", ""},
    {"an ancestor that does not", ".none p", ""},
    {"case of classes counts", ".Note", ""},
    {"combinators are set apart", "div>p+p~p", "div > p + p ~ p"},
    {"escapes are undone", ".md\\:half", ".x--6d643a68616c66"},
    {"escapes by number", ".not\\65 ", ".note"},
    {"the root is html", ":root p", "html p"},
    {"states never hold", "p:hover", ""},
    {"structure is kept", "p:nth-child( 2n+1 ):first-child", "p:nth-child(2n+1):first-child"},
    {"generated boxes are kept", "p::after", "p:after"},
    {"other pseudo-elements are not", "p::selection", ""},
    {"a negation of nothing is left out", "p:not(.none)", "p"},
    {"a negation is kept", "p:not(.note)", "p:not(.note)"},
    {"attributes with plain values", "p[title~='a'][lang]", "p[title~=\"a\"][lang]"},
    {"attributes with others", "p[title='a b']", ""},
    {"alternatives are not known", ":is(p,div)", ""},
    {"nothing after a combinator", "p >", ""},
    {"two combinators", "p > > p", ""},
    {"more than ten compounds", "p p p p p p p p p p p", ""},
    {"garbage", "p{", ""},
};

TEST(Selectors, RemainWhereTheyCanMatch) {
  Vocabulary names;
  names.names = {{"p", 5}, {"div", 2}, {"html", 1}};
  names.classes = {{"note", 3}, {"md:half", 1}};
  names.ids = {{"lead", 1}};
  names.elements = 8;
  std::size_t candidates = 0;
  for (const auto& [rule, written, cleaned] : kSelectors) {
    EXPECT_EQ(clean_selector(written, names, candidates), cleaned) << rule;
    EXPECT_EQ(candidates == 0, *cleaned == '\0') << rule;
  }
  clean_selector("div p.note", names, candidates);
  EXPECT_EQ(candidates, 3);
}

TEST(Names, ArePlainAndDistinct) {
  EXPECT_EQ(plain_name("a-b_c1"), "a-b_c1");
  EXPECT_NE(plain_name("1a"), "1a");
  EXPECT_NE(plain_name(plain_name("1a")), plain_name("1a"));
  EXPECT_TRUE(is_plain_name(plain_name("\xFF \"<")));
}

}  // namespace
}  // namespace asof::layout
