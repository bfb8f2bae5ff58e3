#include <fmt/format.h>

#include "replay/index_replies.h"
#include "replay/replies.h"

namespace asof::replay {
namespace {

std::string_view name_of(TimeMapForm form) {
  switch (form) {
    case TimeMapForm::Link:
      return "link";
    case TimeMapForm::Json:
      return "json";
    case TimeMapForm::Cdxj:
      return "cdxj";
  }
  return "";
}

std::string_view type_of(TimeMapForm form) {
  switch (form) {
    case TimeMapForm::Link:
      return "application/link-format";
    case TimeMapForm::Json:
      return "application/json; charset=utf-8";
    case TimeMapForm::Cdxj:
      return "application/cdxj+ors";
  }
  return "";
}

std::string write(const TimeMap& map, TimeMapForm form) {
  switch (form) {
    case TimeMapForm::Link:
      return timemap_link(map);
    case TimeMapForm::Json:
      return timemap_json(map);
    case TimeMapForm::Cdxj:
      return timemap_cdxj(map);
  }
  return "";
}

}  // namespace

Addresses addresses_of(const Settings& settings, std::string_view url) {
  const std::string collection = "/" + settings.collection + "/";
  const std::string original(url);
  return {.original = original,
          // One that answers with content stands where content may be.
          .timegate = (settings.redirects ? settings.own_origin : settings.content_origin) +
                      collection + original,
          .timemap = settings.own_origin + collection + "timemap/link/" + original,
          .memento = settings.content_origin + collection};
}

Result<server::Reply> timemap_reply(const View& view, TimeMapForm form, std::string_view url,
                                    std::optional<Instant> from) {
  const Settings& settings = view.settings();
  TimeMap map{.addresses = addresses_of(settings, url)};
  const std::string base =
      fmt::format("{}/{}/timemap/{}/", settings.own_origin, settings.collection, name_of(form));
  // Every page is known by its first capture, so the pages stay as they are while captures are
  // added behind them.
  std::vector<TimeMapPage> pages;
  std::vector<TimeMapRow> rows;
  std::uint64_t count = 0;
  bool found = false;
  TRY(view.captures_of(url, [&](const catalog::Capture& capture) {
    if (count++ % settings.timemap_page == 0) {
      const std::string page = pages.empty() ? "" : digits14(capture.at) + "/";
      pages.push_back({base + page + std::string(url), capture.at, capture.at});
      found = from ? digits14(*from) == digits14(capture.at) : pages.size() == 1;
      if (found) map.self = pages.back();
    }
    pages.back().until = capture.at;
    if (found) map.self.until = capture.at;
    if (found) rows.push_back({capture.at, capture.status, capture.mime, capture.digest});
    if (!map.ends.first) map.ends.first = capture.at;
    map.ends.last = capture.at;
    return true;
  }));
  if (count == 0 || rows.empty())
    return Error{Errc::NotFound, "this archive has no capture of " + std::string(url)};
  map.rows = rows;
  for (TimeMapPage& page : pages)
    if (page.self != map.self.self) map.others.push_back(std::move(page));
  server::Reply reply = text_reply(type_of(form), write(map, form));
  return reply;
}

}  // namespace asof::replay
