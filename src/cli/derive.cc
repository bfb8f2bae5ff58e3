// asof derive: what follows from captures, where it was left for later.
#include "derive/derive.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/interrupt_internal.h"
#include "cli/print_internal.h"
#include "cli/shared_internal.h"

namespace asof::cli {
namespace {

constexpr int kInterrupted = 11;

void print_text(const derive::Derived& derived) {
  for (const derive::Certified& made : derived.certificates)
    print("certificate of {}: {}\n", made.crawl, made.path);
  if (derived.compared > 0)
    print("{} compared with the version before, on {}\n", counted(derived.compared, "version"),
          counted(derived.pages, "page"));
  if (derived.finished)
    print("{}\n", derived.compared > 0 ? "Every version is compared now."
                                       : "Nothing to do: every version is compared already.");
}

json::Array paths_of(const std::vector<derive::Certified>& certificates) {
  return json::array_of(certificates, [](const derive::Certified& one) { return one.path; });
}

}  // namespace

Result<int> run_derive(const Arguments& arguments) {
  if (!arguments.operands().empty())
    return Error{Errc::Invalid, "derive takes flags only; name the archive with --archive"};
  const unsigned threads = TRY(threads_of(arguments));
  // An archive must be there: making an empty one would hide a mistyped name.
  TRY(archive::Directory::open(arguments.get("--archive"), archive::Directory::Access::Read));
  auto directory =
      TRY(archive::Directory::open(arguments.get("--archive"), archive::Directory::Access::Write));
  TRY(remember_comparing(directory, arguments));
  catch_signals();
  Progress pages(Progress::Unit::Count);
  auto options = TRY(deriving(arguments, threads, pages));
  options.catch_up = true;
  options.compare = derive::Compare::All;
  const derive::Derived derived = TRY(derive::derive(directory, options));
  pages.clear();
  if (arguments.has("--json"))
    fmt::print("{}\n", json::Object{{"compared", derived.compared},
                                    {"up_to_date", derived.kept},
                                    {"pages", derived.pages},
                                    {"left", derived.left},
                                    {"certificates", paths_of(derived.certificates)}}
                           .text());
  else
    print_text(derived);
  if (derived.finished) return 0;
  if (interrupted()) complain("interrupted; what is done is kept");
  say_what_is_left(derived, arguments);
  return kInterrupted;
}

}  // namespace asof::cli
