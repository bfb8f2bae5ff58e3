#include "catalog/rows.h"

#include "base/digest.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {

std::int64_t hash63(std::string_view text) {
  std::string digest = digest_of(Algorithm::Sha256, text);
  std::uint64_t id = 0;
  for (char byte : digest.substr(0, 8)) id = id << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(id & 0x7fff'ffff'ffff'ffff);
}

std::string_view short_profile(std::string_view profile) {
  for (std::string_view known : {kIdenticalPayload, kNotModified}) {
    if (profile.ends_with(known)) return known;
  }
  return profile;
}

Locator read_locator(const Query& query, int column) {
  return {query.integer(column), query.natural(column + 1), query.natural(column + 2)};
}

File read_file_row(const Query& query) {
  File file = read_row<File>(query, 1);
  file.first = query.maybe_instant(11);
  file.last = query.maybe_instant(12);
  return file;
}

void put(Query& statement, int index, const std::string& value, Sql sql) {
  switch (sql) {
    case Sql::NotNull:
      return statement.put(index, value);
    case Sql::OrNull:
      return statement.put(index, optional_text(value));
    case Sql::Blob:
      return statement.put(index, Blob{value});
    case Sql::BlobOrNull:
      return statement.put(index, optional_blob(value));
    case Sql::Profile:
      return statement.put(index, optional_text(short_profile(value)));
  }
}

std::string after_prefix(std::string_view prefix) {
  std::string after(prefix);
  while (!after.empty() && after.back() == '\xff') after.pop_back();
  if (after.empty()) return "\xff\xff\xff\xff";  // No UTF-8 text begins with this byte.
  after.back() = static_cast<char>(static_cast<unsigned char>(after.back()) + 1);
  return after;
}

}  // namespace asof::catalog
