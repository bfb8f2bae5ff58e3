#include <fmt/format.h>
#include <stdlib.h>

#include <cstdio>

#include "base/file.h"
#include "cli/demo_site_internal.h"
#include "cli/shared_internal.h"

namespace asof::cli {
namespace {

// A copy of a file with one bit of its middle turned over.
Result<std::string> damaged_copy(const std::string& path, const std::string& copy) {
  auto source = TRY(FileSource::open(path));
  std::string bytes(static_cast<std::size_t>(source.size()), '\0');
  TRY(source.read_at(0, bytes));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  if (exists(copy)) TRY(remove_file(copy));
  auto sink = TRY(FileSink::create(copy));
  TRY(sink.write(bytes));
  return copy;
}

}  // namespace

Result<int> demo_step(std::string_view why, const std::vector<std::string>& words) {
  fmt::print("\n# {}\n$ asof", why);
  for (const std::string& word : words) fmt::print(" {}", word);
  fmt::print("\n");
  std::fflush(stdout);
  const Found found = TRY(find_command(words));
  auto arguments =
      TRY(parse(*found.command, std::span<const std::string>(words).subspan(found.words)));
  auto code = found.command->run(arguments);
  std::fflush(stdout);
  return code;
}

Result<int> run_demo(const Arguments& arguments) {
  std::uint64_t seed = TRY(number_of(arguments, "--seed"));
  std::string folder = arguments.get("--dir");
  if (folder.empty()) {
    std::string fresh = "/tmp/asof-demo-XXXXXX";
    if (::mkdtemp(fresh.data()) == nullptr) return system_error("cannot create", fresh);
    folder = fresh;
  } else if (exists(folder + "/crawls")) {
    return Error{Errc::Invalid, folder + " holds a demo already; remove it or name another --dir"};
  }
  fmt::print(
      "# This tour makes up a small newspaper whose pages change all the time, and writes every "
      "version of\n# every page over four days into one file:\n");
  const std::string history = TRY(write_demo_history(folder + "/history", seed));
  fmt::print("{}\n", history);
  TRY(show_captures(folder, history));
  TRY(show_change(folder, history));
  fmt::print(
      "\n# asof also reads files of other crawlers. Here are two crawls of another newspaper, "
      "three "
      "days apart,\n# made up as well:\n");
  auto paths = TRY(write_demo_crawls(folder + "/crawls", seed));
  for (const std::string& path : paths) fmt::print("{}\n", path);
  std::string archive = folder + "/archive";

  std::vector<std::string> words{"check"};
  words.insert(words.end(), paths.begin(), paths.end());
  TRY(demo_step("Are the files sound?", words));
  words = {"import", "--archive", archive};
  words.insert(words.end(), paths.begin(), paths.end());
  TRY(demo_step("Add them to an archive", words));
  TRY(demo_step("What is in the archive, and how good is it?", {"report", "--archive", archive}));
  TRY(demo_step("Which capture of the front page is nearest to 13 November?",
                {"extract", "--archive", archive, "https://daily.example/", "--at", "20261113",
                 "--headers"}));
  TRY(demo_step("Export the archive as one file that ReplayWeb.page opens",
                {"export", "wacz", "--archive", archive, "--out", folder + "/daily.wacz", "--title",
                 "The-Daily-Example"}));
  std::string broken = TRY(damaged_copy(paths[0], folder + "/damaged.warc.gz"));
  TRY(demo_step("If one bit of a file is changed, does check notice?", {"check", broken}));
  TRY(demo_step(
      "The laboratory: which order of visits captures the site best, if a crawl takes an hour and "
      "a half and the front page changes every few minutes? Every change of the site is known "
      "here, so each order can be graded. What the columns mean stands below the table",
      {"lab", "run", "--history", history, "--delay", "40s", "--starts", "40", "--extra", "10%",
       "--strategies",
       "breadth-first,hottest-first,sharc-online,sharc-offline,sharc-multi,sharc-revisits,"
       "sharc-unified"}));
  TRY(demo_step(
      "The laboratory: with 6 visits an hour over days, which pages should be visited so "
      "that most versions are captured?",
      {"lab", "run", "--history", history, "--period", "1h", "--per-period", "5%", "--strategies",
       "round-robin,frequency,importance-pattern,loss-index,site-clock"}));
  fmt::print("\n# Try other strategies yourself: asof lab run --history {} --strategies ...\n",
             history);
  fmt::print(
      "\nAll files of this tour are in {}.\nNext: capture a site with 'asof crawl URL', or add "
      "your "
      "own WARC files with 'asof import FILE'.\n(If you started the tour as './asof demo', write "
      "'./asof' there as well.)\n",
      folder);
  return 0;
}

}  // namespace asof::cli
