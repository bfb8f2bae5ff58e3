// What is put on pages to be paid for: by who serves it, how its address looks, what its box is
// called, and the sizes the trade has agreed on.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "noise/noise.h"
#include "url/suffix.h"

namespace asof::noise {
namespace {

// "host" of "scheme://user@host:port/path", without copying; empty where there is none.
std::string_view host_of(std::string_view address) {
  const std::size_t begin = address.find("//");
  if (begin == std::string_view::npos || (begin > 0 && address[begin - 1] != ':')) return "";
  address.remove_prefix(begin + 2);
  address = address.substr(0, address.find_first_of("/?#"));
  const std::size_t user = address.rfind('@');
  if (user != std::string_view::npos) address.remove_prefix(user + 1);
  return address.substr(0, address.find(':'));
}

bool below(std::string_view host, std::string_view domain) {
  if (host.size() < domain.size()) return false;
  if (!iequals(host.substr(host.size() - domain.size()), domain)) return false;
  return host.size() == domain.size() || host[host.size() - domain.size() - 1] == '.';
}

// The words of class and id attributes: apart by white space, dashes, underscores and capitals.
bool any_mark(std::string_view marks, const std::vector<std::string>& wanted) {
  const auto is_wanted = [&wanted](std::string_view word) {
    return std::any_of(wanted.begin(), wanted.end(),
                       [word](std::string_view mark) { return iequals(word, mark); });
  };
  std::size_t name = 0;   // where the name begins, up to white space
  std::size_t piece = 0;  // where the word within it begins
  for (std::size_t i = 0; i <= marks.size(); ++i) {
    const bool end = i == marks.size() || is_space(marks[i]);
    const bool joint = end || marks[i] == '-' || marks[i] == '_';
    const bool capital = !joint && i > piece && is_upper(marks[i]) && is_lower(marks[i - 1]);
    if ((joint || capital) && i > piece && is_wanted(marks.substr(piece, i - piece))) return true;
    if (end && i > name && is_wanted(marks.substr(name, i - name))) return true;
    if (joint) piece = i + 1;
    if (capital) piece = i;
    if (end) name = i + 1;
  }
  return false;
}

AdRules make_rules() {
  AdRules rules;
  rules.hosts = {"2mdn.net",
                 "33across.com",
                 "a-ads.com",
                 "adblade.com",
                 "adcolony.com",
                 "adform.net",
                 "adition.com",
                 "adnxs.com",
                 "adroll.com",
                 "adsafeprotected.com",
                 "adsrvr.org",
                 "adtech.de",
                 "adtechus.com",
                 "advertising.com",
                 "amazon-adsystem.com",
                 "atdmt.com",
                 "bidswitch.net",
                 "buysellads.com",
                 "carbonads.com",
                 "carbonads.net",
                 "casalemedia.com",
                 "contextweb.com",
                 "criteo.com",
                 "criteo.net",
                 "doubleclick.com",
                 "doubleclick.net",
                 "exoclick.com",
                 "fastclick.net",
                 "googleadservices.com",
                 "googlesyndication.com",
                 "indexww.com",
                 "infolinks.com",
                 "ligatus.com",
                 "lijit.com",
                 "media.net",
                 "mediaplex.com",
                 "mgid.com",
                 "moatads.com",
                 "openx.net",
                 "outbrain.com",
                 "popads.net",
                 "propellerads.com",
                 "pubmatic.com",
                 "quantserve.com",
                 "revcontent.com",
                 "rlcdn.com",
                 "rubiconproject.com",
                 "scorecardresearch.com",
                 "serving-sys.com",
                 "sharethrough.com",
                 "smartadserver.com",
                 "sovrn.com",
                 "taboola.com",
                 "teads.tv",
                 "tradedoubler.com",
                 "tribalfusion.com",
                 "turn.com",
                 "undertone.com",
                 "valueclick.com",
                 "yieldmo.com",
                 "zedo.com",
                 "adservice.google.com",
                 "ads.yahoo.com",
                 "ads.twitter.com",
                 "ads.linkedin.com",
                 "adserver.yahoo.com",
                 "plista.com",
                 "zanox.com",
                 "affili.net",
                 "ivwbox.de",
                 "ioam.de"};
  rules.patterns = {"/ads/",
                    "/adserver",
                    "/adserv/",
                    "/adclick",
                    "/adview",
                    "/adimages/",
                    "/adframe",
                    "/ad-banner",
                    "/adbanner",
                    "/ad_banner",
                    "/bannerads",
                    "/banner_ads",
                    "/banner-ads",
                    "/banners/ad",
                    "/pagead/",
                    "/openx/",
                    "/revive/www/delivery/",
                    "/www/delivery/ck.php",
                    "/www/delivery/ai.php",
                    "/advert/",
                    "/adverts/",
                    "/advertisement",
                    "/sponsors/banner",
                    "/dfp/",
                    "/gampad/",
                    "adsbygoogle",
                    "//ads.",
                    "//ad.",
                    "//adserver.",
                    "//adserv.",
                    "//banners."};
  rules.sizes = {{728, 90},  {300, 250}, {160, 600}, {120, 600}, {336, 280}, {468, 60},
                 {234, 60},  {120, 240}, {125, 125}, {180, 150}, {250, 250}, {240, 400},
                 {300, 600}, {970, 90},  {970, 250}, {320, 50},  {320, 100}, {300, 100},
                 {120, 90},  {120, 60},  {88, 31},   {300, 1050}};
  rules.marks = {"ad",          "ads",           "advert",
                 "adverts",     "advertisement", "advertisements",
                 "advertising", "adsense",       "adsbygoogle",
                 "adslot",      "adunit",        "adbox",
                 "adbanner",    "adcontainer",   "adwrapper",
                 "sponsored",   "dfp",           "taboola",
                 "outbrain",    "doubleclick",   "leaderboard-ad",
                 "werbung",     "anzeige",       "publicite",
                 "publicidad"};
  return rules;
}

}  // namespace

const AdRules& default_ad_rules() {
  static const AdRules rules = make_rules();
  return rules;
}

std::string_view advertisement(const Suspect& suspect, const AdRules& rules) {
  const std::string_view host = host_of(suspect.address);
  const auto serves = [host](std::string_view domain) { return below(host, domain); };
  if (!host.empty() && std::any_of(rules.hosts.begin(), rules.hosts.end(), serves)) return "host";
  const std::string address = lower(suspect.address.substr(0, 512));
  const auto within = [&address](std::string_view part) {
    return address.find(part) != std::string::npos;
  };
  if (std::any_of(rules.patterns.begin(), rules.patterns.end(), within)) return "pattern";
  if (any_mark(suspect.marks, rules.marks)) return "mark";
  const bool standard = std::find(rules.sizes.begin(), rules.sizes.end(),
                                  std::pair(suspect.width, suspect.height)) != rules.sizes.end();
  if (!standard || host.empty()) return "";
  const std::string_view own = host_of(suspect.page);
  if (own.empty() || url::registrable_domain(lower(host)) == url::registrable_domain(lower(own))) {
    return "";
  }
  return "size";
}

}  // namespace asof::noise
