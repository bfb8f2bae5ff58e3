// What an origin says when it misbehaves: failures of its pages, and pages nobody should follow.
#include <fmt/format.h>

#include "base/text.h"
#include "codec/gzip.h"
#include "lab/origin_site.h"

namespace asof::lab {
namespace {

constexpr std::uint64_t kBombMember = std::uint64_t{64} << 20;  // zeros in one gzip member
constexpr std::uint64_t kBombMembers = 160;                     // 10 GiB in all
constexpr std::string_view kHtml = "Content-Type: text/html; charset=utf-8\r\n";

std::string list_of(std::initializer_list<std::string> links) {
  std::string text = "<!doctype html><title>On and on</title>\n<ul>\n";
  for (const std::string& link : links)
    text += fmt::format("<li><a href=\"{}\">{}</a>\n", link, link);
  return text + "</ul>\n";
}

// "/calendar/2026/11" leads to the months around it.
std::optional<std::string> calendar(std::string_view target) {
  const auto parts = split(target.substr(1), '/');
  if (parts.size() != 3 || parts[0] != "calendar") return std::nullopt;
  const auto year = parse_uint(parts[1]);
  const auto month = parse_uint(parts[2]);
  if (!year || !month || *year > 1'000'000'000 || *month < 1 || *month > 12) return std::nullopt;
  const std::uint64_t at = *year * 12 + *month - 1;
  auto link = [](std::uint64_t m) { return fmt::format("/calendar/{}/{:02}", m / 12, m % 12 + 1); };
  return list_of({link(at + 1), link(at == 0 ? 0 : at - 1), link(at + 12)});
}

std::optional<std::string> trap(std::uint64_t seed, std::string_view target) {
  if (target.starts_with("/calendar/")) return calendar(target);
  if (target.starts_with("/loop/")) return list_of({"again/", "and/again/"});
  if (target.starts_with("/session?")) {
    const std::uint64_t next = fate(seed, "session", target);
    return list_of({fmt::format("/session?page=1&sid={:016x}", next),
                    fmt::format("/session?page=2&sid={:016x}", next)});
  }
  return std::nullopt;
}

std::optional<server::Reply> redirect(std::string_view target, Time now) {
  std::string to;
  if (target == "/redirect/a") to = "/redirect/b";
  if (target == "/redirect/b") to = "/redirect/a";
  if (target.starts_with("/redirect/next/"))
    if (const auto step = parse_uint(target.substr(15)); step && *step < 1'000'000'000)
      to = fmt::format("/redirect/next/{}", *step + 1);
  if (to.empty()) return std::nullopt;
  return plain_reply(302, now, fmt::format("Location: {}\r\n", to), "");
}

}  // namespace

void OriginSite::serve_at(const std::string& base) {
  std::string links;
  auto add = [&](bool wanted, std::string_view target) {
    if (wanted) links += fmt::format("<li><a href=\"{}\">{}</a>\n", target, target.substr(1));
  };
  add(faults_.trap, "/calendar/2026/11");
  add(faults_.trap, "/loop/");
  add(faults_.trap, "/session?page=1");
  add(faults_.endless, "/endless");
  add(faults_.bomb, "/bomb");
  add(faults_.redirects, "/redirect/a");
  add(faults_.redirects, "/redirect/next/1");
  if (!links.empty()) links = "\n<ul>\n" + links + "</ul>\n";
  pages_->serve_at(base, links);
  if (faults_.bomb)
    bomb_ = codec::MemberDeflater().deflate(std::string(static_cast<std::size_t>(kBombMember), 0));
}

std::optional<server::Reply> OriginSite::extra_page(std::string_view target, Time now) {
  if (faults_.trap)
    if (auto text = trap(faults_.seed, target)) return plain_reply(200, now, kHtml, *text);
  if (faults_.redirects)
    if (auto reply = redirect(target, now)) return reply;
  if (faults_.endless && target == "/endless") {
    std::string body;
    for (int line = 0; line < 1639; ++line) body += "and so on\n";  // 16 KB at a time
    auto reply = plain_reply(200, now, "Content-Type: text/plain\r\n", std::move(body));
    reply.manner = server::Reply::Manner::Repeat;
    return reply;
  }
  if (faults_.bomb && target == "/bomb") {
    auto reply =
        plain_reply(200, now, "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", bomb_);
    reply.manner = server::Reply::Manner::Repeat;
    reply.times = kBombMembers;
    return reply;
  }
  return std::nullopt;
}

// The first answers of a page that fails; of one in four, all. The entry page never fails, or there
// would be nothing to crawl.
std::optional<server::Reply> OriginSite::failing(std::string_view target, Time now) {
  if (target == pages_->entry_target()) return std::nullopt;
  const bool errs = afflicted(faults_.seed, "errors", target, faults_.errors);
  const bool resets = afflicted(faults_.seed, "resets", target, faults_.resets);
  if (!errs && !resets) return std::nullopt;
  const std::uint64_t kind = fate(faults_.seed, "failure", target) % 4;
  if (failures_[std::string(target)]++ >= (kind == 2 ? 2u : 1u) && kind != 3) return std::nullopt;
  if (resets) {
    auto reply = plain_reply(200, now, kHtml, std::string(4096, ' '));
    reply.manner = server::Reply::Manner::Reset;
    reply.times = kind == 0 ? 0 : kind == 1 ? 20 : 1500;  // before the head, inside it, after it
    return reply;
  }
  if (kind == 1) return plain_reply(503, now, "Retry-After: 2\r\n", "come back\n");
  if (kind == 2) return plain_reply(429, now, "Retry-After: 3\r\n", "too fast\n");
  return plain_reply(500, now, "", "something broke\n");
}

}  // namespace asof::lab
