// Addresses: a number for each key that rows were recorded under.
//
// The numbers are given in the order of arrival. They join tables and are never shown, compared or
// exported: two catalogs of the same files have the same rows under other numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "catalog/database_internal.h"

namespace asof::catalog {

struct Address {
  std::int64_t id = 0;
  std::string urlkey;
  std::string url;  // the one it was first met with
};

// Nothing where no row was ever recorded under the key.
Result<std::optional<Address>> address_of(Database& database, std::string_view urlkey);
Result<Address> address_at(Database& database, std::int64_t id);

// Finds addresses for the rows of one batch, whose keys must outlive it.
class Addresses final {
 public:
  explicit Addresses(Database& database) : database_(database) {}
  // Makes the address where there is none. Stays where it is.
  Result<const Address*> of(std::string_view urlkey, std::string_view url);

 private:
  Database& database_;
  std::unordered_map<std::string_view, Address> known_;
};

// Binds a URL of the address: 0 where it is the one it was first met with.
void put_url(Query& statement, int index, std::string_view url, const Address& address);

// The number of a crawl, made where there is none.
Result<std::int64_t> crawl_number(Database& database, std::string_view name);

}  // namespace asof::catalog
