// asof: the program. Finds the command, runs it, and turns its result into an exit code.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/command.h"

namespace {

int fail(const std::string& what) {
  std::fflush(stdout);
  fmt::print(stderr, "asof: {}\n", what);
  return 2;
}

int show_help(std::span<const std::string> words) {
  if (words.empty()) {
    fmt::print("{}", asof::cli::help());
    return 0;
  }
  const auto* command = asof::cli::find_command(words[0]);
  if (command == nullptr)
    return fail(fmt::format("there is no command '{}'; 'asof help' lists them", words[0]));
  fmt::print("{}", asof::cli::help(*command));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away ends the program by an error on write, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    fmt::print(stderr, "{}", asof::cli::help());
    return 2;
  }
  std::string name = words[0];
  std::span<const std::string> rest = std::span<const std::string>(words).subspan(1);
  if (name == "help" || name == "--help" || name == "-h") return show_help(rest);
  if (name == "--version" || name == "version") {
    fmt::print("asof {}\n", ASOF_VERSION);
    return 0;
  }
  const auto* command = asof::cli::find_command(name);
  if (command == nullptr)
    return fail(fmt::format("there is no command '{}'; 'asof help' lists them", name));
  for (const std::string& word : rest)
    if (word == "--help" || word == "-h")
      return show_help(std::span<const std::string>(words).first(1));
  auto arguments = asof::cli::parse(*command, rest);
  if (!arguments) return fail(arguments.error().what);
  auto code = command->run(*arguments);
  if (!code) return fail(code.error().what);
  if (std::fflush(stdout) != 0) return fail("cannot write to standard output");
  return *code;
}
