// Commands are rows: a name, what it is for, its flags, and the function that runs it. Help comes
// from the rows.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::cli {

struct Flag {
  std::string_view name;      // "--archive"
  std::string_view value;     // what it takes, "DIR"; empty for a switch
  std::string_view fallback;  // its value when not given
  std::string_view help;
  std::string_view group = {};  // a heading before it, for the help of a command with many flags
};

// What was typed, checked against a command's flags.
class Arguments final {
 public:
  const std::vector<std::string>& operands() const { return operands_; }
  bool has(std::string_view flag) const { return flags_.contains(std::string(flag)); }
  // The value given, or the flag's fallback.
  const std::string& get(std::string_view flag) const;
  // Every value given to a flag that may be repeated.
  std::vector<std::string> all(std::string_view flag) const;

  std::vector<std::string> operands_;
  std::map<std::string, std::string, std::less<>> flags_;
  std::multimap<std::string, std::string, std::less<>> given_;
};

// 0 done, 1 answered "no", 2 failed.
using Run = Result<int> (*)(const Arguments&);

struct Command {
  std::string_view name;      // one word, or two: "lab run"
  std::string_view operands;  // "FILE..."
  std::string_view summary;   // one line, for the list
  std::string_view text;      // some lines more
  std::string_view examples;  // one a line
  std::span<const Flag> flags;
  Run run;
};

std::span<const Command> commands();
std::span<const Command> lab_commands();
const Command* find_command(std::string_view name);

// The command the words begin with, and how many of them are its name; Errc::Invalid where there is
// none such.
struct Found {
  const Command* command = nullptr;
  std::size_t words = 0;
};
Result<Found> find_command(std::span<const std::string> words);

// Errc::Invalid for an unknown flag, a flag without its value, a stray value.
Result<Arguments> parse(const Command& command, std::span<const std::string> words);

std::string help();  // of the program
std::string help(const Command& command);
std::string lab_help();  // of the commands that begin with "lab"

// "asof: ..." on standard error, after all that was printed so far. Where nobody can hear it, never
// mind: the exit code says the same.
void complain(std::string_view what);

inline constexpr Flag kArchive{"--archive", "DIR", "archive", "the directory of the archive"};
inline constexpr Flag kCompare{
    "--compare", "", "", "compare all new versions now; without it, only if there are at most 200"};
inline constexpr Flag kNoCompare{"--no-compare", "", "",
                                 "compare no versions now; 'asof derive' does it later"};
inline constexpr Flag kRender{
    "--render", "ENGINE", "",
    "what lays pages out to compare them: in-process, auto or chromium; the archive remembers it"};
inline constexpr Flag kAds{"--ads", "FILE", "",
                           "a file with further rules about advertisements (\"default\": the "
                           "built-in rules only); the archive remembers them"};
inline constexpr Flag kByHand{"--by-hand", "FILE", "",
                              "a file with weights of parts of pages, by selectors (\"default\": "
                              "none); the archive remembers them"};
inline constexpr Flag kJson{"--json", "", "", "print JSON"};

std::span<const Flag> crawl_flags();

Result<int> run_check(const Arguments& arguments);
Result<int> run_crawl(const Arguments& arguments);
Result<int> run_watch(const Arguments& arguments);
Result<int> run_derive(const Arguments& arguments);
Result<int> run_demo(const Arguments& arguments);
Result<int> run_diff(const Arguments& arguments);
Result<int> run_export(const Arguments& arguments);
Result<int> run_extract(const Arguments& arguments);
Result<int> run_import(const Arguments& arguments);
Result<int> run_index(const Arguments& arguments);
Result<int> run_lab(const Arguments& arguments);
Result<int> run_lab_measure(const Arguments& arguments);
Result<int> run_lab_navigate(const Arguments& arguments);
Result<int> run_lab_origin(const Arguments& arguments);
Result<int> run_lab_rates(const Arguments& arguments);
Result<int> run_lab_reproduce(const Arguments& arguments);
Result<int> run_lab_run(const Arguments& arguments);
Result<int> run_lab_schedule(const Arguments& arguments);
Result<int> run_lab_strategies(const Arguments& arguments);
Result<int> run_pattern(const Arguments& arguments);
Result<int> run_prove(const Arguments& arguments);
Result<int> run_reindex(const Arguments& arguments);
Result<int> run_report(const Arguments& arguments);
Result<int> run_serve(const Arguments& arguments);
Result<int> run_access(const Arguments& arguments);
Result<int> run_verify(const Arguments& arguments);

}  // namespace asof::cli
