#include "style.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace asof::test {
namespace {

constexpr std::size_t kMaxLines = 500;
constexpr std::size_t kMaxDecisionLines = 60;
constexpr std::string_view kBannedNouns[] = {"manager", "handler",   "helper",  "util", "utils",
                                             "helpers", "processor", "context", "data", "info"};
constexpr std::string_view kLibraries[] = {
    "fmt/",      "nlohmann/", "sqlite3.h",       "zlib.h",   "libdeflate.h", "zstd.h",
    "brotli/",   "boost/",    "openssl/",        "xxhash.h", "idn2.h",       "libpsl.h",
    "archive.h", "gumbo.h",   "archive_entry.h", "litehtml/"};
constexpr std::string_view kSql[] = {"INSERT INTO ",   "INSERT OR ",    "DELETE FROM ",
                                     "CREATE TABLE ",  "CREATE INDEX ", "PRAGMA ",
                                     "BEGIN IMMEDIATE"};
constexpr std::string_view kMachinePaths[] = {"/work/", "/tmp/", "/home/", "/root/"};

// What only some may use: an archive has one door out and one door in. A name stands here with the
// modules and files that may use it, and why those may.
struct Reserved {
  std::string_view what;  // a word of the code, or a header that is included
  std::string_view rule;  // the row of the rules below that it belongs to
  std::vector<std::string_view> by;
};
const Reserved kReserved[] = {
    // Out: content comes from src/retrieve. Others that open WARC files: `ingest` indexes and
    // exports them, `keep` imports them, `verify` checks them whole, `lab` reads histories, which
    // are no archives.
    {"Holding",
     "retrieve",
     {"src/archive/", "src/retrieve/", "src/ingest/", "src/keep/", "src/verify/"}},
    {"warc/reader.h",
     "retrieve",
     {"src/warc/", "src/archive/", "src/retrieve/", "src/ingest/", "src/keep/", "src/verify/",
      "src/lab/history_reader.cc", "src/lab/origin_pages.cc"}},
    {"StretchReader",
     "retrieve",
     {"src/ingest/", "src/keep/", "src/cli/diff_load.cc"}},  // diff FILE@OFFSET
    // In: records and raw rows come through src/keep. The demo makes the site that it shows: files,
    // no archives.
    {"archive/warc_writer.h",
     "keep",
     {"src/archive/", "src/keep/", "src/cli/demo_site.cc", "src/cli/demo_newspaper.cc"}},
    {"Batch", "keep", {"src/catalog/", "src/keep/"}},
    {"add_log", "keep", {"src/catalog/", "src/keep/"}},
    // Changes are derived from what is kept.
    {"put_changes", "keep", {"src/catalog/", "src/derive/"}},
};

bool is_word(char c) { return is_alnum(c) || c == '_'; }

bool ends_with_any(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [path](auto ending) { return path.ends_with(ending); });
}

bool is_source(const SourceFile& file) { return ends_with_any(file.path, {".h", ".cc", ".c"}); }
bool is_header(const SourceFile& file) { return file.path.ends_with(".h"); }
bool is_test(const SourceFile& file) { return ends_with_any(file.path, {"_test.cc"}); }
bool is_of_module(const SourceFile& file) {
  return is_source(file) && (file.path.starts_with("src/") || file.path.starts_with("studies/"));
}
bool is_product(const SourceFile& file) { return is_of_module(file) && !is_test(file); }

void add(std::vector<Finding>& findings, const SourceFile& file, std::size_t at, const Rule& rule) {
  findings.push_back({file.path, line_of(file.text, at), rule.says});
}

// Calls `visit` with each place where `word` stands as a whole word.
template <class Visit>
void each_word(std::string_view text, std::string_view word, Visit visit) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at > 0 && is_word(text[at - 1])) || (end < text.size() && is_word(text[end]))) continue;
    visit(at);
  }
}

std::string_view word_at(std::string_view text, std::size_t at) {
  auto end = at;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(at, end - at);
}

// "WarcReader" and "warc_reader" are both warc, reader.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '_' || name[i] == '-' || (is_upper(name[i]) && i > 0)) words.emplace_back();
    if (is_alnum(name[i])) words.back() += to_lower(name[i]);
  }
  return words;
}

