#include "replay/reading_page.h"

#include <fmt/format.h>

#include "base/text.h"
#include "page/escape.h"
#include "replay/assets_internal.h"
#include "replay/query.h"
#include "replay/replies.h"

namespace asof::replay {
namespace {

// Nothing but our own scripts, and frames of archived content.
std::string guards(const Settings& settings) {
  return field("Content-Security-Policy",
               fmt::format("default-src 'none'; script-src 'self'; style-src 'self'; connect-src "
                           "'self'; img-src 'self' data:; frame-src {}://*.{}{}; form-action "
                           "'self'; base-uri 'none'; frame-ancestors 'none'",
                           settings.content_scheme, settings.domain, settings.content_port)) +
         field("X-Content-Type-Options", "nosniff") + field("Referrer-Policy", "no-referrer") +
         field("Cross-Origin-Opener-Policy", "same-origin") + field("Cache-Control", "no-cache");
}

server::Reply html_page(const Settings& settings, std::string_view title, std::string_view script,
                        std::string_view body_html) {
  const std::string scripts =
      script.empty() ? "" : fmt::format("<script src=\"/static/{}\" defer></script>\n", script);
  return {.fields = field("Content-Type", "text/html; charset=utf-8") + guards(settings),
          .body = fmt::format(
              "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
              "<title>{}</title>\n<link rel=\"stylesheet\" href=\"/static/read.css\">\n{}{}",
              page::escaped(title), scripts, body_html)};
}

std::string attributes(const Settings& settings, const Reading& reading) {
  return fmt::format(
      R"(data-collection="{}" data-url="{}" data-at="{}" data-policy="{}" data-frames="{}")",
      page::escaped(settings.collection), page::escaped(reading.url), digits14(reading.at),
      page::escaped(reading.policy),
      page::escaped(fmt::format(".{}{}", settings.domain, settings.content_port)));
}

std::string policies(std::string_view chosen) {
  constexpr std::pair<std::string_view, std::string_view> kPolicies[] = {
      {"likelihood", "most coherent"},
      {"nearest", "nearest in time"},
      {"recent", "last before"},
      {"first-after", "first after"},
      {"pattern", "by change pattern"}};
  std::string out;
  for (const auto& [name, words] : kPolicies)
    out += fmt::format("<option value=\"{}\"{}>{}</option>", name,
                       name == chosen ? " selected" : "", words);
  return out;
}

}  // namespace

server::Reply reading_page(const Settings& settings, const Reading& reading) {
  const std::string body = fmt::format(
      R"html(<body class="reading" {0}>
<header>
<form id="go" action="/read" method="get">
<a class="home" href="/" title="Start page">asof</a>
<input name="url" id="url" type="text" value="{1}" aria-label="Address" spellcheck="false" autocomplete="off">
<input name="at" id="at" type="text" value="{2}" aria-label="As of (UTC)" title="As of, in UTC: 2022, 2022-06-01, 2022-06-01T12:00Z" size="20">
<select name="policy" id="policy" aria-label="How links lead to versions" title="How links lead to versions">{3}</select>
<button type="submit">Go</button>
</form>
<nav aria-label="Versions">
<button id="previous" type="button" title="Previous different version (left arrow)" disabled>&#9664;</button>
<div id="timeline" role="slider" tabindex="0" aria-label="Versions of this page" aria-valuetext=""></div>
<button id="next" type="button" title="Next different version (right arrow)" disabled>&#9654;</button>
<span id="stopped" hidden title="Requests to the live web that were stopped"></span>
<button id="badge" type="button" aria-expanded="false" aria-controls="why">...</button>
</nav>
</header>
<section id="why" hidden aria-live="polite">
<p id="sentence"></p>
<p id="span"></p>
<p id="blocked" hidden></p>
<p class="tools"><a id="around" href="#">Pages around this one</a>
<label><input type="checkbox" id="tint"> Colour links by how well they fit</label>
<a id="captures" href="#">All captures</a> <a id="raw" href="#">As captured</a></p>
<form id="prove"><label for="phrase">Did this stand on the page?</label>
<input id="phrase" type="text" placeholder="a sentence, as it was written"><button type="submit">Prove</button>
<output id="proof"></output></form>
<table><caption>Versions that could stand here</caption><thead><tr><th>version seen</th><th>chance that both were online</th><th></th></tr></thead><tbody id="candidates"></tbody></table>
</section>
<iframe id="frame" title="The archived page" src="{4}" referrerpolicy="no-referrer" sandbox="allow-scripts allow-same-origin allow-forms"></iframe>
</body>
)html",
      attributes(settings, reading), page::escaped(reading.url), iso8601_seconds(reading.at),
      policies(reading.policy), page::escaped(reading.frame));
  return html_page(settings, reading.url + " as of " + iso8601_seconds(reading.at), "read.js",
                   body);
}

