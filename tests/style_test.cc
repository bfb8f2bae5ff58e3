// The tree keeps its rules, and every rule can be seen to fail.
#include "style.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/process.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::test {
namespace {

TEST(Style, TheTreeKeepsItsRules) {
  const auto tree = must(read_tree(ASOF_SOURCE));
  ASSERT_GT(tree.files.size(), 20u) << "the tree was not read";
  for (const auto& finding : check_style(tree)) {
    ADD_FAILURE() << finding.path << ":" << finding.line << ": " << finding.says;
  }
}

struct Planted {
  const char* rule;
  const char* path;
  std::string bad;
  std::string good;
};

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "// line\n";
  return text;
}

const Planted kPlanted[] = {
    {"try", "src/a/a.cc", "f(TRY(g()));\n", "TRY(g());\n"},
    {"try", "src/a/a.cc", "return Pair{one(), TRY(two())};\n", "auto x = TRY(\n    two(\")\"));\n"},
    {"try", "src/a/a.cc", "auto x = TRY(g()).size();\n", "if (a) TRY(g());\n"},
    {"try", "src/a/a.cc", "auto x = b ? TRY(g()) : 0;\n", "else TRY(g());\n"},
    {"try", "src/a/a.cc", "if (f(TRY(g()))) return;\n", "while (a() && !TRY(g())) TRY(h());\n"},
    {"try", "src/a/a.cc", "if (Pair{a(), TRY(g())}.b) return;\n", "if (TRY(g()) == 1) return;\n"},
    {"try", "src/a/a.cc", "return TRY(g());\n", "// TRY is explained here, f(TRY(x)).\n"},
    {"try", "src/a/a.cc", "a +\n#undef A\n  TRY(g());\n", "f();\n#undef A\nTRY(g());\n"},
    {"length", "src/a/a.cc", lines(501), lines(500)},
    {"length", "tests/judges/a.mjs", lines(501), lines(500)},
    {"file-names", "src/a/url_util.h", "// A.\n#pragma once\n", ""},
    {"file-names", "src/a/data.cc", "\n", ""},
    {"type-names", "src/a/a.cc", "class UrlManager {};\n", "class Metadata {};\n"},
    {"type-names", "src/a/a.cc", "struct RecordInfo {};\n", "struct Warcinfo {};\n"},
    {"type-names", "src/a/a.cc", "enum class DataKind {};\n", "// a class Context\n"},
    {"regex", "src/a/a.cc", "std::regex r;\n", "const char* s = \"std::regex\";\n"},
    {"todo", "src/a/a.cc", "// TODO: later\n", "// TODO(#12): later\n"},
    {"todo", "src/a/a.cc", "/* FIXME */\n", "f(\"TODO\");\n"},
    {"headers", "src/a/a.h", "#pragma once\n// A.\n", "// A.\n#pragma once\n"},
    {"headers", "src/a/a.h", "// A.\n", "// A.\n#pragma once\n"},
    {"libraries", "src/a/a.h", "// A.\n#pragma once\n#include <zlib.h>\n",
     "// A.\n#pragma once\n#include <string>\n"},
    {"exceptions", "src/a/a.cc", "throw 1;\n", "// we never throw\n"},
    {"exceptions", "studies/a.cc", "throw 1;\n", "// we never throw\n"},
    {"exceptions", "src/a/a.cc", "throw \"x\";\n", "consteval int f() { throw \"x\"; }\n"},
    {"exceptions", "src/a/a.cc", "try {} catch (...) {}\n",
     "#include <nlohmann/json.hpp>\ntry {} catch (...) {}\n"},
    {"sql", "src/a/a.cc", "run(\"INSERT INTO t VALUES(1)\");\n", "// inserted into a table\n"},
    {"sql", "src/a/a.cc", "run(\"SELECT 1\");\n", "find(\"<SELECT>\");\n"},
    {"sql", "src/a/a.cc", "#include <sqlite3.h>\n", "\n"},
    {"retrieve", "src/cli/a.cc", "auto h = archive::Holding::open(d, n);\n", "// a Holding\n"},
    {"retrieve", "src/cli/a.cc", "#include \"warc/reader.h\"\n", "#include \"warc/record.h\"\n"},
    {"retrieve", "src/lab/a.cc", "ingest::StretchReader r(s);\n", "retrieve::RecordAt r;\n"},
    {"keep", "src/crawl/a.cc", "#include \"archive/warc_writer.h\"\n",
     "#include \"keep/recorder.h\"\n"},
    {"keep", "src/crawl/a.cc", "catalog::Batch batch;\n", "// a Batch\n"},
    {"keep", "src/cli/a.cc", "catalog.put_changes(rows);\n", "catalog.changes(key, f);\n"},
    {"macros", "src/a/a.cc", "#define MAX 3\n", "#define _GNU_SOURCE\n"},
    {"macros", "src/a/a.cc", "#define ASOF_A \"x\"\n", "\n"},
    {"macros", "src/catalog/a.cc", "#define A \"x\"\n", "#define ASOF_A \"x\"\n"},
    {"using", "src/a/a.h", "// A.\n#pragma once\nusing namespace std;\n",
     "// A.\n#pragma once\ninline int f() {\n  using namespace x;\n}\n"},
    {"shared-ptr", "src/a/a.cc", "std::shared_ptr<int> x;\n", "std::unique_ptr<int> x;\n"},
    {"modules", "ARCHITECTURE.md", "# A\n\n## Modules\n\n| `url` | addresses |\n",
     "# A\n\n## Modules\n\n| `base` | foundation |\n| `url` | addresses |\n\n## More\n\n| `base` "
     "|\n"},
    {"modules", "ARCHITECTURE.md", "# A\n\n## Modules\n\n| `url` | b |\n| `base` | a |\n",
     "# A\n\n## Modules\n\n| `base` | a |\n| `url` | b |\n"},
    {"named-files", "docs/a.md", "See src/base/gone.cc.\n",
     "See src/CMakeLists.txt, src/C*.txt, build/src/x and example.org/docs/a.\n"},
    {"named-files", "docs/a.md", "See docs.\nSee docs/b.md.\n", "See docs/a.md, docs/.\n"},
    {"named-files", "docs/a.md", "`gone.h` says it.\n", "`a.md`, `f(x.h)`\n"},
    {"named-code", "ARCHITECTURE.md", "\n## Modules\n\n| `base` | a |\n| `url` | b |\n\n`gone`\n",
     "\n## Modules\n\n| `base` | a |\n| `url` | b |\n\n`url::base`, `--gone`\n"},
    {"decisions", "docs/decisions/001-a.md", lines(61), lines(60)},
    {"machine-paths", "README.md", "Look in /tmp/x.\n", "Look at https://a.org/tmp/x.\n"},
    {"machine-paths", "src/a/a.cc", "open(\"/work/x\");\n", "open(\"a.org/work/x\");\n"},
    {"blanks", "README.md", "a \n", "a\n"},
    {"blanks", "src/a/a.cc", "\tint x;\n", "int x;\n"},
    {"lockfiles", "tests/judges/package-lock.json", "{\"resolved\": \"https://r/x.tgz\"}\n",
     "{\"integrity\": \"sha512-x\"}\n"},
};

