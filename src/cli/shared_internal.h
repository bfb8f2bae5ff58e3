// What several commands do alike.
#pragma once

#include <functional>
#include <string>

#include "base/progress.h"
#include "cli/command.h"
#include "derive/derive.h"
#include "keep/import.h"

namespace asof::cli {

// The number of --threads, 0 meaning one per core.
Result<unsigned> threads_of(const Arguments& arguments);
Result<std::uint64_t> number_of(const Arguments& arguments, std::string_view flag);

// A time as people and archives write it: 2026, 20261115093000, 2026-11-15T09:30:00Z.
// The period that a flag's time names: one instant of it is Period::middle() where a capture is
// asked for, and its first where something begins or ends.
Result<Period> period_of(const Arguments& arguments, std::string_view flag);

// The key prefix of all captures of a host: "example.org" -> "org,example)".
std::string site_prefix(const std::string& host);

// How changes are to be compared, as --render, --ads and --by-hand say; Errc::Invalid where one of
// them is wrong.
Result<derive::Choices> comparing_of(const Arguments& arguments);
// The archive remembers that.
// Errc::Invalid, with nothing written, where it or what the archive remembers is wrong.
Result<void> remember_comparing(const archive::Directory& directory, const Arguments& arguments);

// How to derive what follows from new captures, with its progress shown. Versions are compared
// where they are few, or as --compare and --no-compare say; giving both is Errc::Invalid. A signal
// that is caught interrupts it, which is no error: a later run goes on.
Result<derive::Options> deriving(const Arguments& arguments, unsigned threads, Progress& pages);
// Says how many versions are still to be compared, and by which command; nothing where none is.
void say_what_is_left(const derive::Derived& derived, const Arguments& arguments);

// Shows an import's progress.
std::function<void(const keep::ImportProgress&)> show(Progress& bytes, Progress& steps);

// One line a file, or one JSON object; then a summary. The exit code.
int print_imported(const std::vector<keep::Imported>& files, const Arguments& arguments);

}  // namespace asof::cli
