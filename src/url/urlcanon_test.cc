#include <gtest/gtest.h>

#include <algorithm>

#include "url/conformance_internal.h"
#include "url/url.h"

namespace asof::url {
namespace {

// The parts as urlcanon's tokeniser names them, which keeps tabs, newlines and backslashes that the
// parser removes or turns in the same pass.
std::string parts_of(const Json& expected, bool special) {
  auto field = [&expected](const char* name) {
    std::string out = expected.value(name, "");
    std::erase_if(out, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
    return out;
  };
  std::string scheme = field("scheme");
  std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  std::string path = field("path");
  if (special) std::replace(path.begin(), path.end(), '\\', '/');
  if (special && !path.starts_with('/')) path.insert(0, "/");
  return scheme + " " + field("username") + " " + field("password") + " " + field("host") + " " +
         field("port") + " " + path + " " + field("query") + " " + field("fragment");
}

TEST_F(UrlConformance, SplitsAsUrlcanon) {
  Suite suite("parsing");
  Json table = Json::parse(read(kCorpora + "urlcanon/parsing.json"));
  for (const auto& [input, expected] : table.items()) {
    auto url = parse(input);
    std::string actual = "failure";
    if (url) {
      std::string port = url->port ? std::to_string(*url->port) : "";
      actual = url->scheme + " " + url->username + " " + url->password + " " +
               url->host.value_or("") + " " + port + " " + url->path + " " +
               url->query.value_or("") + " " + url->fragment.value_or("");
    }
    suite.check(input, parts_of(expected, url && url->special()), actual);
  }
}

}  // namespace
}  // namespace asof::url