server::Reply around_page(const Settings& settings, const Reading& reading) {
  const std::string body = fmt::format(
      R"html(<body class="around" {0}>
<header><a class="home" href="/">asof</a>
<h1>{1}</h1>
<p>as of {2}, and the pages it links to. Green: they were online together. Amber: probably, or not known. Red: they were not.</p></header>
<main><figure id="middle"><iframe title="{1}" src="{3}" referrerpolicy="no-referrer" sandbox="" tabindex="-1"></iframe><figcaption></figcaption></figure>
<div id="ring" aria-live="polite"></div><p id="more"></p></main>
</body>
)html",
      attributes(settings, reading), page::escaped(reading.url), iso8601_seconds(reading.at),
      page::escaped(reading.frame));
  return html_page(settings, "Around " + reading.url, "around.js", body);
}

server::Reply start_page(const Settings& settings, std::span<const catalog::Site> sites,
                         std::span<const catalog::PageRow> pages) {
  std::string rows;
  for (const catalog::Site& site : sites)
    rows += fmt::format(
        "<tr><td><a href=\"/read?url={}&amp;at={}\">{}</a></td><td>{}</td><td>{}</td><td>{} to "
        "{}</td></tr>\n",
        percent_encoded("http://" + site.host + "/"), digits14(site.last), page::escaped(site.host),
        with_commas(site.pages), with_commas(site.captures),
        iso8601_seconds(site.first).substr(0, 10), iso8601_seconds(site.last).substr(0, 10));
  std::string list;
  for (const catalog::PageRow& page : pages)
    list += fmt::format("<li><a href=\"/read?url={}&amp;at={}\">{}</a> {}, {}</li>\n",
                        percent_encoded(page.url), digits14(page.last), page::escaped(page.url),
                        counted(page.captures, "capture"), counted(page.versions, "version"));
  const std::string body = fmt::format(
      R"html(<body class="start">
<header><h1>asof</h1><p>Pages as they were, and how sure that is.</p></header>
<main><form action="/read" method="get">
<label for="url">Address</label> <input name="url" id="url" type="text" placeholder="https://example.org/" required spellcheck="false">
<label for="at">as of</label> <input name="at" id="at" type="text" placeholder="2022-06-01T12:00Z (empty: the latest)">
<button type="submit">Show</button></form>
<h2>Sites</h2>
<table><thead><tr><th>site</th><th>pages</th><th>captures</th><th>from, to</th></tr></thead><tbody>
{}</tbody></table>
<h2>Pages</h2><ul>
{}</ul>
<p class="quiet">For programs: <code>/{}/cdx?url=</code>, <code>/{}/timemap/link/</code>, TimeGate <code>/{}/</code>.</p></main>
</body>
)html",
      rows, list, settings.collection, settings.collection, settings.collection);
  return html_page(settings, "asof", "", body);
}

std::optional<server::Reply> asset(std::string_view name) {
  const Asset* found = find_asset(name);
  if (found == nullptr) return std::nullopt;
  return server::Reply{.fields = field("Content-Type", found->type) +
                                 field("X-Content-Type-Options", "nosniff") +
                                 field("Cache-Control", "no-cache"),
                       .body = std::string(found->text)};
}

}  // namespace asof::replay
