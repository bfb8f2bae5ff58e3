// MemberStream: one gzip member, made piece by piece, for content too long for memory.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "base/result.h"

namespace asof::codec {

// Keeps its state between members: one per thread.
class MemberStream final {
 public:
  // `write` gets the compressed bytes; what it fails with is returned by put() or finish().
  using Write = std::function<Result<void>(std::string_view bytes)>;
  explicit MemberStream(Write write, int level = 6);  // 1 to 9
  ~MemberStream();
  MemberStream(MemberStream&&) noexcept;

  Result<void> put(std::string_view content);
  // Ends the member; the next put() begins another.
  Result<void> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace asof::codec
