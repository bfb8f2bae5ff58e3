// scenario PROGRAM FIXTURES FILE.scn: plays a scenario; exit 0 when the program says what is
// written, 1 when not, 2 when the scenario cannot be read, 77 when there is no such program. With
// ASOF_UPDATE=1 in the environment the file is rewritten to what the program says; review the
// difference like code.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "scenario.h"
#include "support/temp_dir.h"

int main(int count, char** words) {
  using namespace asof::test;
  std::ifstream in(count == 4 ? words[3] : "", std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "usage: scenario PROGRAM FIXTURES FILE.scn\n");
    return 2;
  }
  if (!std::filesystem::exists(words[1])) {
    std::printf("SKIPPED: there is no %s; ./asof test builds it\n", words[1]);
    return 77;
  }
  const std::string text(std::istreambuf_iterator<char>(in), {});
  auto scenario = parse_scenario(text);
  if (!scenario) {
    std::fprintf(stderr, "%s: %s\n", words[3], scenario.error().what.c_str());
    return 2;
  }
  const auto said = play(
      *scenario,
      {.program_directory = std::filesystem::path(words[1]).parent_path(), .fixtures = words[2]});
  if (std::getenv("ASOF_UPDATE") != nullptr) {
    const auto updated = rewritten(*scenario, said);
    if (updated != text) write_file(words[3], updated);
    return 0;
  }
  int wrong = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const auto& step = scenario->steps[i];
    if (said[i] == step.expected) continue;
    ++wrong;
    std::printf("%s\n$ %s\n--- written\n", words[3], step.command.c_str());
    for (const auto& line : step.expected) std::printf("%s\n", line.c_str());
    std::printf("--- said\n");
    for (const auto& line : said[i]) std::printf("%s\n", line.c_str());
    std::printf("---\n");
  }
  return wrong == 0 ? 0 : 1;
}
