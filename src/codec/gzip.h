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
  // `level`: kFast, or 1 to 12. `codes`, for kFast alone: train_codes() of what is to come, or
  // empty.
  explicit MemberDeflater(int level = 6, std::string_view codes = {});
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

// Codes for what is like the samples, which stand in `bytes` one after another, for
// MemberDeflater::kFast not to make some of its own for each: a quarter of the time less for a
// hundredth more bytes, with those of ten pages and more of a site. Their bytes mean nothing to
// others and may differ between versions of ISA-L.
std::string train_codes(std::string_view bytes, std::span<const std::size_t> sizes);

}  // namespace asof::codec
