#include "lab/origin_site.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "http/date.h"
#include "http/fields.h"

namespace asof::lab {
namespace {

// RFC 9110 section 13.1: If-None-Match decides alone where it is there.
bool is_unmodified(const server::Request& request, const Served& shown) {
  if (const auto tags = request.fields.find("If-None-Match")) {
    const auto own = http::parse_etag(shown.etag);
    for (std::string_view item : split(*tags, ',')) {
      if (trim(item) == "*") return true;
      const auto asked = http::parse_etag(trim(item));
      if (own && asked && http::weak_equal(*own, *asked)) return true;
    }
    return false;
  }
  const auto date = request.fields.find("If-Modified-Since");
  if (!date) return false;
  const auto since = http::parse_date(*date);
  return since && shown.modified.ms / 1000 <= since->ms / 1000;
}

std::string_view path_and_query(std::string_view target) {
  if (const auto scheme = target.find("://"); scheme < target.find('/')) {
    const auto slash = target.find('/', scheme + 3);
    target = slash == target.npos ? "/" : target.substr(slash);
  }
  return target.substr(0, target.find('#'));
}

}  // namespace

server::Reply plain_reply(int status, Time now, std::string_view fields, std::string body) {
  const Instant date{.ms = static_cast<std::int64_t>(std::floor(now * 1000))};
  return {.status = status,
          .fields = fmt::format("Date: {}\r\n{}", http_date(date), fields),
          .body = std::move(body)};
}

server::Reply OriginSite::answer(const server::Request& request, Time now) {
  if (request.method != "GET" && request.method != "HEAD")
    return plain_reply(405, now, "Allow: GET, HEAD\r\nContent-Type: text/plain\r\n",
                       "only GET and HEAD\n");
  const std::string_view target = path_and_query(request.target);
  if (const auto known = pages_->find(target)) {
    if (auto failed = failing(target, now)) return std::move(*failed);
    return page(*known, target, request, now);
  }
  if (auto extra = extra_page(target, now)) return std::move(*extra);
  return plain_reply(404, now, "Content-Type: text/plain\r\n", "no such page\n");
}

server::Reply OriginSite::page(std::uint32_t page, std::string_view target,
                               const server::Request& request, Time now) {
  const History& history = pages_->history();
  const Version* version = history.version_at(page, now);
  if (version == nullptr)
    return plain_reply(404, now, "Content-Type: text/plain\r\n", "not published yet\n");
  const auto index = static_cast<std::size_t>(version - history.pages[page].versions.data());
  const std::size_t validated = validated_as(page, target, index);
  auto shown = pages_->load(page, validated);
  std::string fields;
  const bool validates = shown && (*shown)->status == 200 &&
                         !afflicted(faults_.seed, "no-validators", target, faults_.no_validators);
  if (validates) {
    fields = fmt::format("ETag: {}\r\nLast-Modified: {}\r\n", (*shown)->etag,
                         http_date((*shown)->modified));
    if (is_unmodified(request, **shown)) return plain_reply(304, now, fields, "");
  }
  if (validated != index) shown = pages_->load(page, index);
  if (!shown)
    return plain_reply(500, now, "Content-Type: text/plain\r\n", shown.error().what + "\n");
  auto reply = plain_reply((*shown)->status, now, (*shown)->fields + fields, (*shown)->body);
  if (afflicted(faults_.seed, "slow", target, faults_.slow))
    reply.manner = server::Reply::Manner::Slow;
  return reply;
}

// The version whose validators a version has: its own, on an honest server.
std::size_t OriginSite::validated_as(std::uint32_t page, std::string_view target,
                                     std::size_t version) const {
  const auto& versions = pages_->history().pages[page].versions;
  if (versions[version].content == 0) return version;
  const bool lies = afflicted(faults_.seed, "lying", target, faults_.lying);
  while (version > 0 && versions[version - 1].content != 0 &&
         (lies ||
          afflicted(faults_.seed, "lapses", fmt::format("{} {}", version, target), faults_.lapses)))
    --version;
  return version;
}

}  // namespace asof::lab
