// asof lab origin: a history served as a web site until somebody says stop.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>

#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/lab_shared_internal.h"
#include "cli/shared_internal.h"
#include "lab/origin.h"
#include "lab/origin_clock.h"

namespace asof::cli {

Result<int> run_lab_origin(const Arguments& arguments) {
  lab::OriginOptions options{.history = arguments.get("--history"),
                             .listen = arguments.get("--listen")};
  if (!arguments.operands().empty())
    return Error{Errc::Invalid, "lab origin takes no operands; name a history: --history FILE"};
  if (options.history.empty())
    return Error{Errc::Invalid, "name a history: --history FILE.warc.gz"};
  options.speed = TRY(lab::parse_speed(arguments.get("--clock")));
  if (!arguments.get("--from").empty()) {
    const Period from = TRY(period_of(arguments, "--from"));
    options.from = on_axis(from.first);
  }
  const std::uint64_t seed = TRY(number_of(arguments, "--seed"));
  options.faults = TRY(lab::parse_faults(arguments.get("--misbehave"), seed));
  Progress bar(Progress::Unit::Bytes);
  options.on_progress = [&](std::uint64_t done, std::uint64_t total) {
    bar.show("reading " + options.history, done, total);
  };
  // Blocked before there are threads, so that only sigwait() below gets them.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  const auto origin = TRY(lab::Origin::open(options));
  bar.clear();
  fmt::print("{}\n", json::Object{{"url", origin->url()}, {"clock", origin->clock_url()}}.text());
  std::fflush(stdout);
  int signal = 0;
  sigwait(&ends, &signal);
  origin->stop();
  return 0;
}

}  // namespace asof::cli
