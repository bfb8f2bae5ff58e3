#include <fmt/format.h>

#include <cstdio>

#include "base/check.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/print_internal.h"

namespace asof::cli {

const std::string& Arguments::get(std::string_view flag) const {
  auto found = flags_.find(flag);
  CHECK(found != flags_.end());
  return found->second;
}

std::vector<std::string> Arguments::all(std::string_view flag) const {
  std::vector<std::string> values;
  for (auto [at, end] = given_.equal_range(flag); at != end; ++at) values.push_back(at->second);
  return values;
}

Result<Arguments> parse(const Command& command, std::span<const std::string> words) {
  Arguments arguments;
  bool flags_over = false;
  auto invalid = [&](const std::string& what) {
    return Error{Errc::Invalid, fmt::format("{}; 'asof help {}' shows what {} takes", what,
                                            command.name, command.name)};
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (flags_over || word.size() < 2 || word[0] != '-') {
      arguments.operands_.push_back(word);
      continue;
    }
    if (word == "--") {
      flags_over = true;
      continue;
    }
    std::size_t equals = word.find('=');
    std::string name = word.substr(0, equals);
    const Flag* flag = nullptr;
    for (const Flag& each : command.flags)
      if (each.name == name) flag = &each;
    if (flag == nullptr) return invalid("unknown flag " + name);
    if (flag->value.empty()) {
      if (equals != std::string::npos) return invalid(name + " takes no value");
      arguments.given_.emplace(name, "yes");
    } else if (equals != std::string::npos) {
      arguments.given_.emplace(name, word.substr(equals + 1));
    } else if (i + 1 < words.size()) {
      arguments.given_.emplace(name, words[++i]);
    } else {
      return invalid(fmt::format("{} needs a {}", name, flag->value));
    }
  }
  for (const Flag& flag : command.flags)
    if (!flag.value.empty()) arguments.flags_[std::string(flag.name)] = flag.fallback;
  for (auto& [name, value] : arguments.given_) arguments.flags_[name] = value;
  return arguments;
}

void complain(std::string_view what) {
  std::fflush(stdout);
  std::string line = formatted("asof: {}\n", what);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string help() {
  std::string text =
      "asof: a web archive you can date\n\n"
      "usage: asof COMMAND [flags]\n\n";
  for (const Command& command : commands())
    text += fmt::format("  {:<9} {}\n", command.name, command.summary);
  text +=
      "  help      explain a command: asof help import\n\nStart with 'asof demo', or with your own "
      "files: 'asof import *.warc.gz', then 'asof report'.\nExit codes: 0 done, 1 the answer is "
      "no, 2 failed.\n";
  return text;
}

std::string lab_help() {
  std::string text =
      "asof lab: compare crawling strategies on site histories in which every change is "
      "known\n\nusage: asof lab COMMAND [flags]\n\n";
  for (const Command& command : lab_commands())
    text += fmt::format("  {:<15} {}\n", command.name, command.summary);
  text += "\n'asof help lab run' explains one of them.\n";
  return text;
}

std::string help(const Command& command) {
  std::string text =
      fmt::format("asof {}: {}\n\nusage: asof {}{}{}{}\n\n{}\n", command.name, command.summary,
                  command.name, command.operands.empty() ? "" : " ", command.operands,
                  command.flags.empty() ? "" : " [flags]", command.text);
  if (!command.flags.empty()) text += "\nflags:\n";
  for (const Flag& flag : command.flags) {
    if (!flag.group.empty()) text += fmt::format("\n{}:\n", flag.group);
    std::string left = fmt::format("{} {}", flag.name, flag.value);
    // A flag that fills its column has the help below it, so that they do not run together.
    if (left.size() > 17) left += "\n" + std::string(19, ' ');
    text += fmt::format("  {:<17} {}", left, flag.help);
    if (!flag.fallback.empty()) text += fmt::format(" (default {})", flag.fallback);
    text += "\n";
  }
  text += "\nexamples:\n";
  for (std::string_view example : split(command.examples, '\n'))
    text += fmt::format("  {}\n", example);
  return text;
}

}  // namespace asof::cli
