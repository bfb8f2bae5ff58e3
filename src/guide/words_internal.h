// What is known, as a sentence.
#pragma once

#include <string>

#include "guide/guide.h"

namespace asof::guide {

// Why an advice has no percentage, as a sentence; empty where none is needed. `likely`: the version
// is the one that likelihood chooses.
std::string why_words(const Advice& advice, const std::string& unknown, bool likely);

// `seen` is the source's run; `source` null where there is none.
std::string sentence_of(const Advice& advice, const Track& link, std::size_t run,
                        const Track* source, std::size_t seen);

}  // namespace asof::guide
