// The picture of a page in the bundle of `asof prove --out`.
#pragma once

#include <string>
#include <vector>

#include "prove/bundle.h"

namespace asof::cli {

struct Pictured {
  std::vector<prove::Picture> pictures;
  std::string about;  // how they were made, or why there is none; a sentence
};

// One for each of the first few HTML pages that the proofs rest on. Never fails: a page that cannot
// be laid out has no picture.
Pictured pictures_of(const prove::Archive& archive, const std::vector<const prove::Proof*>& proofs);

}  // namespace asof::cli
