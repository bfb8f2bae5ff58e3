#include "server/finish.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "base/text.h"
#include "http/date.h"
#include "server/negotiate_internal.h"

namespace asof::server {
namespace {

std::string_view name_of(std::string_view line) { return line.substr(0, line.find(':')); }

std::string_view find(std::string_view fields, std::string_view name) {
  for (const std::string_view line : split(fields, '\n'))
    if (iequals(name_of(line), name) && line.size() > name.size())
      return trim(line.substr(name.size() + 1));
  return {};
}

void drop(std::string& fields, std::initializer_list<std::string_view> names) {
  std::string kept;
  for (std::string_view rest = fields; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n') + 1);
    if (line.empty()) break;  // it has no end, and would not be sent
    const bool dropped = std::ranges::any_of(
        names, [line](std::string_view name) { return iequals(name_of(line), name); });
    if (!dropped) kept += line;
    rest.remove_prefix(line.size());
  }
  fields = std::move(kept);
}

void drop_about_body(std::string& fields) {
  drop(fields, {"Content-Type", "Content-Length", "Content-Encoding", "Content-Language",
                "Content-Range", "Accept-Ranges"});
}

// "abc" -> "abc-gzip", the quotes being part of it.
std::string gzip_tag(std::string_view tag) {
  if (!tag.ends_with('"')) return std::string(tag) + "-gzip";
  return fmt::format("{}-gzip\"", tag.substr(0, tag.size() - 1));
}

bool may_compress(const Reply& reply, const FinishOptions& options) {
  return options.deflater != nullptr && !reply.more && reply.manner == Reply::Manner::Whole &&
         reply.body.size() >= options.compress_from &&
         is_compressible(find(reply.fields, "Content-Type")) &&
         find(reply.fields, "Content-Encoding").empty() &&
         lower(find(reply.fields, "Cache-Control")).find("no-transform") == kNone;
}

std::optional<std::uint64_t> seekable_size(const Reply& reply) {
  if (reply.manner != Reply::Manner::Whole) return std::nullopt;
  if (!reply.more) return reply.body.size();
  return reply.seek ? reply.length : std::nullopt;
}

// Whether the client's earlier part, if it has one, is a part of this body. Only a tag that is not
// weak can say so.
bool range_permitted(const http::Fields& asked, std::string_view fields) {
  const auto value = asked.find("If-Range");
  if (!value) return true;
  const std::string_view tag = find(fields, "ETag");
  if (value->find('"') != kNone) return tag.starts_with('"') && trim(*value) == tag;
  const auto date = http::parse_date(*value);
  return date && date == http::parse_date(find(fields, "Last-Modified"));
}

Range asked_range(const Request& request, const Reply& reply) {
  const auto size = seekable_size(reply);
  const auto values = request.fields.find_all("Range");
  if (!size || values.size() != 1 || !range_permitted(request.fields, reply.fields)) return {};
  return range_of(values.front(), *size);
}

bool is_known(const http::Fields& asked, std::string_view fields, std::string_view tag) {
  if (asked.find("If-None-Match")) return names_tag(asked, tag);
  const auto since = asked.find("If-Modified-Since");
  if (!since) return false;
  const auto date = http::parse_date(*since);
  const auto modified = http::parse_date(find(fields, "Last-Modified"));
  return date && modified && *modified <= *date;
}

Reply no_body(Reply reply, int status) {
  reply.status = status;
  drop_about_body(reply.fields);
  reply.body.clear();
  reply.more = {};
  reply.length.reset();
  reply.seek = {};
  return reply;
}

Reply no_range(Reply reply, std::uint64_t size) {
  reply = no_body(std::move(reply), 416);
  reply.fields += fmt::format("Content-Type: text/plain\r\nContent-Range: bytes */{}\r\n", size);
  reply.body = "there is no such range\n";
  return reply;
}

Reply part(Reply reply, const Range& range, std::uint64_t size) {
  if (reply.more) {
    if (!reply.seek(range.from)) return no_body(std::move(reply), 500);
    reply.length = range.until - range.from;
  } else {
    reply.body.resize(static_cast<std::size_t>(range.until));
    reply.body.erase(0, static_cast<std::size_t>(range.from));
  }
  reply.status = 206;
  reply.fields +=
      fmt::format("Content-Range: bytes {}-{}/{}\r\n", range.from, range.until - 1, size);
  return reply;
}

Reply finish_whole(const Request& request, Reply reply, const FinishOptions& options) {
  const bool compressible = may_compress(reply, options);
  if (compressible) reply.fields += "Vary: Accept-Encoding\r\n";
  const Range range = asked_range(request, reply);
  const bool compressed =
      compressible && range.kind == Range::Kind::Whole && takes_gzip(request.fields);
  std::string tag(find(reply.fields, "ETag"));
  if (compressed && !tag.empty()) {
    tag = gzip_tag(tag);
    drop(reply.fields, {"ETag"});
    add_field(reply.fields, "ETag", tag);
  }
  if (is_known(request.fields, reply.fields, tag)) return no_body(std::move(reply), 304);

  const auto size = seekable_size(reply);
  if (range.kind == Range::Kind::None) return no_range(std::move(reply), *size);
  if (size && !compressed && find(reply.fields, "Accept-Ranges").empty())
    reply.fields += "Accept-Ranges: bytes\r\n";
  if (range.kind == Range::Kind::Part) return part(std::move(reply), range, *size);
  if (compressed) {
    reply.body = options.deflater->deflate(reply.body);
    reply.fields += "Content-Encoding: gzip\r\n";
  }
  return reply;
}

}  // namespace

Reply finish(const Request& request, Reply reply, const FinishOptions& options) {
  if (find(reply.fields, "Date").empty()) add_field(reply.fields, "Date", http_date(options.now));
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads || reply.status != 200) return reply;
  return finish_whole(request, std::move(reply), options);
}

}  // namespace asof::server
