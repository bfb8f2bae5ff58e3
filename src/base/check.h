// CHECK(condition): a bug in our own code stops the program, in every build.
#pragma once

namespace asof {
[[noreturn]] void check_failed(const char* file, int line, const char* condition);
}

#define CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::asof::check_failed(__FILE__, __LINE__, #condition))
