// Room: memory for what is made next, kept between calls.
//
// Not cleared, on purpose: zeroing megabytes per record would cost more than unpacking it, and
// memory of its own for each page's worst case costs a tenth of compressing it.
#pragma once

#include <cstddef>
#include <memory>

namespace asof::codec {

class Room final {
 public:
  // At least `size` bytes, with whatever they hold; what was given before is void if it was less.
  char* of(std::size_t size) {
    if (size > size_ || bytes_ == nullptr) {
      bytes_.reset(new char[size]);
      size_ = size;
    }
    return bytes_.get();
  }
  std::size_t size() const { return size_; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

}  // namespace asof::codec
