// WatchFile: what is watched, as its TOML file says.
//
//   archive = "news"
//   period = "1h"
//   budget = 200                      # requests in each period
//   pages = ["https://example.org/"]
//
//   [[collection]]
//   name = "ministries"
//   weight = 2
//   pages-file = "ministries.txt"     # an address a line
//
//   [[site]]
//   url = "https://example.org/"      # captured as a whole
//   every = "7d"
//   at = "off-peak"                   # or a time of day: "03:00"
//
//   [tell]
//   at-least = 0.5
//   feed = "changes.atom"
//
// All settings of 'asof crawl' may stand at the top: delay, contact, scope. docs/watching.md
// explains every key.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/axis.h"
#include "base/result.h"
#include "base/time_zone.h"
#include "crawl/settings.h"

namespace asof::watch {

// A site that is captured as a whole, again and again.
struct SiteCapture {
  std::string url;
  Duration every = 0;
  std::optional<Duration> time_of_day;  // local; none: when the site is at rest
};

// Who is told of changes, and from which on. Empty: nobody in that way.
struct Telling {
  double at_least = 0.5;  // of `matters`
  std::string command;    // run with the change as JSON on its standard input
  std::string webhook;    // an address that gets the change as JSON
  std::string feed;       // an Atom feed, written anew
  std::string digest;     // a page of the day's changes, written anew
  // The reading page of 'asof serve', for links: "http://127.0.0.1:8080/read/archive".
  std::string reader;

  bool on() const {
    return !command.empty() || !webhook.empty() || !feed.empty() || !digest.empty();
  }
};

struct WatchFile {
  std::string archive;             // empty: not said
  crawl::Given given;              // settings of the watch
  std::vector<std::string> pages;  // of all collections, in their order
  std::vector<SiteCapture> sites;
  Telling tell;
  TimeZone zone;
};

// Errc::Invalid names the line and the key, and says what it takes. Names of files in it are
// relative to its own folder.
Result<WatchFile> read_watch_file(const std::string& path);

}  // namespace asof::watch
