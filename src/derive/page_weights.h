// Page weights: how important the pages of an archive are, by their links or by words (Ben Saad and
// Gançarski, DEXA 2011 section 3, JCDL 2011 section 3.1). Weights by hand are weight/url_weights.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "base/result.h"
#include "catalog/reader.h"

namespace asof::derive {

struct PageWeight {
  std::string urlkey;
  std::string url;
  double weight = 0;
};

struct LinkWeights {
  std::vector<PageWeight> pages;  // keys in byte order; the mean weight is 1
  std::uint64_t links = 0;        // between them, each counted once per page
};
// PageRank of the documents below a key prefix (empty: of the archive) by the links between them as
// they were captured last. A page that redirects passes on what leads to it.
Result<LinkWeights> weights_by_links(const catalog::Reader& catalog, std::string_view key_prefix);

struct KeywordWeights {
  std::vector<PageWeight> pages;  // keys in byte order; weights in [0,1]
  std::uint64_t unreadable = 0;   // pages whose content is damaged or missing; they are left out
};
// Likeness of what each document below a key prefix showed last to the words of a text. Reads
// every one of them.
Result<KeywordWeights> weights_by_keywords(const archive::Directory& directory,
                                           const catalog::Reader& catalog,
                                           std::string_view key_prefix, std::string_view keywords);

}  // namespace asof::derive