bool has_banned_noun(std::string_view name) {
  return std::ranges::any_of(words_of(name), [](const auto& word) {
    return std::ranges::find(kBannedNouns, word) != std::end(kBannedNouns);
  });
}

// One past the parenthesis that closes the one at code[open].
std::size_t close_of(std::string_view code, std::size_t open) {
  int depth = 0;
  for (auto i = open; i < code.size(); ++i) {
    if (code[i] == '(') ++depth;
    if (code[i] == ')' && --depth == 0) return i + 1;
  }
  return code.size();
}

bool may_stand_before_try(std::string_view before) {
  if (before.empty() || std::string_view(";{}):").find(before.back()) != std::string_view::npos) {
    return true;
  }
  if (before.ends_with("else")) return true;
  return before.back() == '=' &&
         (before.size() < 2 ||
          std::string_view("=!<>").find(before[before.size() - 2]) == std::string_view::npos);
}

// Whether the innermost bracket open at `at` belongs to an if or a while: TRY in a condition leaves
// nothing half built (measured with both compilers; see docs/decisions).
bool is_in_condition(std::string_view code, std::size_t at) {
  int depth = 0;
  for (auto i = at; i-- > 0;) {
    if (code[i] == ')' || code[i] == '}') ++depth;
    if (code[i] != '(' && code[i] != '{') continue;
    if (depth-- > 0) continue;
    const auto before = trim(code.substr(0, i));
    return code[i] == '(' && (before.ends_with("if") || before.ends_with("while"));
  }
  return false;
}

// The text without preprocessor lines at its end: what the compiler sees before the next token.
std::string_view without_directives(std::string_view text) {
  while (true) {
    const auto start = text.rfind('\n') + 1;  // npos + 1 is 0
    const auto line = text.substr(start);
    if (!line.starts_with('#') || line == "#define") return text;
    text = trim(text.substr(0, start));
  }
}

void check_try(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_source(file)) continue;
    const std::string_view code = file.code;
    each_word(code, "TRY", [&](std::size_t at) {
      const auto before = without_directives(trim(code.substr(0, at)));
      if (before.ends_with("#define") || is_in_condition(code, at)) return;
      const auto after = trim(code.substr(close_of(code, at)));
      if (!may_stand_before_try(before) || !after.starts_with(';')) add(findings, file, at, rule);
    });
  }
}

void check_length(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_source(file) && !ends_with_any(file.path, {".mjs", ".ts", ".cmake", ".txt"})) continue;
    if (file.path.find("_table.") != std::string::npos) continue;
    if (line_of(file.text, file.text.size()) > kMaxLines + 1) add(findings, file, 0, rule);
  }
}

void check_file_names(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_source(file) && !file.path.ends_with(".mjs")) continue;
    const auto slash = file.path.rfind('/');
    const auto name = file.path.substr(slash == std::string::npos ? 0 : slash + 1);
    if (has_banned_noun(name.substr(0, name.find('.')))) add(findings, file, 0, rule);
  }
}

void check_type_names(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_source(file)) continue;
    const std::string_view code = file.code;
    for (auto keyword : {"class", "struct", "enum", "union", "using"}) {
      each_word(code, keyword, [&](std::size_t at) {
        auto name = at + std::string_view(keyword).size();
        while (name < code.size() && is_space(code[name])) ++name;
        if (has_banned_noun(word_at(code, name))) add(findings, file, at, rule);
      });
    }
  }
}

void check_regex(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_source(file)) continue;
    for (auto banned : {"std::regex", "<regex>"}) {
      const auto at = file.code.find(banned);
      if (at != std::string::npos) add(findings, file, at, rule);
    }
  }
}

void check_todo(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    const bool has_code = is_source(file) || ends_with_any(file.path, {".mjs", ".ts"});
    if (!has_code && !ends_with_any(file.path, {".cmake", ".txt"})) continue;
    const std::string_view text = has_code ? file.comments : file.text;
    for (std::string_view mark : {"TODO", "FIXME", "XXX"}) {
      each_word(text, mark, [&](std::size_t at) {
        if (!text.substr(at + mark.size()).starts_with("(#")) add(findings, file, at, rule);
      });
    }
  }
}

void check_headers(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_header(file)) continue;
    const bool has_contract = file.text.starts_with("// ");
    const bool has_guard = file.code.find("\n#pragma once\n") != std::string::npos;
    if (!has_contract || !has_guard) add(findings, file, 0, rule);
  }
}

