// Whole gzip members in memory: the fast way, for records that fit in a buffer.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace asof::codec {

// Inflates members with libdeflate. Keeps its state between calls: one per thread.
class MemberInflater final {
 public:
  MemberInflater();
  ~MemberInflater();
  MemberInflater(MemberInflater&&) noexcept;
  MemberInflater& operator=(MemberInflater&&) noexcept;

  struct Member {
    std::string_view content;  // valid until the next call
    std::size_t length;        // bytes of input the member takes, header and trailer included
  };

  // The member at the front of `input`, its checksum verified. Nothing when it is damaged, is not
  // all there, or inflates to more than `most` bytes: libdeflate cannot say which, so the caller
  // tries a Stream next, which can.
  std::optional<Member> inflate(std::string_view input, std::size_t most);
  // The same into memory of the caller's, which the content then is a view of.
  std::optional<Member> inflate_into(std::string_view input, std::span<char> output);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Makes members, with libdeflate or, where that should take the least time, with ISA-L: a sixth
// of the time of level 6 for an eighth more bytes. What ISA-L makes may differ between processors.
// One per thread.
class MemberDeflater final {
 public:
  static constexpr int kFast = 0;
  explicit MemberDeflater(int level = 6);  // kFast, or 1 to 12
  ~MemberDeflater();
  MemberDeflater(MemberDeflater&&) noexcept;
  MemberDeflater& operator=(MemberDeflater&&) noexcept;

  // One gzip member with `content`, without name or time, so equal content gives equal bytes (on
  // one machine).
  std::string deflate(std::string_view content);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace asof::codec
