// check: whether a WARC or ARC file is what the standard says it should be, digest by digest.
//
// Every rule is stricter than the reader, which forgives what it can. Errors make a file unsound;
// warnings are worth knowing and do not.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/source.h"
#include "warc/record.h"

namespace asof::warc {

enum class Severity { Error, Warning };

struct Problem {
  Severity severity = Severity::Error;
  Position where;
  std::string rule;  // short and stable: "payload-digest"
  std::string what;  // a sentence
};

struct Verdict {
  std::uint64_t records = 0;  // that could be read, cut ones included
  std::uint64_t cut = 0;      // of them: not whole, or of a wrong length
  std::uint64_t undated = 0;  // captures among them that have no date
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::uint64_t digests = 0;       // verified and right
  std::uint64_t stated = 0;        // verified or not, right or not
  std::uint64_t unverifiable = 0;  // by an algorithm unknown here, or of what is not in the file
  bool recognised = false;         // there is something of a WARC or ARC file in it
  std::string format;              // "WARC/1.0", "ARC/1", ...

  bool sound() const { return errors == 0 && records > 0; }
};

// Reads the whole source. `progress` is called with the offset reached, now and then. An Error is
// returned only when the source cannot be read.
Result<Verdict> check(const Source& source, const std::function<void(const Problem&)>& on_problem,
                      const std::function<void(std::uint64_t)>& progress = nullptr);

}  // namespace asof::warc
