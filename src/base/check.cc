#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace asof {

void check_failed(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: bug: CHECK(%s) failed\n", file, line, condition);
  std::abort();
}

}  // namespace asof
