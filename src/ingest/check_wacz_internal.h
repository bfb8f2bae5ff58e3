// IndexCheck: whether an index inside a WACZ can be read, line by line, as its bytes go by.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/stream.h"

namespace asof::ingest {

class IndexCheck final {
 public:
  // `name` says what the entry is: a CDXJ index, plain or as gzip members, or nothing of the kind.
  explicit IndexCheck(std::string_view name);

  bool applies() const { return applies_; }
  void push(std::string_view bytes);
  // What is wrong with the first line that cannot be read; empty where all can, or none is wanted.
  std::string finish();

 private:
  void take(std::string_view text);
  void take_line(std::string_view line);
  void inflate(std::string_view bytes);

  bool applies_ = false;
  bool gzip_ = false;
  std::optional<codec::Stream> stream_;  // of the member under way
  std::string inflated_;
  std::string rest_;  // of a line whose end is still to come
  std::uint64_t lines_ = 0;
  std::string wrong_;
};

}  // namespace asof::ingest
