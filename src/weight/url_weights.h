// UrlWeights: importance of pages, given by hand in a file.
//
//   # weight, then an address; with a star at its end, all that begin so
//   5   https://example.org/
//   2.5 https://example.org/news/*
//   0   https://example.org/news/weather/*
//
// The longest address that fits counts; an address without a star comes before all others. A page
// that nothing fits has the weight 1.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::weight {

class UrlWeights final {
 public:
  // Errc::Invalid names the file and the line.
  static Result<UrlWeights> parse(std::string_view text, std::string_view file);

  double of(std::string_view url) const;
  std::size_t size() const { return exact_.size() + below_.size(); }

 private:
  std::map<std::string, double, std::less<>> exact_, below_;
  std::vector<std::size_t> lengths_;  // of those with a star, longest first
};

}  // namespace asof::weight
