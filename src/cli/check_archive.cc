// asof check of an archive as a whole.
#include <fmt/format.h>

#include "base/progress.h"
#include "base/text.h"
#include "cli/check_internal.h"
#include "cli/print_internal.h"
#include "ingest/fixity.h"

namespace asof::cli {
namespace {

std::string day_of(Instant at) {
  std::string text = iso8601_seconds(at);
  text[10] = ' ';
  text.back() = ' ';
  return text + "UTC";
}

void print_problem(const ingest::FixityProblem& problem) {
  print("  {}: {} [{}]\n", problem.name, problem.what, problem.rule);
  if (!problem.since) return;
  print("    found on {}", day_of(*problem.since));
  if (problem.right) print("; not yet on {}", day_of(*problem.right));
  print("\n");
}

void print_text(const std::string& archive, const ingest::Fixity& check) {
  const std::string files =
      fmt::format("{} ({})", counted(check.files, "WARC file"), human_bytes(check.bytes));
  if (check.sound())
    print("{}: sound: {} unchanged since written or imported; the catalog is undamaged\n", archive,
          files);
  else
    print("{}: NOT SOUND: {}; {} compared\n", archive, counted(check.problems.size(), "problem"),
          files);
  for (const ingest::FixityProblem& problem : check.problems) print_problem(problem);
  if (check.unfinished > 0)
    print("  not compared: {} not complete; continue with 'asof crawl --resume' or 'asof import'\n",
          counted(check.unfinished, "file"));
  if (!check.checksums)
    print("  the catalog was made without checksums; 'asof reindex' makes one that has them\n");
}

void print_history(const ingest::History& history, const std::string& log) {
  print("  {} so far, the first on {}", counted(history.checks, "check"), day_of(*history.first));
  if (history.last_sound) print(", the last sound one on {}", day_of(*history.last_sound));
  print(" ({})\n", log);
}

}  // namespace

Result<int> check_whole_archive(const std::string& path, bool log, bool as_json) {
  auto directory = TRY(archive::Directory::open(path, archive::Directory::Access::Read));
  const SystemClock clock;
  Progress progress(Progress::Unit::Count);
  auto check = TRY(ingest::check_archive(
      directory, {.clock = &clock,
                  .on_progress = [&](std::string_view doing, std::uint64_t done,
                                     std::uint64_t total) { progress.show(doing, done, total); }}));
  progress.clear();
  std::optional<ingest::History> history;
  if (log) history = TRY(ingest::append_check(directory.checks_path(), check));
  if (as_json) {
    fmt::print("{}\n", ingest::to_json(check));
  } else {
    print_text(path, check);
    if (history) print_history(*history, directory.checks_path());
  }
  return check.sound() ? 0 : 1;
}

}  // namespace asof::cli
