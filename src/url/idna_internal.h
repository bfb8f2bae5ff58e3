// Internationalised domain names: "domain to ASCII" of the URL Standard (section 3.3), by libidn2.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace asof::url {

// The ASCII form of a percent-decoded domain: UTS 46, non-transitional, without STD3 rules, hyphen
// checks or DNS lengths. A domain that is ASCII is only lower-cased, as the standard now says, so
// that no "xn--" label out there is refused. Nullopt is failure.
std::optional<std::string> domain_to_ascii(std::string_view domain);

// One label as IDNA 2003 had it, near enough: UTS 46 transitional ("ß" -> "ss"). For archive keys,
// whose makers still use it.
std::optional<std::string> label_to_ascii_2003(std::string_view label);

}  // namespace asof::url
