#include "durability.h"

#include <signal.h>

#include <algorithm>
#include <chrono>

#include <gtest/gtest.h>

#include "catalog/dump.h"
#include "catalog/writer.h"
#include "support/result.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

// The catalog with what SQLite keeps beside it, where nobody is disturbed by opening it.
fs::path copied_catalog(const fs::path& archive, const TempDir& scratch) {
  for (const char* ending : {"", "-wal"}) {
    const fs::path from = archive / (std::string("catalog.sqlite") + ending);
    if (fs::exists(from)) fs::copy_file(from, scratch.path() / from.filename());
  }
  return scratch / "catalog.sqlite";
}

}  // namespace

Ran asof(Paths words, const Environment& environment) {
  words.insert(words.begin(), ASOF_PROGRAM);
  return run({.words = std::move(words), .environment = environment});
}

Paths joined(Paths words, const Paths& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string dump_of(const fs::path& archive) {
  TempDir scratch;
  const fs::path copy = copied_catalog(archive, scratch);
  if (!fs::exists(copy)) return "no catalog";
  auto catalog = catalog::Writer::open(copy);
  if (!catalog) return catalog.error().what;
  std::string text;
  auto dumped = catalog::dump(catalog->reader(),
                              [&](std::string_view line) { text.append(line).append("\n"); });
  return dumped ? text : dumped.error().what;
}

Reached reached(const fs::path& archive) {
  TempDir scratch;
  const fs::path copy = copied_catalog(archive, scratch);
  if (!fs::exists(copy)) return {};
  auto catalog = catalog::Writer::open(copy);
  if (!catalog) return {};
  const auto files = must(catalog->reader().files());
  return {.catalog = true,
          .settled = must(catalog->reader().settled()),
          .all_read = std::ranges::all_of(files, [](const catalog::File& file) {
            return file.state == catalog::FileState::Complete;
          })};
}

bool killed_after(const Paths& words, std::int64_t microseconds) {
  Paths all = joined({ASOF_PROGRAM}, words);
  std::vector<char*> arguments;
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::microseconds(microseconds);
  int status = 0;
  while (Clock::now() < until) {
    if (waitpid(child, &status, WNOHANG) == child) return false;
    usleep(100);
  }
  kill(child, SIGKILL);
  CHECK(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status);
}

Ran on_failing_disk(const fs::path& root, const Paths& words, const Environment& settings) {
  Environment environment = settings;
  environment.emplace_back("LD_PRELOAD", ASOF_FAULTS);
  environment.emplace_back("ASAN_OPTIONS", "verify_asan_link_order=0");
  environment.emplace_back("ASOF_FAULT_DIR", root.string());
  return asof(words, environment);
}

int calls_of(const fs::path& root, const Paths& words) {
  TempDir elsewhere;
  const auto file = (elsewhere / "count").string();
  const Ran ran = on_failing_disk(root, words, {{"ASOF_FAULT_COUNT", file}});
  EXPECT_EQ(ran.code, 0) << ran.err;
  return std::stoi(read_file(file));
}

Paths leftovers(const fs::path& directory) {
  Paths found;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".part") || name.find(".new") != std::string::npos) found.push_back(name);
  }
  return found;
}

void copy_archive(const fs::path& from, const fs::path& to) {
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
}

}  // namespace asof::test
