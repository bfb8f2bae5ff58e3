// Source: bytes that can be read at any offset. Parsers read from it and can do nothing else.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace asof {

class Source {
 public:
  virtual ~Source() = default;

  // Fills `into` from `offset` on; fewer bytes only at the end, none past it.
  virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<char> into) const = 0;
  virtual std::uint64_t size() const = 0;
  // What to call it in a message.
  virtual const std::string& name() const = 0;
};

// Bytes in memory, which must outlive the source.
class MemorySource final : public Source {
 public:
  explicit MemorySource(std::string_view bytes, std::string name = "memory")
      : bytes_(bytes), name_(std::move(name)) {}
  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> into) const override;
  std::uint64_t size() const override { return bytes_.size(); }
  const std::string& name() const override { return name_; }

 private:
  std::string_view bytes_;
  std::string name_;
};

// A part of another source, which must outlive it: a WARC stored inside a WACZ.
class SliceSource final : public Source {
 public:
  SliceSource(const Source& whole, std::uint64_t begin, std::uint64_t length, std::string name)
      : whole_(whole), begin_(begin), length_(length), name_(std::move(name)) {}
  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> into) const override;
  std::uint64_t size() const override { return length_; }
  const std::string& name() const override { return name_; }

 private:
  const Source& whole_;
  std::uint64_t begin_, length_;
  std::string name_;
};

}  // namespace asof
