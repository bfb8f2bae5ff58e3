// What a proof says, in sentences and as JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "prove/prove.h"

namespace asof::prove {

// The answer and what it rests on, in a few sentences on one line.
//   Yes: "sold out" stood on https://example.org/ at 2024-05-03T12:00:00Z (proven). ...
std::string sentence_of(const Proof& proof);

// One line for each stretch of the time asked for, and one for each capture that it rests on.
std::string text_of(const Proof& proof);

json::Object json_of(const Proof& proof);

// A time as it was asked for: "at 2024-05-03T12:00:00Z", "from ... to ...".
std::string time_asked(const Question& question);
// What a capture shows of the phrase: "shows it", "does not show it".
std::string shows(const Look& look);

}  // namespace asof::prove