// The names of the rules that `text` at `path` breaks, in an otherwise faultless small tree.
std::vector<std::string> broken_by(const char* path, const std::string& text) {
  TempDir dir;
  write_file(dir / "src/CMakeLists.txt", "asof_module(base)\nasof_module(url USES base)\n");
  write_file(dir / "ARCHITECTURE.md", "\n## Modules\n\n| `base` | a |\n| `url` | b |\n");
  write_file(dir / path, text);
  const auto tree = must(read_tree(dir.path()));
  std::vector<std::string> names;
  for (const auto& rule : style_rules()) {
    std::vector<Finding> findings;
    rule.check(tree, rule, findings);
    if (!findings.empty()) names.emplace_back(rule.name);
  }
  return names;
}

TEST(Style, EveryPlantedFaultIsFoundByItsRuleAlone) {
  for (const auto& planted : kPlanted) {
    EXPECT_EQ(broken_by(planted.path, planted.bad), std::vector<std::string>{planted.rule})
        << planted.bad;
    if (planted.good.empty()) continue;
    EXPECT_EQ(broken_by(planted.path, planted.good), std::vector<std::string>{}) << planted.good;
  }
}

TEST(Style, EveryRuleHasAPlantedFault) {
  for (const auto& rule : style_rules()) {
    EXPECT_TRUE(std::ranges::any_of(kPlanted, [&rule](const auto& planted) {
      return std::string_view(planted.rule) == rule.name;
    })) << rule.name;
  }
}

TEST(Style, SharedPointersMayBeDecided) {
  TempDir dir;
  write_file(dir / "docs/decisions/009-a.md", "We use shared_ptr for this.\n");
  write_file(dir / "src/a.cc", "std::shared_ptr<int> x;\n");
  EXPECT_TRUE(check_style(must(read_tree(dir.path()))).empty());
}

