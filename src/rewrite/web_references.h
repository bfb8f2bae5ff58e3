// WebReferences: the references of one document, resolved and mapped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rewrite/mapper.h"
#include "url/url.h"

namespace asof::rewrite {

// Shared by a document and those inside it (srcdoc).
struct Tally {
  std::uint64_t mapped = 0;                  // references replaced
  std::uint64_t dropped = 0;                 // values emptied: policies, pings, hints, integrity
  std::size_t room = std::size_t{64} << 20;  // bytes that replacements may still take
  bool cut = false;  // the room was too small; references are left as they were
};

class WebReferences final {
 public:
  // `charset`: what bytes above 0x7F mean, a name of html/charset.h or empty for UTF-8.
  WebReferences(const Mapper& mapper, const url::Url& base, std::string_view charset, Tally& tally);

  // The text for a reference whose character references or escapes are undone; nothing where it
  // stays: no web address ("mailto:", "#x"), relative and the mapper keeps those, or mapped to
  // itself. ASCII only.
  std::optional<std::string> map(std::string_view reference, Use use);

  Tally& tally() { return *tally_; }
  const Mapper& mapper() const { return *mapper_; }
  const url::Url& base() const { return base_; }
  // The same against another base.
  WebReferences with_base(const url::Url& base) const;
  // The same against what a reference means; this where it means no web address.
  WebReferences within(std::string_view reference) const;

 private:
  const Mapper* mapper_;
  url::Url base_;
  url::Resolver resolver_;
  std::string_view charset_;
  Tally* tally_;
  std::string absolute_;  // reused
};

}  // namespace asof::rewrite
