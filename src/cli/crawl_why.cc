#include "cli/crawl_internal.h"

namespace asof::cli {

Result<int> run_why(const Arguments& arguments) {
  return Error{Errc::Invalid, "--why " + arguments.get("--why") + ": not yet"};
}

}  // namespace asof::cli
