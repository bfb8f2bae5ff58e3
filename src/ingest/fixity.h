// Fixity: whether an archive is what it was.
//
// Each WARC file is read and compared with the size and SHA-256 that the catalog has of it, the
// catalog with the checksums of its pages, and the names in the one with those in the other. A
// catalog whose pages are right and whose files are those it was made from is the one they give.
//
//   const Fixity now = TRY(check_archive(directory, {.clock = &clock}));
//   const History history = TRY(append_check(directory.checks_path(), now));
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "base/time.h"

namespace asof::ingest {

struct FixityProblem {
  std::string name;  // in the archive: "warc/x.warc.gz", "catalog.sqlite"
  std::string rule;  // short and stable: "missing", "changed", "unlisted", "unreadable", "damaged"
  std::string what;  // a sentence, and what to do

  // Where earlier checks are known: the first that found it, and the last before that.
  std::optional<Instant> since, right{};
};

// One check of an archive.
struct Fixity {
  Instant began, ended;
  std::uint64_t files = 0;       // read and compared
  std::uint64_t bytes = 0;       // of them
  std::uint64_t unfinished = 0;  // files still being written or imported: not compared
  bool checksums = true;         // the catalog's pages have them
  std::vector<FixityProblem> problems;

  bool sound() const { return problems.empty(); }
};

struct FixityOptions {
  const Clock* clock = nullptr;  // must not be null
  std::function<void(std::string_view doing, std::uint64_t done, std::uint64_t total)>
      on_progress{};
};

// Changes nothing. What is wrong with the archive is in the result; an Error is what keeps from
// looking.
Result<Fixity> check_archive(const archive::Directory& directory, const FixityOptions& options);

// What a log of checks tells: one line of JSON each (docs/formats/archive.md).
struct History {
  std::uint64_t checks = 0;  // with the one appended
  std::optional<Instant> first, last_sound{};
};

std::string to_json(const Fixity& check);
// Errc::Invalid where the line is no check.
Result<Fixity> parse_check(std::string_view line);
// Says of each problem since when it is known, by the check before.
void date_problems(Fixity& now, const Fixity& before);
// Dates the problems by the log, appends the check to it and syncs it. Lines that cannot be read
// are passed over.
Result<History> append_check(const std::string& path, Fixity& now);

}  // namespace asof::ingest
