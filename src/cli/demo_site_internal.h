// The demo's little newspaper: pages, how they change, and two crawls of them as WARC files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::cli {

// Writes the WARC files of two crawls, three days apart, into `folder`; returns their paths. The
// same seed gives the same bytes.
Result<std::vector<std::string>> write_demo_crawls(const std::string& folder, std::uint64_t seed);

// Writes one WARC file with every version of every page of the newspaper during four days, about
// 130 of them; its path. The same seed gives the same bytes.
Result<std::string> write_demo_history(const std::string& folder, std::uint64_t seed);

// Runs a command of ours and shows it as the user would type it, and why.
Result<int> demo_step(std::string_view why, const std::vector<std::string>& words);

// Serves the history as a web site and captures it twice, into archives in `folder`.
Result<void> show_captures(const std::string& folder, const std::string& history);
// Compares two versions of the newspaper's front page.
Result<void> show_change(const std::string& folder, const std::string& history);

}  // namespace asof::cli
