#include "warc/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "archive/zip.h"
#include "base/file.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/check_internal.h"
#include "cli/command.h"
#include "cli/print_internal.h"
#include "ingest/check_wacz.h"

namespace asof::cli {
namespace {

constexpr std::uint64_t kShownProblems = 50;  // a file; the rest is counted

std::string_view name_of(warc::Severity severity) {
  return severity == warc::Severity::Error ? "error" : "warning";
}

void print_json(const std::string& file, const warc::Verdict& verdict,
                const json::Array& problems) {
  fmt::print("{}\n", json::Object{{"file", file},
                                  {"sound", verdict.sound()},
                                  {"format", verdict.format},
                                  {"records", verdict.records},
                                  {"cut", verdict.cut},
                                  {"undated", verdict.undated},
                                  {"digests", verdict.digests},
                                  {"stated_digests", verdict.stated},
                                  {"unverifiable", verdict.unverifiable},
                                  {"errors", verdict.errors},
                                  {"warnings", verdict.warnings},
                                  {"problems", problems}}
                         .text());
}

std::string right_digests(std::uint64_t right, std::uint64_t stated) {
  return stated == 0 ? "no digests stated" : counted(right, "digest") + " right";
}

void print_text(const std::string& file, const warc::Verdict& verdict) {
  print("{}: {}, {}: {}{}{}, {}", file, verdict.sound() ? "sound" : "NOT SOUND",
        verdict.format.empty() ? "nothing readable" : verdict.format,
        counted(verdict.records, "record"),
        verdict.cut > 0 ? fmt::format(", {} of them cut", with_commas(verdict.cut)) : "",
        verdict.undated > 0 ? ", " + counted(verdict.undated, "capture") + " without a date" : "",
        right_digests(verdict.digests, verdict.stated));
  if (verdict.unverifiable > 0)
    print(", {} not checked (of bodies stored elsewhere, or by an unknown method)",
          with_commas(verdict.unverifiable));
  if (verdict.errors > 0) print(", {}", counted(verdict.errors, "error"));
  if (verdict.warnings > 0) print(", {}", counted(verdict.warnings, "warning"));
  print("\n");
}

// 0 or 1 for one WARC or ARC.
Result<int> check_records(const Source& source, const Arguments& arguments, Progress& progress) {
  const std::string& name = source.name();
  const bool as_json = arguments.has("--json");
  json::Array listed;
  std::string problems;
  std::uint64_t shown = 0;
  warc::Problem first;
  auto on_problem = [&](const warc::Problem& problem) {
    if (first.what.empty()) first = problem;
    if (++shown > kShownProblems) return;
    if (as_json) {
      listed.add(json::Object{{"severity", name_of(problem.severity)},
                              {"offset", problem.where.offset},
                              {"inner", problem.where.inner},
                              {"rule", problem.rule},
                              {"what", problem.what}});
    } else if (!arguments.has("--quiet")) {
      problems += formatted("  {} at offset {}: {} [{}]\n", name_of(problem.severity),
                            to_string(problem.where), problem.what, problem.rule);
    }
  };
  auto verdict = warc::check(source, on_problem, [&](std::uint64_t at) {
    progress.show("checking " + name, at, source.size());
  });
  progress.clear();
  if (!verdict) return std::move(verdict).error();
  if (!verdict->recognised)
    return Error{Errc::Invalid, fmt::format("{} is not a WARC or ARC file: {} (offset {})", name,
                                            first.what, to_string(first.where))};
  if (as_json) {
    print_json(name, *verdict, listed);
  } else {
    print_text(name, *verdict);
    if (shown > kShownProblems)
      problems += fmt::format("  and {} more\n", with_commas(shown - kShownProblems));
    if (!arguments.has("--quiet")) fmt::print("{}", problems);
  }
  return verdict->sound() ? 0 : 1;
}

// What a WACZ says of its own files: 0 or 1.
Result<int> check_package(const Source& source, std::span<const archive::ZipEntry> entries,
                          const Arguments& arguments, Progress& progress) {
  const bool as_json = arguments.has("--json");
  json::Array listed;
  std::string problems;
  std::uint64_t shown = 0;
  const auto on_problem = [&](const ingest::WaczProblem& problem) {
    if (++shown > kShownProblems) return;
    const std::string_view severity = problem.error ? "error" : "warning";
    if (as_json) {
      listed.add(json::Object{{"severity", severity},
                              {"entry", problem.entry},
                              {"offset", problem.offset},
                              {"rule", problem.rule},
                              {"what", problem.what}});
    } else {
      problems += formatted("  {}: {}{}{} [{}]\n", severity, problem.entry,
                            problem.entry.empty() ? "" : " ", problem.what, problem.rule);
    }
  };
  auto verdict =
      ingest::check_wacz(source, entries, on_problem,
                         [&](std::string_view doing, std::uint64_t done, std::uint64_t total) {
                           progress.show(doing, done, total);
                         });
  progress.clear();
  if (!verdict) return std::move(verdict).error();
  const std::string format = "WACZ" + (verdict->version.empty() ? "" : " " + verdict->version);
  if (as_json) {
    fmt::print("{}\n", json::Object{{"file", source.name()},
                                    {"sound", verdict->sound()},
                                    {"format", format},
                                    {"entries", verdict->entries},
                                    {"digests", verdict->digests},
                                    {"errors", verdict->errors},
                                    {"warnings", verdict->warnings},
                                    {"problems", listed}}
                           .text());
    return verdict->sound() ? 0 : 1;
  }
  print("{}: {}, {}: {}, {} right{}{}\n", source.name(), verdict->sound() ? "sound" : "NOT SOUND",
        format, counted(verdict->entries, "file"), counted(verdict->digests, "digest"),
        verdict->errors > 0 ? ", " + counted(verdict->errors, "error") : "",
        verdict->warnings > 0 ? ", " + counted(verdict->warnings, "warning") : "");
  if (shown > kShownProblems)
    problems += fmt::format("  and {} more\n", with_commas(shown - kShownProblems));
  if (!arguments.has("--quiet")) fmt::print("{}", problems);
  return verdict->sound() ? 0 : 1;
}

bool holds_records(const archive::ZipEntry& entry) {
  return entry.name.starts_with("archive/") && !entry.name.ends_with("/");
}

// What the WACZ says of its files, then each WARC in its place.
Result<int> check_wacz(const Source& source, const Arguments& arguments, Progress& progress) {
  auto entries = TRY(archive::read_zip(source));
  if (std::none_of(entries.begin(), entries.end(), holds_records))
    return Error{Errc::Invalid,
                 source.name() + " is a ZIP file, but not a WACZ: it has no archive/"};
  int worst = TRY(check_package(source, entries, arguments, progress));
  for (const archive::ZipEntry& entry : entries) {
    if (!holds_records(entry)) continue;
    std::string name = source.name() + "!" + entry.name;
    if (!entry.stored)
      return Error{Errc::Invalid, name +
                                      " is compressed inside the WACZ, which the format forbids; "
                                      "unpack it and check the WARC files"};
    SliceSource part(source, entry.begin, entry.size, name);
    int code = TRY(check_records(part, arguments, progress));
    worst = std::max(worst, code);
  }
  return worst;
}

Result<int> check_file(const std::string& path, const Arguments& arguments, Progress& progress) {
  if (is_directory(path + "/warc"))
    return check_whole_archive(path, false, arguments.has("--json"));
  auto source = path == "-" ? FileSource::standard_input() : FileSource::open(path);
  if (!source) return std::move(source).error();
  if (source->size() == 0) return Error{Errc::Invalid, source->name() + " is empty (offset 0)"};
  return archive::looks_like_zip(*source) ? check_wacz(*source, arguments, progress)
                                          : check_records(*source, arguments, progress);
}

}  // namespace

Result<int> run_check(const Arguments& arguments) {
  if (arguments.has("--all")) {
    if (!arguments.operands().empty())
      return Error{Errc::Invalid, "--all checks the archive named by --archive and takes no files"};
    return check_whole_archive(arguments.get("--archive"), true, arguments.has("--json"));
  }
  if (arguments.operands().empty())
    return Error{Errc::Invalid,
                 "check needs files or --all: asof check crawl.warc.gz, asof check --all"};
  Progress progress(Progress::Unit::Bytes);
  int worst = 0;
  for (const std::string& path : arguments.operands()) {
    auto code = check_file(path, arguments, progress);
    if (!code) {
      complain(code.error().what);
      worst = 2;
    } else {
      worst = std::max(worst, *code);
    }
  }
  return worst;
}

}  // namespace asof::cli
