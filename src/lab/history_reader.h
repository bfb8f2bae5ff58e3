// Reads a history from a WARC file that holds every version of every page: WARC-Date is the time of
// publication, a 404 or 410 is a deletion, the state at the start comes first.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "base/source.h"
#include "lab/history.h"
#include "warc/record.h"

namespace asof::lab {

enum class Importance {
  Uniform,  // every change weighs 1
  Words,    // the share of words two versions do not have in common; 1 for new, gone and binary
  Delta,    // as archives weigh changes: by blocks, operations and elements; 1 for new and gone
};

struct ReadOptions {
  Importance importance = Importance::Uniform;
  // Also links found in style sheets, and links of the site to pages it does not have: a crawler
  // finds out about them by a request that fails. They become pages without versions.
  bool dead_links = false;
  std::function<void(std::uint64_t done, std::uint64_t total)> on_progress{};
  // Where the record of each version lies, in the order the versions of a page have.
  std::function<void(std::uint32_t page, const warc::Position& position)> on_version{};
};

// Errc::Corrupt where the file is damaged (a truth with holes is none), Errc::Invalid where it
// holds no history: no response, or a response without URL or date.
Result<History> read_history(const std::string& path, const ReadOptions& options = {});
Result<History> read_history(const Source& source, const ReadOptions& options = {});

}  // namespace asof::lab
