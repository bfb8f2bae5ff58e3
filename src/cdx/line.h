// One capture as index files tell it, whatever the format of the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"

namespace asof::cdx {

// A field we do not know, its value as the JSON text it was written in.
struct OtherField {
  std::string name;
  std::string json;
  bool operator==(const OtherField&) const = default;
};

// Text fields are empty where the source has none or "-".
struct Line {
  std::string key;        // SURT, or whatever the source sorts by
  std::string timestamp;  // 14 to 17 digits, as written
  std::string url;
  std::string mime;
  std::optional<int> status;
  std::string digest;  // with its label, where the source writes one
  std::optional<std::uint64_t> length;
  std::optional<std::uint64_t> offset;
  std::string filename;
  std::string record_digest;
  std::string method;
  std::string request_body;
  std::string redirect;            // CDX only
  std::string robot_flags;         // CDX only
  std::vector<OtherField> others;  // CDXJ only

  std::optional<Instant> instant() const { return parse_digits(timestamp); }
  bool operator==(const Line&) const = default;
};

}  // namespace asof::cdx
