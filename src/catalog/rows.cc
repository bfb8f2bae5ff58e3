#include "catalog/rows.h"

#include <utility>

#include "base/digest.h"
#include "base/text.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {

std::int64_t hash63(std::string_view text) {
  std::string digest = digest_of(Algorithm::Sha256, text);
  std::uint64_t id = 0;
  for (char byte : digest.substr(0, 8)) id = id << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(id & 0x7fff'ffff'ffff'ffff);
}

std::optional<std::array<char, 16>> uuid_of(std::string_view record_id) {
  constexpr std::string_view kPrefix = "urn:uuid:";
  constexpr std::size_t kLength = 36;
  if (record_id.size() != kPrefix.size() + kLength || !record_id.starts_with(kPrefix))
    return std::nullopt;
  record_id.remove_prefix(kPrefix.size());
  std::array<char, 16> bytes{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < kLength; ++i) {
    const char c = record_id[i];
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (c != '-') return std::nullopt;
      continue;
    }
    const bool letter = c >= 'a' && c <= 'f';
    if (!letter && !is_digit(c)) return std::nullopt;
    const int value = letter ? c - 'a' + 10 : c - '0';
    char& byte = bytes[digits++ / 2];
    byte = static_cast<char>(static_cast<unsigned char>(byte) << 4 | value);
  }
  return bytes;
}

void read_record_id(const Query& query, int column, std::string& value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  value = query.text(column);
  if (value.size() != 16 || query.type(column) != SQLITE_BLOB) return;
  std::string id = "urn:uuid:";
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto byte = static_cast<unsigned char>(value[i]);
    if (i == 4 || i == 6 || i == 8 || i == 10) id += '-';
    id += kDigits[byte >> 4];
    id += kDigits[byte & 15U];
  }
  value = std::move(id);
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
    case Sql::RecordId:
      if (const auto uuid = uuid_of(value))
        return statement.put_copy(index, Blob{{uuid->data(), uuid->size()}});
      return statement.put(index, optional_text(value));
    case Sql::Key:
    case Sql::Url:
    case Sql::RefersToKey:
    case Sql::RefersToUrl:
      CHECK(false);  // stored beside an Address
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