// A header that only tests include, to share a table between them.
bool serves_tests_only(const Tree& tree, const SourceFile& header) {
  const std::size_t top = header.path.starts_with("src/") ? std::string_view("src/").size() : 0;
  const auto include = "#include \"" + header.path.substr(top) + "\"";
  bool by_test = false;
  for (const auto& file : tree.files) {
    if (file.text.find(include) == std::string::npos) continue;
    if (!is_test(file)) return false;
    by_test = true;
  }
  return by_test;
}

void check_libraries(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_header(file) || !is_of_module(file)) continue;
    if (file.path.ends_with("_internal.h")) continue;  // no other module can see these
    if (serves_tests_only(tree, file)) continue;
    for (auto library : kLibraries) {
      const auto at = file.code.find("#include <" + std::string(library));
      if (at != std::string::npos) add(findings, file, at, rule);
    }
  }
}

void check_exceptions(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_product(file)) continue;
    // In a consteval function, throw is how compilation is refused; nothing is ever thrown.
    const bool refuses = file.code.find("consteval") != std::string::npos;
    each_word(file.code, "throw", [&](std::size_t at) {
      if (!refuses || !file.code.substr(at).starts_with("throw \"")) add(findings, file, at, rule);
    });
    const bool includes_library = std::ranges::any_of(kLibraries, [&file](auto library) {
      return file.code.find("#include <" + std::string(library)) != std::string::npos;
    });
    if (includes_library) continue;
    each_word(file.code, "catch", [&](std::size_t at) { add(findings, file, at, rule); });
  }
}

void check_sql(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_of_module(file) || file.path.starts_with("src/catalog/")) continue;
    auto find = [&](std::string_view part) {
      const auto at = file.text.find(part);
      if (at != std::string::npos) add(findings, file, at, rule);
    };
    for (auto statement : kSql) find(statement);
    find("#include <sqlite3.h>");
    const auto select = file.text.find("\"SELECT ");
    if (select != std::string::npos) add(findings, file, select, rule);
  }
}

void check_reserved(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const Reserved& reserved : kReserved) {
    if (reserved.rule != rule.name) continue;
    const bool is_name = reserved.what.find('/') == std::string_view::npos;
    for (const auto& file : tree.files) {
      const auto may = [&file](auto place) { return file.path.starts_with(place); };
      if (!is_product(file) || std::ranges::any_of(reserved.by, may)) continue;
      // The names of headers are literals, which the code has no more.
      each_word(is_name ? file.code : file.text, reserved.what,
                [&](std::size_t at) { add(findings, file, at, rule); });
    }
  }
}

void check_macros(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_product(file)) continue;
    constexpr std::string_view kDefine = "#define ";
    for (auto at = file.code.find(kDefine); at != std::string::npos;
         at = file.code.find(kDefine, at + 1)) {
      const auto name = word_at(file.code, at + kDefine.size());
      // SQL is put together from literals when compiling, and only macros can do that.
      if (name.starts_with("ASOF_") && file.path.starts_with("src/catalog/")) continue;
      if (name != "TRY" && name != "CHECK" && !name.starts_with('_')) add(findings, file, at, rule);
    }
  }
}

void check_using_namespace(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    const auto at = is_header(file) ? file.code.find("\nusing namespace") : std::string::npos;
    if (at != std::string::npos) add(findings, file, at, rule);
  }
}

void check_shared_ptr(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  const bool decided = std::ranges::any_of(tree.files, [](const auto& file) {
    return file.path.starts_with("docs/decisions/") &&
           file.text.find("shared_ptr") != std::string::npos;
  });
  for (const auto& file : tree.files) {
    if (decided || !is_product(file)) continue;
    each_word(file.code, "shared_ptr", [&](std::size_t at) { add(findings, file, at, rule); });
  }
}

std::vector<std::string> names_between(std::string_view text, std::string_view mark,
                                       std::string_view ends) {
  std::vector<std::string> names;
  for (auto line : split(text, '\n')) {
    if (!line.starts_with(mark)) continue;
    line.remove_prefix(mark.size());
    names.emplace_back(line.substr(0, line.find_first_of(ends)));
  }
  return names;
}

