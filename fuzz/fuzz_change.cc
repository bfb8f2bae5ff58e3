// modules: base url http html noise layout block delta importance change
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "change/change.h"
#include "change/clean.h"

using namespace asof;

// The input is two pages, apart by a NUL byte.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = std::min(input.find('\0'), input.size());
  const std::string pages[] = {std::string(input.substr(0, middle)),
                               std::string(input.substr(std::min(middle + 1, size)))};
  change::Version versions[2];
  for (std::size_t i = 0; i < 2; ++i) {
    versions[i].url = "http://example.org/";
    versions[i].mime = "text/html";
    versions[i].body = [&pages, i]() -> Result<std::string> { return pages[i]; };
  }
  change::Means means;
  means.options.visual = false;
  const auto there = change::compare(versions[0], versions[1], means);
  const auto back = change::compare(versions[1], versions[0], means);
  if (!there || !back) std::abort();
  if (!(there->importance >= 0 && there->importance <= 1)) std::abort();
  if (there->importance != back->importance || there->stage != back->stage) std::abort();
  if (pages[0] == pages[1] && there->importance != 0) std::abort();
  const change::Cleaned cleaned = change::clean_html(pages[0], "http://example.org/");
  if (cleaned.digest() != change::clean_html(pages[0], "http://example.org/").digest())
    std::abort();
  return 0;
}
