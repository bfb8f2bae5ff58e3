// Mappers that make short expectations: for tests and fuzzers.
#pragma once

#include <string>
#include <string_view>

#include "rewrite/mapper.h"

namespace asof::rewrite {

// "https://x/y" -> "https://x/y".
class Identity final : public Mapper {
 public:
  explicit Identity(bool keeps_relative = false) : keeps_relative_(keeps_relative) {}
  std::string map(std::string_view url, Use) const override { return std::string(url); }
  bool keeps_relative() const override { return keeps_relative_; }

 private:
  bool keeps_relative_;
};

// "https://x/y" -> "R://x/y"; relative ones stay.
class HostLike final : public Mapper {
 public:
  std::string map(std::string_view url, Use) const override {
    return "R" + std::string(url.substr(url.find(':')));
  }
  bool keeps_relative() const override { return true; }
};

// "https://x/y" -> "/im/https://x/y", by use.
class PathLike final : public Mapper {
 public:
  std::string map(std::string_view url, Use use) const override {
    constexpr std::string_view kNames[] = {"mp", "if", "im", "cs", "js", "oe"};
    return "/" + std::string(kNames[static_cast<std::size_t>(use)]) + "/" + std::string(url);
  }
  bool keeps_relative() const override { return false; }
};

}  // namespace asof::rewrite
