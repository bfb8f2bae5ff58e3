// The rules of `check` that look at a record's head alone.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "warc/record.h"

namespace asof::warc {

// Calls `error` or `warn` with a rule's name and a sentence.
struct Complaints {
  std::function<void(std::string_view rule, std::string what)> error;
  std::function<void(std::string_view rule, std::string what)> warn;
};

void check_head(const Record& record, const Complaints& say);

}  // namespace asof::warc
