// An archive opened to be read by a command.
#pragma once

#include <string>

#include "archive/directory.h"
#include "catalog/reader.h"

namespace asof::cli {

struct Opened {
  archive::Directory directory;
  catalog::Reader catalog;
};

// What a crawl or an import had acknowledged when it was cut off is brought into view first. Where
// somebody is writing, or nothing may be written, people are told that the last captures are not
// shown.
Result<Opened> open_to_read(const std::string& archive);

}  // namespace asof::cli