void check_modules(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  const auto* list = tree.find("src/CMakeLists.txt");
  const auto* page = tree.find("ARCHITECTURE.md");
  if (list == nullptr) return;
  const auto declared = names_between(list->text, "asof_module(", " )");
  std::string_view section;
  if (page != nullptr) {
    const std::string_view text = page->text;
    const auto start = text.find("\n## Modules");
    if (start != std::string_view::npos) {
      section = text.substr(start + 1, text.find("\n## ", start + 1) - start - 1);
    }
  }
  if (names_between(section, "| `", "`") != declared) {
    findings.push_back({"ARCHITECTURE.md", 1, rule.says});
  }
}

void check_decisions(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!file.path.starts_with("docs/decisions/")) continue;
    if (line_of(file.text, file.text.size()) > kMaxDecisionLines + 1) add(findings, file, 0, rule);
  }
}

void check_machine_paths(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    const bool is_page = file.path.ends_with(".md");
    for (auto path : kMachinePaths) {
      if (!is_page && path != "/work/") continue;
      for (auto at = file.text.find(path); at != std::string::npos;
           at = file.text.find(path, at + 1)) {
        // "example.org/home/" is a URL; the rules below name the paths they look for.
        const char before = at == 0 ? ' ' : file.text[at - 1];
        if (is_word(before) || before == '/' || before == '.' || before == '}') continue;
        if (file.path.starts_with("tests/style")) continue;
        add(findings, file, at, rule);
      }
    }
  }
}

void check_blanks(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!is_source(file) && !ends_with_any(file.path, {".md", ".cmake", ".txt", ".mjs", ".ts"})) {
      continue;
    }
    for (auto part : {" \n", "\t"}) {
      const auto at = file.text.find(part);
      if (at != std::string::npos) add(findings, file, at, rule);
    }
  }
}

void check_lockfiles(const Tree& tree, const Rule& rule, std::vector<Finding>& findings) {
  for (const auto& file : tree.files) {
    if (!file.path.ends_with("package-lock.json")) continue;
    const auto at = file.text.find("\"resolved\"");
    if (at != std::string::npos) add(findings, file, at, rule);
  }
}

constexpr Rule kRules[] = {
    {"try", "TRY may only be a whole statement or initialiser, or stand in a condition", check_try},
    {"length", "a file has at most 500 lines (tables excepted: *_table.cc)", check_length},
    {"file-names", "this noun says nothing about what the file holds", check_file_names},
    {"type-names", "this noun says nothing about what the type is", check_type_names},
    {"regex", "std::regex is slow and can exhaust the stack", check_regex},
    {"todo", "a note needs the number of its issue: TODO(#12)", check_todo},
    {"headers", "a header opens with its contract and has #pragma once", check_headers},
    {"libraries", "third-party headers are included from sources and _internal.h only",
     check_libraries},
    {"exceptions", "no throw; catch only where a library that throws is included",
     check_exceptions},
    {"sql", "SQL belongs to src/catalog", check_sql},
    {"retrieve", "archived content is read through src/retrieve", check_reserved},
    {"keep", "what enters an archive goes through src/keep", check_reserved},
    {"macros", "the only macros are TRY and CHECK (and pieces of SQL, ASOF_*, in src/catalog)",
     check_macros},
    {"using", "no using namespace in a header", check_using_namespace},
    {"shared-ptr", "shared_ptr needs a decision record", check_shared_ptr},
    {"modules", "its Modules table lists what src/CMakeLists.txt declares, in order",
     check_modules},
    {"named-files", "prose names a file or folder that is not in the tree", check_named_files},
    {"named-code", "it names a module or function that is not in src", check_named_code},
    {"decisions", "a decision fits on one page (60 lines)", check_decisions},
    {"machine-paths", "a path of one machine means nothing elsewhere", check_machine_paths},
    {"blanks", "no tabs, no blanks at the end of a line", check_blanks},
    {"lockfiles", "a lockfile names no registry (omit-lockfile-registry-resolved)",
     check_lockfiles},
};

}  // namespace

std::size_t line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

std::span<const Rule> style_rules() { return kRules; }

std::vector<Finding> check_style(const Tree& tree) {
  std::vector<Finding> findings;
  for (const auto& rule : kRules) rule.check(tree, rule, findings);
  return findings;
}

}  // namespace asof::test
