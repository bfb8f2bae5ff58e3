#include "catalog/addresses_internal.h"

#include <utility>

namespace asof::catalog {

Result<std::optional<Address>> address_of(Database& database, std::string_view urlkey) {
  Query query = database.query("SELECT id, url FROM address WHERE urlkey = ?");
  query.bind(urlkey);
  if (!TRY(query.step())) return std::optional<Address>();
  return std::optional<Address>(Address{query.integer(0), std::string(urlkey), query.string(1)});
}

Result<Address> address_at(Database& database, std::int64_t id) {
  Query query = database.query("SELECT urlkey, url FROM address WHERE id = ?");
  query.bind(id);
  if (TRY(query.step())) return Address{id, query.string(0), query.string(1)};
  return Error{Errc::Corrupt, database.path() + ": there is no address " + std::to_string(id) +
                                  "; rebuild it with 'asof reindex'"};
}

Result<const Address*> Addresses::of(std::string_view urlkey, std::string_view url) {
  const auto known = known_.find(urlkey);
  if (known != known_.end()) return &known->second;
  Query insert = database_.query("INSERT OR IGNORE INTO address (urlkey, url) VALUES (?, ?)");
  TRY(insert.bind(urlkey, url).run());
  Address address{database_.last_rowid(), std::string(urlkey), std::string(url)};
  if (database_.changes() == 0) {
    auto there = TRY(address_of(database_, urlkey));
    if (!there) return Error{Errc::Corrupt, database_.path() + ": an address was not written"};
    address = std::move(*there);
  }
  return &known_.emplace(urlkey, std::move(address)).first->second;
}

void put_url(Query& statement, int index, std::string_view url, const Address& address) {
  if (url == address.url) return statement.put(index, 0);
  statement.put(index, url);
}

Result<std::int64_t> crawl_number(Database& database, std::string_view name) {
  TRY(database.query("INSERT OR IGNORE INTO crawl_number (name) VALUES (?)").bind(name).run());
  Query query = database.query("SELECT id FROM crawl_number WHERE name = ?");
  query.bind(name);
  TRY(query.step());
  return query.integer(0);
}

}  // namespace asof::catalog
