// Heritrix's hop letters: how a URL was reached, one letter for each step from a seed.
//
// L link, S form, E embed, I inferred, P prerequisite, X guessed in a script, R redirect,
// M manifest (a sitemap). Unknown letters are links.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace asof::scope {

// Steps that lead from page to page. A run of manifests is one: an index of sitemaps and its maps
// are one place where pages are named.
std::uint32_t link_steps(std::string_view hops);

// Steps from a page to a part of it, redirects and guesses on the way counted; nothing where the
// last step does not lead to a part of a page.
std::optional<std::uint32_t> embed_steps(std::string_view hops);

// A seed's redirect: nothing but redirects since the seed, and at least one.
bool redirects_only(std::string_view hops);

}  // namespace asof::scope
