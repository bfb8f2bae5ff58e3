#include "html/srcset.h"

#include "base/text.h"

namespace asof::html {

std::vector<std::string_view> srcset_references(std::string_view srcset) {
  std::vector<std::string_view> references;
  std::size_t at = 0;
  for (;;) {
    while (at < srcset.size() && (is_space(srcset[at]) || srcset[at] == ',')) ++at;
    if (at == srcset.size()) return references;
    const std::size_t begin = at;
    while (at < srcset.size() && !is_space(srcset[at])) ++at;
    std::string_view reference = srcset.substr(begin, at - begin);
    // A comma inside a reference belongs to it; only one at its end separates.
    if (reference.ends_with(',')) {
      while (reference.ends_with(',')) reference.remove_suffix(1);
    } else {
      bool in_parentheses = false;
      while (at < srcset.size() && (in_parentheses || srcset[at] != ',')) {
        if (srcset[at] == '(') in_parentheses = true;
        if (srcset[at] == ')') in_parentheses = false;
        ++at;
      }
    }
    if (!reference.empty()) references.push_back(reference);
  }
}

}  // namespace asof::html
