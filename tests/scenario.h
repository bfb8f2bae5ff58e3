// Scenarios: what a user types and what the program answers, as a text that is also the test.
//
//   # A comment: anywhere outside a file.
//   % sizes                    sizes ("1.5 KB") are compared as <size> in this scenario
//   <file> NAME                the lines up to </file> become a file; "<file> NAME crlf" ends
//   ...                        each of them with CR LF
//   </file>
//   $ asof index NAME          run by sh in a directory of its own, where NAME lies
//   > a line of stdout         then what it must say, in this order
//   ! a line of stderr
//   ? 1                        its exit code; 0 when absent
//
// A last line without a newline is followed by a line holding only a backslash. The shell variable
// DATA names the directory of fixtures. Before comparing, what changes from run to run is replaced:
//
//   the scenario's own directory        $HERE       12 ms, 0.8 s, 3 min    <time>
//   the directory of fixtures           $DATA       55.1 MB/s, 9 records/s <rate>
//   urn:uuid:...                        <uuid>
//   a date within a day of now, as 2026-11-15T09:30:00Z (with any fraction) or 14 digits: <now>
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace asof::test {

struct Scenario {
  struct File {
    std::string name;
    std::string bytes;
  };
  struct Step {
    std::string command;
    std::vector<std::string> expected;  // the lines as written, with their marks
  };
  // The text again, in order: lines kept as they are, and where each step's expectations go.
  struct Part {
    std::string text;     // lines up to and including a "$" line
    int step_index = -1;  // the step that ends it, or -1 for the rest of the file
  };
  std::vector<File> files;
  std::vector<Step> steps;
  std::vector<Part> parts;
  bool hides_sizes = false;
};

struct Surroundings {
  std::filesystem::path program_directory;  // put first on PATH
  std::filesystem::path fixtures;
};

Result<Scenario> parse_scenario(std::string_view text);

// What each step said, in the form of expectations, already normalised.
std::vector<std::vector<std::string>> play(const Scenario& scenario, const Surroundings& where);

// The text with these expectations instead of its own.
std::string rewritten(const Scenario& scenario, const std::vector<std::vector<std::string>>& said);

struct Replacement {
  std::string from;
  std::string to;
};
std::string normalised(std::string_view text, Instant now, bool hides_sizes,
                       const std::vector<Replacement>& names);

}  // namespace asof::test
