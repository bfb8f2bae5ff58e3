// SURT: URLs as sort keys, hosts reversed, so that a site's captures lie together.
//
// The key is the one the archive world indexes by (docs/formats/surt.md): Google's canonical form,
// then the Internet Archive's. It forgets scheme, user, fragment, "www.", case, the order of query
// arguments and session identifiers, so several URLs share a key; keep the URL beside it.
// Pure functions, safe on any thread; linear in the input.
#pragma once

#include <string>
#include <string_view>

namespace asof::url {

// "http://www.Example.com:8080/Path/?b=2&a=1" -> "com,example:8080)/path?a=1&b=2".
// Never fails: what is no URL comes back itself, with all but visible ASCII escaped.
// "-" for nothing at all.
std::string surt_key(std::string_view url);

// The form that names a scope in crawlers: "http://(org,example,www,)/Path". Keeps the scheme,
// "www." and the case of the path; nothing is canonicalised but scheme and host. A URL without an
// authority comes back itself. A prefix of it, cut after a comma or slash, names everything below.
std::string surt_scope(std::string_view url);

// The host part of a key, with the port: "org,apache,incubator)/x" -> "org,apache,incubator".
// "" for keys that have none ("dns:example.org").
std::string site_of(std::string_view surt_key);

// The host a key was made of, without its port: "org,apache)/x" -> "apache.org".
std::string host_from_surt(std::string_view surt_key);

}  // namespace asof::url
