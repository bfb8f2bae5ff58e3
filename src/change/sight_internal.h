// Sight: both versions laid out, divided into blocks and compared.
#pragma once

#include <string>
#include <vector>

#include "change/change.h"
#include "change/clean.h"

namespace asof::change {

// Two versions whose HTML is at hand.
struct Texts {
  const Version& old;
  const Version& fresh;
  const std::string& old_html;
  const std::string& new_html;
  const Cleaned& before;  // what the documents hold
  const Cleaned& after;
};

struct Pages {
  layout::Page old;
  layout::Page fresh;
  std::vector<std::string> notes;  // why another engine was asked than the one wanted
};
// By one engine, as Options::render says.
Pages lay_out_both(const Texts& texts, const Means& means);

Finding by_sight(const Texts& texts, Pages pages, const Options& options);

// To six digits: what is stored is what was found, on every machine.
double rounded(double importance);

}  // namespace asof::change
