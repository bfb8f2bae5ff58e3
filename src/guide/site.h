// Site: what an archive has learned about the pages of one host.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/reader.h"
#include "navigate/site.h"

namespace asof::guide {

// Which captures may be shown; others are as if they were not there.
using MayShow = std::function<bool(const catalog::Capture&)>;

struct LearnOptions {
  MayShow may_show{};            // called on the thread that learns
  std::size_t questions = 1500;  // navigate::SiteOptions
};

struct Site {
  std::string key;                              // the host part of its SURT keys, with the ')'
  std::vector<std::string> urls;                // of the pages learned from, beside their knowledge
  std::map<std::string, std::uint32_t> places;  // of those URLs
  navigate::SiteKnowledge knowledge;
  std::uint64_t captures = 0;  // in the catalog when it was learned
  std::uint64_t left_out = 0;  // pages beyond what is learned from

  std::optional<std::uint32_t> find(const std::string& url) const;
};

// "https://www.example.org/a" -> "org,example)".
std::string site_key(std::string_view url);

// Learns from the pages with the most captures, as many as 64 MB of rates allow: more than a
// thousand. Takes seconds to a minute. Nothing where the host has no pages, or `stop` was asked
// for.
Result<std::optional<Site>> learn_site(const catalog::Reader& catalog, const std::string& key,
                                       const LearnOptions& options, std::stop_token stop = {});

}  // namespace asof::guide
