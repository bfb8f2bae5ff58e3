#include "scope/seed_reach_internal.h"

#include <utility>

#include "url/suffix.h"

namespace asof::scope {

void SeedReach::add(const Address& seed) {
  std::string_view key = seed.key;
  std::size_t slash = key.find('/');
  switch (reach_) {
    case Reach::Page:
      prefixes_.emplace(key);
      break;
    case Reach::Prefix:
      add_prefix(std::string(key.substr(0, key.substr(0, key.find('?')).rfind('/') + 1)));
      break;
    case Reach::Host:
      add_prefix(std::string(key.substr(0, slash + 1)));
      break;
    case Reach::Domain:
      domains_.insert(url::registrable_domain(seed.host));
      hosts_.clear();
      break;
    case Reach::Any:
      break;
  }
}

void SeedReach::add_prefix(std::string prefix) {
  if (has_prefix_of(prefix)) return;
  auto longer = prefixes_.lower_bound(prefix);
  while (longer != prefixes_.end() && longer->starts_with(prefix)) longer = prefixes_.erase(longer);
  prefixes_.insert(std::move(prefix));
}

bool SeedReach::has_prefix_of(std::string_view key) const {
  auto after = prefixes_.upper_bound(key);
  return after != prefixes_.begin() && key.starts_with(*std::prev(after));
}

bool SeedReach::covers(const Address& address) const {
  switch (reach_) {
    case Reach::Page:
      return prefixes_.contains(address.key);
    case Reach::Prefix:
    case Reach::Host:
      return has_prefix_of(address.key);
    case Reach::Domain:
      return domains_.contains(url::registrable_domain(address.host));
    case Reach::Any:
      return true;
  }
  return false;
}

bool SeedReach::covers(const Address& address) {
  if (reach_ != Reach::Domain) return std::as_const(*this).covers(address);
  auto known = hosts_.find(address.host);
  if (known != hosts_.end()) return known->second;
  if (hosts_.size() >= kMostHosts) hosts_.clear();
  bool covered = std::as_const(*this).covers(address);
  hosts_.emplace(address.host, covered);
  return covered;
}

}  // namespace asof::scope
