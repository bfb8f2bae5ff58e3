// asof lab reproduce: the papers' figures and tables, measured again.
#include <fmt/format.h>

#include "base/progress.h"
#include "base/text.h"
#include "cli/lab_shared_internal.h"
#include "studies/reproduce.h"

namespace asof::cli {
namespace {

void print_list() {
  for (const studies::Experiment& experiment : studies::experiments())
    fmt::print("{:<16} {:<34} {}{}\n", experiment.name, experiment.title, experiment.claim,
               experiment.needs == studies::Needs::History ? " (needs --history)" : "");
}

}  // namespace

Result<int> run_lab_reproduce(const Arguments& arguments) {
  if (arguments.has("--list")) {
    print_list();
    return 0;
  }
  const auto seed = parse_uint(arguments.get("--seed"));
  if (!seed)
    return Error{Errc::Invalid,
                 fmt::format("--seed is a whole number, not \"{}\"", arguments.get("--seed"))};
  if (arguments.get("--out").empty())
    return Error{Errc::Invalid, "say where the report goes: --out DIR"};
  Progress bar(Progress::Unit::Count);
  studies::ReproduceOptions options;
  options.names = arguments.operands();
  options.histories = arguments.all("--history");
  options.out = arguments.get("--out");
  options.effort = arguments.has("--quick") ? studies::Effort::Quick : studies::Effort::Full;
  options.seed = *seed;
  options.on_progress = [&](std::string_view what, std::uint64_t done, std::uint64_t total) {
    // One phase from first to last, so that the time left is that of the whole.
    bar.show(fmt::format("reproducing {}", what), done, total);
  };
  const auto figures = TRY(studies::reproduce(options));
  bar.clear();
  for (const studies::Figure& figure : figures) {
    const studies::Verdict verdict = studies::verdict_of(figure);
    const bool lacks = verdict == studies::Verdict::Untested && options.histories.empty();
    fmt::print("{:<16} {:<34} {}{}\n", figure.name, figure.title, studies::name_of(verdict),
               lacks ? ": give it a history, --history FILE.warc.gz" : "");
  }
  fmt::print("report: {}/report.html\n", options.out);
  return 0;
}

}  // namespace asof::cli
