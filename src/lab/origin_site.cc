#include "lab/origin_site.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "http/date.h"
#include "http/fields.h"

namespace asof::lab {
namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 304:
      return "Not Modified";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 410:
      return "Gone";
    case 429:
      return "Too Many Requests";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "-";
  }
}

// RFC 9110 section 13.1: If-None-Match decides alone where it is there.
bool is_unmodified(const OriginRequest& request, const Served& shown) {
  if (request.if_none_match) {
    const auto own = http::parse_etag(shown.etag);
    for (std::string_view item : split(*request.if_none_match, ',')) {
      if (trim(item) == "*") return true;
      const auto asked = http::parse_etag(trim(item));
      if (own && asked && http::weak_equal(*own, *asked)) return true;
    }
    return false;
  }
  if (!request.if_modified_since) return false;
  const auto since = http::parse_date(*request.if_modified_since);
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

OriginReply plain_reply(int status, Time now, std::string_view fields, std::string body) {
  const Instant date{.ms = static_cast<std::int64_t>(std::floor(now * 1000))};
  OriginReply reply{.status = status, .body = std::move(body)};
  reply.head = fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\n{}", status, reason_of(status),
                           http_date(date), fields);
  if (status != 304) reply.head += fmt::format("Content-Length: {}\r\n", reply.body.size());
  return reply;
}

OriginReply OriginSite::answer(const OriginRequest& request, Time now) {
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

OriginReply OriginSite::page(std::uint32_t page, std::string_view target,
                             const OriginRequest& request, Time now) {
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
    reply.manner = OriginReply::Manner::Slow;
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