TEST(Style, HeadersOfTestsMayIncludeLibraries) {
  TempDir dir;
  write_file(dir / "src/a/b.h", "// B.\n#pragma once\n#include <fmt/core.h>\n");
  write_file(dir / "src/a/a_test.cc", "#include \"a/b.h\"\n");
  EXPECT_TRUE(check_style(must(read_tree(dir.path()))).empty());
  write_file(dir / "src/a/a.cc", "#include \"a/b.h\"\n");
  EXPECT_EQ(check_style(must(read_tree(dir.path()))).size(), 1u);
}

TEST(Style, CodeIsSeenWithoutCommentsAndLiterals) {
  auto code = [](const char* text) {
    SourceFile file{.path = {}, .text = text, .code = {}, .comments = {}};
    take_apart(file);
    return file.code + "|" + file.comments;
  };
  EXPECT_EQ(code("a /* b\nc */ d"), "a     \n     d|  /* b\nc */  ");
  EXPECT_EQ(code("f(\"// a\", 'c') // x"), "f(\"    \", ' ')     |               // x");
  EXPECT_EQ(code("\"a\\\"b\""), "\"    \"|      ");
  EXPECT_EQ(code("1'000 + R\"(a\"b)\";"), "1'000 + R\"     \";|                 ");
}

// A certificate is verified by computing it again, byte for byte. So a text that certificates hold
// may never be changed, not even by a comma: those made before would fail. New texts may be added.
TEST(Certificates, TheTextsTheyHoldAreNeverChanged) {
  const std::pair<const char*, const char*> texts[] = {
      {"certificate/certify.h", "no change was undone in between, as served to us"},
      {"certificate/trust.cc", "another body came with an equal "},
      {"certificate/trust.cc", "said to be unchanged, but the audit brought another body"},
      {"certificate/names_internal.h", "asof-certificate"},
      {"certificate/names_internal.h", "not-modified"},
      {"certificate/names_internal.h", "incomplete"},
      {"certificate/names_internal.h", "proven"},
      {"certificate/names_internal.h", "attested"},
      {"certificate/names_internal.h", "believed"},
      {"certificate/names_internal.h", "observed"},
      {"certificate/names_internal.h", "assumed"},
      {"verify/assembler.cc", "no metadata record says when its last byte came"},
      {"verify/assembler.cc", "the records end before the answer"},
      {"verify/assembler.cc", "its metadata record does not say when its last byte came"},
      {"verify/assembler.cc", "the original it refers to is not in the archive"},
      {"verify/assembler.cc", "the original it refers to has another body than it says"},
      {"verify/checked_record.cc", "the record is damaged"},
      {"verify/sighting.cc", "the answer has no HTTP status"},
      {"verify/sighting.cc", "the body is not whole"},
      {"verify/sighting.cc", "said to be a 304, but is none"},
      {"verify/sighting.cc", "the body was compared by another digest than SHA-256"},
      {"verify/sighting.cc", "a revisit of an unknown kind: {}"},
  };
  for (const auto& [path, text] : texts) {
    const std::string source = read_file(std::string(ASOF_SOURCE) + "/src/" + path);
    EXPECT_NE(source.find("\"" + std::string(text) + "\""), std::string::npos)
        << path << " no longer says \"" << text << "\": certificates that hold it would fail";
  }
}

TEST(Layers, AnIncludeAndItsDeclarationNeedEachOther) {
  TempDir dir;
  write_file(dir / "m/m.cc", "#include \"base/text.h\"\n#include \"m/m.h\"\n");
  write_file(dir / "m/m_test.cc", "#include \"url/url.h\"\n#include \"support/result.h\"\n");
  auto check = [&dir](const std::string& uses, const std::string& test_uses) {
    const auto script = std::string(ASOF_SOURCE) + "/cmake/check_layers.cmake";
    return run({.words = {"cmake", "-DMODULE=m", "-DUSES=" + uses, "-DTEST_USES=" + test_uses,
                          "-DDIR=" + dir.path().string(), "-P", script}});
  };
  EXPECT_EQ(check("base", "url").code, 0);
  EXPECT_NE(check("base", "").err.find("url/url.h"), std::string::npos);
  EXPECT_NE(check("", "url").err.find("base/text.h"), std::string::npos);
  EXPECT_NE(check("base;html", "url").err.find("declares"), std::string::npos);
  EXPECT_NE(check("base;url", "").err.find("declares"), std::string::npos);
}

}  // namespace
}  // namespace asof::test
