// asof: the program. Finds the command, runs it, and turns its result into an exit code.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command.h"

namespace {

using Words = std::span<const std::string>;

int fail(const std::string& what) {
  asof::cli::complain(what);
  return 2;
}

int show_help(Words words) {
  if (words.empty()) {
    fmt::print("{}", asof::cli::help());
    return 0;
  }
  const auto found = asof::cli::find_command(words);
  if (!found) return fail(found.error().what);
  if (found->words < words.size())
    return fail(fmt::format("there is no command '{} {}'; 'asof help {}' lists them", words[0],
                            words[found->words], words[0]));
  const std::string text =
      found->command->name == "lab" ? asof::cli::lab_help() : asof::cli::help(*found->command);
  fmt::print("{}", text);
  return 0;
}

// Whether whoever read our output has had enough of it, as head has after ten lines.
bool reader_left() {
  pollfd out{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  return ::poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

int run(Words words) {
  const std::string& name = words[0];
  Words rest = words.subspan(1);
  if (name == "help" || name == "--help" || name == "-h") return show_help(rest);
  if (name == "--version" || name == "version") {
    fmt::print("asof {}\n", ASOF_VERSION);
    return 0;
  }
  const auto found = asof::cli::find_command(words);
  if (!found) return fail(found.error().what);
  const auto* command = found->command;
  rest = words.subspan(found->words);
  for (const std::string& word : rest)
    if (word == "--help" || word == "-h") return show_help(words.first(found->words));
  auto arguments = asof::cli::parse(*command, rest);
  if (!arguments) return fail(arguments.error().what);
  auto code = command->run(*arguments);
  if (code) return *code;
  if (code.error().code == asof::Errc::Io && reader_left()) return 0;
  return fail(code.error().what);
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away ends the program by an error on write, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    std::fputs(asof::cli::help().c_str(), stderr);
    return 2;
  }
  // fmt::print throws when standard output takes no more; nothing else does.
  try {
    int code = run(words);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  } catch (const std::system_error&) {
  }
  return reader_left() ? 0 : fail("cannot write to standard output");
}
