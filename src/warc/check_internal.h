// The rules of `check` that look at a record's head alone.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "warc/check.h"
#include "warc/record.h"

namespace asof::warc {

// Calls `error` or `warn` with a rule's name and a sentence.
struct Complaints {
  std::function<void(std::string_view rule, std::string what)> error;
  std::function<void(std::string_view rule, std::string what)> warn;
};

// The WARC-Record-IDs of a file, which must differ. Memory is bounded: of so many records at most.
class RecordIds final {
 public:
  static constexpr std::size_t kMost = std::size_t{4} << 20;

  explicit RecordIds(std::size_t most = kMost) : most_(most) {}
  void add(std::string_view id, Position where);
  // Once all were added: each that stands again, with where it stood first.
  void report(const std::function<void(Problem)>& say);

 private:
  struct Seen {
    std::uint64_t hash = 0;
    Position where;
    auto operator<=>(const Seen&) const = default;
  };
  std::size_t most_;
  std::vector<Seen> seen_;
  bool more_ = false;
};

void check_head(const Record& record, const Complaints& say);

}  // namespace asof::warc
