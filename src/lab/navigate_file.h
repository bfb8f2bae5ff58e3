// What 'lab navigate' reads and answers: pages with their captures, and for each link the capture
// every policy leads to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "navigate/policy.h"

namespace asof::lab {

struct NavigatePage {
  std::string name;
  navigate::Page page;               // captures in order of time
  std::vector<std::string> digests;  // by CaptureMark::digest
};

struct NavigateWorld {
  NavigatePage source;
  Time at = 0;
  std::vector<NavigatePage> links;
};

// {"cycle","source":{"name","captures":[{"at","digest","last_modified"?}],"at","pattern":{"rates",
// "importance"?}},"links":[{"name","captures","pattern"}]}. Captures may come in any order, two of
// one page not at one time. Errc::Invalid names the field and its value.
Result<NavigateWorld> parse_navigate_world(const std::string& text);

// By link, in order of reader_policies().
std::vector<std::vector<navigate::Choice>> navigate_links(const NavigateWorld& world);

// {"source":{"name","at"},"links":[{"name","nearest":{"capture","at","digest"},..,
// "likelihood":{..,"probability"}}]}: "capture" counts the captures in order of time from 0; null
// for a page without captures.
std::string navigate_json(const NavigateWorld& world);
// The same as a table for people.
std::string navigate_table(const NavigateWorld& world);

}  // namespace asof::lab
