// Settings that only a watch has. They stand beside a crawl's, so that a watch that goes on after a
// kill finds them where crawls find theirs.
#include <array>

#include "crawl/setting_values_internal.h"
#include "crawl/settings.h"

namespace asof::crawl {
namespace {

using setting::bytes;
using setting::choice;
using setting::count;
using setting::patience;
using setting::put;
using setting::share;
using setting::wrong;

Result<void> set_collections(Settings& s, std::string_view text) {
  auto collections = TRY(parse_collections(text));
  s.watch.set_collections(std::move(collections));
  return {};
}

Result<void> set_order(Settings& s, std::string_view text) {
  if (text == "off-peak")
    s.watch.order = schedule::Choice::OffPeak;
  else if (text == "circular")
    s.watch.order = schedule::Choice::Circular;
  else if (text == "fixed")
    s.watch.order = schedule::Choice::Weight;
  else
    return wrong("off-peak, circular or fixed", text);
  return {};
}

Result<void> set_eta(Settings& s, std::string_view text) {
  s.watch.eta = TRY(share(text));
  if (s.watch.eta <= 0 || s.watch.eta > 1) return wrong("a share above 0, up to 100%", text);
  return {};
}

constexpr std::array kRows = {
    SettingRow{"period", "TIME", "1h", "the time that a budget is for", false,
               [](Settings& s, std::string_view t) { return put<patience>(s.watch.period, t); }},
    SettingRow{"budget", "N", "", "requests in each period, to all hosts together", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.watch.budget = TRY(count(t));
                 if (s.watch.budget == 0) return wrong("a number from 1 on", t);
                 return {};
               }},
    SettingRow{"host-budget", "N", "", "requests in each period to one host, at most", false,
               [](Settings& s, std::string_view t) { return put<count>(s.watch.host_budget, t); }},
    SettingRow{"byte-budget", "SIZE", "", "bytes received in each period, at most", false,
               [](Settings& s, std::string_view t) { return put<bytes>(s.watch.byte_budget, t); }},
    SettingRow{"goal", "WHAT", "pages",
               "pages: a good share of every page's changes; changes: most changes in all", false,
               [](Settings& s, std::string_view t) -> Result<void> {
                 s.watch.global = TRY(choice(t, "changes", "pages"));
                 return {};
               }},
    SettingRow{
        "whole-collections", "N", "",
        "capture so many whole collections in each period, not single pages", false,
        [](Settings& s, std::string_view t) { return put<count>(s.watch.whole_collections, t); }},
    SettingRow{"collection-order", "HOW", "off-peak",
               "which collections come next: off-peak (those at rest), circular or fixed (the "
               "heaviest first)",
               false, set_order},
    SettingRow{"eta", "SHARE", "100%",
               "the share of a collection's most important pages that says when it is at rest",
               false, set_eta},
    SettingRow{"collections", "TEXT", "", "the pages, by collection", false, set_collections},
};

}  // namespace

std::span<const SettingRow> watch_setting_rows() { return kRows; }

}  // namespace asof::crawl
