// What is known, as a sentence.
#pragma once

#include <string>

#include "guide/guide.h"

namespace asof::guide {

// `seen` is the source's run; `source` null where there is none.
std::string sentence_of(const Advice& advice, const Track& link, std::size_t run,
                        const Track* source, std::size_t seen);

}  // namespace asof::guide
