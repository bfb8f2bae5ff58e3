// Summary: what an archive holds, in numbers. Made by aggregation inside the database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "catalog/derived.h"
#include "catalog/rows.h"

namespace asof::catalog {

struct SummaryOptions {
  std::string key_prefix;      // only captures below it: a site's key, or part of one
  std::size_t at_most = 1000;  // rows of each list, the largest first; the rest is counted only
};

struct Tally {
  std::string name;
  std::uint64_t captures = 0;
  std::uint64_t bytes = 0;  // of payload
};

struct FileTally {
  File file;
  std::uint64_t captures = 0;
  std::uint64_t damage = 0;
};

struct Summary {
  std::uint64_t captures = 0;  // responses, revisits, resources
  std::uint64_t responses = 0;
  std::uint64_t revisits = 0;
  std::uint64_t resources = 0;
  std::uint64_t other_records = 0;
  std::uint64_t urls = 0;   // exact
  std::uint64_t pages = 0;  // keys
  std::uint64_t versions = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t stored_bytes = 0;
  std::optional<Instant> first, last;

  // Captures with content whose payload is also that of an earlier one.
  std::uint64_t duplicates = 0;
  std::uint64_t duplicate_bytes = 0;

  std::uint64_t resolved = 0;    // revisits whose original is known
  std::uint64_t unresolved = 0;  // and those whose original is not
  std::vector<Tally> revisit_profiles;
  std::vector<Tally> resolved_how;

  std::uint64_t documents = 0;
  std::uint64_t links = 0;

  std::vector<Tally> statuses;
  std::vector<Tally> mimes;
  std::vector<Tally> kinds;
  std::vector<Site> sites;  // most captures first
  std::uint64_t site_count = 0;
  std::vector<Crawl> crawls;  // latest first
  std::uint64_t crawl_count = 0;
  std::vector<FileTally> files;  // by name
  std::uint64_t file_count = 0;
  std::vector<Tally> cut;        // captures that are not whole, by why
  std::uint64_t coarse = 0;      // captures whose date does not name the second
  std::vector<Undated> undated;  // by key
  std::uint64_t undated_count = 0;
  std::vector<Damage> damage;  // by file and offset
  std::uint64_t damage_count = 0;
  bool settled = true;  // false: derived numbers are out of date
};

class Reader;
Result<Summary> summarise(const Reader& reader, const SummaryOptions& options = {});

}  // namespace asof::catalog
