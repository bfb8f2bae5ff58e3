// modules: base codec http server
//
// A request and a reply as finish() gets them: the first line is the body of the reply, then come
// its fields, an empty line, and the request's fields. Whatever they hold, the reply keeps to HTTP:
// a part lies in the body, a 304 has none, and what is compressed is the body.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "http/message.h"
#include "server/access_log.h"
#include "server/finish.h"

using namespace asof;
using namespace asof::server;

namespace {

std::string_view take(std::string_view& bytes, std::string_view end) {
  const auto at = bytes.find(end);
  const std::string_view taken = bytes.substr(0, at);
  bytes.remove_prefix(at == bytes.npos ? bytes.size() : at + end.size());
  return taken;
}

void check(const Reply& given, const Reply& reply) {
  switch (reply.status) {
    case 200: {
      codec::MemberInflater inflater;
      if (reply.body == given.body) return;
      const auto member = inflater.inflate(reply.body, given.body.size());
      CHECK(member && member->content == given.body);
      return;
    }
    case 206:
      CHECK(!reply.body.empty() && given.body.find(reply.body) != kNone);
      return;
    case 304:
      CHECK(reply.body.empty());
      return;
    default:
      CHECK(reply.status == 416);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Reply given{.body = std::string(take(bytes, "\n"))};
  const std::string_view lines = take(bytes, "\n\n");
  for (std::string_view rest = lines; !rest.empty();) {
    std::string_view line = take(rest, "\n");
    const std::string_view name = take(line, ":");
    add_field(given.fields, name, line);
  }
  const std::string head = "GET / HTTP/1.1\r\n" + std::string(bytes);
  const auto parsed = http::parse_request(head);
  if (!parsed) return 0;
  const Request request{.method = "GET", .target = "/", .fields = parsed->fields, .body = {}};
  codec::MemberDeflater deflater;
  check(given, finish(request, given, {.now = {}, .deflater = &deflater, .compress_from = 1}));
  check(given, finish(request, given, {.now = {}}));
  Served served;
  served.target = served.referrer = bytes;
  served.method = lines;
  const std::string line = access_line(served, {});
  CHECK(line.find('\n') == line.size() - 1);
  return 0;
}
