#include <fmt/format.h>

#include <thread>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/interrupt_internal.h"
#include "cli/print_internal.h"
#include "cli/shared_internal.h"
#include "url/surt.h"

namespace asof::cli {

Result<std::uint64_t> number_of(const Arguments& arguments, std::string_view flag) {
  auto number = parse_uint(arguments.get(flag));
  if (!number)
    return Error{Errc::Invalid,
                 fmt::format("{} takes a number, not \"{}\"", flag, arguments.get(flag))};
  return *number;
}

Result<unsigned> threads_of(const Arguments& arguments) {
  std::uint64_t number = TRY(number_of(arguments, "--threads"));
  if (number > 1024) return Error{Errc::Invalid, "--threads takes at most 1024"};
  if (number == 0) number = std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(number);
}

Result<Period> period_of(const Arguments& arguments, std::string_view flag) {
  const std::string& text = arguments.get(flag);
  const auto period = parse_period(text);
  if (!period)
    return Error{Errc::Invalid, fmt::format("{} takes a time like 2026-11-15T09:30:00Z or "
                                            "20261115093000, not \"{}\"",
                                            flag, text)};
  return *period;
}

std::string site_prefix(const std::string& host) {
  std::string key =
      url::surt_key(host.find("://") == std::string::npos ? "http://" + host + "/" : host);
  return key.substr(0, key.find(')') + 1);
}

namespace {

// The rules of a file that a flag names; "default" stands for none. Nothing where it is not given.
Result<std::optional<derive::Rules>> rules_of(const Arguments& arguments, std::string_view flag) {
  const std::string& file = arguments.get(flag);
  if (file.empty()) return std::optional<derive::Rules>();
  derive::Rules rules{.text = {}, .file = file};
  if (file != "default") rules.text = TRY(read_whole(file, std::uint64_t{1} << 20));
  return std::optional(std::move(rules));
}

}  // namespace

Result<derive::Choices> comparing_of(const Arguments& arguments) {
  derive::Choices chosen;
  if (const std::string& name = arguments.get("--render"); !name.empty()) {
    chosen.render = change::render_of(name);
    if (!chosen.render) {
      return Error{Errc::Invalid,
                   fmt::format("--render takes in-process, auto or chromium, not \"{}\"", name)};
    }
  }
  chosen.advertisements = TRY(rules_of(arguments, "--ads"));
  chosen.by_hand = TRY(rules_of(arguments, "--by-hand"));
  TRY(derive::check(chosen));
  return chosen;
}

Result<void> remember_comparing(const archive::Directory& directory, const Arguments& arguments) {
  const derive::Choices chosen = TRY(comparing_of(arguments));
  TRY(derive::remember(directory, chosen));
  // Files of the archive that somebody edited are found wrong before anything is captured.
  TRY(derive::read_settings(directory));
  return {};
}

Result<derive::Options> deriving(const Arguments& arguments, unsigned threads, Progress& pages) {
  const bool all = arguments.has("--compare");
  const bool none = arguments.has("--no-compare");
  if (all && none)
    return Error{Errc::Invalid, "--compare and --no-compare exclude each other; give one of them"};
  derive::Options options{.compare = all    ? derive::Compare::All
                                     : none ? derive::Compare::None
                                            : derive::Compare::Few,
                          .threads = threads,
                          .interrupted = interrupted};
  options.on_progress = [&pages](const derive::Progress& at) {
    const bool settling = at.step == derive::Step::Settle;
    pages.show(settling ? "settling" : "comparing versions", at.done, at.total);
  };
  return options;
}

void say_what_is_left(const derive::Derived& derived, const Arguments& arguments) {
  if (derived.left == 0) return;
  complain(
      fmt::format("{} not compared yet; to compare: asof derive --archive {}",
                  derived.left == 1 ? "1 version is" : with_commas(derived.left) + " versions are",
                  arguments.get("--archive")));
}

std::function<void(const keep::ImportProgress&)> show(Progress& bytes, Progress& steps) {
  return [&](const keep::ImportProgress& p) {
    Progress& bar = p.doing == "reading" ? bytes : steps;
    bar.show(std::string(p.doing) + " " + std::string(p.file), p.done, p.total);
  };
}

namespace {

// ", 1 of them cut, 2 without a date"
std::string flawed(std::uint64_t cut, std::uint64_t undated) {
  return (cut > 0 ? fmt::format(", {} of them cut", with_commas(cut)) : "") +
         (undated > 0 ? fmt::format(", and {} without a date", with_commas(undated)) : "");
}

}  // namespace

int print_imported(const std::vector<keep::Imported>& files, const Arguments& arguments) {
  using State = keep::Imported::State;
  const bool as_json = arguments.has("--json");
  std::uint64_t fresh = 0, known = 0, failed = 0, captures = 0, cut = 0, undated = 0, damage = 0;
  for (const keep::Imported& file : files) {
    std::string_view state = file.state == State::New     ? "imported"
                             : file.state == State::Known ? "known"
                                                          : "failed";
    ++(file.state == State::New ? fresh : file.state == State::Known ? known : failed);
    captures += file.captures;
    cut += file.cut;
    undated += file.undated;
    damage += file.damage;
    if (as_json) {
      const json::Object one{
          {"file", file.path},       {"name", file.name},         {"state", state},
          {"records", file.records}, {"captures", file.captures}, {"cut", file.cut},
          {"undated", file.undated}, {"damage", file.damage},     {"why", file.why}};
      fmt::print("{}\n", one.text());
    } else if (file.state == State::New) {
      print("{}: {}, {}{}{}{}\n", file.path, counted(file.records, "record"),
            counted(file.captures, "capture"), flawed(file.cut, file.undated),
            file.damage > 0 ? ", " + counted(file.damage, "damaged place") : "",
            file.why.empty() ? "" : "; " + file.why);
    } else if (file.state == State::Known) {
      print("{}: already there{}\n", file.path, file.why.empty() ? "" : "; " + file.why);
    }
    if (file.state == State::Failed) complain(file.why);
  }
  if (!as_json)
    print("{} imported, {} already there, {} failed; {}{}{}\n", fresh, known, failed,
          counted(captures, "capture"), flawed(cut, undated),
          damage > 0 ? "; " + counted(damage, "damaged place") + ", see 'asof report'" : "");
  return failed > 0 ? 2 : 0;
}

}  // namespace asof::cli
