#include "crawl/storing.h"

#include "pattern/indexing.h"
#include "url/surt.h"

namespace asof::crawl {

using Kind = StoreWhat::Kind;

Result<Storing> Storing::make(const StoreWhat& what, const catalog::Reader* catalog,
                              const std::vector<std::string>& hosts, Instant before) {
  Storing storing;
  storing.what_ = what;
  if (what.kind == Kind::AtLeast) storing.fallback_ = what.value;
  if (catalog == nullptr || (what.kind != Kind::Mean && what.kind != Kind::Share)) return storing;
  Sum all;
  std::vector<double> matters;
  for (const std::string& host : hosts) {
    const std::string prefix = url::site_of(url::surt_key("http://" + host)) + ")";
    TRY(catalog->changes(prefix, [&](const catalog::Change& change) {
      if (change.fresh.first >= before) return true;
      matters.push_back(change.matters);
      for (Sum* sum : {&all, &storing.pages_[change.fresh.url]}) {
        sum->matters += change.matters;
        ++sum->changes;
      }
      return true;
    }));
  }
  const bool mean = what.kind == Kind::Mean;
  storing.fallback_ = mean ? all.mean() : pattern::budget_threshold(matters, what.value);
  return storing;
}

double Storing::threshold(std::string_view url) const {
  if (what_.kind != Kind::Mean) return fallback_;
  const auto page = pages_.find(url);
  return page == pages_.end() ? fallback_ : page->second.mean();
}

}  // namespace asof::crawl
