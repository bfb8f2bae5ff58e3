// The parser against test tables nobody here wrote, in ../shared/corpora.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "url/conformance_internal.h"
#include "url/host_internal.h"
#include "url/url.h"

namespace asof::url {
namespace {

std::string describe(const Url& url) {
  auto or_empty = [](const std::optional<std::string>& text, const char* mark) {
    return text && !text->empty() ? mark + *text : std::string();
  };
  std::string port = url.port ? std::to_string(*url.port) : "";
  return url.href() + " protocol=" + url.scheme + ": username=" + url.username +
         " password=" + url.password + " hostname=" + url.host.value_or("") + " port=" + port +
         " pathname=" + url.path + " search=" + or_empty(url.query, "?") +
         " hash=" + or_empty(url.fragment, "#");
}

std::string describe(const Json& test) {
  auto field = [&test](const char* name) { return test.value(name, ""); };
  return field("href") + " protocol=" + field("protocol") + " username=" + field("username") +
         " password=" + field("password") + " hostname=" + field("hostname") +
         " port=" + field("port") + " pathname=" + field("pathname") +
         " search=" + field("search") + " hash=" + field("hash");
}

void run_whatwg_table(const std::string& path, const std::string& name) {
  Json table = Json::parse(read(kCorpora + path));
  Suite suite(name);
  Suite origins(name + " origin");
  for (const Json& test : table) {
    if (!test.is_object()) continue;
    std::optional<Url> base;
    if (test.contains("base") && test["base"].is_string()) {
      base = parse(test["base"].get<std::string>());
      ASSERT_TRUE(base) << test;
    }
    auto url = parse(test["input"].get<std::string>(), base ? &*base : nullptr);
    bool fails = test.value("failure", false);
    suite.check(test["input"], fails ? "failure" : describe(test),
                url ? describe(*url) : "failure");
    if (!url || fails || !test.contains("origin") || !test["origin"].is_string()) continue;
    origins.check(test["input"], test["origin"], url->origin());
  }
}

TEST_F(UrlConformance, ParsesAsTheStandardsTableSays) {
  run_whatwg_table("url-utils/wpt-urltestdata.json", "wpt-urltestdata");
}

TEST_F(UrlConformance, ParsesAsTheOlderTableSays) {
  run_whatwg_table("urlcanon/urltestdata.json", "urltestdata");
}

TEST_F(UrlConformance, ResolvesAsCrawlerCommons) {
  Suite suite("url-resolve");
  std::istringstream lines(read(kCorpora + "url-utils/url-resolve.csv"));
  auto field = [](std::string& line) {
    std::size_t end = line.find(", ");
    std::string out = line.substr(0, end);
    line.erase(0, end == std::string::npos ? end : end + 2);
    if (out.size() >= 2 && out.front() == '"') out = out.substr(1, out.size() - 2);
    return out;
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::string input = field(line);
    auto base = parse(field(line));
    auto url = parse(input, base ? &*base : nullptr);
    suite.check(input, field(line), url ? url->href() : "failure");
  }
}

std::string href_or_failure(const std::string& input) {
  auto url = parse(input);
  return url ? url->href() : "failure";
}

TEST_F(UrlConformance, ParsesTheSupplementalVectors) {
  Suite suite("supplemental_whatwg");
  for (const auto& [input, expected] :
       members(Json::parse(read(kCorpora + "urlcanon/supplemental_whatwg.json")))) {
    suite.check(input, expected, href_or_failure(input));
  }
}

TEST_F(UrlConformance, ReadsFunkyIpv4) {
  Suite suite("funky_ipv4");
  for (const auto& [input, expected] :
       members(Json::parse(read(kCorpora + "urlcanon/funky_ipv4.json")))) {
    auto address = parse_ipv4(input);
    suite.check(input, expected, address ? format_ipv4(*address) : "failure");
  }
}

// The vectors are for a step that leaves backslashes as they are; the parser turns those of special
// schemes into slashes in the same pass. Elsewhere a path that does not start with a slash is
// opaque.
TEST_F(UrlConformance, ResolvesDotsInPaths) {
  Json table = Json::parse(read(kCorpora + "urlcanon/path_dots.json"));
  Suite special("path_dots special");
  for (auto [input, expected] : members(table["special"])) {
    std::replace(expected.begin(), expected.end(), '\\', '/');
    auto url = parse("http://h" + input);
    special.check(input, expected, url ? url->path : "failure");
  }
  Suite other("path_dots nonspecial");
  for (const auto& [input, expected] : members(table["nonspecial"])) {
    auto url = parse((input.starts_with('/') ? "foo://h" : "foo:") + input);
    other.check(input, expected, url ? url->path : "failure");
  }
}

TEST_F(UrlConformance, ParsingIsIdempotent) {
  Suite suite("idempotence");
  for (const Json& input : Json::parse(read(kCorpora + "urlcanon/idempotence.json"))) {
    auto url = parse(input.get<std::string>());
    if (url) suite.check(input, url->href(), href_or_failure(url->href()));
  }
}

}  // namespace
}  // namespace asof::url
